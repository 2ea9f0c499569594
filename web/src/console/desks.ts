/** Where on the consoles acts have their place, by the names the floor gives its desks. */

import { doorOf } from "../games";
import { ownOffers } from "../lib/acts";
import type { ClosedOffer, Dispute, Offer, TableView } from "../lib/api/types";
import { about, atDesk } from "../lib/offers";
import { session } from "../lib/session.svelte";
import { capital } from "../lib/words";

const TITLES: Record<string, string> = {
  cards: "The cards",
  deal: "Dealing",
  prizes: "The jackpot",
  rack: "The rack",
  round: "The round",
  signatures: "Second signatures",
  signs: "Signs and closing",
  table: "For a player",
  suspicion: "Players suspected",
};

/** Desks that the consoles show in a way of their own. */
const ELSEWHERE = ["table", "players", "disputes"];

/** The order in which a supervisor finds the others. */
const ORDER = ["suspicion", "round", "irregularities", "prizes", "deal", "cards", "signs", "signatures", "rack"];

/** What a desk is called. */
export function deskTitle(desk: string): string {
  return TITLES[desk] ?? capital(desk);
}

/** Whether an act is what the rules now expect. */
export function isDue(view: TableView, offer: Offer): boolean {
  return view.due.some((each) => each.command.type === offer.type);
}

/**
 * What is offered at a desk and has no place of its own: on the game's own desks, or as the dealing that is due.
 * Beside a console's next act, nothing that is due is listed again.
 */
export function actsAt(view: TableView, desk: string, { besideDue = desk === "deal" } = {}): Offer[] {
  const { claims } = doorOf(view.game);
  return ownOffers(atDesk(view, desk), view, session.me?.id).filter((each) => !claims?.includes(each.type) && !(besideDue && isDue(view, each)));
}

/** The desks with something on offer, in their order; those the pages have never heard of come last. */
export function desksOf(view: TableView): string[] {
  const desks = [...new Set(view.options.map((each) => each.desk))].filter((each) => !ELSEWHERE.includes(each));
  const offered = desks.filter((each) => actsAt(view, each).length > 0);
  return offered.sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf(desk: string): number {
  return ORDER.includes(desk) ? ORDER.indexOf(desk) : ORDER.length;
}

/** A chapter of what can be done: the acts that are possible now, and those that are not. */
export interface Chapter {
  desk: string;
  open: Offer[];
  shut: ClosedOffer[];
}

/** All that someone may do by chapter, in the order of `desksOf`; of what they may not, the chapters they may act in. */
export function chaptersOf(view: TableView, closed: ClosedOffer[]): Chapter[] {
  const claims = doorOf(view.game).claims ?? [];
  const shut = closed.filter((each) => !ELSEWHERE.includes(each.desk) && !claims.includes(each.type));
  const desks = [...new Set([...desksOf(view), ...shut.map((each) => each.desk)])].sort((a, b) => placeOf(a) - placeOf(b));
  return desks.map((desk) => ({ desk, open: actsAt(view, desk), shut: shut.filter((each) => each.desk === desk) }));
}

/**
 * Every act that words mean, wherever on the consoles it has its place; those with all of the words, or, where there is
 * none, those with any of them.
 */
export function lookedUp(words: string, view: TableView, closed: ClosedOffer[]): Chapter[] {
  const offered = ownOffers(view.options, view, session.me?.id).filter((each) => each.desk !== "table" || each.fields.some(({ kind }) => kind === "player"));
  const wanted = words.split(/\s+/).filter(Boolean);
  const all = (each: Named): boolean => wanted.every((word) => means(word, each));
  const any = (each: Named): boolean => wanted.some((word) => means(word, each));
  const fits = [...offered, ...closed].some(all) ? all : any;
  const [open, shut] = [offered.filter(fits), closed.filter(fits)];
  const desks = [...new Set([...open, ...shut].map((each) => each.desk))].sort((a, b) => placeOf(a) - placeOf(b));
  return desks.map((desk) => ({ desk, open: open.filter((each) => each.desk === desk), shut: shut.filter((each) => each.desk === desk) }));
}

type Named = { label: string; words: string; under: string[]; desk: string };

/** Whether a word means an act: by its name, other words for it, its clauses or its chapter. */
function means(word: string, act: Named): boolean {
  const text = [act.label, act.words, ...act.under, deskTitle(act.desk)].join(" ").toLowerCase();
  return text.includes(word) || text.includes(stemOf(word));
}

/** A word without its ending: `excluding` and `excluded` are `exclud`. */
const stemOf = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word);

/** What may be done about an award that waits for a second signature; whoever gave it, asked for it or gets it signs nothing. */
export function toSign(view: TableView, { number: dispute, award }: Dispute): Offer[] {
  const barred = award?.barred.includes(session.me?.id ?? "");
  return about(atDesk(view, "signatures"), { dispute }).filter((each) => !(barred && each.type === "Countersign"));
}

/** An act someone wants to give, with what of it is settled already. */
export interface Chosen {
  type: string;
  fixed: Record<string, unknown>;
  /** What it is about, where the act's name does not say it. */
  about?: string | undefined;
}

/** How a part of the console says which act is wanted. */
export type Choose = (type: string, fixed?: Record<string, unknown>, about?: string) => void;
