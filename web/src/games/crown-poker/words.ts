/** What the table's words come to on the cloth. */

import { dollars } from "../../lib/money";
import { betName, capital, list, nameOf, shortName } from "../../lib/words";
import type { CrownView, Pot, Setting, Share } from "./view";

/** `No-limit Holdem`. */
export function gameOf({ variant, limit }: Setting): string {
  const kind = limit.kind.includes("limit") ? limit.kind : `${limit.kind} limit`;
  return `${capital(kind.replaceAll(" ", "-"))} ${betName(variant).replace("Hi-lo", "Hi-Lo")}`;
}

/** `$5 / $10`. */
export function blindsOf({ blinds }: Setting): string {
  return blinds.map(dollars).join(" / ");
}

/** `Main pot`, `Side pot 2`; just `Pot` where there is no other. */
export function potName({ number }: Pot, many: number): string {
  if (many < 2) return "Pot";
  return number === 1 ? "Main pot" : `Side pot${many > 2 ? ` ${number - 1}` : ""}`;
}

/** Who plays for a pot, by their names. */
export function playsFor(view: CrownView, { seats }: Pot): string {
  return list(seats.map((seat) => shortName(view.areas[seat - 1]?.name ?? `seat ${seat}`)));
}

/** What someone takes of a pot: `$57 for low, $1 of it the odd chip`. */
export function takes({ cents, way, odd }: Share): string {
  return `${dollars(cents)}${way ? ` for ${way}` : ""}${odd ? `, ${dollars(odd)} of it odd` : ""}`;
}

export function whoTakes(view: CrownView, share: Share, me: string | undefined): string {
  return share.player === me ? "You" : shortName(nameOf(view, share.player));
}

/** Those who take the same of a pot in the same way, and what each of them takes. */
export interface Taking {
  key: string;
  who: string;
  what: string;
  /** Of what kind it is where it is one part of several: `high`, `low`. */
  way: string;
}

/** What was taken of a pot, those who share alike told together: `Ann and Bob $57 each for low`. */
export function takingsOf(view: CrownView, pot: Pot, me: string | undefined): Taking[] {
  const alike = new Map<string, Share[]>();
  for (const share of pot.shares) {
    const key = `${share.way} ${share.cents} ${share.odd}`;
    alike.set(key, [...(alike.get(key) ?? []), share]);
  }
  return [...alike].map(([key, shares]) => {
    const [first] = shares;
    const each = shares.length > 1 ? " each" : "";
    const { cents, way, odd } = first!;
    const what = `${dollars(cents)}${each}${way ? ` for ${way}` : ""}${odd ? `, ${dollars(odd)} of it odd` : ""}`;
    return { key, who: list(shares.map((share) => whoTakes(view, share, me))), what, way };
  });
}

/** What someone did last, short: what lies before them says how much. */
const DONE: Record<string, string> = {
  folds: "Fold",
  checks: "Check",
  calls: "Call",
  bets: "Bet",
  raises: "Raise",
  blind: "Blind",
  posts: "Post",
  straddles: "Straddle",
  mucks: "Muck",
};

export const didWord = (did: string): string => DONE[did] ?? capital(did);

/** The parts of the pot that raises come to, short. */
const PARTS: Record<string, string> = { "half pot": "½ pot", "two thirds": "⅔ pot" };

export const partName = (part: string): string => PARTS[part] ?? capital(part);
