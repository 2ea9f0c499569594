/** What lies on a table of any game. */

import type { AreaView, HandView, TableView, WagerView } from "./api/types";

/** The hands of an area: as many as it has, and none before the first card. */
export function handsOf(area: AreaView): HandView[] {
  const hands = area.hands ?? (area.hand ? [area.hand] : [{ cards: area.cards ?? [], up: true, name: null, yours: false, total: "" }]);
  return hands.filter((each) => each.cards.length > 0);
}

/** All wagers on the layout. */
export function wagersOn(view: TableView): WagerView[] {
  return view.areas.flatMap((each) => each.wagers);
}

/** What an area's player chose and what its cards came to, in the order it became known. */
export function outcomeOf(area: AreaView): string {
  const names = handsOf(area).map((each) => each.name);
  return [area.choice, ...names, area.outcome].filter(Boolean).join(": ");
}

/** The colour of the cards' backs. */
export function backOf(view: TableView): string {
  return view.back ?? "red";
}
