/** The hands that were heard at a table, put together from its events. */

import type { Told } from "../../lib/api/types";

export interface PlayedHand {
  round: number;
  /** What happened, in its order. */
  lines: Told[];
  /** What it brought me; nothing where I was not dealt in. */
  net: number | null;
  over: boolean;
}

interface Moved {
  source: string;
  target: string;
  cents: number;
}

/** The hands of a log, the newest first; what was heard before a hand's beginning is left out. */
export function handsIn(log: Told[], me: string | undefined): PlayedHand[] {
  const hands: PlayedHand[] = [];
  // The log has the newest first.
  for (const told of log.toReversed()) {
    const { event } = told;
    if (Array.isArray(event.dealt) && typeof event.round === "number") {
      const mine = (event.dealt as [number, string][]).some(([, player]) => player === me);
      hands.push({ round: event.round, lines: [], net: mine ? 0 : null, over: false });
    }
    const hand = hands.at(-1);
    if (!hand || hand.over) continue;
    if (told.aloud) hand.lines.push(told);
    if (hand.net !== null) hand.net += gained(told, me);
    if (Array.isArray(event.pots)) hand.over = true;
  }
  return hands.reverse();
}

/** What an event moved to my stack from the pots, or from it. */
function gained({ event }: Told, me: string | undefined): number {
  const stack = `stack:${me}`;
  const moves = (event.moves ?? []) as unknown as (Moved | [string, string, number])[];
  return moves.reduce((sum, move) => {
    const { source, target, cents } = Array.isArray(move) ? { source: move[0], target: move[1], cents: move[2] } : move;
    return sum + (target === stack ? cents : 0) - (source === stack ? cents : 0);
  }, 0);
}
