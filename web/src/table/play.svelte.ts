/** One player's part at a table: the chip in hand, and what is asked of the table with it. */

import { bet, mayBet, takeBack } from "../lib/acts";
import type { Settled, TableView, WagerView } from "../lib/api/types";
import { session } from "../lib/session.svelte";
import type { LiveTable } from "../lib/table.svelte";

export class Play {
  /** The value of the chip in hand, in cents. */
  chip = $state(500);
  /** The seat someone is about to take: a number, "standing", or nothing. */
  sitting = $state<number | "standing" | null>(null);
  /** The endings someone wants explained. */
  why = $state.raw<Settled[] | null>(null);

  constructor(readonly table: LiveTable) {}

  get view(): TableView | null {
    return this.table.view;
  }

  get me(): string | undefined {
    return session.me?.id;
  }

  /** My wagers on the layout, with their areas. */
  get mine(): { area: number; wager: WagerView }[] {
    const areas = this.view?.areas ?? [];
    return areas.flatMap(({ area, wagers }) =>
      wagers.filter((each) => each.player === this.me).map((wager) => ({ area, wager })),
    );
  }

  /** How my wagers of the last round ended. */
  get last(): Settled[] {
    return (this.view?.results ?? []).filter((each) => each.player === this.me);
  }

  get mayRepeat(): boolean {
    const view = this.view;
    return !!view && !this.mine.length && this.last.some(({ area, bet }) => mayBet(view, area, bet));
  }

  /** What one press puts down: the chip in hand, or the price of a bet that has only one. */
  stake(bet: string): number {
    const limits = this.view?.sign.limits[bet];
    return limits && limits.minimum === limits.maximum ? limits.minimum : this.chip;
  }

  bet(area: number, on: string): void {
    void this.table.ask(bet({ area, bet: on, cents: this.stake(on) }));
  }

  takeBack(area: number, on: string): void {
    void this.table.ask(takeBack(area, on));
  }

  async takeAllBack(): Promise<void> {
    // The last bet first: one may hang on another.
    for (const { area, wager } of this.mine.toReversed()) await this.table.ask(takeBack(area, wager.bet));
  }

  /** Put down what lay there last round, until the table says no. */
  async repeat(): Promise<void> {
    const bets = Object.keys(this.view?.sign.limits ?? {});
    const before = this.last.filter((each) => bets.includes(each.bet));
    for (const { area, bet: on, stake } of before.sort((a, b) => bets.indexOf(a.bet) - bets.indexOf(b.bet))) {
      if (!(await this.table.ask(bet({ area, bet: on, cents: stake })))) return;
    }
  }
}
