/** The house's words for what the wire writes short. */

import type { Settled, SignView, TableView } from "./api/types";
import { grouped } from "./locale";

/** A word with its first letter large. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `Pair Match`. */
export function betName(bet: string): string {
  return bet.split(" ").map(capital).join(" ");
}

/** A game by its own name: `two-words` is Two Words. */
export function gameName(game: string): string {
  return betName(game.replaceAll("-", " "));
}

/** Someone at the table by the name they go by. */
export function nameOf(view: TableView, player: string): string {
  return view.people.find((each) => each.id === player)?.name ?? view.house?.excluded[player] ?? player;
}

/** What a wager brought its owner beyond the stake. */
export function net(settled: Settled): number {
  return settled.paid - settled.taken;
}

/** `1 player`, `3 players`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** `Ann, Bob and Cy`. */
export function list(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "no one") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** The odds a bet can pay, the shortest first: `2 to 1`, `11 to 1`. */
export function oddsOf(sign: SignView, bet: string): string[] {
  const odds = [...new Set(Object.values(sign.pays[bet] ?? {}))];
  return odds.sort((a, b) => Number.parseInt(a) - Number.parseInt(b));
}

/** Odds as a sign writes them: `20,000 to 1`. */
export function oddsText(odds: string): string {
  return odds.replace(/^\d{4,}(?= to )/, (to) => grouped(Number(to)));
}

/** A name without the note that its owner plays for the house. */
export function shortName(name: string): string {
  return name.replace(/ \(house\)$/, "");
}

/** A sentence without such notes. */
export function shortNames(sentence: string): string {
  return sentence.replaceAll(" (house)", "");
}

const AS_TOLD: Record<string, string> = { is: "are", has: "have", does: "do", was: "were" };

/** A sentence about someone, as they are told it themselves: `Ann bets $5` is You bet $5, `Ann's wager` your wager. */
export function addressed(sentence: string, name: string): string {
  if (!name) return sentence;
  const named = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const verb = new RegExp(`(?<![\\p{L}\\p{N}])${named} (\\p{Ll}+)(?![\\p{L}\\p{N}])`, "gu");
  const owner = new RegExp(`(?<![\\p{L}\\p{N}])${named}'s(?![\\p{L}\\p{N}])`, "gu");
  return capital(sentence.replace(owner, "your").replace(verb, (_, word: string) => `you ${secondPerson(word)}`));
}

function secondPerson(verb: string): string {
  return AS_TOLD[verb] ?? verb.replace(/ies$/, "y").replace(/(?<=ss|sh|ch|x|o)es$/, "").replace(/(?<![s])s$/, "");
}

/** A text as names are compared: small letters, without accents, one space between words. */
export function plainly(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().split(/\s+/).filter(Boolean).join(" ");
}
