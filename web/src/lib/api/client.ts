/** Requests to the floor. A refusal is an answer; anything else that goes wrong is thrown as Trouble. */

import { backOff, floor, pause } from "./reach.svelte";
import type {
  Answer,
  Book,
  BookLine,
  Cited,
  Clause,
  ClosedOffer,
  Command,
  Contents,
  Foreseen,
  GameAsked,
  Me,
  Meter,
  MeterCommand,
  MyTournament,
  NewFactor,
  NewTable,
  OneTime,
  Place,
  RanksAsked,
  Reconciliation,
  Ruling,
  RunDone,
  StaffList,
  Stopped,
  TableCard,
  TableView,
  Told,
  Tournament,
  TournamentDesk,
  TournamentLine,
} from "./types";

/** A request that failed, in words for the person who made it. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** What is wanted besides, in a word: `code`. */
    readonly needs: string = "",
    /** What might do instead: a name that is free. */
    readonly instead: string = "",
  ) {
    super(message);
  }
}

/** How long an answer may take before it counts as none. */
const ANSWER_MS = 20_000;
/** How long an act is tried for while the floor is away; later it would be an act on another table than one saw. */
const TRIED_MS = 10_000;
/** How often something to read is asked for again while the floor is too busy. */
const READ_AGAIN = 4;
/** Whoever stands between does not reach the floor, or the floor cannot do it at the moment. */
const HELD = [502, 503, 504];

async function reach(path: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(path, { credentials: "same-origin", signal: AbortSignal.timeout(ANSWER_MS), ...init });
  } catch {
    floor.doubt();
    throw new Trouble(0, "The floor does not answer. Your request may not have arrived.");
  }
}

/** Read something; while the floor is away that waits, and is asked for again once it is back. */
async function read(path: string): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    await floor.here();
    try {
      const response = await reach(path);
      if (!HELD.includes(response.status) || tries >= READ_AGAIN) return response;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
    }
    await pause(backOff(tries));
  }
}

async function trouble(response: Response): Promise<Trouble> {
  const body = (await response.json().catch(() => ({}))) as { error?: string; detail?: unknown; needs?: string; instead?: string };
  const said = [body.error, typeof body.detail === "string" ? body.detail : undefined].filter(Boolean).join(": ");
  const free = body.instead ? `; “${body.instead}” is free` : "";
  return new Trouble(response.status, said ? said + free + wait(response) : `The floor answered ${response.status}.`, body.needs, body.instead);
}

/** When to come back, where the floor says so. */
function wait(response: Response): string {
  const seconds = Number(response.headers.get("retry-after"));
  if (!seconds || response.status !== 429) return "";
  return seconds < 90 ? ` (in ${seconds} s)` : ` (in ${Math.ceil(seconds / 60)} minutes)`;
}

/** GET something. */
export async function get<T>(path: string): Promise<T> {
  const response = await read(path);
  if (!response.ok) throw await trouble(response);
  return (await response.json()) as T;
}

/** GET something that is plain text; nothing if there is none. */
export async function text(path: string): Promise<string | undefined> {
  const response = await read(path);
  if (response.status === 404) return undefined;
  if (!response.ok) throw await trouble(response);
  return response.text();
}

/** POST something and read the answer, if it has one. */
export async function post<T>(path: string, body: unknown = {}): Promise<T> {
  const response = await reach(path, asJson(body));
  if (!response.ok) throw await trouble(response);
  return (await response.json().catch(() => undefined)) as T;
}

