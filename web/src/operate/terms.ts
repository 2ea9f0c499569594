/** What was typed on the form of a new table, and the terms that it comes to. */

import type { TermAsked } from "../lib/api/types";
import { thousandthsOf } from "../lib/fields";
import { amountsOf, centsOf } from "../lib/money";
import { capital } from "../lib/words";

/** What was typed, by the place of a term; limits also by bet and bound, rows by their number. */
export type Typed = Record<string, string>;

export interface Bounds {
  minimum: number;
  maximum: number;
  step?: number;
}

export const BOUNDS = ["minimum", "maximum"] as const;

/** What cannot be read, in words for whoever typed it. */
export class Unread extends Error {}

/** The bets whose limits are asked for, each with what is usual; nothing is, of one that may be offered or not. */
export function betsOf(term: TermAsked): [bet: string, usual: Bounds | undefined][] {
  const usual = term.default as Record<string, Bounds>;
  return [...new Set([...Object.keys(usual), ...term.choices])].map((bet) => [bet, usual[bet]]);
}

export const rowsOf = (typed: Typed, at: string): number => Number(typed[`${at} rows`] ?? 0);

/** What stands in a field before anyone has typed. */
export function usualOf({ kind, default: usual }: TermAsked): string {
  if (usual === null || usual === undefined) return "";
  if (kind === "money") return String(Number(usual) / 100);
  if (kind === "percent") return String(Number(usual) / 10);
  return kind === "amounts" ? (usual as number[]).map((each) => each / 100).join(" ") : String(usual);
}

/** The value of a term, by what was typed at its place; what was left alone is as usual. */
export function valueOf(term: TermAsked, typed: Typed, at = term.name): unknown {
  const text = typed[at]?.trim();
  switch (term.kind) {
    case "group":
      return Object.fromEntries(term.fields.map((each) => [each.name, valueOf(each, typed, `${at} ${each.name}`)]));
    case "rows":
    case "lists":
      return Array.from({ length: rowsOf(typed, at) }, (_, nth) => {
        const row = term.fields.map((each) => [each.name, valueOf(each, typed, `${at} ${nth} ${each.name}`)] as const);
        return term.kind === "rows" ? Object.fromEntries(row) : row.map(([, value]) => value);
      });
    case "limits":
      // What nobody has touched is the game's own, whatever else was chosen.
      return Object.keys(typed).some((each) => each.startsWith(`${at} `)) ? limitsOf(term, typed, at) : undefined;
    case "switch":
      return text === undefined ? term.default : text === "true";
    case "text":
      return text ?? term.default ?? "";
    case "choice":
      return text ?? term.default ?? term.choices[0];
    default:
      return text === undefined || (text === "" && term.kind !== "amounts") ? untyped(term, text) : numbers(term, text);
  }
}

/** A field that was left alone is as usual; one that is emptied is nothing, where nothing will do. */
function untyped(term: TermAsked, text: string | undefined): unknown {
  const value = text === "" && term.optional ? null : term.default;
  if (value === null && !term.optional) throw new Unread(`${term.label} is missing.`);
  return value;
}

const READ: Record<string, (typed: string) => unknown> = {
  money: centsOf,
  amounts: (typed) => (typed ? amountsOf(typed) : []),
  percent: thousandthsOf,
  number: (typed) => (/^\d+$/.test(typed) ? Number(typed) : undefined),
};

function numbers(term: TermAsked, text: string): unknown {
  const found = READ[term.kind]?.(text);
  if (found === undefined) throw new Unread(`${term.label}: “${text}” cannot be read.`);
  return found;
}

function limitsOf(term: TermAsked, typed: Typed, at: string): Record<string, Bounds> {
  const all = betsOf(term).flatMap(([bet, usual]) => {
    if (!usual && typed[`${at} ${bet} offered`] !== "true") return [];
    const bound = (which: "minimum" | "maximum"): number => {
      const cents = centsOf(typed[`${at} ${bet} ${which}`]) ?? usual?.[which];
      if (cents === undefined) throw new Unread(`${capital(bet)}: the ${which} is missing.`);
      return cents;
    };
    return [[bet, { minimum: bound("minimum"), maximum: bound("maximum"), ...(usual?.step ? { step: usual.step } : {}) }] as const];
  });
  return Object.fromEntries(all);
}
