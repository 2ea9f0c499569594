/** What the floor sends, by the names the pages use. The shapes are the floor's own. */

import type { components } from "./schema";

type Schemas = components["schemas"];

/** What someone may do in the house, apart from single acts at a table. */
export type May = "deal" | "supervise" | "determine" | "inspect" | "operate" | "export";

/** Who is signed in, what their rank is called, and what they may do: in the house, and at the tables of each game. */
export type Me = Omit<Schemas["Me"], "rank" | "ranks"> & { rank_name: string; may: May[]; may_at: Record<string, May[]> };

/** A table that someone is at, with their chips there in cents. */
export type Place = Schemas["Place"];

export type StaffList = Schemas["StaffList"];
export type StaffLine = Schemas["StaffLine"];
export type OneTime = Schemas["OneTime"];
export type NewFactor = Schemas["NewFactor"];

/** The ranks someone is to hold: those of a post, or these. */
export type RanksAsked = { post: string } | { ranks: Record<string, string> };

export type TableCard = Schemas["TableLine"] & {
  /** What the game calls the stage its round is at. */
  stage_name: string;
};

/** A table on the pit board, and something there that needs someone of a rank. */
export type BoardLine = Omit<Schemas["BoardLine"], "matters"> & { matters: Matter[] };
export type Matter = Schemas["Matter"];

/** Where play is stopped because of damage, and which second checks are ordered. */
export type Stopped = Schemas["Stopped"];
export type StopLine = Schemas["StopLine"];

/** A call for someone of a higher rank that stands at a table. */
export type Call = Schemas["CallLine"];

/** A game of which a table may be opened, and what its tables may be set up with. */
export type GameAsked = Schemas["GameAsked"];
export type TermAsked = Schemas["TermAsked"];
export type NewTable = Schemas["NewTable"];

/** What someone cannot do at a table now, and why. */
export type ClosedOffer = Schemas["ClosedOffer"];

/** Someone of a higher rank at another's station, and the table as they see it. */
export type Standing = Omit<Schemas["Standing"], "view"> & { view: TableView };

/** Where a round of any game stands; what a game calls it is in the view. */
export type Stage = "closed" | "betting" | "no more bets" | "dealing" | "interim settlement" | "choosing" | "drawing" | "settling" | "paying" | "settled";

/** What the tables of every game show; a game's own pages know what it shows beyond that. */
export interface TableView {
  game: string;
  table: string;
  casino: string;
  stage: Stage;
  stage_name: string;
  round: number;
  areas: AreaView[];
  people: PersonView[];
  sign: SignView;
  cards: CardsView;
  /** The colour of the cards' backs. */
  back?: string;
  /** The dealer's own hand, where there is one. */
  dealer?: HandView;
  due: DueView[];
  turns: TurnView[];
  /** The area whose cards come next, if one's do. */
  area_due: number | null;
  /** Wagers called out and not yet chips. */
  spoken?: Spoken[];
  results: Settled[];
  disputes: Dispute[];
  /** The tournament that the table is reserved for, if it is. */
  reserved?: Reserved | null;
  you: PersonView | null;
  house: HouseView | null;
  options: Offer[];
  /** What whoever deals can do with one key, act by act, and what it comes to. */
  ahead: Ahead[];
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
  /** The clauses behind what it says: of `limits`, of a pay table by its name, of whatever else stands on it. */
  under?: Record<string, string[]>;
}

/** What the pages read alike in the views of all games. */
type Alike = "game" | "stage" | "stage_name" | "due" | "turns" | "options" | "disputes" | "ahead";

/** A game's own view as the floor's document has it. */
export type Seen<View extends { sign: object }> = Omit<View, Alike | "sign"> &
  Pick<TableView, Alike> & { sign: Omit<View["sign"], "under"> & Pick<SignView, "under"> };

/** Cards in one place: each face the viewer may see, or null for a back. */
export type HandView = Omit<Schemas["HandView"], "cards"> & { cards: (string | null)[] };
export type WagerView = Schemas["WagerView"] & {
  /** Which hand of its area it is on. */
  hand?: number;
};
export type PersonView = Schemas["PersonView"];
export type CardsView = Schemas["CardsView"];
export type HouseView = Schemas["HouseView"];
export type Spoken = Schemas["Spoken"];
export type Limits = Schemas["Limits"];
export type Notice = Schemas["Notice"];
export type Settled = Schemas["Settled"];
export type Played = Schemas["Played"];
export type Dispute = Schemas["DisputeView"];

/** A command; the floor checks its fields. */
export interface Command {
  type: string;
  [field: string]: unknown;
}

export type Value = string | number | boolean | null;

/** A value that may be chosen, and what it is called. */
export interface Choice {
  value: Value;
  label: string;
}

export type FieldKind =
  | "text"
  | "money"
  | "amounts"
  | "chips"
  | "count"
  | "percent"
  | "number"
  | "round"
  | "flag"
  | "choice"
  | "player"
  | "people"
  | "area"
  | "areas"
  | "place"
  | "bet"
  | "card"
  | "cards"
  | "hand"
  | "laid"
  | "moment"
  | "clause"
  | "schedule";

