/** What players are asked, hand by hand: each answer that the table would take, with its key and its amount. */

import type { Command, Offer, TurnView } from "../../lib/api/types";
import { answersTo, examplesOf, offerOf } from "../../lib/offers";
import type { BlackjackView, PlayedHand, TableArea } from "./view";

export interface Answer {
  key: string;
  label: string;
  /** How its button looks. */
  kind: "go" | "stop" | "spend" | "quiet";
  command: Command;
  /** What it costs; less may be named where that is allowed. */
  cents?: number;
  less: boolean;
}

export interface Ask {
  id: string;
  /** Where the hand lies that it is about; nothing where it is about all of them. */
  area: TableArea | undefined;
  hand: PlayedHand | undefined;
  player: string;
  answers: Answer[];
}

const LOOKS: Record<string, { key: string; kind: Answer["kind"] }> = {
  Stand: { key: "s", kind: "stop" },
  Draw: { key: "d", kind: "go" },
  Double: { key: "x", kind: "spend" },
  Split: { key: "p", kind: "spend" },
  GoAlong: { key: "g", kind: "spend" },
  StayOut: { key: "a", kind: "quiet" },
  Insure: { key: "i", kind: "spend" },
  TakeEvenMoney: { key: "e", kind: "go" },
  Surrender: { key: "u", kind: "stop" },
  GoOn: { key: "n", kind: "quiet" },
  Rescue: { key: "r", kind: "stop" },
  KeepDouble: { key: "k", kind: "go" },
  PressButton: { key: "b", kind: "go" },
  AcceptPrize: { key: "t", kind: "go" },
  TurnUpHand: { key: "o", kind: "quiet" },
};

/** The acts that answer what a player is asked. */
export const ANSWERS = Object.keys(LOOKS);

const LOOK = "LookAtHand";

/** What I may look at, where cards are dealt face down, whether or not I am asked anything. */
export function looks(view: BlackjackView, player: string): Ask[] {
  const offer = offerOf(view, LOOK);
  return examplesOf(offer).map((command) => {
    const [area, hand] = placeOf(view, command);
    const answer: Answer = { key: "l", kind: "go", label: offer?.label ?? "", command, less: false };
    return { id: `look ${area?.area}`, area, hand, player, answers: [answer] };
  });
}

/** What may be looked at stands with what is asked about the same hand, and by itself where nothing is. */
export function withLooks(asks: Ask[], found: Ask[]): Ask[] {
  const rest = found.filter((look) => !asks.some((ask) => ask.area && ask.area === look.area));
  const joined = asks.map((ask) => {
    const look = found.find((each) => ask.area && each.area === ask.area);
    return look ? { ...ask, answers: [...look.answers, ...ask.answers] } : ask;
  });
  return [...rest, ...joined];
}

/** The hand that is served now, with its area. */
export function served(view: BlackjackView): { area: TableArea; hand: PlayedHand } | undefined {
  for (const area of view.areas) {
    const hand = area.hands.find((each) => each.serving);
    if (hand) return { area, hand };
  }
  return undefined;
}

/** What someone is asked now; `named` where the house notes what they say. */
export function asksOf(view: BlackjackView, turn: TurnView, named: boolean): Ask[] {
  const player = turn.player ?? "";
  const asks = new Map<string, Ask>();
  for (const offer of answersTo(view, turn)) {
    for (const command of examplesOf(offer, named ? { player } : {})) {
      const [area, hand] = placeOf(view, command);
      const id = `${turn.key} ${area?.area ?? ""} ${hand?.hand ?? ""}`;
      const ask = asks.get(id) ?? { id, area, hand, player, answers: [] };
      asks.set(id, { ...ask, answers: [...ask.answers, answerOf(view, offer, command)] });
    }
  }
  // What is about all of them comes last.
  return [...asks.values()].sort((a, b) => Number(!a.area) - Number(!b.area));
}

/** Which hand an answer is about: the one it names, or the one that is served or gone along with. */
function placeOf(view: BlackjackView, command: Command): [TableArea | undefined, PlayedHand | undefined] {
  const find = (area: number, hand: number): [TableArea | undefined, PlayedHand | undefined] => {
    const found = view.areas[area - 1];
    return [found, found?.hands.find((each) => each.hand === hand)];
  };
  if (typeof command.area === "number") return find(command.area, Number(command.hand ?? 1));
  if (view.asked) return find(view.asked.area, view.asked.origin);
  const serving = served(view);
  return [serving?.area, serving?.hand];
}

function answerOf(view: BlackjackView, offer: Offer, command: Command): Answer {
  const look = LOOKS[offer.type] ?? { key: "", kind: "quiet" as const };
  const moves = command.second === true;
  const exact = view.asked?.bet === view.sign.main;
  const cents = typeof command.cents === "number" ? { cents: command.cents } : {};
  return {
    ...look,
    ...cents,
    key: moves ? "m" : look.key,
    label: moves ? (offer.fields.find((each) => each.name === "second")?.label ?? offer.label) : offer.label,
    command,
    less: !exact && !!command.cents && offer.fields.some((each) => each.name === "cents"),
  };
}

/** Whom someone may have press the button for them. */
export function pressers(view: BlackjackView): Command[] {
  return examplesOf(offerOf(view, "NominatePresser"));
}

/** A hand in words: its area, which of several it is, and what it comes to. */
export function handWords(area: TableArea, hand: PlayedHand | undefined): string {
  const which = area.hands.length > 1 && hand ? `, hand ${hand.hand}` : "";
  return `Area ${area.area}${which}${hand?.total ? `: ${hand.total}` : ""}`;
}
