/** What the floor sends: accounts, the lobby, and a Matchmaker table as one viewer sees it. */

export type Rank = "player" | "dealer" | "game-supervisor" | "pit-boss" | "casino-operator" | "regulator";

export interface Me {
  id: string;
  name: string;
  rank: Rank;
  wallet: number;
  must_change_password: boolean;
}

export interface Limits {
  minimum: number;
  maximum: number;
  step: number;
}

export interface TableCard {
  id: string;
  game: string;
  title: string;
  device: string;
  source: string;
  decks: number;
  stage: string;
  round: number;
  areas: number;
  seated: number;
  watching: number;
  limits: Record<string, Limits>;
  automatic: boolean;
  closes_at: number | null;
  position: number;
}

/** A command as the wire writes it; the catalogue in lib/commands.ts knows the fields of each. */
export interface Command {
  type: string;
  [field: string]: unknown;
}

export type Ending = "won" | "lost" | "returned";

export interface Settled {
  area: number;
  bet: string;
  player: string;
  stake: number;
  ending: Ending;
  taken: number;
  returned: number;
  paid: number;
  under: string[];
  odds: string;
}

export interface WagerView {
  bet: string;
  player: string;
  name: string;
  cents: number;
  at_risk: number;
  settled: Settled | null;
}

export interface AreaView {
  area: number;
  player: string | null;
  name: string | null;
  marker: string | null;
  cards: string[];
  outcome: string | null;
  wagers: WagerView[];
}

export interface PersonView {
  id: string;
  name: string;
  seat: number | null;
  stack: number;
}

export interface Notice {
  kind: "higher minimum" | "closing";
  posted_at: number;
  effective_at: number;
  bet: string | null;
  minimum: number;
}

export interface SignView {
  limits: Record<string, Limits>;
  pays: Record<string, Record<string, string>>;
  notices: Notice[];
  bettors_per_area: number;
  miss_match_on_opposite_pairs: boolean;
  version: number;
}

export interface CardsView {
  device: string;
  source: string;
  decks: number;
  step: string;
  burn: string;
  cutting_card_out: boolean;
  held_aside: number;
  offered_cut_to: string | null;
  machine_down: boolean;
}

export interface Breach {
  person: string;
  clause: string;
  what: string;
  at: number;
  round: number;
}

export interface Dispute {
  number: number;
  complainant: string;
  about: string;
  round: number;
  stage: "open" | "ruled" | "under review" | "reviewed";
  ruling: string;
  review: string;
}

export interface HouseView {
  cards_inside: number;
  discards: number;
  rack: number;
  held: Record<string, number>;
  breaches: Breach[];
  excluded: Record<string, string>;
}

export interface Due {
  command: Command;
  rank: Rank;
  under: string[];
  person: string | null;
}

export type Stage =
  | "closed"
  | "place your bets"
  | "no more bets"
  | "dealing"
  | "settling"
  | "paying"
  | "settled";

export interface TableView {
  game: string;
  table: string;
  casino: string;
  stage: Stage;
  round: number;
  areas: AreaView[];
  people: PersonView[];
  sign: SignView;
  cards: CardsView;
  due: Due[];
  area_due: number | null;
  results: Settled[];
  retracting: string[] | null;
  disputes: Dispute[];
  you: PersonView | null;
  house: HouseView | null;
  options: Command[];
}

/** One event as the floor tells it. */
export interface Told {
  position: number;
  version: number;
  at: number;
  actor: string;
  actor_name: string;
  kind: string;
  text: string;
  under: string[];
  event: Record<string, unknown>;
}

export interface Refusal {
  reason: string;
  text: string;
  under: string[];
  facts: Record<string, string | number>;
}

export type Answer =
  | { accepted: true; position: number; version: number; events: Told[] }
  | { accepted: false; refusal: Refusal };

export interface Clause {
  id: string;
  kind: string;
  authority: string;
  asks: string;
  met: string;
  how: string;
  ruling: string[];
}

export interface Book {
  slug: string;
  code: string;
  title: string;
  jurisdiction: string;
  version: string;
  sections: Record<string, string>;
  clauses: Clause[];
}

export interface Ruling {
  id: string;
  scope: string;
  says: string;
  switch: boolean;
  otherwise: string;
}
