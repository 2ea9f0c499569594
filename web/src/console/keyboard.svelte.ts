/** The console's keys: each part of it says which it takes and what for, once; `?` lists them as they are in force. */

import { getContext, setContext, untrack } from "svelte";

export interface Key {
  /** The keys as the browser names them. */
  keys: readonly string[];
  /** How they are shown, where not as they are. */
  shown?: string;
  says: string;
  press: (key: string) => void;
}

const FIELDS = "input, textarea, select";
const OWN_USE = "button, a, summary, [role='switch']";
const KEYBOARD = Symbol("keyboard");

export class Keyboard {
  #parts = $state.raw<(() => readonly Key[])[]>([]);

  /** Every key in force, those that were bound last first. */
  inForce = $derived(this.#parts.flatMap((each) => each()));

  /** Take these keys until the returned function is called. */
  bind(keys: () => readonly Key[]): () => void {
    this.#parts = [keys, ...untrack(() => this.#parts)];
    return () => (this.#parts = untrack(() => this.#parts).filter((each) => each !== keys));
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
    const found = this.inForce.find((each) => each.keys.includes(name) || each.keys.includes(name.toLowerCase()));
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
