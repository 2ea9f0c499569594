/** The record as the inspector reads it: rounds, their steps, and events found by search. */
import { api, get } from "../lib/api/client";
import type { components } from "../lib/api/schema";
import type { Settled, TableView, Told, Tournament } from "../lib/api/types";
import { inChips } from "../lib/counted.svelte";
import { written } from "../lib/money";
import { session } from "../lib/session.svelte";

type Schemas = components["schemas"];

/** A round in the list of a table's rounds; positions and money in cents. */
export type Round = Schemas["Round"];

/** An event that a search found, and its table; none for what happened to accounts. */
export type Found = Schemas["Found"];

/** What came of verifying the chain. */
export type Proof = Schemas["Proof"];

/** An event of a round, the clauses it rests on, and the table right after it. */
export type Step = Told & { view: TableView; clauses: Schemas["ClauseText"][] };

/** An event of a tournament, and the numbers of the entrants whom it names. */
export type TournamentStep = Schemas["TournamentStep"];

/** Money that went from one account to another. */
export type Move = [source: string, target: string, cents: number];

/** What to search the record for; empty fields ask for nothing. */
export interface Search {
  /** Clauses and rulings, with commas between them. */
  clause: string;
  person: string;
  from: string;
  to: string;
}

export const PAGE = 50;

/** A round of any table. */
export type RoundAt = Schemas["RoundAt"];

/** The rounds of all tables that ended last, newest first; or the rounds of one number. */
export function roundsEverywhere(before?: number, number?: string): Promise<RoundAt[]> {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (before !== undefined) query.set("before", String(before));
  if (number) query.set("number", number);
  return get<RoundAt[]>(`/api/rounds?${query}`);
}

/** Whether the one signed in is handed evidence. */
export const mayHaveEvidence = (): boolean => session.may("supervise") || session.may("inspect");

/** Where the page of evidence of a round is, or of a table's day such as 2026-11-17. */
export function evidenceOf(table: string, what: { round: string | number } | { day: string }): string {
  const part = "round" in what ? `rounds/${what.round}` : `days/${what.day}`;
  return `/api/tables/${encodeURIComponent(table)}/${part}/evidence`;
}

/** A table's rounds, newest first. */
export function roundsOf(table: string, before?: number, limit = PAGE): Promise<Round[]> {
  const from = before === undefined ? "" : `&before=${before}`;
  return get<Round[]>(`/api/tables/${encodeURIComponent(table)}/rounds?limit=${limit}${from}`);
}

