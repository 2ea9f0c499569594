/** What the floor has just said no to, or what went wrong, until it is read. */

import { Trouble } from "./api/client";
import type { Refusal } from "./api/types";
import { dollars } from "./money";
import { capital } from "./words";

export interface Toast {
  id: number;
  title: string;
  text: string;
  under: string[];
}

const SHOWN_MS = 9000;

/** Facts that are amounts, in cents. */
const AMOUNTS = [
  "award",
  "awarded before",
  "brought today",
  "came of it",
  "chips",
  "could have paid",
  "has",
  "limit",
  "maximum",
  "maximum payout",
  "minimum",
  "most in a day",
  "price",
  "rack",
  "value",
  "wager",
  "won since then",
];
/** Facts that only the machine has a use for. */
const IDS = ["player", "person", "offered to"];

class Toasts {
  all = $state.raw<Toast[]>([]);
  #next = 1;

  refused(refusal: Refusal): void {
    this.said("The rules say no", refusedText(refusal), refusal.under);
  }

  failed(error: unknown): void {
    if (!(error instanceof Trouble)) throw error;
    this.said("That did not work", error.message);
  }

  /** Nothing is sent to a floor that is away. */
  away(): void {
    this.said("Nothing was sent", "The floor is away. Try again once it is back.");
  }

  close(id: number): void {
    this.all = this.all.filter((each) => each.id !== id);
  }

  /** Say something until it is read. */
  said(title: string, text: string, under: string[] = []): void {
    const id = this.#next++;
    this.all = [...this.all.slice(-2), { id, title, text, under }];
    setTimeout(() => this.close(id), SHOWN_MS);
  }
}

export const toasts = new Toasts();

/** Why something was refused, and what decided it. */
export function refusedText(refusal: Refusal): string {
  return [capital(refusal.text), ...facts(refusal)].join(" · ");
}

/** What a refusal rests on, for people: `limit: $500`. */
function facts({ reason, facts: all }: Refusal): string[] {
  const amounts = reason === "CUT_PLACE" ? AMOUNTS : [...AMOUNTS, "offered"];
  const shown = Object.entries(all).filter(([name]) => !IDS.includes(name));
  return shown.map(([name, value]) => `${name}: ${amounts.includes(name) && typeof value === "number" ? dollars(value) : value}`);
}
