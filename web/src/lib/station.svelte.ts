/** Someone of a higher rank at this station: by their PIN, for one act, while whoever is signed in stays so. */

import { answered, post, Trouble } from "./api/client";
import type { Command, Foreseen, Standing } from "./api/types";
import { clock } from "./clock.svelte";
import { toasts } from "./toast.svelte";

export class Station {
  /** Who stands here, and the table as they see it. */
  standing = $state.raw<Standing | null>(null);
  busy = $state(false);

  constructor(readonly table: string) {}

  /** Come to the station; Trouble when the PIN is not right. */
  async stepIn(name: string, pin: string): Promise<void> {
    this.#see(await post<Standing>(this.#path(), { name, pin }));
  }

  /** Look at the table again as whoever stands here sees it. */
  async look(): Promise<void> {
    const token = this.standing?.token;
    if (!token) return;
    try {
      const seen = await post<Standing>(this.#path("/view"), { token });
      if (this.standing?.token === token) this.#see(seen);
    } catch (error) {
      if (error instanceof Trouble && error.status === 403) this.standing = null;
    }
  }

  /** Leave it to whoever is signed in. */
  async stepOut(): Promise<void> {
    if (!this.standing) return;
    this.standing = null;
    await post(this.#path("/leave")).catch(() => undefined);
  }

  /** Give the one act that the PIN is good for; true once it is done. */
  async ask(command: Command): Promise<boolean> {
    const token = this.standing?.token;
    if (!token) return false;
    this.busy = true;
    try {
      const answer = await answered(this.#path("/commands"), { token, command });
      this.standing = null;
      if (!answer.accepted) toasts.refused(answer.refusal);
      return answer.accepted;
    } catch (error) {
      toasts.failed(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** What an act would lead to. */
  foresee(command: Command): Promise<Foreseen> {
    return post<Foreseen>(this.#path("/foresee"), { token: this.standing?.token, command });
  }

  /** How many seconds are left. */
  get left(): number {
    return this.standing ? Math.ceil(clock.until(this.standing.until) / 1000) : 0;
  }

  #see(seen: Standing): void {
    clock.set(seen.now);
    this.standing = seen;
  }

  #path(rest = ""): string {
    return `/api/tables/${this.table}/station${rest}`;
  }
}
