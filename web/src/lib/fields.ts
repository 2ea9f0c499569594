/** What a person fills in for a command, and how the typing becomes the command's fields. */

import type { Choice, Command, FieldView, Offer } from "./api/types";
import { RANKS, SUITS } from "./cards";
import { amountsOf, centsOf } from "./money";
import { examplesOf, same, TO_FILL_IN } from "./offers";

/** What was typed, by field; what was chosen is written as JSON. */
export type Typed = Record<string, string>;

const MINUTE_MS = 60_000;
const CARD = new RegExp(`^[${RANKS.join("")}][${SUITS.join("")}]$`);

/** A card as people type it: `th`, `10h` and `Th` are one. */
export function cardOf(typed: string): string | undefined {
  const text = typed.trim().replace(/^10/, "T");
  const card = text.slice(0, 1).toUpperCase() + text.slice(1).toLowerCase();
  return CARD.test(card) ? card : undefined;
}

/** The moment so many minutes away, on a whole minute, as a sign shows it. */
function minutesAhead(minutes: number, now: number): number {
  const slack = 2000;
  return Math.ceil((now + minutes * MINUTE_MS + slack) / MINUTE_MS) * MINUTE_MS;
}

/** Several cards as people type them: `Th 4c, 9s`. */
function cardsOf(text: string): string[] | undefined {
  const cards = text.trim().split(/[\s,]+/).map(cardOf);
  return cards.every((each) => each !== undefined) ? cards : undefined;
}

/** Cards by area as people type them: `1: Th 4c; 3: 9s 2d`. */
function laidOf(text: string): { area: number; cards: string[] }[] | undefined {
  const laid = text.split(";").map((part) => {
    const [area, cards = ""] = part.split(":");
    return { area: Number(area), cards: cardsOf(cards) };
  });
  const right = laid.every(({ area, cards }) => Number.isInteger(area) && area > 0 && cards !== undefined);
  return right ? (laid as { area: number; cards: string[] }[]) : undefined;
}

/** Percent as people write them, in thousandths: `2.5` is 25. */
export function thousandthsOf(text: string): number | undefined {
  return /^\d+(?:[.,]\d)?$/.test(text) ? Math.round(Number(text.replace(",", ".")) * 10) : undefined;
}

/** What was typed of something that has several parts, each by its name. */
export function partsOf(typed: string): Record<string, string> {
  return typed ? (JSON.parse(typed) as Record<string, string>) : {};
}

/** A number for each thing that a schedule lists. */
function scheduleOf(field: FieldView, typed: string): Record<string, number> | undefined {
  const parts = partsOf(typed);
  const numbers = field.choices.map(({ value }) => [String(value), parts[String(value)]?.trim() ?? ""] as const);
  if (!numbers.every(([, text]) => /^\d+$/.test(text))) return undefined;
  return Object.fromEntries(numbers.map(([name, text]) => [name, Number(text)]));
}

/** Chips by their value in cents and how many, those of which there are some; nothing where none is named. */
function chipsOf(typed: string): [number, number][] | null | undefined {
  const named = Object.entries(partsOf(typed)).filter(([, text]) => text.trim());
  if (!named.every(([, text]) => /^\d{1,7}$/.test(text.trim()))) return undefined;
  const found = named.map(([value, text]): [number, number] => [Number(value), Number(text)]).filter(([, number]) => number > 0);
  return found.length ? found : null;
}

/** What the chips that were typed come to, in cents. */
export function worthOf(typed: string): number {
  return (chipsOf(typed) ?? []).reduce((sum, [value, number]) => sum + value * number, 0);
}

/** Several people, as the boxes before their names are ticked. */
export function peopleIn(typed: string): string[] {
  return typed ? (JSON.parse(typed) as string[]) : [];
}

/** Whether a field is filled in by choosing one of several values. */
export function isChosen(field: FieldView): boolean {
  return field.choices.length > 0 && field.kind !== "clause" && field.kind !== "schedule" && !isTicked(field);
}

/** Whether a field is a plain yes or no. */
export function isTicked(field: FieldView): boolean {
  return field.kind === "flag" && field.choices.every(({ label }) => label === "yes" || label === "no");
}

