/** What only a sheet of the Blackjack family has. */
import { explore, type Exact, type Sheet } from "../../../lab/sheet";

export interface ChartRow {
  kind: "hard" | "soft" | "pair";
  hand: string;
  /** What is done against each first card of the dealer, in the order of `upcards`. */
  codes: string[];
}

export interface FirstHand {
  cards: string;
  upcard: string;
  chance: number;
  best: string;
  value: number;
  variance: number;
  /** What each thing to do is worth. */
  worth: Record<string, number>;
}

export interface BlackjackSheet extends Sheet {
  basic_strategy: {
    edge: Exact;
    variance: Exact;
    gives_up: Exact;
    upcards: string[];
    chart: ChartRow[];
    legend: string;
    withdraws: Record<string, number[]>;
  };
  hands: FirstHand[];
  even_money: { taken: Exact; declined: Exact } | null;
  effects_of_removal: Record<string, Exact>;
  super_bonus: {
    chance: Exact;
    prize: Exact;
    worth: Exact;
    by_stake: { stake: number; worth: Exact }[];
    given_by_others: Exact;
  } | null;
  /** The tournament entry that Magnificent Sevens may win, in dollars. */
  entry: {
    chance: Exact;
    entry: Exact;
    a_wager: Exact;
    by_stake: { stake: number; worth: Exact }[];
  } | null;
}

/** What a hand is worth, whatever is done with it. */
export interface HandWorth {
  hand: string;
  upcard: string;
  total: number;
  soft: boolean;
  dealer: Record<string, number>;
  best: string;
  worth: Record<string, number>;
}

/** What each thing to do with a hand is worth against a first card. */
export function fetchWorth(game: string, hand: string[], upcard: string, version: string, decks: string): Promise<HandWorth> {
  return explore<HandWorth>(game, "hands", encodeURIComponent(`${hand.join(",")} against ${upcard} ${version} ${decks}`));
}

/** One hand of a tournament's last: what all wager in turn, and everyone's part of the prize. */
export interface LastHand {
  left: number;
  banks: number[];
  turns: { player: number; wager: number; worth: { wager: number; worth: number }[] }[];
  worth: number[];
}

export interface LastHandsFound {
  now: LastHand;
  at_each_bank: { bank: number; hands: LastHand[] }[];
  notes: string[];
}

/** What to wager in the last hands of a tournament. */
export function fetchLastHands(
  game: string,
  banks: string,
  { least, most, step, left }: { least: number; most: number; step: number; left: number },
): Promise<LastHandsFound> {
  const asked = `${banks.replaceAll(/\s+/g, "")} wagers ${least} to ${most} by ${step} left ${left}`;
  return explore<LastHandsFound>(game, "last_hands", encodeURIComponent(asked));
}

/** The rows of a picture of first hands: each pair of cards with what it is worth against every first card. */
export function byCards(hands: FirstHand[]): { cards: string; against: FirstHand[] }[] {
  const rows = new Map<string, FirstHand[]>();
  for (const each of hands) rows.set(each.cards, [...(rows.get(each.cards) ?? []), each]);
  return [...rows].map(([cards, against]) => ({ cards, against }));
}

/** A value for one unit, with its sign. */
export function units(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
}
