/** A dealer at work: acts in their order and once each, the chip in hand, and the way back from a misstep. */

import { getContext, setContext } from "svelte";

import type { Command, Told, Undo } from "../lib/api/types";
import { session } from "../lib/session.svelte";
import type { LiveTable } from "../lib/table.svelte";

const DEALING = Symbol("dealing");

/** Commands, or how they are made from the table as it then is. */
type Given = Command[] | (() => Command[]);

interface Waiting {
  given: Given;
  over: (done: boolean) => void;
}

export class Dealing {
  /** The chip in hand, in cents; none before one is picked. */
  chip = $state<number | null>(null);
  /** The area whose patron is being seen to: seated, sold chips, moved, taken leave of. */
  patron = $state<number | null>(null);
  /** Whether acts are on their way. */
  underWay = $state(false);
  #waiting: Waiting[] = [];
  /** What has been taken back, or came of taking back. */
  #over = $state.raw(new Set<number>());

  constructor(readonly table: LiveTable) {}

  /**
   * Give these commands in their order. What is given while others are on their way goes with the next request; a
   * refusal ends all that waits, for the table is then not as the dealer took it to be.
   */
  give(...commands: Command[]): Promise<boolean> {
    return commands.length ? this.#wait(commands) : Promise.resolve(true);
  }

  /** Give what follows from the table as it is once everything before is on record. */
  then(make: () => Command[]): Promise<boolean> {
    return this.#wait(make);
  }

  #wait(given: Given): Promise<boolean> {
    return new Promise((over) => {
      this.#waiting.push({ given, over });
      if (!this.underWay) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.underWay = true;
    while (this.#waiting.length) {
      const going = this.#next();
      const done = await this.table.carry(going.flatMap(({ given }) => (typeof given === "function" ? given() : given)));
      if (!done) going.push(...this.#waiting.splice(0));
      for (const each of going) each.over(done);
    }
    this.underWay = false;
  }

  /** What goes with one request: what is made from the table by itself, else all that is known already. */
  #next(): Waiting[] {
    const made = this.#waiting.findIndex(({ given }) => typeof given === "function");
    return this.#waiting.splice(0, made < 0 ? this.#waiting.length : Math.max(1, made));
  }

  /** See to whoever sits at an area, or to whoever comes there. */
  meet(area: number): void {
    this.patron = area;
  }

  /** My newest act, if it can be taken back. */
  last = $derived.by((): Told | undefined => {
    const mine = this.table.log.find((each) => each.actor === session.me?.id && !this.#over.has(each.position));
    return mine?.undo?.length ? mine : undefined;
  });

  /** Take my newest act back, as an entry of its own; where something must be filled in for it, say what. */
  async takeBack(ask: (undo: Undo) => void): Promise<void> {
    const told = this.last;
    if (!told || this.underWay) return;
    const [open] = told.undo.filter((each) => !each.whole);
    if (open) return ask(open);
    const before = this.table.position;
    if (!(await this.give(...told.undo.map(({ type, fixed }) => ({ ...fixed, type }))))) return;
    const came = this.table.log.filter((each) => each.position > before).map((each) => each.position);
    this.#over = new Set([...this.#over, told.position, ...came]);
  }
}

export const provideDealing = (dealing: Dealing): Dealing => setContext(DEALING, dealing);
/** The dealer at work, where this is their console. */
export const useDealing = (): Dealing | undefined => getContext(DEALING);
