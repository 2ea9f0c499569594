/** PAR sheets as the server works them out, and what follows when their pays are changed. */
import { get } from "../lib/api/client";
import { Fraction } from "./fraction";
import type { Plain } from "./settings";

export interface Exact {
  exact: string | null;
  value: number;
}

export interface SheetOutcome {
  name: string;
  probability: Exact;
  pays: Exact;
  under: string[];
}

export interface SheetWager {
  name: string;
  edge: Exact;
  variance: Exact;
  hit_rate: Exact;
  outcomes: SheetOutcome[];
  strategy: unknown;
}

export interface Sheet {
  game: string;
  terms: Record<string, Plain>;
  wagers: SheetWager[];
  notes?: string[];
}

/** How a wager can end: with what chance, and what one unit gains (a lost unit is -1). */
export interface Line {
  name: string;
  chance: Fraction;
  pays: Fraction;
  under: string[];
}

/** What a wager's lines come to. */
export interface Worth {
  edge: Fraction;
  variance: Fraction;
  hitRate: Fraction;
}

/** The sheet of a game under the settings of a query. */
export function fetchSheet<S extends Sheet = Sheet>(game: string, query: URLSearchParams): Promise<S> {
  return get<S>(`/api/odds/${game}?${query}`);
}

/** What one of a game's explorers tells of what is asked. */
export function explore<T>(game: string, explorer: string, asked: string): Promise<T> {
  return get<T>(`/api/odds/${game}/${explorer}/${asked}`);
}

/** A wager's lines as exact fractions. */
export function linesOf(wager: SheetWager): Line[] {
  return wager.outcomes.map(({ name, probability, pays, under }) => ({
    name,
    chance: exactly(probability),
    pays: exactly(pays),
    under: under ?? [],
  }));
}

/** What the lines come to: the house's edge, the variance and the hit rate of one unit. */
export function worth(lines: Line[]): Worth {
  const sum = (of: (line: Line) => Fraction) =>
    lines.reduce((total, line) => total.plus(line.chance.times(of(line))), Fraction.zero);
  const mean = sum((line) => line.pays);
  return {
    edge: mean.negated(),
    variance: sum((line) => line.pays.times(line.pays)).minus(mean.times(mean)),
    hitRate: sum((line) => (line.pays.sign > 0 ? Fraction.one : Fraction.zero)),
  };
}

/** What a line would have to pay for the edge to vanish, the other lines staying as they are. */
export function fairPays(line: Line, edge: Fraction): Fraction {
  return line.pays.plus(edge.over(line.chance));
}

/** "11 to 1", "loses" for a lost stake, "loses 2" for a stake that was doubled first, "returned" for one that comes back. */
export function oddsText(pays: Fraction): string {
  if (pays.sign === 0) return "returned";
  if (pays.sign > 0) return `${pays.top} to ${pays.bottom}`;
  return pays.equals(Fraction.one.negated()) ? "loses" : `loses ${pays.negated()}`;
}

/** What a line pays in words, also where it is only nearly known. */
export function paysText(pays: Exact): string {
  if (pays.exact !== null) return oddsText(exactly(pays));
  return pays.value < 0 ? `loses ${nearly(-pays.value)}` : `${nearly(pays.value)} to 1`;
}

/** A number of a sheet as a fraction; nothing where there is none. */
export function exactText(number: Exact): string {
  return number.exact === null ? "" : String(exactly(number));
}

/** Reads "11 to 1", "3:2", "3/2", "12", "returned" or "loses"; null when it is none of them. */
export function parseOdds(text: string): Fraction | null {
  const wanted = text.trim().toLowerCase();
  if (["loses", "lose", "lost"].includes(wanted)) return Fraction.one.negated();
  if (wanted === "returned") return Fraction.zero;
  const pays = Fraction.parse(wanted.replace(/\s*(?:to|:|\/)\s*/, "/"));
  return pays === null || pays.sign < 0 ? null : pays;
}

/** Sheets of one game as CSV: one row for each outcome of each wager, every term in a column of its own. */
export function sheetsCsv(sheets: Sheet[]): string {
  const terms = [...new Set(sheets.flatMap((sheet) => Object.keys(sheet.terms)))];
  const head = [...terms, "wager", "edge_exact", "edge", "outcome", "chance_exact", "chance", "pays_exact", "pays", "clauses"];
  const rows = sheets.flatMap((sheet) =>
    sheet.wagers.flatMap((wager) =>
      wager.outcomes.map((outcome) => [
        ...terms.map((term) => sheet.terms[term]),
        wager.name,
        wager.edge.exact,
        wager.edge.value,
        outcome.name,
        outcome.probability.exact,
        outcome.probability.value,
        outcome.pays.exact,
        outcome.pays.value,
        (outcome.under ?? []).join("; "),
      ]),
    ),
  );
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\n`).join("");
}

/** A share of a sheet as a percentage: exactly where there is a fraction, else as near as a number is. */
export function percentOf(share: Exact | number): string {
  if (typeof share === "number") return `${nearly(100 * share)}%`;
  return share.exact === null ? `${nearly(100 * share.value)}%` : exactly(share).percent();
}

function nearly(percent: number): string {
  if (percent === 0 || Math.abs(percent) >= 0.0005) return percent === 0 ? "0" : percent.toFixed(3);
  return percent.toFixed(Math.min(20, 1 + Math.ceil(-Math.log10(Math.abs(percent)))));
}

function cell(value: unknown): string {
  const text = String(value ?? "");
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function exactly(number: Exact): Fraction {
  const exact = number.exact === null ? null : Fraction.parse(number.exact);
  if (exact === null) throw new Error("this sheet has no exact fractions");
  return exact;
}
