/** One tournament as a page follows it: read anew whenever the list says that it has changed. */

import { api, Trouble } from "../lib/api/client";
import type { MyTournament, Tournament, TournamentDesk } from "../lib/api/types";
import { clock } from "../lib/clock.svelte";
import { session } from "../lib/session.svelte";
import { toasts } from "../lib/toast.svelte";
import { tournaments } from "../lib/tournaments.svelte";

export class Followed {
  shown = $state.raw<Tournament | null>(null);
  mine = $state.raw<MyTournament | null>(null);
  desk = $state.raw<TournamentDesk | null>(null);
  /** Whether there is no such tournament. */
  missing = $state(false);
  #asked = 0;

  constructor(
    readonly id: string,
    /** Whether the house's view of it is wanted. */
    readonly forDesk: boolean = false,
  ) {}

  /** Follow it until the returned function is called. */
  follow(): () => void {
    return tournaments.follow();
  }

  /** What changes when it has to be read anew. */
  get stamp(): string {
    return `${tournaments.one(this.id)?.version ?? ""} ${session.me?.id ?? ""}`;
  }

  async read(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const signed = session.me !== null && !session.me.must_change_password && !session.me.must_set_second_factor;
      const [shown, mine, desk] = await Promise.all([
        api.tournament(this.id),
        signed && !this.forDesk ? api.myTournament(this.id) : null,
        signed && this.forDesk ? api.tournamentDesk(this.id) : null,
      ]);
      if (asked !== this.#asked) return;
      [this.shown, this.mine, this.desk] = [shown, mine, desk];
      this.missing = false;
      if (desk) clock.set(desk.now);
    } catch (error) {
      if (asked !== this.#asked) return;
      if (error instanceof Trouble && error.status === 404) this.missing = true;
      else toasts.failed(error);
    }
  }
}
