/** Double Chance sheets as the server works them out, and what it says of one hand. */
import { type Exact, explore, type Sheet } from "../../../lab/sheet";
import type { Suit } from "../../../lib/cards";

/** The suits as one letter each. */
export const SUIT_SYMBOLS: Record<Suit, string> = { s: "♠", h: "♥", c: "♣", d: "♦" };

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
  /** The clauses under which it must be declared. */
  under: string[];
  ways: Way[];
}

/** Every way to keep cards of a hand. */
export function fetchWays(game: string, cards: string[]): Promise<HandWays> {
  return explore<HandWays>(game, "hands", cards.join(""));
}
