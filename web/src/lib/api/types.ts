/** What the floor sends, by the names the pages use. The shapes are the floor's own, from its OpenAPI document. */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** Who is signed in. A person's rank may differ from book to book; `rank` is that of the Matchmaker tables. */
export type Me = Omit<Schemas["Me"], "rank" | "ranks"> & { rank: Rank; ranks: Record<string, Rank> };
export type Rank =
  | "player"
  | "dealer"
  | "game-supervisor"
  | "pit-boss"
  | "casino-supervisor"
  | "tg-higher-duties-dealer"
  | "tg-area-manager"
  | "tg-assistant-casino-manager"
  | "casino-operator"
  | "regulator";

export type TableCard = Schemas["TableLine"];

/** What the tables of every game show; a game's own pages know what it shows beyond that. */
export interface TableView {
  game: string;
  table: string;
  casino: string;
  stage: string;
  round: number;
  areas: AreaView[];
  people: PersonView[];
  sign: SignView;
  cards: CardsView;
  due: Due[];
  /** The area whose cards come next, if one's do. */
  area_due: number | null;
  /** Wagers called out and not yet chips, where a book allows that. */
  spoken?: Spoken[];
  results: Settled[];
  disputes: Dispute[];
  you: PersonView | null;
  house: HouseView | null;
  options: Command[];
  /** The dealer's own hand, where there is one. */
  dealer?: HandView;
  /** The colour of the deck's backs, where it is told. */
  back?: string;
}

/** One betting area of any game. Its cards are one hand, several, or a row that everyone sees. */
export interface AreaView {
  area: number;
  player: string | null;
  name: string | null;
  wagers: WagerView[];
  marker?: string | null;
  hands?: HandView[];
  hand?: HandView;
  cards?: string[];
  /** What its player chose, and what its cards came to. */
  choice?: string | null;
  outcome?: string | null;
}

/** The sign of any table. */
export interface SignView {
  limits: Record<string, Limits>;
  pays: Record<string, Record<string, string>>;
  chips: number[];
  notices: Notice[];
  version: number;
}

/** A game's own view, from the floor's document, with commands that the pages can give back. */
export type Seen<View> = Omit<View, "due" | "options" | "stage"> & Pick<TableView, "game" | "due" | "options" | "stage">;

/** Cards in one place: each face the viewer may see, or null for a back. */
export type HandView = Omit<Schemas["HandView"], "cards"> & { cards: (string | null)[] };
export type WagerView = Schemas["WagerView"];
export type PersonView = Schemas["PersonView"];
export type CardsView = Schemas["CardsView"];
export type HouseView = Schemas["HouseView"];
export type Spoken = Schemas["Spoken"];
export type Limits = Schemas["Limits"];
export type Notice = Schemas["Notice"];
export type Breach = Schemas["Breach"];
export type Dispute = Schemas["Dispute"];
export type Settled = Schemas["Settled"];
export type Ending = Schemas["Ending"];
export type Played = Schemas["Played"];

/** The name of every command there is. */
export type CommandType = Schemas["Command"]["type"];

/** A command; the floor checks its fields. */
export interface Command {
  type: CommandType;
  [field: string]: unknown;
}

/** A prize meter as everyone may read it: `value` and `rounded` in cents, `value_mites` in ten-thousandths of a cent. */
export type Meter = Schemas["MeterLine"];

/** What the operator may ask of a meter. */
export type MeterCommand = Schemas["MeterCommand"];

/** Prizes of one round that wait for a manager: each winning area with its cents, and with its hand. */
export type Pending = Schemas["PendingLine"];

/** Everything ever put on a meter against everything taken off it, in ten-thousandths of a cent. */
export type Reconciliation = Schemas["Reconciliation"];

export type Due = Omit<Schemas["Due"], "command" | "rank"> & { command: Command; rank: Rank };

/** One event as the floor tells it. */
export type Told = Schemas["Line"];

export type Refusal = Schemas["Why"];
export type Answer =
  | (Omit<Schemas["Done"], "accepted"> & { accepted: true })
  | (Omit<Schemas["Declined"], "accepted"> & { accepted: false });

export type Book = Schemas["BookText"];
export type Clause = Schemas["ClauseLine"];
export type Ruling = Schemas["RulingText"];
