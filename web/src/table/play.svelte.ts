/** One player's part at a table: the chip in hand, and what is asked of the table with it. */

import type { Settled, TableView, WagerView } from "../lib/api/types";
import { mayNow } from "../lib/commands";
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
    return !!view && !this.mine.length && this.last.some(({ area, bet }) => mayNow(view, "PlaceWager", { area, bet }));
  }

  bet(area: number, bet: string): void {
    void this.table.ask({ type: "PlaceWager", area, bet, cents: this.chip });
  }

  takeBack(area: number, bet: string): void {
    void this.table.ask({ type: "WithdrawWager", area, bet });
  }

  async takeAllBack(): Promise<void> {
    for (const { area, wager } of this.mine) await this.table.ask({ type: "WithdrawWager", area, bet: wager.bet });
  }

  /** Put down what lay there last round, until the table says no. */
  async repeat(): Promise<void> {
    for (const { area, bet, stake } of this.last) {
      if (!(await this.table.ask({ type: "PlaceWager", area, bet, cents: stake }))) return;
    }
  }
}
