/** Each version's cloth: its colours, and what is printed on it. */

import { indexOf, type Rank } from "../../lib/cards";
import { capital, list } from "../../lib/words";
import type { BlackjackView } from "./view";

interface Colours {
  light: string;
  even: string;
  deep: string;
  line: string;
}

const GREEN: Colours = { light: "#125e44", even: "#0e563e", deep: "#093d2c", line: "#e2c680" };

const COLOURS: Record<string, Colours> = {
  blackjack: GREEN,
  crown: { light: "#7a2036", even: "#67182c", deep: "#450e1d", line: "#efd08f" },
  vegas: { light: "#1d4a86", even: "#173d72", deep: "#0d274e", line: "#e6d9b0" },
  pontoon: { light: "#0f5c66", even: "#0b4e58", deep: "#06343c", line: "#ecd196" },
  pandemonium: { light: "#4a2470", even: "#3a1a5c", deep: "#22103a", line: "#f2cf7a" },
};

/** The colours of a table's cloth, as styles. */
export function clothOf(view: BlackjackView): string {
  const { light, even, deep, line } = COLOURS[view.variant] ?? GREEN;
  return `--cloth-light: ${light}; --cloth: ${even}; --cloth-deep: ${deep}; --cloth-dock: ${deep}; --felt-deep: ${deep}; --felt-line: ${line}`;
}

/** What the cloth says beside the game's name, line by line. */
export function lettering({ sign }: BlackjackView): string[] {
  const pays = sign.pays[sign.main]?.[sign.natural] ?? "";
  const surrender = [...sign.surrender].map((rank) => indexOf(rank as Rank));
  return [
    `${sign.natural} pays ${pays} · Dealer ${sign.dealer}`,
    ...(surrender.length ? [`Surrender against ${list(surrender)}`] : []),
  ];
}

/** What insurance pays, as the line on the cloth says it. */
export function insuranceLine({ sign }: BlackjackView): string {
  return `Insurance pays ${Object.values(sign.pays.insurance ?? {})[0] ?? ""}`;
}

/** A side bet's name where there is little room for it. */
export function briefBet(bet: string): string {
  return capital(bet.split(" ").at(-1) ?? bet);
}

/** The bets that lie beside the wager a hand is dealt for. */
export function besides(view: BlackjackView): string[] {
  return Object.keys(view.sign.limits).filter((bet) => bet !== view.sign.main);
}
