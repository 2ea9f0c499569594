/** The tournaments of the house as they live, for as long as a page shows any. */

import { api } from "./api/client";
import { keepOpen, type Line, type Link } from "./api/socket";
import type { TournamentLine } from "./api/types";
import { clock } from "./clock.svelte";

class Tournaments {
  /** Those to come and under way, then the latest that are over; null until they have come. */
  all = $state.raw<TournamentLine[] | null>(null);
  link = $state<Link>("connecting");
  #looking = 0;
  #line: Line | undefined;

  /** Those that can be entered, or are under way. */
  current = $derived((this.all ?? []).filter((each) => each.stage !== "over" && each.stage !== "called off"));

  /** Follow the list until the returned function is called; several on one page share a line. */
  follow(): () => void {
    this.#looking += 1;
    if (!this.#line) api.tournaments().then((found) => (this.all ??= found), () => undefined);
    this.#line ??= keepOpen(
      () => "/api/tournaments/feed",
      (message) => this.#hear(message as { type: string; now?: number; tournaments?: TournamentLine[] }),
      (link) => (this.link = link),
    );
    return () => {
      this.#looking -= 1;
      if (this.#looking) return;
      this.#line?.close();
      this.#line = undefined;
    };
  }

  /** One of them by its id, as far as it is listed. */
  one(id: string): TournamentLine | undefined {
    return this.all?.find((each) => each.id === id);
  }

  #hear(message: { type: string; now?: number; tournaments?: TournamentLine[] }): void {
    if (message.type !== "tournaments" || !message.tournaments) return;
    if (message.now) clock.set(message.now);
    this.all = message.tournaments;
  }
}

export const tournaments = new Tournaments();
