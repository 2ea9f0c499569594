/** What a person fills in for a command, and how the typing becomes the command's fields. */

import type { Command, TableView } from "./api/types";
import { RANKS, SUITS } from "./cards";
import { centsOf } from "./money";

export type Kind =
  | "text"
  | "money"
  | "count"
  | "flag"
  | "choice"
  | "either"
  | "player"
  | "someone"
  | "people"
  | "wager"
  | "area"
  | "bet"
  | "card"
  | "areas"
  | "place"
  | "cards"
  | "laid"
  | "minutes"
  | "clause";

export interface Field<View = TableView> {
  name: string;
  label: string;
  kind: Kind;
  optional?: boolean;
  choices?: { value: string; label: string }[];
  start?: (view: View) => string;
  hint?: string;
  /** What is most often written here. */
  suggest?: string[];
  /** Asked only where this holds. */
  when?: (view: View) => boolean;
}

/** What was typed, by field; a flag, or one of two, is "yes" or "". */
export type Typed = Record<string, string>;

const CARD = new RegExp(`^[${RANKS.join("")}][${SUITS.join("")}]$`);

/** A card as people type it: `th`, `10h` and `Th` are one. */
export function cardOf(typed: string): string | undefined {
  const text = typed.trim().replace(/^10/, "T");
  const card = text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
  return CARD.test(card) ? card : undefined;
}

/** The moment so many minutes away, on a whole minute, as a sign shows it. */
export function minutesAhead(minutes: number, now: number): number {
  const slack = 2000;
  return Math.ceil((now + minutes * 60_000 + slack) / 60_000) * 60_000;
}

/** Cards by area as people type them: `1: Th 4c; 3: 9s 2d`. */
function laidOf(text: string): { area: number; cards: string[] }[] | undefined {
  const laid = text.split(";").map((part) => {
    const [area, cards = ""] = part.split(":");
    return { area: Number(area), cards: cards.trim().split(/\s+/).map(cardOf) };
  });
  const right = laid.every(({ area, cards }) => Number.isInteger(area) && area > 0 && cards.every((each) => each !== undefined));
  return right ? (laid as { area: number; cards: string[] }[]) : undefined;
}

/** Whose wager on what, as a list of wagers names it. */
export function wagerKey({ area, bet, player }: Command): string {
  return JSON.stringify([area, bet, player]);
}

/** Several people, as the boxes before their names are ticked. */
export function peopleIn(typed: string): string[] {
  return typed.split("\n").filter(Boolean);
}

/** The value a field stands for: undefined where it is not right, null where it was left out. */
export function valueOf(field: Field, typed: string, now: number): unknown {
  const text = typed.trim();
  if (field.kind === "flag" || field.kind === "either") return text === "yes";
  if (!text) return field.optional ? null : undefined;
  switch (field.kind) {
    case "money":
      return centsOf(text);
    case "count":
    case "area":
      return /^\d+$/.test(text) ? Number(text) : undefined;
    case "place":
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case "card":
      return cardOf(text);
    case "areas": {
      const numbers = text.split(/[\s,]+/).map(Number);
      return numbers.every((each) => Number.isInteger(each) && each > 0) ? numbers : undefined;
    }
    case "cards": {
      const cards = text.split(/[\s,]+/).map(cardOf);
      return cards.every((each) => each !== undefined) ? cards : undefined;
    }
    case "laid":
      return laidOf(text);
    case "people":
      return peopleIn(text).length > 1 ? peopleIn(text) : undefined;
    case "wager": {
      const [area, bet, player] = JSON.parse(text) as [number, string, string];
      return { area, bet, player };
    }
    case "minutes":
      return /^\d+$/.test(text) ? minutesAhead(Number(text), now) : undefined;
    default:
      return text;
  }
}

/** The fields of a command from what was typed, or undefined while something is missing or wrong. */
export function filled(fields: Field[], typed: Typed, now: number): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value = valueOf(field, typed[field.name] ?? "", now);
    if (value === undefined) return undefined;
    if (value !== null) values[field.name] = value;
  }
  return values;
}
