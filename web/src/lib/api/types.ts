/** What the floor sends, by the names the pages use. The shapes are the floor's own, from its OpenAPI document. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Game = "matchmaker" | "double-chance" | "three-card-poker";

/** Who is signed in. A person's rank may differ from book to book; `rank` is that of the Matchmaker tables. */
export type Me = Omit<Schemas["Me"], "rank" | "ranks"> & { rank: Rank; ranks: Partial<Record<Game, Rank>> };
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

export type TableCard = Omit<Schemas["TableLine"], "game"> & { game: Game };

/** A view as the pages read it: of one game, with commands they can give back. */
type Seen<View, Name extends Game> = Omit<View, "game" | "due" | "options"> & { game: Name; due: Due[]; options: Command[] };

export type MatchmakerView = Seen<Schemas["TableView"], "matchmaker">;
export type ChanceView = Seen<Schemas["DoubleChanceTableView"], "double-chance">;
export type PokerView = Seen<Schemas["ThreeCardPokerTableView"], "three-card-poker">;

/** A table of any game; what is common to all can be read without asking which. */
export type TableView = MatchmakerView | ChanceView | PokerView;
export type AnyArea = TableView["areas"][number];
export type AreaView = MatchmakerView["areas"][number];
export type ChanceArea = ChanceView["areas"][number];
export type PokerArea = PokerView["areas"][number];
export type HandView = Schemas["HandView"];
export type WagerView = Schemas["WagerView"];
export type PersonView = Schemas["PersonView"];
export type SignView = MatchmakerView["sign"];
export type PokerSignView = PokerView["sign"];
export type AnySign = TableView["sign"];
export type CardsView = Schemas["CardsView"];
export type HouseView = Schemas["HouseView"];
export type Limits = Schemas["Limits"];
export type Notice = Schemas["Notice"];
export type Breach = Schemas["Breach"];
export type Dispute = Schemas["Dispute"];
export type Stage = Schemas["Stage"];
export type Settled = Schemas["Settled"];
export type Ending = Schemas["Ending"];
export type Played = Schemas["Played"];

/** The name of every command there is. */
export type CommandType = Schemas["Command"]["type"];

/** A command; the floor checks its fields, and lib/commands.ts knows what they mean. */
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
