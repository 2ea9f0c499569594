/** Cents as people write them; how, the house's locale says. */

import { counted } from "./counted.svelte";
import { amount, plainAmount, whole } from "./locale";

const CENTS = 100;

/** `$35`, or `$35.50` where there are odd cents; chips of a tournament, a hundred cents each, have no currency. */
export function written(cents: number, chips: boolean): string {
  const rest = Math.abs(cents) % CENTS;
  const parts = [Math.floor(Math.abs(cents) / CENTS), rest ? String(rest).padStart(2, "0") : "", { below: cents < 0 }] as const;
  return chips ? whole(...parts) : amount(...parts);
}

/** An amount as the table counts it that is shown. */
export const dollars = (cents: number): string => written(cents, counted.chips);

/** An amount of money, whatever is counted at the table that is shown. */
export const money = (cents: number): string => written(cents, false);

/** `$84,250.37`: always with its cents, as a meter shows it. */
export function exactDollars(cents: number): string {
  return amount(Math.floor(cents / CENTS), String(cents % CENTS).padStart(2, "0"));
}

const MITES = 10_000;

/** An amount in ten-thousandths of a cent, to the last of them: `$84,250.370342`. */
export function exactMites(mites: number): string {
  const [whole, rest] = [Math.floor(Math.abs(mites) / (CENTS * MITES)), String(Math.abs(mites) % (CENTS * MITES)).padStart(6, "0")];
  return amount(whole, rest.slice(0, 2) + rest.slice(2).replace(/0+$/, ""), { below: mites < 0 });
}

/** What came of a wager, with its sign: `+$55`, `−$5`, `$0`. */
export function gain(cents: number, chips: boolean = counted.chips): string {
  return (cents > 0 ? "+" : "") + written(cents, chips);
}

/** The cents a person typed as an amount, or undefined where it is none. */
export function centsOf(typed: string | number | null | undefined): number | undefined {
  const text = plainAmount(String(typed ?? ""));
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) return undefined;
  const [whole = "0", part = ""] = text.split(".");
  return Number(whole) * CENTS + Number(part.padEnd(2, "0"));
}

/** Several amounts as people type them, `5 10`, in cents. */
export function amountsOf(typed: string): number[] | undefined {
  const all = typed.trim().split(/\s+/).map(centsOf);
  return all.every((each) => each !== undefined) ? all : undefined;
}

/** The chips of the house, dearest first: value in cents and a colour's name. */
export const CHIPS = [
  { cents: 50000, colour: "purple" },
  { cents: 10000, colour: "black" },
  { cents: 2500, colour: "green" },
  { cents: 500, colour: "red" },
  { cents: 100, colour: "white" },
] as const;

export type ChipColour = (typeof CHIPS)[number]["colour"];

/** The fewest chips that make an amount, dearest first; what is smaller than the smallest chip makes no chip. */
export function chipsFor(cents: number): ChipColour[] {
  const pile: ChipColour[] = [];
  let rest = cents;
  for (const chip of CHIPS) {
    while (rest >= chip.cents) {
      pile.push(chip.colour);
      rest -= chip.cents;
    }
  }
  return pile;
}

/** What is written on a chip. */
export function chipFace(cents: number): string {
  return String(cents / 100);
}
