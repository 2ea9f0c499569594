/** A Double Chance table as the floor shows it. */

import type { components } from "../../lib/api/schema";
import type { Seen } from "../../lib/api/types";

export type ChanceView = Seen<components["schemas"]["DoubleChanceTableView"]>;
export type ChanceArea = ChanceView["areas"][number];
