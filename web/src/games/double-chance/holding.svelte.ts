/** The hand I play, and the cards of it that I have lifted towards the discard line. */

import type { Play } from "../../table/play.svelte";
import { Squeezing } from "../../table/squeezing.svelte";
import { ownerOf } from "./telling";
import type { ChanceArea, ChanceView } from "./view";

export class Holding extends Squeezing {
  #lifted = $state.raw<string[]>([]);
  #since = $state(-1);

  constructor(play: Play) {
    super(play, "PickUpHand");
  }

  /** The area my hand is played at, whether or not I still sit there. */
  own(view: ChanceView): ChanceArea | undefined {
    return view.areas.find((each) => ownerOf(each)?.player === this.play.me) ?? this.#voided(view);
  }

  /** The cards that go if I discard now. */
  lifted(view: ChanceView): string[] {
    const held: (string | null)[] = this.own(view)?.hand.cards ?? [];
    return this.#since === view.round ? this.#lifted.filter((each) => held.includes(each)) : [];
  }

  /** Lift a card, or put it down again. */
  toggle(view: ChanceView, card: string): void {
    const before = this.lifted(view);
    this.#lifted = before.includes(card) ? before.filter((each) => each !== card) : [...before, card];
    this.#since = view.round;
  }

  /** My seat, while the cards of my void hand still lie there. */
  #voided(view: ChanceView): ChanceArea | undefined {
    return view.areas.find((each) => each.area === view.you?.seat && each.choice === "void");
  }
}
