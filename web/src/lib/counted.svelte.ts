/** What amounts count: money, or chips of a tournament that are none. Whoever shows a table says it here, once. */

import type { TableView } from "./api/types";

class Counted {
  chips = $state(false);

  /** As the table counts that is shown now; without one amounts are money. */
  at(view: Pick<TableView, "reserved"> | null): void {
    this.chips = inChips(view);
  }
}

export const counted = new Counted();

/** Whether the amounts of a table count chips that are no money. */
export const inChips = (view: Pick<TableView, "reserved"> | null): boolean => !!view?.reserved && !view.reserved.money;
