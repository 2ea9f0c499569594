/** The hands I play: the one I hold and may look at, squeezed open or turned up at once, and those I play blind. */

import { mayNow } from "../../lib/offers";
import type { Play } from "../../table/play.svelte";
import { SHUT, Squeezing } from "../../table/squeezing.svelte";
import type { PokerArea, PokerView } from "./view";

export class Holding extends Squeezing {
  constructor(play: Play) {
    super(play, "LookAtHand");
  }

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

  /** How far my cards are to be shown open; those taken by mistake are named from memory. */
  override openness(view: PokerView): number {
    return mayNow(view, "NominateCards") ? SHUT : super.openness(view);
  }

  #wagered(area: PokerArea): boolean {
    return area.wagers.some((each) => each.player === this.play.me && each.bet !== "jackpot");
  }
}