/** Something to fill in for a command. */
export interface FieldView {
  name: string;
  label: string;
  kind: FieldKind;
  optional: boolean;
  choices: Choice[];
  low: number | null;
  high: number | null;
  /** What it starts from, as the command would have it. */
  start: unknown;
  /** What it starts from for each example of the offer, where they differ in that. */
  starts: unknown[];
  hint: string;
  /** How many cards a hand has whose faces are entered, and those of them that are on record. */
  many: number | null;
  known: string[];
}

/** A kind of command that one may give now, with examples that the table would accept. */
export interface Offer {
  type: string;
  label: string;
  /** Other words by which people look for it. */
  words: string;
  desk: string;
  under: string[];
  rank: string;
  rank_name: string;
  fields: FieldView[];
  examples: Command[];
}

/** An act the rules now expect, and whether it is for the viewer to do. */
export interface DueView {
  command: Command;
  label: string;
  /** What everyone is told while it is due. */
  next: string;
  rank: string;
  rank_name: string;
  /** What kind of act it is: `card`, `settling`, `choice` and so on. */
  pace: string;
  yours: boolean;
  under: string[];
  /** Whose act it is, where it is a player's. */
  person: string | null;
  /** What must still be entered: cards that a real table shows. */
  fields: FieldView[];
}

/** How one wager would end: what is taken, what is paid and in which chips. */
export type Paid = Schemas["PaidView"];

/** One act of a run that a single key gives. */
export interface Ahead {
  command: Command;
  label: string;
  settled: Paid[];
}

/** How far a run of commands came, and why the next one was refused. */
export type RunDone = Omit<Schemas["RunDone"], "refusal"> & { refusal: Refusal | null };

/** A command that takes something back; unless it is whole, the rest of it is filled in. */
export type Undo = Schemas["Undo"];

/** Someone is asked, or everyone while bets are open: until when, and what is done for whoever stays silent. */
export interface TurnView {
  /** Turns with one key are one turn, though what is offered may change while its time runs. */
  key?: string;
  player: string | null;
  name: string | null;
  under: string[];
  until: number | null;
  /** What the acts to choose from are called. */
  choices: string[];
  /** What is then done, as whoever is asked is told it. */
  silent: string;
  /** Who of those asked needs no more time; null where nobody's word shortens it. */
  ready?: string[] | null;
}

/** What a command would lead to, in the sentences of the record. */
export interface Foreseen {
  accepted: boolean;
  lines: string[];
  under: string[];
  /** Whether it depends on cards that nobody knows. */
  unforeseen: boolean;
  refusal: Refusal | null;
  /** The wagers that would end by it. */
  settled: Paid[];
}

/** A prize meter as everyone may read it: `value` and `rounded` in cents, `value_mites` in ten-thousandths of a cent. */
export type Meter = Schemas["MeterLine"];

/** What the operator may ask of a meter. */
export type MeterCommand = Schemas["MeterCommand"];

/** Prizes of one round that wait for a manager: each winning area with its cents, and with its hand. */
export type Pending = Schemas["PendingLine"];

/** Everything ever put on a meter against everything taken off it, in ten-thousandths of a cent. */
export type Reconciliation = Schemas["Reconciliation"] & { under?: string[] };

/** One event as the floor tells it. */
export type Told = Schemas["Line"] & {
  /** Whether this viewer would hear or see it happen. */
  aloud: boolean;
  /** Whether it is a word to this viewer, to be shown until it is read. */
  notice: boolean;
};

/** A tournament as it is listed, and as its page shows it. Money is in cents, chips are the tournament's own. */
export type TournamentLine = Schemas["TournamentLine"];
export type Tournament = Schemas["TournamentShown"];
export type Ranked = Schemas["Ranked"];
export type Placing = Schemas["PlacingLine"];

/** A command about a tournament to fill in, or why it cannot be given now. */
export type TournamentForm = Omit<Schemas["Form"], "fields"> & { fields: TournamentField[] };
export type TournamentField = Omit<FieldView, "kind"> & { kind: "text" | "number" | "flag" | "choice" | "many" | "moment" };

/** A tournament as the house conducts it, and an act that is due in it. */
export type TournamentDesk = Omit<Schemas["TournamentDesk"], "forms"> & { forms: TournamentForm[] };
export type TournamentDue = Schemas["DueLine"];

/** What a tournament is to whoever is signed in. */
export type MyTournament = Omit<Schemas["Mine"], "forms"> & { forms: TournamentForm[] };

/** The tournament that a table is reserved for. */
export type Reserved = Schemas["ReservedView"];

/** What came of a round, without names. */
export type Result = Schemas["Result"];

export type Refusal = Schemas["Why"];
export type Answer =
  | (Omit<Schemas["Done"], "accepted"> & { accepted: true })
  | (Omit<Schemas["Declined"], "accepted"> & { accepted: false });

export type BookLine = Schemas["BookLine"];
export type Book = Schemas["BookText"];
export type Clause = Schemas["ClauseLine"] & {
  /** What the lowest rank that may act under it is called; empty where it is for anyone. */
  rank_name?: string;
};
export type Ruling = Schemas["RulingText"];
/** What a citation names: a clause of a book, or a ruling. */
export type Cited = Schemas["Cited"];
export type Contents = Schemas["Contents"];
