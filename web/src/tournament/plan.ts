/** The seating plan of a session, as the director is shown it. */

import type { TournamentDesk } from "../lib/api/types";
import { count } from "../lib/words";

export type SeatingPlan = NonNullable<TournamentDesk["plan"]>;
export type TablePlan = SeatingPlan["tables"][number];
export type MoveLine = SeatingPlan["moves"][number];

/** `in the next hand`, `in 3 hands`. */
export const inHands = (hands: number): string => (hands === 1 ? "in the next hand" : `in ${count(hands, "hand")}`);
