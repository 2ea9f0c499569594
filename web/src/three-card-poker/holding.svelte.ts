/** The hands I play: the one I hold and may look at, squeezed open or turned up at once, and those I play blind. */

import type { PokerArea, PokerView } from "../lib/api/types";
import { mayNow } from "../lib/commands";
import type { Play } from "../table/play.svelte";

const SHUT = 0;
const OPEN = 1;

export class Holding {
  /** How far the cards are squeezed open, from 0 to 1, in the round it was begun. */
  #open = $state(OPEN);
  #round = $state(-1);

  constructor(readonly play: Play) {}

  /** The area I sit at, if I have a hand there. */
  own(view: PokerView): PokerArea | undefined {
    const seat = view.areas.find((each) => each.area === view.you?.seat);
    return seat && this.#wagered(seat) ? seat : undefined;
  }

  /** A further area of mine, whose hand nobody may look at. */
  isBlind(view: PokerView, area: PokerArea): boolean {
    return area.area !== view.you?.seat && this.#wagered(area);
  }

  /** The areas where I have still to play or fold. */
  choosing(view: PokerView): PokerArea[] {
    return view.areas.filter((each) => each.choosing && this.#wagered(each));
  }

  mayLook(view: PokerView): boolean {
    return mayNow(view, "LookAtHand");
  }

  /** How far my cards are to be shown open. */
  openness(view: PokerView): number {
    // Cards taken by mistake are named from memory.
    if (mayNow(view, "NominateCards")) return SHUT;
    return this.#round === view.round ? this.#open : OPEN;
  }

  isCovered(view: PokerView): boolean {
    return this.openness(view) < OPEN;
  }

  /** Turn the cards up at once. */
  reveal(view: PokerView): void {
    this.#round = view.round;
    this.#open = OPEN;
    this.#look(view);
  }

  /** Begin to squeeze: the faces come, but stay covered. */
  squeeze(view: PokerView): void {
    if (this.#round !== view.round && !this.mayLook(view)) return;
    if (this.#round !== view.round) this.#open = SHUT;
    this.#round = view.round;
    this.#look(view);
  }

  /** Open the cards this far; once open they stay so. */
  open(view: PokerView, amount: number): void {
    if (this.#round === view.round && this.#open < OPEN) this.#open = Math.min(OPEN, Math.max(SHUT, amount));
  }

  #wagered(area: PokerArea): boolean {
    return area.wagers.some((each) => each.player === this.play.me && each.bet !== "jackpot");
  }

  #look(view: PokerView): void {
    if (this.mayLook(view)) void this.play.table.ask({ type: "LookAtHand" });
  }
}
