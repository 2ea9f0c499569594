/**
 * Keys typed one right after the other are judged together before any of them acts: a word that was meant for a field
 * is not a row of keys, and nothing of it is done.
 */

import { tick } from "svelte";

import { RANKS, SUITS } from "../lib/cards";
import type { Key } from "./keyboard.svelte";

/** Where cards are entered: whether a rank waits for its suit, and whether a card counts at once. */
export interface Pad {
  rank: boolean;
  atOnce: boolean;
}

/** What the console takes at this moment. */
export interface Heard {
  keys: readonly Key[];
  pad: Pad | undefined;
}

/** So long without a key ends a run of them. */
const PAUSE_MS = 300;
/** So long after a stray word, or after a field that was torn away, keys are still its own. */
const ASTRAY_MS = 1000;
/** So many characters are a word rather than a slip of the finger. */
const WORD = 3;

export const FIELDS = "input, textarea, select";
const OWN_USE = "button, a, summary, [role='switch']";

export class Typing {
  #run: KeyboardEvent[] = [];
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** What goes astray, and until when. */
  #lost = "";
  #astrayUntil = 0;
  #inField = 0;
  #judged = new WeakSet<Event>();
  /** The runs before this one, as long as their keys wait for what is on its way. */
  #before = Promise.resolve();

  constructor(
    readonly heard: () => Heard,
    /** Whether acts are on their way: what is typed then may mean something only once they are on record. */
    readonly busy: () => boolean,
    /** Waits until nothing is on its way to the record. */
    readonly idle: () => Promise<void>,
    /** Told of words that belonged nowhere. */
    readonly onastray: (words: string) => void,
  ) {}

  /** Judge a key before anything on the page hears it. */
  hear(event: KeyboardEvent): void {
    if (this.#judged.has(event)) return;
    if (document.querySelector("dialog[open]") || event.altKey || event.metaKey || event.ctrlKey) return this.clear();
    const target = event.target as Element;
    if (target.closest(FIELDS)) {
      this.#inField = event.key.length === 1 ? Date.now() : 0;
      return;
    }
    if (event.key === "Escape" || event.key === "Tab") return this.clear();
    // A field that was typed into until a moment ago is gone from under the fingers.
    if (Date.now() - this.#inField < ASTRAY_MS) this.#stray("");
    this.#inField = 0;
    if (Date.now() < this.#astrayUntil) this.#stray(event.key);
    else if (this.#run.length) this.#hold(event);
    else if (this.#waits(event, target)) this.#hold(event);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Forget what was typed: it was clicked, or Escape was pressed. */
  clear(): void {
    clearTimeout(this.#pause);
    this.#run = [];
    this.#inField = this.#astrayUntil = 0;
    this.#lost = "";
  }

  /** Whether a key has to wait for what follows it; what records nothing need not. */
  #waits({ key }: KeyboardEvent, target: Element): boolean {
    const { keys, pad } = this.heard();
    const found = keyFor(keys, key);
    if (key === " " || key === "Enter") return !!found?.alone && !target.closest(OWN_USE);
    if (key.length > 1) return false;
    if (pad && !pad.atOnce && cardKey(key)) return false;
    if (!found && this.busy()) return true;
    return !found?.harmless;
  }

  #hold(event: KeyboardEvent): void {
    if (event.repeat) return;
    this.#run.push(event);
    clearTimeout(this.#pause);
    if (!this.busy() && !readable(this.#run, this.heard())) return this.#stray("");
    this.#pause = setTimeout(() => this.#say(), PAUSE_MS);
  }

  /** The run is over and every key of it means something: now they act, in their order. */
  #say(): void {
    const run = this.#run;
    this.#run = [];
    this.#before = this.#before.then(() => this.#act(run));
  }

  async #act(run: KeyboardEvent[]): Promise<void> {
    await this.#settled();
    if (!readable(run, this.heard())) {
      this.#run = [...run, ...this.#run];
      return this.#stray("");
    }
    for (const { key, shiftKey, target } of run) {
      // What is not asked yet may be once the keys before are on record.
      const { keys, pad } = this.heard();
      if (!pad && (keyFor(keys, key)?.later ?? true)) await this.#settled();
      const again = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
      this.#judged.add(again);
      (target instanceof Element && target.isConnected ? target : document.body).dispatchEvent(again);
    }
  }

  /** Wait until nothing is on its way and the page shows what came of it. */
  async #settled(): Promise<void> {
    if (this.busy()) await this.idle();
    await tick();
  }

  #stray(key: string): void {
    clearTimeout(this.#pause);
    const keys = [...this.#run.map((each) => each.key), key];
    this.#lost += keys.filter((each) => each.length === 1).join("");
    this.#run = [];
    this.#astrayUntil = Date.now() + ASTRAY_MS;
    this.#pause = setTimeout(() => {
      const words = this.#lost.trim();
      this.#lost = "";
      if (words.length >= WORD) this.onastray(words);
    }, ASTRAY_MS);
  }
}

/** The key in force that a key press means. */
export function keyFor(keys: readonly Key[], name: string): Key | undefined {
  return keys.find((each) => each.keys.includes(name) || each.keys.includes(name.toLowerCase()));
}

const CARD_KEYS = [...RANKS, ...SUITS, "0"].map((each) => each.toLowerCase());
const cardKey = (key: string): boolean => CARD_KEYS.includes(key.toLowerCase());
const isRank = (key: string): boolean => key === "0" || RANKS.some((each) => each === key.toUpperCase());
const isSuit = (key: string): boolean => SUITS.some((each) => each === key.toLowerCase());

/** Whether every key of a run means something: cards rank by suit, all else by what is in force. */
function readable(run: readonly KeyboardEvent[], { keys, pad }: Heard): boolean {
  let rank = pad?.rank ?? false;
  return run.every(({ key }) => {
    if (pad && (rank ? isSuit(key) : isRank(key))) {
      rank = !rank;
      return true;
    }
    if (rank && run.length > 1) {
      rank = false;
      return key === "Backspace";
    }
    const found = keyFor(keys, key);
    if (found?.alone) return run.length === 1;
    return !!found || key === " " || key.length > 1;
  });
}
