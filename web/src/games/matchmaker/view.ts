/** A Matchmaker table as the floor shows it. */

import type { components } from "../../lib/api/schema";
import type { Seen } from "../../lib/api/types";

export type MatchmakerView = Seen<components["schemas"]["TableView"]>;
export type MatchArea = MatchmakerView["areas"][number];
export type MatchSign = MatchmakerView["sign"];
