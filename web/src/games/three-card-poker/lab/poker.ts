/** Three Card Poker sheets as the server works them out. */
import type { Exact, Sheet, SheetWager } from "../../../lab/sheet";

/** What the Jackpot wager costs as its meter grows; money in dollars. */
export interface JackpotSums {
  edge_without_meter: Exact;
  return_per_dollar_of_meter: Exact;
  break_even: Exact;
  break_even_riding: Exact;
  break_even_round: Exact;
  /** Null where no Ante makes a Jackpot wager change a decision. */
  rule_changes_below_ante: Exact | null;
}

/** What a meter system gives back in the long run, for one row of the book's tables of seeds. */
export interface LongRun {
  option: number;
  seed_value: number;
  increment: Exact;
  bonus_prizes: Exact;
  return: { low: number; value: number; high: number };
  average_meter: number;
}

export interface PokerSheet extends Sheet {
  element_of_risk: Exact;
  alternatives: { name: string; edge: Exact; costs: Exact }[];
  jackpot: JackpotSums | null;
  long_run: LongRun[];
}

/** The wagers without those that a Jackpot wager riding along leaves as they are: its best fold rule may be the main game's. */
export function distinct(sheet: PokerSheet): SheetWager[] {
  const edges = new Set<string>();
  return sheet.wagers.filter(({ edge: { exact, value }, name }) => {
    const key = `${name.split(",")[0]} ${exact ?? value}`;
    return !edges.has(key) && edges.add(key);
  });
}
