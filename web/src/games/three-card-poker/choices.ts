/** The ways to go on with a hand, as their buttons say them: the same way round each time. */

import type { Command } from "../../lib/api/types";
import { mayNow } from "../../lib/offers";
import type { PokerArea, PokerView } from "./view";

export interface Choice {
  kind: "fold" | "keep" | "play" | "short";
  label: string;
  key: string;
  command: Command;
  /** What a Play wager would cost. */
  cents?: number;
}

/** What may now be done with the hand of an area. */
export function choicesFor(view: PokerView, { area, wagers }: PokerArea): Choice[] {
  const ante = wagers.find((each) => each.bet === "ante");
  const all: Choice[] = [
    { kind: "fold", label: "Fold", key: "f", command: { type: "FoldHand", area, keep_pair_plus: false } },
    {
      kind: "keep",
      label: ante ? "Fold but keep Pair Plus" : "Stay in with Pair Plus",
      key: "k",
      command: { type: "FoldHand", area, keep_pair_plus: true },
    },
    { kind: "play", label: "Play", key: "p", command: { type: "PlayHand", area }, cents: ante?.cents },
    // Offered only to who has too few chips for the Play wager.
    { kind: "short", label: "No more chips", key: "n", command: { type: "DeclareShortPlay", area } },
  ];
  return all.filter(({ command: { type, ...fields } }) => mayNow(view, type, fields));
}
