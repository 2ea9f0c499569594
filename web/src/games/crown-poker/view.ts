/** A Crown Poker table as the floor shows it. */

import type { HandView, Settled, SignView, TableView, WagerView } from "../../lib/api/types";

/** How someone sits between hands. */
export interface Sitting {
  away: boolean;
  /** Whether they wait until the big blind comes to them. */
  waits: boolean;
  posts: boolean;
  owes_big: boolean;
  owes_small: boolean;
}

/** One seat: who sits there and how, the cards, what is bet, and whether it is their turn. */
export interface Seat {
  area: number;
  player: string | null;
  name: string | null;
  stack: number;
  sitting: Sitting | null;
  hand: HandView;
  /** What its player has laid away. */
  discard: HandView;
  wagers: WagerView[];
  bet: number;
  put: number;
  /** What it would take them to stay in now. */
  to_call: number;
  /** What it would take them to be dealt in at once, where they wait for the big blind. */
  to_post: number;
  in_hand: boolean;
  folded: boolean;
  all_in: boolean;
  to_act: boolean;
  /** What they did last in this round of betting. */
  did: string;
  button: boolean;
  /** The other buttons that lie there: walking, missed blind, reserved and the like. */
  markers: string[];
  blind: number | null;
}

/** What one player takes of a pot. */
export interface Share {
  seat: number;
  player: string;
  cents: number;
  /** For what: `high`, `low`, or alone. */
  way: string;
  /** How much of it could not be shared. */
  odd: number;
}

export interface Pot {
  number: number;
  cents: number;
  /** Who plays for it. */
  seats: number[];
  rake: number;
  shares: Share[];
}

export interface BettingView {
  street: number;
  to_call: number;
  level: number;
  low: number | null;
  high: number | null;
  raises: number;
  /** All that lies in the middle and before the players. */
  pot: number;
  /** What a bet or raise of a part of the pot comes to. */
  sizes: Record<string, number>;
}

export interface Setting {
  variant: string;
  limit: { kind: string; bets: number[]; most: number[] };
  blinds: number[];
  ante: number;
  blind_ante: number;
  minimum_buy_in: number;
  straddles: number;
  seconds_to_act: number;
  extra_times: number;
  extra_seconds: number;
  extra_fee: number;
}

export interface Commission {
  per_mille: number;
  hand_fees: [players: number, cents: number][];
  cap: number | null;
  person_fee: number;
  hourly_fee: number;
}

/** A prize beside the pots: the hand that wins it, and an amount or goods and services by name. */
export interface Bonus {
  name: string;
  hand: string;
  kind: string;
  cents: number;
  what: string;
}

export interface CrownView extends TableView {
  areas: Seat[];
  board: HandView;
  burned: number;
  pots: Pot[];
  /** How the pots of the last hand went. */
  last: Pot[];
  /** What the house has taken of this hand so far, on the drop slide. */
  slide: number;
  results: Settled[];
  betting: BettingView | null;
  /** Whether I am asked to show a hand that none of those in sight beats. */
  unbeaten: boolean;
  waiting: { player: string; name: string; first: boolean }[];
  sign: SignView & { setting: Setting; commission: Commission; bonuses: Bonus[] };
}