function asJson(body: unknown): RequestInit {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** Practice tables live apart from those on record; their ids say which they are. */
export function isPractice(table: string): boolean {
  return table.startsWith("practice-");
}

/** Where the floor is asked about a table. */
export function placeAt(table: string): string {
  return `/api/${isPractice(table) ? "practice" : "tables"}/${table}`;
}

/** Ask a table to do something. The id makes it harmless to send the same request twice. */
export function command(table: string, asked: Command, id: string = newId()): Promise<Answer> {
  return answered(`${placeAt(table)}/commands`, { id, command: asked });
}

/** Give a table several commands in their order, each on record by itself; the first that is refused ends the run. */
export function run(table: string, commands: Command[]): Promise<RunDone> {
  return answered<RunDone>(`${placeAt(table)}/run`, { acts: commands.map((each) => ({ id: newId(), command: each })) });
}

/** Need no more time to wager at a table, or after all do. */
export function sayReady(table: string, ready: boolean, id: string = newId()): Promise<Answer> {
  return answered(`${placeAt(table)}/ready`, { id, ready });
}

/** What a table would answer to a command; nothing changes by asking. */
export function foresee(table: string, asked: Command): Promise<Foreseen> {
  return post<Foreseen>(`${placeAt(table)}/foresee`, { command: asked });
}

/** What may be sent again without being done again: by its ids, or by a token that is good for one act. */
type Named = { id: string; [field: string]: unknown } | { acts: { id: string }[] } | { token: string; command: Command };

/** POST something that the rules may refuse. What did not get through is sent again under the same ids, for a while. */
export async function answered<T = Answer>(path: string, body: Named): Promise<T> {
  const until = Date.now() + TRIED_MS;
  for (let tries = 0; ; tries += 1) {
    const problem = await tried<T>(path, body);
    if (!(problem instanceof Trouble)) return problem;
    if ((problem.status && !HELD.includes(problem.status)) || Date.now() > until) throw problem;
    await Promise.race([Promise.all([floor.here(), pause(backOff(tries))]), pause(until - Date.now())]);
    if (floor.away) throw problem;
  }
}

/** Send something once: what the floor answered, or what became of it instead. */
async function tried<T>(path: string, body: unknown): Promise<T | Trouble> {
  try {
    const response = await reach(path, asJson(body));
    return response.ok || response.status === 409 ? ((await response.json()) as T) : await trouble(response);
  } catch (error) {
    if (error instanceof Trouble) return error;
    throw error;
  }
}

/** A command id; `randomUUID` is missing where the page is not served securely. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const api = {
  session: () => get<{ me: Me | null }>("/api/session"),
  places: () => get<Place[]>("/api/me/places"),
  guest: (name: string) => post<Me>("/api/sign-in/guest", { name }),
  staff: (name: string, password: string, code = "") => post<Me>("/api/sign-in/staff", { name, password, code }),
  password: (old: string, fresh: string) => post<unknown>("/api/password", { old, new: fresh }),
  newFactor: () => get<NewFactor>("/api/second-factor"),
  setFactor: (password: string, secret: string, code: string) =>
    post<{ codes: string[] }>("/api/second-factor", { password, secret, code }),
  removeFactor: (password: string, code: string) => post<Me>("/api/second-factor/remove", { password, code }),
  everyone: () => get<StaffList>("/api/staff"),
  hire: (name: string, asked: RanksAsked) => post<OneTime>("/api/staff", { name, ...asked }),
  giveRanks: (person: string, asked: RanksAsked) => post<unknown>(`/api/staff/${person}/ranks`, asked),
  issue: (person: string) => post<OneTime>(`/api/staff/${person}/password`),
  resetFactor: (person: string) => post<unknown>(`/api/staff/${person}/second-factor/reset`),
  endAccount: (person: string) => post<unknown>(`/api/staff/${person}/end`),
  setPin: (password: string, pin: string) => post<Me>("/api/pin", { password, pin }),
  removePin: () => post<Me>("/api/pin/remove"),
  signOut: () => post<unknown>("/api/sign-out"),
  topUp: () => post<Me>("/api/wallet/top-up"),
  tables: () => get<TableCard[]>("/api/tables"),
  games: () => get<GameAsked[]>("/api/games"),
  openTable: (asked: NewTable) => post<TableCard>("/api/tables", asked),
  practising: () => get<TableCard[]>("/api/practice"),
  practise: (game: string, like: string, anew: boolean) => post<TableCard>("/api/practice", { game, like, anew }),
  table: (id: string) => get<{ position: number; version: number; view: TableView }>(`/api/tables/${id}`),
  automatic: (id: string, automatic: boolean, overRealCards = false) =>
    post<unknown>(`/api/tables/${id}/automatic`, { automatic, over_real_cards: overRealCards }),
  closed: (id: string) => get<ClosedOffer[]>(`/api/tables/${id}/closed`),
  call: (id: string, why: string) => answered(`/api/tables/${id}/call`, { id: newId(), why }),
  endCall: (id: string) => answered(`/api/tables/${id}/call/end`, { id: newId() }),
  latest: (id: string, limit: number) => get<Told[]>(`/api/find?table=${id}&limit=${limit}`),
  meters: () => get<Meter[]>("/api/meters"),
  reconciliation: (meter: string) => get<Reconciliation>(`/api/meters/${meter}/reconciliation`),
  meterCommand: (meter: string, asked: MeterCommand) =>
    answered(`/api/meters/${meter}/commands`, { id: newId(), command: asked }),
  /** A manager's word on the prizes that wait at a table; the floor fills in what they come to. */
  determine: (meter: string, table: string, confirmed: boolean, why?: string) =>
    answered(`/api/meters/${meter}/confirm`, { id: newId(), table, confirmed, why }),
  tournaments: () => get<TournamentLine[]>("/api/tournaments"),
  tournament: (id: string) => get<Tournament>(`/api/tournaments/${id}`),
  myTournament: (id: string) => get<MyTournament>(`/api/tournaments/${id}/mine`),
  tournamentDesk: (id: string) => get<TournamentDesk>(`/api/tournaments/${id}/desk`),
  tournamentCommand: (id: string, asked: Command) =>
    answered(`/api/tournaments/${id}/commands`, { id: newId(), command: asked }),
  /** Conditions of a game's book that leave nothing out, as a text to start from. */
  draftToBeginWith: (game: string) => get<{ text: string }>(`/api/tournament-drafts/${game}`),
  drafted: (id: string) => get<{ text: string }>(`/api/tournaments/${id}/draft`),
  draftTournament: (id: string, text: string) => answered(`/api/tournaments/${id}/draft`, { id: newId(), text }),
  books: () => get<BookLine[]>("/api/rules"),
  book: (slug: string) => get<Book>(`/api/rules/${slug}`),
  contents: (book: string) => get<Contents>(`/api/rules/${book}/contents`),
  section: (book: string, number: string) => get<Clause[]>(`/api/rules/${book}/sections/${encodeURIComponent(number)}`),
  cited: (cites: string[]) => get<Cited[]>(`/api/clauses?${new URLSearchParams(cites.map((cite) => ["cite", cite]))}`),
  stops: () => get<Stopped>("/api/stops"),
  /** Order a second check where play is stopped; without a stream, of the whole record. */
  orderCheck: (stream: string) => post<Stopped>("/api/stops/check", { stream }),
  rulings: () => get<Ruling[]>("/api/rulings"),
};
