/** What a player has made up their mind to do before it is their turn. It is done only if the offer is still the same. */

import { mayNow } from "../../lib/offers";
import type { Command } from "../../lib/api/types";
import type { CrownView, Seat } from "./view";

export type Preset = "check or fold" | "check" | "call" | "call any";

/** What one meant, and what lay there when one meant it. */
interface Meant {
  preset: Preset;
  round: number;
  street: number;
  toCall: number;
}

/** What can be meant now by whoever waits at this seat. */
export function presetsAt(seat: Seat): { preset: Preset; cents: number }[] {
  const some: { preset: Preset; cents: number }[] = [{ preset: "check or fold", cents: 0 }];
  some.push(seat.to_call ? { preset: "call", cents: seat.to_call } : { preset: "check", cents: 0 });
  return [...some, { preset: "call any", cents: 0 }];
}

export class Presets {
  #meant = $state.raw<Meant | null>(null);
  /** The turn that was answered, so that it is answered once. */
  #answered = "";

  /** What is meant at this moment of the hand; a raise ends a call of an amount and a check. */
  chosen(view: CrownView, seat: Seat): Preset | null {
    const meant = this.#meant;
    if (!meant || meant.round !== view.round || meant.street !== view.betting?.street) return null;
    const priced = meant.preset === "call" || meant.preset === "check";
    return priced && meant.toCall !== seat.to_call ? null : meant.preset;
  }

  choose(view: CrownView, seat: Seat, preset: Preset): void {
    const again = this.chosen(view, seat) === preset;
    this.#meant = again ? null : { preset, round: view.round, street: view.betting?.street ?? 0, toCall: seat.to_call };
  }

  clear(): void {
    this.#meant = null;
  }

  /** The act that answers the turn which has come, once; nothing where none was meant or the offer is another. */
  answer(view: CrownView, seat: Seat, key: string): Command | null {
    const preset = this.chosen(view, seat);
    if (!preset || key === this.#answered) return null;
    const command = act(view, preset);
    if (command) this.#answered = key;
    this.clear();
    return command;
  }
}

function act(view: CrownView, preset: Preset): Command | null {
  const first = (...types: string[]): Command | null => types.filter((type) => mayNow(view, type)).map((type) => ({ type }))[0] ?? null;
  switch (preset) {
    case "check or fold":
      return first("Check", "Fold");
    case "check":
      return first("Check");
    case "call":
      return first("CallBet");
    case "call any":
      return first("Check", "CallBet");
  }
}
