/** PAR sheets as the server works them out, and what follows when their pays are changed. */
import { get } from "../lib/api/client";
import { Fraction } from "./fraction";

export interface Exact {
  exact: string | null;
  value: number;
}

export interface SheetOutcome {
  name: string;
  probability: Exact;
  pays: number;
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
  wagers: SheetWager[];
  notes?: string[];
}

export interface MatchmakerSheet extends Sheet {
  terms: { decks: number; device: string; miss_match_on_opposite_pairs: boolean };
}

/** What the Jackpot wager costs as its meter grows; money in dollars. */
export interface JackpotSums {
  edge_without_meter: Exact;
  return_per_dollar_of_meter: Exact;
  break_even: Exact;
  break_even_riding: Exact;
  break_even_round: Exact;
  rule_changes_below_ante: Exact;
}

/** What a meter system gives back in the long run, for one row of the book's tables of seeds. */
export interface LongRun {
  option: number;
  seed_value: number;
  increment: Exact;
  bonus_prizes: Exact;
  return: { low: number; value: number; high: number };
  average_meter: number;
}

export interface PokerSheet extends Sheet {
  terms: { ante_bonus: string; pair_plus: string; jackpot_option?: number | null; meter?: number | string | null };
  element_of_risk: Exact;
  alternatives: { name: string; edge: Exact; costs: Exact }[];
  jackpot?: JackpotSums | null;
  long_run?: LongRun[] | null;
}

/** What a Three Card Poker sheet is asked for; amounts in dollars. */
export interface PokerTerms {
  anteBonus: string;
  pairPlus: string;
  /** The jackpot's option, or 0 for no Jackpot wager. */
  jackpot: number;
  seed: number;
  meter: number;
  price: number;
  ante: number;
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

/** The deck counts that MM 3.1 allows. */
export const DECKS = [4, 5, 6, 7, 8] as const;

/** The sheet of one deck count under one reading of Miss Match. */
export function fetchSheet(decks: number, oppositePairsWin: boolean): Promise<MatchmakerSheet> {
  return get<MatchmakerSheet>(`/api/odds/matchmaker?decks=${decks}&miss_match_on_opposite_pairs=${oppositePairsWin}`);
}

/** The sheet of one Three Card Poker table. */
export function fetchPokerSheet(terms: PokerTerms): Promise<PokerSheet> {
  const query = new URLSearchParams({ ante_bonus: terms.anteBonus, pair_plus: terms.pairPlus });
  if (terms.jackpot) {
    const asked = { jackpot: terms.jackpot, seed_value: terms.seed, meter: terms.meter, price: terms.price, ante: terms.ante };
    for (const [name, value] of Object.entries(asked)) query.set(name, String(value));
  }
  return get<PokerSheet>(`/api/odds/three-card-poker?${query}`);
}

/** A wager's lines as exact fractions. */
export function linesOf(wager: SheetWager): Line[] {
  return wager.outcomes.map(({ name, probability, pays, under }) => ({
    name,
    chance: exactly(probability),
    pays: Fraction.parse(String(pays)) ?? Fraction.zero,
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

/** Reads "11 to 1", "3:2", "3/2", "12", "returned" or "loses"; null when it is none of them. */
export function parseOdds(text: string): Fraction | null {
  const wanted = text.trim().toLowerCase();
  if (["loses", "lose", "lost"].includes(wanted)) return Fraction.one.negated();
  if (wanted === "returned") return Fraction.zero;
  const pays = Fraction.parse(wanted.replace(/\s*(?:to|:|\/)\s*/, "/"));
  return pays === null || pays.sign < 0 ? null : pays;
}

/** Sheets as CSV: one row for each outcome of each wager. */
export function sheetsCsv(sheets: MatchmakerSheet[]): string {
  const head = "decks,opposite_pairs_win_miss_match,wager,edge_exact,edge,outcome,chance_exact,chance,pays,clauses";
  const rows = sheets.flatMap((sheet) =>
    sheet.wagers.flatMap((wager) =>
      wager.outcomes.map((outcome) =>
        [
          sheet.terms.decks,
          sheet.terms.miss_match_on_opposite_pairs,
          wager.name,
          wager.edge.exact,
          wager.edge.value,
          outcome.name,
          outcome.probability.exact,
          outcome.probability.value,
          outcome.pays,
          (outcome.under ?? []).join("; "),
        ]
          .map(cell)
          .join(","),
      ),
    ),
  );
  return [head, ...rows, ""].join("\n");
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