/** The value a field stands for: undefined where it is not right, null where it was left out. */
export function valueOf(field: FieldView, typed: string, now: number): unknown {
  if (isTicked(field)) return typed === "true";
  const text = typed.trim();
  if (!text) return field.optional ? null : undefined;
  if (isChosen(field)) return JSON.parse(text);
  switch (field.kind) {
    case "money":
      return centsOf(text);
    case "amounts":
      return amountsOf(text);
    case "percent":
      return thousandthsOf(text);
    case "count":
    case "number":
    case "round":
    case "area":
    case "place":
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case "card":
      return cardOf(text);
    case "cards":
    case "hand":
      return cardsOf(text);
    case "areas": {
      const numbers = text.split(/[\s,]+/).map(Number);
      return numbers.every((each) => Number.isInteger(each) && each > 0) ? numbers : undefined;
    }
    case "laid":
      return laidOf(text);
    case "people":
      return peopleIn(text).length >= (field.low ?? (field.optional ? 0 : 1)) ? peopleIn(text) : undefined;
    case "chips":
      return chipsOf(text);
    case "schedule":
      return scheduleOf(field, text);
    case "moment":
      return /^\d+$/.test(text) ? minutesAhead(Number(text), now) : undefined;
    default:
      return text;
  }
}

/** What stands in a field before anyone has typed, from the value it starts with. */
export function startOf(field: FieldView, choices: Choice[], start: unknown): string {
  if (isTicked(field)) return String(start === true);
  if (isChosen(field)) {
    const first = choices.find(({ value }) => same(value, start)) ?? (field.optional ? undefined : choices[0]);
    return first ? JSON.stringify(first.value) : "";
  }
  // A moment is written as the minutes until then, and the soonest that will do is a good one to start from.
  if (field.kind === "moment") return field.low === null ? "" : String(field.low);
  if (start === null || start === undefined || start === "") return "";
  switch (field.kind) {
    case "money":
      return String(Number(start) / 100);
    case "percent":
      return String(Number(start) / 10);
    case "amounts":
      return (start as number[]).map((each) => each / 100).join(" ");
    case "people":
      return JSON.stringify(start);
    case "schedule":
      return JSON.stringify(Object.fromEntries(Object.entries(start as object).map(([name, value]) => [name, String(value ?? "")])));
    default:
      return Array.isArray(start) ? start.join(" ") : String(start);
  }
}

/** An act being filled in: its fields one after the other, each narrowed by what was chosen before it. */
export interface Filled {
  fields: { field: FieldView; choices: Choice[]; typed: string }[];
  /** The command it amounts to, or undefined while something is missing or wrong. */
  command: Command | undefined;
}

/**
 * What an offer amounts to with what was typed so far; a field that nobody has touched follows the table.
 *
 * Where the examples name every choice that a field has, they also say which of them go together: then only those remain
 * that agree with what stands in the fields before. What no field asks for is taken from such an example, and so is what
 * a field starts from; words that all of them leave to be filled in must be given.
 */
export function fill(offer: Offer, fixed: Record<string, unknown>, typed: Typed, now: number): Filled {
  const asked = offer.fields.filter((each) => !(each.name in fixed));
  const named = Object.keys(fixed).filter((name) => offer.examples.some((each) => name in each));
  let examples = examplesOf(offer, Object.fromEntries(named.map((name) => [name, fixed[name]])));
  if (!examples.length) examples = offer.examples;
  const values: Record<string, unknown> = {};
  const fields: Filled["fields"] = [];
  let complete = true;
  for (const each of asked) {
    const needed = examples.length > 0 && examples.every((example) => example[each.name] === TO_FILL_IN);
    const field = needed ? { ...each, optional: false } : each;
    const start = field.starts.length ? field.starts[offer.examples.indexOf(examples[0]!)] : field.start;
    const telling = isChosen(field) && field.choices.every(({ value }) => offer.examples.some((each) => same(each[field.name], value)));
    const choices = telling ? field.choices.filter(({ value }) => examples.some((each) => same(each[field.name], value))) : field.choices;
    const written = typed[field.name];
    const stale = isChosen(field) && written !== undefined && written !== "" && !choices.some(({ value }) => JSON.stringify(value) === written);
    const text = written === undefined || stale ? startOf(field, choices, start) : written;
    fields.push({ field, choices, typed: text });
    const value = valueOf(field, text, now);
    if (value === undefined) complete = false;
    else if (value !== null || text === "null") values[field.name] = value;
    if (telling && value !== undefined) examples = examples.filter((each) => same(each[field.name], value));
  }
  const names = new Set(asked.map((each) => each.name));
  const rest = Object.entries(examples[0] ?? {}).filter(([name]) => !names.has(name));
  return { fields, command: complete ? { ...Object.fromEntries(rest), type: offer.type, ...fixed, ...values } : undefined };
}

/** The one command an offer can mean with these fields given, or undefined where something is to be filled in. */
export function onlyCommand(offer: Offer, fixed: Record<string, unknown> = {}): Command | undefined {
  const asked = offer.fields.filter((each) => !(each.name in fixed) && !each.optional);
  const examples = examplesOf(offer, fixed);
  return asked.every(isChosen) && examples.length === 1 ? { ...examples[0]!, ...fixed } : undefined;
}
