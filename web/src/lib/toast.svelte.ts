/** What the floor has just said no to, or what went wrong, until it is read. */

import { Trouble } from "./api/client";
import type { Refusal } from "./api/types";

export interface Toast {
  id: number;
  title: string;
  text: string;
  under: string[];
}

const SHOWN_MS = 9000;

class Toasts {
  all = $state.raw<Toast[]>([]);
  #next = 1;

  refused(refusal: Refusal): void {
    const facts = Object.entries(refusal.facts).map(([name, value]) => `${name}: ${value}`);
    this.#show("The rules say no", [sentence(refusal.text), ...facts].join(" · "), refusal.under);
  }

  failed(error: unknown): void {
    if (!(error instanceof Trouble)) throw error;
    this.#show("That did not work", error.message, []);
  }

  close(id: number): void {
    this.all = this.all.filter((each) => each.id !== id);
  }

  #show(title: string, text: string, under: string[]): void {
    const id = this.#next++;
    this.all = [...this.all.slice(-2), { id, title, text, under }];
    setTimeout(() => this.close(id), SHOWN_MS);
  }
}

export const toasts = new Toasts();

/** A reason as a sentence's beginning. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
