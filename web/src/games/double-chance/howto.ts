/** Double Chance in a minute. */

import type { HowStep } from "../../training/howto";

export const steps: HowStep[] = [
  {
    title: "Make one wager",
    says: "Put your chips on the wager of your own place. Where a Jackpot is offered, a small bet beside it goes on the five cards you are dealt.",
    picture: { boxes: [{ label: "Wager", cents: 1000 }, { label: "Jackpot", cents: 100 }] },
  },
  {
    title: "Pick up five cards",
    says: "They come face down, and only you see them. You play for yourself: there is no hand of the dealer to beat.",
    picture: { hands: [{ cards: [null, null, null, null, null] }, { cards: ["Qd", "Qc", "8d", "8s", "3h"], says: "yours" }] },
  },
  {
    title: "First chance: declare",
    says: "Two pairs or better is declared and wins at once, from even money up to the long odds of a royal flush. So does the Dead Hand: two, three, four and five of one suit with another two.",
    picture: {
      hands: [{ cards: ["Qd", "Qc", "8d", "8s", "3h"], says: "two pairs" }, { cards: ["2h", "3h", "4h", "5h", "2c"], says: "the Dead Hand" }],
    },
  },
  {
    title: "Second chance: discard",
    says: "With nothing to declare you put away two to four cards and keep one to three. What is put away stays out of play.",
    picture: { hands: [{ cards: ["Kh", "As", "Jd"], says: "kept" }, { cards: [null, null], says: "discarded" }] },
  },
  {
    title: "The sixth card decides",
    says: "A sixth card is turned up beside the kept ones. If it is lower than a kept card of its own suit, you win even money; the ace is high.",
    picture: {
      hands: [{ cards: ["Kh", "As", "Jd"], says: "kept" }, { cards: ["9h"], says: "lower than the king of its suit: won" }],
    },
  },
];
