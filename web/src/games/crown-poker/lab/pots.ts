/** Crown Poker sheets as the server works them out. */
import type { Exact, Sheet } from "../../../lab/sheet";

/** What one hand takes of a pot on average. */
export interface Share {
  hand: string;
  equity: Exact;
  wins: Exact;
  shares: Exact;
  /** How far a sampled equity may be off; nothing where every showdown was looked at. */
  off_by: number;
}

/** What commission takes of a pot of one size; money in dollars. */
export interface Taken {
  pot: Exact;
  taken: Exact;
  share: Exact;
}

export interface PotSheet extends Sheet {
  equities: { exact: boolean; showdowns: number; hands: Share[] } | null;
  commission: {
    pot: Taken;
    a_player_a_hand: Exact;
    a_player_an_hour: Exact;
    capped_from: Exact | null;
    by_pot: Taken[];
  } | null;
}
