/** A Three Card Poker table as the floor shows it. */

import type { components } from "../../lib/api/schema";
import type { Seen } from "../../lib/api/types";

export type PokerView = Seen<components["schemas"]["ThreeCardPokerTableView"]>;
export type PokerArea = PokerView["areas"][number];
