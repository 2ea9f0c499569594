/** How this house writes amounts, numbers and times. All of it is data in locale.json: pages write none of it themselves. */

import { counted } from "./counted.svelte";
import house from "./locale.json";

type Times = Record<"time" | "clock" | "day", Intl.DateTimeFormatOptions>;

export interface Locale extends Times {
  /** The language that dates are told in, as browsers name it. */
  language: string;
  /** The currency's sign, and whether it stands before the figures. */
  sign: string;
  sign_first: boolean;
  /** What stands between thousands, before the cents, and before what is less than nothing. */
  group: string;
  point: string;
  minus: string;
}

export const LOCALE = house as Locale;

/** The figures of a whole number, in groups: `84,250`. */
export function grouped(whole: number | bigint, locale: Locale = LOCALE): string {
  const figures = String(whole).replace(/^-/, "").replace(/\B(?=(\d{3})+$)/g, locale.group);
  return whole < 0 ? locale.minus + figures : figures;
}

interface Way {
  below?: boolean;
  locale?: Locale;
}

/** Whole units and the figures behind the point. */
export function whole(units: number, rest = "", { below = false, locale = LOCALE }: Way = {}): string {
  return (below ? locale.minus : "") + grouped(units, locale) + (rest && locale.point + rest);
}

/** An amount of whole units and the figures behind the point, with the currency's sign. */
export function amount(units: number, rest = "", { below = false, locale = LOCALE }: Way = {}): string {
  const figures = whole(units, rest, { locale });
  return (below ? locale.minus : "") + (locale.sign_first ? locale.sign + figures : `${figures}\u00a0${locale.sign}`);
}

/** A typed amount as a plain number with a point, without sign and groups. */
export function plainAmount(typed: string, locale: Locale = LOCALE): string {
  return typed.replace(locale.sign, "").replaceAll(locale.group, "").replace(locale.point, ".").trim();
}

/** What a field that takes an amount is called: `Stake, $`; of a tournament's chips `Stake, in chips`. */
export function inMoney(label: string): string {
  const bare = label.replace(`, ${LOCALE.sign}`, "");
  return `${bare}, ${counted.chips ? "in chips" : LOCALE.sign}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function told(at: number, ...parts: (keyof Times)[]): string {
  const key = parts.join(" ");
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE.language, Object.assign({}, ...parts.map((part) => LOCALE[part])));
    formats.set(key, format);
  }
  return format.format(at);
}

/** A day as fields and addresses have it, in every language: `2026-11-17`. */
export function isoDay(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** `20:41`. */
export const timeOfDay = (at: number): string => told(at, "time");

/** `20:41:07`. */
export const timeToTheSecond = (at: number): string => told(at, "clock");

/** `3 Jun 2025, 20:41`. */
export const dayAndTime = (at: number): string => told(at, "day", "time");

/** `3 Jun 2025, 20:41:07`. */
export const moment = (at: number): string => told(at, "day", "clock");
