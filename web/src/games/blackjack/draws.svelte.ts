/** Prizes as they are drawn by the jackpot button: each is shown once, as the record tells it, and no sooner than the meter rests. */

import type { Told } from "../../lib/api/types";
import type { LiveTable } from "../../lib/table.svelte";
import type { BlackjackView } from "./view";

/** A prize that came up: for each dollar, in cents, and what was paid. */
export interface Draw {
  position: number;
  area: number;
  player: string;
  cents: number;
  paid: number;
  text: string;
}

const CENTS = 100;
const BET = "pandemonium";

/** What is told of a prize that was drawn and paid. */
const isDraw = ({ event }: Told): boolean => typeof event.prize === "number" && Array.isArray(event.settled);

export class Draws {
  /** The one that is being shown. */
  current = $state.raw<Draw | null>(null);
  /** Whether its meter is still running. */
  running = $state(false);
  #seen: number;

  constructor(table: LiveTable) {
    this.#seen = table.log[0]?.position ?? -1;
  }

  /** Look for a draw among what has been told; what was told before this page was opened is over. */
  watch(log: readonly Told[]): void {
    const newest = log[0]?.position ?? -1;
    if (newest <= this.#seen) return;
    const first = this.#seen < 0;
    const found = log.find((told) => told.position > this.#seen && isDraw(told));
    this.#seen = newest;
    if (!found || (first && log.length > 20)) return;
    const event = found.event as { area: number; player: string; prize: number; settled: { paid: number }[] };
    const paid = event.settled.reduce((sum, each) => sum + each.paid, 0);
    this.current = { position: found.position, area: event.area, player: event.player, cents: event.prize * CENTS, paid, text: found.text };
    this.running = true;
  }

  /** The table without what is still the meter's to tell: how the wager ended that the prize is for. */
  held(view: BlackjackView): BlackjackView {
    const draw = this.running ? this.current : null;
    if (!draw) return view;
    const areas = view.areas.map((each) => {
      if (each.area !== draw.area) return each;
      const wagers = each.wagers.map((wager) => (wager.bet === BET && wager.player === draw.player ? { ...wager, settled: null } : wager));
      return { ...each, wagers };
    });
    return { ...view, areas };
  }

  rest(): void {
    this.running = false;
  }

  close(): void {
    this.current = null;
    this.running = false;
  }
}
