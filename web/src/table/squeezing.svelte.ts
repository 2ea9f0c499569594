/** How far my own cards are open: squeezed from the edge, or turned up at once. */

import type { TableView } from "../lib/api/types";
import { mayNow } from "../lib/offers";
import type { Play } from "./play.svelte";

export const SHUT = 0;
export const OPEN = 1;

export class Squeezing {
  /** How far the cards are squeezed open, from 0 to 1, in the round it was begun. */
  #open = $state(OPEN);
  #round = $state(-1);

  constructor(
    readonly play: Play,
    /** What the table is asked when the cards are first looked at. */
    readonly look: string,
  ) {}

  mayLook(view: TableView): boolean {
    return mayNow(view, this.look);
  }

  /** How far my cards are to be shown open. */
  openness(view: TableView): number {
    return this.#round === view.round ? this.#open : OPEN;
  }

  isCovered(view: TableView): boolean {
    return this.openness(view) < OPEN;
  }

  /** Turn the cards up at once. */
  reveal(view: TableView): void {
    this.#round = view.round;
    this.#open = OPEN;
    this.#ask(view);
  }

  /** Begin to squeeze: the faces come, but stay covered. */
  squeeze(view: TableView): void {
    if (this.#round !== view.round && !this.mayLook(view)) return;
    if (this.#round !== view.round) this.#open = SHUT;
    this.#round = view.round;
    this.#ask(view);
  }

  /** Open the cards this far; once open they stay so. */
  open(view: TableView, amount: number): void {
    if (this.#round === view.round && this.#open < OPEN) this.#open = Math.min(OPEN, Math.max(SHUT, amount));
  }

  #ask(view: TableView): void {
    if (this.mayLook(view)) void this.play.table.ask({ type: this.look });
  }
}
