/** What the table says about a hand: what became of it, and why the sixth card won or lost. */

import type { WagerView } from "../../lib/api/types";
import { briefCard, heightOf, suitOf, SUIT_NAMES } from "../../lib/cards";
import { capital } from "../../lib/words";
import type { ChanceArea, ChanceView } from "./view";

/** The hands that win a Jackpot wager, the best first. */
export const JACKPOT_HANDS = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "dead hand"];

/** The wager that an area's hand is played for, and so whose hand it is. */
export function ownerOf(place: ChanceArea): WagerView | undefined {
  return place.wagers.find((each) => each.bet === "wager");
}

/** Why a sixth card won or lost. */
export interface Verdict {
  won: boolean;
  /** The kept card of its suit that decided, if one did. */
  match: string | null;
  text: string;
  /** The same, short enough for the cloth. */
  brief: string;
  under: string;
}

/** The verdict on a hand's sixth card, once it is up and the wager settled. */
export function verdictOf(area: ChanceArea): Verdict | null {
  const [sixth, settled] = [area.sixth?.card, ownerOf(area)?.settled];
  if (!sixth || !settled) return null;
  const kept = area.hand.cards.filter((each) => each !== null);
  const match = kept.filter((each) => suitOf(each) === suitOf(sixth)).sort((a, b) => heightOf(b) - heightOf(a))[0] ?? null;
  const [came, suit, under] = [briefCard(sixth), SUIT_NAMES[suitOf(sixth)].replace(/s$/, ""), settled.under[0] ?? ""];
  if (match === null) return { won: false, match, text: `${came}, and no ${suit} was kept`, brief: `${came}, no ${suit}`, under };
  const won = settled.ending === "won";
  const compared = won ? "lower than" : "higher than";
  return { won, match, text: `${came} is ${compared} ${briefCard(match)}`, brief: `${came} ${won ? "under" : "over"} ${briefCard(match)}`, under };
}

/** What a place on the cloth says about its hand; where there is little room, a hand is named without its odds. */
export function placeSays(view: ChanceView, area: ChanceArea, { brief = false } = {}): string {
  const verdict = verdictOf(area);
  if (verdict) return verdict.brief;
  if (area.racked && area.hand.name) {
    const odds = view.sign.pays.declared?.[area.hand.name];
    return capital(area.hand.name) + (brief || !odds ? "" : `, ${odds}`);
  }
  if (area.choice === "void") return "Void hand";
  if (area.must_discard) return "Must discard";
  if (area.choice === "declared") return "Declared";
  if (area.choice === "discarded") return `Keeps ${area.hand.cards.length}`;
  if (area.choosing) return area.picked_up ? "Declare or discard?" : "Pick up?";
  return `Area ${area.area}`;
}

/** Why a number of cards cannot be discarded from a hand, or nothing. */
export function cannotDiscard(area: ChanceArea, number: number): string {
  const kept = area.hand.cards.length - number;
  if (!number) return "Tap the cards that go";
  if (kept < 1) return "Keep at least one card";
  return area.must_discard && kept > MOST_KEPT ? "At least two must go" : "";
}

export const MOST_KEPT = 3;

/** What the cards come from, as the book calls it. */
export function deviceName(device: string): string {
  return device === "shoe" ? "card shoe" : "shuffling device";
}
