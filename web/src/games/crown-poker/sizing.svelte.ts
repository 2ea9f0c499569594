/** How much to bet or raise to: within what the turn offers, in whole chips, by slider, by typing or by a part of the pot. */

import { centsOf, dollars } from "../../lib/money";
import type { BettingView, CrownView } from "./view";

/** The slider has so many steps; amounts grow faster the further it is drawn. */
export const STEPS = 100;

export class Sizing {
  #turn = $state("");
  #to = $state(0);
  /** What stands in the box while it is typed in. */
  #typed = $state<string | null>(null);

  /** Begin anew with the least whenever another turn comes. */
  begin(key: string, betting: BettingView): void {
    if (this.#turn === key) return;
    this.#turn = key;
    this.#to = betting.low ?? 0;
    this.#typed = null;
  }

  get to(): number {
    return this.#to;
  }

  set(to: number, view: CrownView): void {
    this.#typed = null;
    this.#to = within(to, view);
  }

  get typed(): string {
    return this.#typed ?? String(this.#to / 100);
  }

  type(text: string): void {
    this.#typed = text;
    const cents = centsOf(text);
    if (cents !== undefined) this.#to = cents;
  }

  /** Why the amount cannot be given as it stands, if so: nothing is made of it that was not meant. */
  wrong(view: CrownView): string {
    const { low, high } = view.betting!;
    if (low === null || high === null) return "no raise";
    const read = this.#typed === null || centsOf(this.#typed) !== undefined;
    if (!read || this.#to < low || this.#to > high) return `${dollars(low)} to ${dollars(high)}`;
    const chip = smallest(view);
    return this.#to % chip && this.#to !== high ? `Whole chips of ${dollars(chip)}` : "";
  }

  /** Where the slider stands. */
  position({ low, high }: BettingView): number {
    if (low === null || high === null || high <= low) return 0;
    return Math.round(STEPS * Math.sqrt(Math.max(0, Math.min(1, (this.#to - low) / (high - low)))));
  }

  slide(position: number, view: CrownView): void {
    const { low, high } = view.betting!;
    if (low !== null && high !== null) this.set(low + (high - low) * (position / STEPS) ** 2, view);
  }
}

const smallest = (view: CrownView): number => Math.min(...view.sign.chips);

/** An amount in whole chips within the bounds; the most may be an odd one, with all one's chips. */
function within(to: number, view: CrownView): number {
  const { low, high } = view.betting!;
  const chip = smallest(view);
  const whole = Math.round(to / chip) * chip;
  if (high !== null && to >= high) return high;
  return Math.max(low ?? 0, Math.min(high ?? whole, whole));
}
