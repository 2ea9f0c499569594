/** Matchmaker in a minute. */

import type { HowStep } from "../../training/howto";

export const steps: HowStep[] = [
  {
    title: "Bet on what two cards will be",
    says: "Pick a chip and put it on one, two or all three boxes of your area before the dealer says no more bets.",
    picture: { boxes: [{ label: "Pair Match", cents: 500 }, { label: "Suit Match" }, { label: "Miss Match", cents: 1000 }] },
  },
  {
    title: "Two cards come face up",
    says: "Every area with a wager gets a card, and then a second one. There is nothing to decide: your bets are on how the two fit.",
    picture: { hands: [{ cards: ["7h", "7h"] }, { cards: ["Kc", "4c"] }, { cards: ["9s", "2d"] }] },
  },
  {
    title: "Pair Match: two of one rank",
    says: "Two sevens, two kings: any pair wins, whatever the suits. There are many decks, so even the very same card can come twice.",
    picture: {
      hands: [{ cards: ["7h", "7s"], says: "a pair" }],
      boxes: [{ label: "Pair Match", cents: 500, says: "11 to 1" }],
    },
  },
  {
    title: "Suit Match: two of one suit",
    says: "Two clubs, two hearts. If the two are also a pair, the same bet pays much more.",
    picture: {
      hands: [{ cards: ["Kc", "4c"], says: "one suit" }, { cards: ["7h", "7h"], says: "a suited pair" }],
      boxes: [{ label: "Suit Match", cents: 500, says: "2 to 1, or 11 to 1" }],
    },
  },
  {
    title: "Miss Match: a red one and a black one",
    says: "Cards of opposite colours that are no pair win even money. Losing wagers are cleared first, then winners are paid from the left.",
    picture: {
      hands: [{ cards: ["9s", "2d"], says: "opposite colours" }],
      boxes: [{ label: "Miss Match", cents: 1000, says: "1 to 1" }],
    },
  },
];
