/** Double Chance sheets as the server works them out, and what it says of one hand. */
import { get } from "../lib/api/client";
import type { Suit } from "../lib/cards";
import type { Exact, Sheet } from "./sheet";

/** The suits as one letter each. */
export const SUIT_SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", c: "♣", d: "♦" };

/** The hands of DC 10.4 in the book's order, with odds to try a schedule by: the book itself sets none. */
export const PRIZES: readonly (readonly [name: string, odds: number])[] = [
  ["royal flush", 50_000],
  ["straight flush", 5_000],
  ["four of a kind", 600],
  ["full house", 100],
  ["flush", 60],
  ["straight", 40],
  ["dead hand", 1_000],
];

/** What a Double Chance sheet is asked for; amounts in dollars, null where there is none. */
export interface ChanceTerms {
  stake: number;
  payout: number | null;
  jackpot: boolean;
  price: number;
  schedule: number[];
}

/** A way of choosing the cards to keep, and what it costs more than the best. */
export interface Habit {
  name: string;
  edge: Exact;
  costs: Exact;
  wins: Exact;
  errs: number;
}

/** A hand that shows a line of the rule. */
export interface Example {
  says: string;
  cards: string[];
  kept: string[];
  wins: string[];
}

export interface ChanceSheet extends Sheet {
  rule: string[];
  examples: Example[];
  discarding: {
    hands: number;
    share: Exact;
    wins: Exact;
    by_winning_cards: { wins: number; hands: number }[];
    by_cards_needed: { cards: number; hands: number }[];
  };
  habits: Habit[];
  /** The stakes above which a maximum payout cuts hands short. */
  maximum_payout: { stake: Exact; hands: string[]; edge: Exact }[];
  jackpot: { fair_royal_flush: Exact; round_costs: Exact } | null;
}

/** One way to keep cards of a hand. */
export interface Way {
  kept: string[];
  wins: string[];
  chance: Exact;
}

/** What a hand is declared as, or else all 25 ways to keep cards of it, the best first. */
export interface HandWays {
  declared: string | null;
  ways: Way[];
}

/** Whether the terms can be asked for at all. */
export function sound({ stake, payout, jackpot, price, schedule }: ChanceTerms): boolean {
  const prizes = price > 0 && schedule.every((odds) => Number.isInteger(odds) && odds > 0);
  return stake > 0 && (payout === null || payout > 0) && (!jackpot || prizes);
}

/** The sheet of one Double Chance table. */
export function fetchChanceSheet(terms: ChanceTerms): Promise<ChanceSheet> {
  const query = new URLSearchParams({ stake: String(terms.stake) });
  if (terms.payout !== null) query.set("maximum_payout", String(terms.payout));
  if (terms.jackpot) {
    query.set("jackpot_price", String(terms.price));
    query.set("jackpot_schedule", terms.schedule.join(","));
  }
  return get<ChanceSheet>(`/api/odds/double-chance?${query}`);
}

/** Every way to keep cards of a hand. */
export function fetchWays(cards: string[]): Promise<HandWays> {
  return get<HandWays>(`/api/odds/double-chance/hands/${cards.join("")}`);
}
