/** The console's keys: each part of it says which it takes and what for, once; `?` lists them as they are in force. */

import { getContext, setContext, untrack } from "svelte";

import { toasts } from "../lib/toast.svelte";
import type { Dealing } from "./dealing.svelte";
import { FIELDS, keyFor, type Pad, Typing } from "./typing";

export interface Key {
  /** The keys as the browser names them. */
  keys: readonly string[];
  /** How they are shown, where not as they are. */
  shown?: string;
  says: string;
  press: (key: string) => void;
  /** It puts nothing on record and opens or moves something: it need not wait for what is typed after it. */
  harmless?: boolean;
  /** It is heard only by itself, with a pause before and after. */
  alone?: boolean;
  /** It only comes into force after others of the same run, and is not listed. */
  later?: boolean;
}

const OWN_USE = "button, a, summary, [role='switch']";
const KEYBOARD = Symbol("keyboard");

export class Keyboard {
  #parts = $state.raw<(() => readonly Key[])[]>([]);

  #pads = $state.raw<(() => Pad)[]>([]);

  /** Every key in force, those that were bound last first. */
  inForce = $derived(this.#parts.flatMap((each) => each()));

  /** What is typed, judged before it is heard. */
  readonly typing = new Typing(
    () => ({ keys: this.inForce, pad: this.#pads[0]?.() }),
    () => this.dealing.underWay,
    () => this.dealing.idle(),
    (words) => toasts.said("Nothing was done", `“${words}” was typed beside every field. Click a field first, or press ? for the keys.`),
  );

  constructor(readonly dealing: Dealing) {}

  /** Take these keys until the returned function is called. */
  bind(keys: () => readonly Key[]): () => void {
    this.#parts = [keys, ...untrack(() => this.#parts)];
    return () => (this.#parts = untrack(() => this.#parts).filter((each) => each !== keys));
  }

  /** Cards are entered here until the returned function is called. */
  pad(pad: () => Pad): () => void {
    this.#pads = [pad, ...untrack(() => this.#pads)];
    return () => (this.#pads = untrack(() => this.#pads).filter((each) => each !== pad));
  }

  hear(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (target.closest(FIELDS)) {
      if (event.key === "Escape") (target as HTMLElement).blur();
      return;
    }
    if (event.altKey || event.metaKey || (event.ctrlKey && event.key !== "z")) return;
    const name = event.ctrlKey ? `Ctrl+${event.key}` : event.key;
    // What has the focus keeps its own keys; but Space on a player's choice decides nothing.
    if ((name === " " || name === "Enter") && target.closest(OWN_USE)) {
      if (name === " " && target.closest("[data-choice]")) event.preventDefault();
      return;
    }
    const found = keyFor(this.inForce, name);
    // Space never scrolls the layout away from the hand.
    if (found || name === " ") event.preventDefault();
    if (found && !event.repeat) found.press(name);
  }
}

export const provideKeyboard = (keyboard: Keyboard): Keyboard => setContext(KEYBOARD, keyboard);
export const useKeyboard = (): Keyboard | undefined => getContext(KEYBOARD);

/** How keys are written for people. */
export function written({ keys, shown }: Key): string {
  return shown ?? keys.map((each) => NAMES[each] ?? each).join(" ");
}

const NAMES: Record<string, string> = {
  " ": "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Backspace: "Bksp",
};

/** A letter for each of these words: its first that none before it has. */
export function lettersOf(words: readonly string[], reserved: readonly string[] = []): Map<string, string> {
  const taken = new Set(reserved);
  const found = new Map<string, string>();
  for (const word of words) {
    const letter = [...word.toLowerCase()].find((each) => /[a-z]/.test(each) && !taken.has(each));
    if (!letter) continue;
    taken.add(letter);
    found.set(word, letter);
  }
  return found;
}