/** The steps of a round. */
export async function stepsOf(table: string, round: string): Promise<Step[]> {
  return (await get<{ steps: Step[] }>(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`)).steps;
}

/** The steps of a tournament, all of them or those that name an entrant. */
export async function stepsOfTournament(id: string, entrant: string): Promise<TournamentStep[]> {
  const found: TournamentStep[] = [];
  for (;;) {
    const query = new URLSearchParams({ after: String(found.at(-1)?.version ?? 0), limit: "1000" });
    if (entrant) query.set("entrant", entrant);
    const page = await get<Schemas["TournamentSteps"]>(`/api/tournaments/${encodeURIComponent(id)}/steps?${query}`);
    found.push(...page.steps);
    if (!page.more) return found;
  }
}

/** A tournament as it stood after a step of it. */
export const tournamentThen = (id: string, version: number): Promise<Tournament> =>
  get<Tournament>(`/api/tournaments/${encodeURIComponent(id)}/steps/${version}`);

/** The clauses and rulings of a search as the record cites them. */
export function citationsOf(search: Search, table: string | undefined): Promise<string[]> {
  const typed = search.clause.split(",").map((each) => each.trim());
  return Promise.all(typed.filter(Boolean).map((each) => citation(each, table)));
}

/** Whom a part of a name means, and how many there are. */
export const peopleMeant = (like: string): Promise<Schemas["PeopleMeant"]> =>
  get<Schemas["PeopleMeant"]>(`/api/find/people?${new URLSearchParams({ like })}`);

/** Events that match a search, newest first. */
export async function find(table: string | undefined, search: Search, round: string, before?: number): Promise<Found[]> {
  const query = new URLSearchParams({ limit: String(PAGE) });
  if (table) query.set("table", table);
  if (round) query.set("round", round);
  for (const each of await citationsOf(search, table)) query.append("clause", each);
  if (search.person) query.set("person", search.person);
  if (search.from) query.set("from", String(Date.parse(search.from)));
  if (search.to) query.set("to", String(Date.parse(search.to)));
  if (before !== undefined) query.set("before", String(before));
  return get<Found[]>(`/api/find?${query}`);
}

/** Every clause and ruling that an event may cite. */
export async function allCitations(): Promise<string[]> {
  const [books, rulings] = await Promise.all([api.books(), api.rulings()]);
  const read = await Promise.all(books.map(({ slug }) => api.book(slug)));
  const clauses = read.flatMap((book) => book.clauses.map((clause) => clause.cite));
  return [...clauses, ...rulings.map((ruling) => ruling.cite)];
}

/** What was typed as the record cites it: a bare number is a clause of the table's own book, or of the first that has it. */
async function citation(typed: string, table: string | undefined): Promise<string> {
  const text = typed.trim();
  const ruling = /^r(?:ulings?)?\s*(\d+)$/i.exec(text);
  if (ruling) return `ruling ${ruling[1]}`;
  if (!/^\d/.test(text)) return text.replace(/^[a-z]+\b/i, (code) => code.toUpperCase());
  const [books, tables] = await Promise.all([api.books(), api.tables()]);
  const own = tables.find((each) => each.id === table)?.game;
  const read = await Promise.all(books.filter(({ slug }) => own === undefined || slug === own).map(({ slug }) => api.book(slug)));
  const book = read.find(({ clauses }) => clauses.some(({ id }) => id === text)) ?? read[0];
  return book ? `${book.code} ${text}` : text;
}

/** The number of the round that holds a position of a table's record; rounds are in order, so halving finds it. */
async function roundAt(table: string, position: number): Promise<number | undefined> {
  let low = 1;
  let high = (await roundsOf(table, undefined, 1))[0]?.round ?? 0;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const round = (await roundsOf(table, middle + 1, 1))[0];
    if (!round) return undefined;
    if (position < round.first) high = round.round - 1;
    else if (position > round.last) low = middle + 1;
    else return round.round;
  }
  return undefined;
}

/** A round with the events of it that a search found; without a round, what happened outside any. */
export interface Hit {
  table: string | null;
  round: Round | undefined;
  events: Found[];
}

/** Events that were found, newest first, put together by their rounds. */
export async function byRound(found: Found[]): Promise<Hit[]> {
  const tables = [...new Set(found.map((event) => event.table))];
  const rounds = new Map(await Promise.all(tables.map(async (table) => [table, await roundsOver(found, table)] as const)));
  const hits: Hit[] = [];
  for (const event of found) {
    const round = rounds.get(event.table)?.find(({ first, last }) => first <= event.position && event.position <= last);
    const hit = hits.find((each) => each.table === event.table && each.round === round && each.events[0]?.tournament === event.tournament);
    if (hit) hit.events.push(event);
    else hits.push({ table: event.table, round, events: [event] });
  }
  return hits;
}

const LONGEST_PAGE = 200;

/** The rounds of a table that reach over all the events found there. */
async function roundsOver(found: Found[], table: string | null): Promise<Round[]> {
  const positions = found.filter((event) => event.table === table).map((event) => event.position);
  if (table === null) return [];
  const newest = await roundAt(table, Math.max(...positions));
  const rounds: Round[] = [];
  let before = newest === undefined ? undefined : newest + 1;
  for (;;) {
    const page = await roundsOf(table, before, LONGEST_PAGE);
    rounds.push(...page);
    const oldest = page.at(-1);
    if (!oldest || page.length < LONGEST_PAGE || oldest.first <= Math.min(...positions)) return rounds;
    before = oldest.round;
  }
}

/** The money an event moved. */
export function movesOf(step: Pick<Told, "event">): Move[] {
  return (step.event.moves as Move[] | undefined) ?? [];
}

/** Amounts of a step: chips where its table counts them or they are a tournament's, but not the house's own put away. */
export function amountIn(step: Step, cents: number, accounts: string[] = []): string {
  const chips = step.view.reserved ? inChips(step.view) : accounts.some((each) => each.startsWith("tournament:"));
  return written(cents, chips && !accounts.includes("reserve"));
}

/** How wagers ended by an event. */
export function settledIn(step: Told): Settled[] {
  return [step.event.settled, step.event.bonuses].flatMap((each) => (each as Settled[] | undefined) ?? []);
}

/** The area an event is about, if it is about one. */
export function areaOf(step: Told): number | undefined {
  return typeof step.event.area === "number" ? step.event.area : undefined;
}

/** The names of all who were at the table during some steps, by their ids; those who left are still named. */
export function namesIn(steps: Step[]): Map<string, string> {
  return new Map(steps.flatMap(({ view }) => view.people.map(({ id, name }) => [id, name] as const)));
}

/** An account in words: `stack:p1` is Ann's chips. */
export function accountName(account: string, names: Map<string, string>): string {
  const [kind = "", owner] = account.split(":");
  if (owner === undefined) return { layout: "the layout", rack: "the rack", cage: "the cage", advance: "the cage, ahead of a slip", cash: "cash", slide: "the drop slide", rake: "the chip box", reserve: "the house’s chips put away" }[kind] ?? kind;
  if (kind === "pot") return "the pots";
  if (kind === "tournament") return "the tournament’s bank";
  if (kind === "entries") return "what was paid to enter";
  const name = names.get(owner) ?? owner;
  return { stack: `${name}’s chips`, wallet: `${name}’s wallet`, held: `held from ${name}` }[kind] ?? account;
}
