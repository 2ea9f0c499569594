/** What the floor sends, by the names the pages use. The shapes are the floor's own, from its OpenAPI document. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type Me = Omit<Schemas["Me"], "rank"> & { rank: Rank };
export type Rank = "player" | "dealer" | "game-supervisor" | "pit-boss" | "casino-operator" | "regulator";

export type TableCard = Schemas["TableLine"];
export type TableView = Omit<Schemas["TableView"], "due" | "options"> & { due: Due[]; options: Command[] };
export type AreaView = Schemas["AreaView"];
export type WagerView = Schemas["WagerView"];
export type PersonView = Schemas["PersonView"];
export type SignView = Schemas["SignView"];
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
