/** The limits of a table in a word, as tables are chosen by. */

import type { Limits } from "./api/types";
import { dollars } from "./money";

/** The least and the most of the main wager: `$5 to $500`; one amount where they are the same. */
export function limitsText(main: Limits | null, written = dollars): string {
  if (!main) return "";
  return main.minimum < main.maximum ? `${written(main.minimum)} to ${written(main.maximum)}` : written(main.minimum);
}
