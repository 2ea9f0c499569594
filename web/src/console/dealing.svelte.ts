/** A dealer at work: acts in their order and once each, the chip in hand, and the way back from a misstep. */

import { getContext, setContext } from "svelte";

import type { Command, TableView, Undo } from "../lib/api/types";
import { same } from "../lib/offers";
import type { LiveTable } from "../lib/table.svelte";
import type { Staked } from "./line";

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
  /** The card that is to be corrected: where it lies, and what is on record there. */
  wrong = $state.raw<{ place: Record<string, number>; about: string } | null>(null);
  /** The wagers as they lay when the bets of a round were closed. */
  staked = $state.raw<readonly Staked[]>([]);
  #closed = 0;
  /** Whether acts are on their way. */
  underWay = $state(false);
  #waiting: Waiting[] = [];
  /** All that is on its way or waits, as far as it is known. */
  #ahead = $state.raw<Given[]>([]);
  /** What waits until nothing is on its way. */
  #idle: (() => void)[] = [];

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
      this.#ahead = [...this.#ahead, given];
      if (!this.underWay) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.underWay = true;
    while (this.#waiting.length) {
      const going = this.#next();
      const commands = going.flatMap(({ given }) => (typeof given === "function" ? given() : given));
      this.#ahead = [commands, ...this.#waiting.map(({ given }) => given)];
      const done = await this.table.carry(commands);
      if (!done) going.push(...this.#waiting.splice(0));
      for (const each of going) each.over(done);
    }
    this.#ahead = [];
    this.underWay = false;
    for (const each of this.#idle.splice(0)) each();
  }

  /** Whether this command may be given now: nothing is on its way, or all that is known, and the picture is past it. */
  takes(command: Command): boolean {
    if (!this.underWay) return !this.table.busy;
    return !this.table.away && this.#ahead.every((each) => typeof each !== "function" && !each.some((one) => same(one, command)));
  }

  /** What goes with one request: what is made from the table by itself, else all that is known already. */
  #next(): Waiting[] {
    const made = this.#waiting.findIndex(({ given }) => typeof given === "function");
    return this.#waiting.splice(0, made < 0 ? this.#waiting.length : Math.max(1, made));
  }

  /** Wait until nothing is on its way. */
  idle(): Promise<void> {
    return this.underWay ? new Promise((over) => this.#idle.push(over)) : Promise.resolve();
  }

  /** Remember what lies on the layout once bets are closed: a round that comes to nothing tells no results. */
  look(view: TableView): void {
    if (view.stage === "betting" || view.stage === "closed" || this.#closed === view.round) return;
    this.#closed = view.round;
    this.staked = view.areas.flatMap(({ area, wagers }) => wagers.map(({ player, bet, cents }) => ({ player, area, bet, stake: cents })));
  }

  /** See to whoever sits at an area, or to whoever comes there. */
  meet(area: number): void {
    this.patron = area;
  }

  /** Put a card right that was entered wrongly. */
  putRight(place: Record<string, number>, about: string): void {
    this.wrong = { place, about };
  }

  /** What takes the newest act back that was done here, the last of it first. */
  undo = $derived.by(() => (this.table.acts[0] ?? []).toReversed().flatMap((each) => each.undo ?? []));
  /** That act in words, if it can be taken back. */
  last = $derived.by(() => this.table.acts[0]?.find((each) => each.undo?.length)?.text ?? "");

  /** Take it back, as an entry of its own; where something must be filled in for it, say what. */
  async takeBack(ask: (undo: Undo) => void): Promise<void> {
    // An act that is still on its way is the one that is meant.
    await this.idle();
    if (!this.last || this.underWay) return;
    const open = this.undo.find((each) => !each.whole);
    if (open) return ask(open);
    const before = this.table.acts.slice(1);
    if (await this.give(...this.undo.map(({ type, fixed }) => ({ ...fixed, type })))) this.table.acts = before;
  }
}

export const provideDealing = (dealing: Dealing): Dealing => setContext(DEALING, dealing);
/** The dealer at work, where this is their console. */
export const useDealing = (): Dealing | undefined => getContext(DEALING);
