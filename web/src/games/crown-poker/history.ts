/** Hands that were played at a table, put together from its events: as they were heard, or as the record has them. */

import { get, isPractice, placeAt } from "../../lib/api/client";
import type { components } from "../../lib/api/schema";
import type { Told } from "../../lib/api/types";

/** One stretch of a hand: what it begins with, and what was done then. */
export interface Street {
  /** `The flop is 7h 2c Kd.` Nothing for the showdown. */
  head: Told | null;
  lines: Told[];
}

export interface PlayedHand {
  round: number;
  at: number;
  streets: Street[];
  /** My hole cards, as far as I saw them. */
  cards: string[];
  /** What it brought me; nothing where I was not dealt in. */
  net: number | null;
  over: boolean;
}

interface Moved {
  source: string;
  target: string;
  cents: number;
}

const STREET = "CommunityCardsDealt";
const SEEN = "CardsSeen";
/** After these nothing of a hand moves any more. */
const ENDS = new Set(["RoundClosed", "HandMisdealt"]);
/** Accounts of the table's that chips come from and go to in play. */
const IN_PLAY = /^(layout|pot:|slide|rack$|rake$|cage$)/;
/** What only happens once nobody bets any more. */
const SHOWDOWN = new Set(["HandShown", "HandMucked", "PotsPushed"]);

/** The hands of a log, the newest first; what was heard before a hand's beginning is left out. */
export function handsIn(log: Told[], me: string | undefined): PlayedHand[] {
  const hands: PlayedHand[] = [];
  let going = false;
  // The log has the newest first.
  for (const told of log.toReversed()) {
    const { event } = told;
    if (Array.isArray(event.dealt) && typeof event.round === "number") {
      const mine = (event.dealt as [number, string][]).some(([, player]) => player === me);
      hands.push({ round: event.round, at: told.at, streets: [], cards: [], net: mine ? -laidBefore(told, me) : null, over: false });
      going = true;
    }
    const hand = hands.at(-1);
    if (!hand || !going) continue;
    if (ENDS.has(String(event.type))) going = false;
    else if (!hand.over || Array.isArray(event.pots)) take(hand, told, me);
    if (hand.net !== null) hand.net += gained(told, me);
    if (Array.isArray(event.pots)) hand.over = true;
  }
  return hands.reverse();
}

/** One more event of a hand, where it belongs. */
function take(hand: PlayedHand, told: Told, me: string | undefined): void {
  const { event, aloud } = told;
  if (event.type === SEEN) {
    if (event.player === me) hand.cards = event.cards as string[];
    return;
  }
  const shown = SHOWDOWN.has(String(event.type));
  if (!hand.streets.length || event.type === STREET) hand.streets.push({ head: told, lines: [] });
  else if (aloud || movesOf(told).length) {
    if (shown && hand.streets.at(-1)!.head) hand.streets.push({ head: null, lines: [] });
    hand.streets.at(-1)!.lines.push(told);
  }
}

function movesOf({ event }: Told): Moved[] {
  const moves = (event.moves ?? []) as unknown as (Moved | [string, string, number])[];
  return moves.map((move) => (Array.isArray(move) ? { source: move[0], target: move[1], cents: move[2] } : move));
}

/** What an event moved to me in play, less what it took of me; an award makes good an earlier hand. */
function gained(told: Told, me: string | undefined): number {
  if (told.event.dispute !== undefined) return 0;
  const mine = new Set([`stack:${me}`, `wallet:${me}`]);
  return movesOf(told).reduce((sum, { source, target, cents }) => {
    if (mine.has(target) && IN_PLAY.test(source)) return sum + cents;
    return mine.has(source) && IN_PLAY.test(target) ? sum - cents : sum;
  }, 0);
}

/** What I had staked beside the pots when a hand began. */
function laidBefore({ event }: Told, me: string | undefined): number {
  const wagers = (event.wagers ?? []) as unknown as { player: string; cents: number }[];
  return wagers.reduce((sum, { player, cents }) => sum + (player === me ? cents : 0), 0);
}

type Round = components["schemas"]["Round"];

const PAGE = 50;

/** Whether the record of a table can be asked for the hands that someone played. */
export const isOnRecord = (table: string, me: string | undefined): me is string => me !== undefined && !isPractice(table);

export interface Mine {
  /** My hands by their numbers, the newest first, */
  mine: number[];
  /** those of them that were played with chips of a tournament, */
  chips: number[];
  /** and where the next page of the record begins. */
  next: number | undefined;
}

/** The hands of mine at a table, of a page of its record. */
export async function playedBy(me: string, table: string, before?: number): Promise<Mine> {
  const rounds = await get<Round[]>(`${placeAt(table)}/rounds?limit=${PAGE}${before === undefined ? "" : `&before=${before}`}`);
  const mine = rounds.filter(({ outcome, players }) => outcome !== "open" && players.includes(me));
  const numbers = (of: Round[]): number[] => of.map(({ round }) => round);
  return { mine: numbers(mine), chips: numbers(mine.filter(({ tournament }) => tournament && !tournament.money)), next: rounds.length < PAGE ? undefined : rounds.at(-1)!.round };
}

/** A hand of mine from the record: what I saw of it, and nothing else. */
export async function handOf(me: string, table: string, round: number): Promise<PlayedHand | undefined> {
  const { steps } = await get<{ steps: Told[] }>(`${placeAt(table)}/rounds/${round}?views=false`);
  return handsIn(steps.toReversed(), me)[0];
}
