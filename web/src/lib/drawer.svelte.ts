/** What lies open beside the hand: clauses that were asked about, or the rules of a game. */

import { tick } from "svelte";

export type Leaf = { kind: "clause"; cite: string } | { kind: "rules"; game: string; section?: string };

class Drawer {
  #trail = $state.raw<Leaf[]>([]);
  /** What to give the keyboard back to. */
  #opener: HTMLElement | null = null;

  /** What is open now. */
  leaf = $derived<Leaf | undefined>(this.#trail.at(-1));
  /** Whether something else was open before it. */
  deeper = $derived(this.#trail.length > 1);

  /** Open a clause or a ruling by its citation. */
  openClause(cite: string): void {
    this.#open({ kind: "clause", cite });
  }

  /** Open the rules of a game, at a section if one is named. */
  openRules(game: string, section?: string): void {
    this.#open({ kind: "rules", game, ...(section === undefined ? {} : { section }) });
  }

  /** Go back to what was open before. */
  back(): void {
    this.#trail = this.#trail.slice(0, -1);
  }

  close(): void {
    const opener = this.#opener;
    this.#trail = [];
    this.#opener = null;
    // While the drawer stands over a dialogue, nothing in there can have the keyboard.
    void tick().then(() => opener?.isConnected && opener.focus());
  }

  #open(leaf: Leaf): void {
    const active = document.activeElement;
    if (!this.#trail.length) this.#opener = active instanceof HTMLElement ? active : null;
    // From within the drawer one can go back; another clause of the table takes the place of the first.
    const within = active?.closest("[data-drawer]");
    this.#trail = within ? [...this.#trail, leaf] : [leaf];
  }
}

export const drawer = new Drawer();
