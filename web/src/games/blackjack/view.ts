/** A table of the Blackjack family as the floor shows it. */

import type { components } from "../../lib/api/schema";
import type { HandView, Seen } from "../../lib/api/types";

type Table = components["schemas"]["BlackjackTableView"];
type Hand = Table["areas"][number]["hands"][number];

export type PlayedHand = Omit<Hand, "cards"> & Pick<HandView, "cards">;
export type TableArea = Omit<Table["areas"][number], "hands"> & { hands: PlayedHand[] };
export type BlackjackView = Omit<Seen<Table>, "areas" | "dealer"> & {
  areas: TableArea[];
  dealer: Omit<Table["dealer"], "cards"> & Pick<HandView, "cards">;
};
