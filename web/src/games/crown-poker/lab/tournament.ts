/** What the last players of a poker tournament may ask of the lab. */
import { explore } from "../../../lab/sheet";

/** What chips are worth of the prizes that are left; money in cents. */
export interface Worth {
  prizes_cents: number[];
  entrants: { name: string; chips: number; deal_cents: number; by_chips_cents: number; finishes: number[] }[];
}

/** Who is all in with what, all the kinds of two cards in the order of `groups`. */
export interface PushFold {
  players: { seat: string; chips: number; gains: number; best_answer_gains: number }[];
  groups: { hand: string; dealt: number }[];
  decisions: { seat: string; all_in_before: string[]; often: number; by_group: number[] }[];
  notes: string[];
}

export function fetchWorth(game: string, prizes: string, chips: string): Promise<Worth> {
  return explore<Worth>(game, "worth", encodeURIComponent(`${bare(prizes)} for ${bare(chips)}`));
}

export function fetchPushFold(game: string, stacks: string, blinds: string, ante: string): Promise<PushFold> {
  return explore<PushFold>(game, "push_fold", encodeURIComponent(`${bare(stacks)} blinds ${bare(blinds)} ante ${bare(ante) || "0"}`));
}

/** Numbers with commas between, without the spaces that people put there. */
function bare(numbers: string): string {
  return numbers.replaceAll(/\s+/g, "");
}
