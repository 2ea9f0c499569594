/** What a game offers to the pages that all games share. Nothing else of a game's folder is used outside it. */

import type { Component } from "svelte";

import type { Choose } from "../console/desks";
import type { Choice, DueView, Meter, Place, TableCard, TableView } from "../lib/api/types";
import type { LiveTable } from "../lib/table.svelte";
import type { Play } from "../table/play.svelte";

export interface TableProps<View> {
  play: Play;
  view: View;
  /** Whether there is room for the whole cloth. */
  wide: boolean;
  /** Whether another dialogue is open. */
  quiet: boolean;
  /** Asked when the player wants to buy chips. */
  onbuy: () => void;
}

export interface LayoutProps<View> {
  table: LiveTable;
  view: View;
  /** Whether this is the dealer's own console. */
  dealing: boolean;
}

export interface DeskProps<View> {
  table: LiveTable;
  view: View;
}

export interface Door<View extends TableView = TableView> {
  /** What the cards come from, as the game's own book calls it. */
  deviceName: (device: string) => string;
  /** The table from the player's chair: the felt, one's own edge, and what one is asked. */
  Table: Component<TableProps<View>>;
  /** The sign on the table. */
  Sign: Component<{ view: View }>;
  /** The layout from the dealer's side. */
  Layout: Component<LayoutProps<View>>;
  /** Acts that have a place of their own on the game's felt or desks, so that no list repeats them. */
  claims?: readonly string[];

  /** What players decide, noted by the dealer: for which due acts, and how. Without it the turns' own choices are shown. */
  choices?: { of: readonly string[]; Desk: Component<DeskProps<View>> };
  /** What waits for someone above the dealer, beneath the layout on both consoles. */
  Waiting?: Component<DeskProps<View>>;
  /** What is in force at a desk, above what may be done there. */
  inForce?: Record<string, Component<{ view: View; onchoose: Choose }>>;
  /** Fields of a desk's acts that its buttons settle by themselves. */
  settled?: Record<string, Record<string, unknown>>;
  /** What else the dealer does for players, beneath the forms to seat them and take their wagers. */
  Patrons?: Component<DeskProps<View>>;
  /** Where a due act is done that has a place of its own, in words. */
  elsewhere?: (due: DueView) => string | undefined;
  /** Acts that may come before what is due, shown beside it. */
  beside?: readonly string[];
  /** Whether wagers may be called out, showing their value. */
  spoken?: boolean;
  /** What a wager may be made of beside chips. */
  tenders?: readonly Choice[];
  /** Whether players wager before their own seats alone. */
  seatedOnly?: boolean;

  /** At one step of a replay: what lies before the dealer, and what an area has beside its cards. */
  ReplayDealer?: Component<{ view: View }>;
  ReplayArea?: Component<{ view: View; area: View["areas"][number] }>;
  /** The last hands or rounds as this game tells them, in place of how wagers ended. */
  Results?: Component<{ play: Play; view: View }>;
  /** The room where this game's tables are listed together in the lobby, with how each is joined. */
  Room?: Component<{ tables: TableCard[]; places: Place[] }>;
  /** What a meter's prizes come to. */
  Prizes?: Component<{ meter: Meter }>;
  /** The operator's desk for this game's prize meters. */
  MeterDesk?: Component<{ meters: Meter[]; tables: TableCard[] }>;
  /** What the complainant is told once the last word on a dispute is spoken. */
  decided?: string;
}
