/** Three Card Poker in a minute. */

import type { HowStep } from "../../training/howto";

export const steps: HowStep[] = [
  {
    title: "Ante, Pair Plus, or both",
    says: "The Ante plays against the dealer. Pair Plus is a bet on your own three cards alone: a pair or better wins, whatever the dealer has.",
    picture: { boxes: [{ label: "Pair Plus", cents: 500 }, { label: "Ante", cents: 1000 }, { label: "Play" }] },
  },
  {
    title: "Look at your three cards",
    says: "Three to you, three to the dealer, all face down. Ranked from the top: straight flush, three of a kind, straight, flush, pair, high card.",
    picture: { hands: [{ cards: ["Qs", "9d", "4c"], says: "yours" }, { cards: [null, null, null], says: "the dealer's" }] },
  },
  {
    title: "Play or fold",
    says: "To play, put a Play wager of exactly your Ante beside it. To fold is to give up the Ante.",
    picture: { boxes: [{ label: "Ante", cents: 1000 }, { label: "Play", cents: 1000, says: "as much again" }] },
  },
  {
    title: "The dealer must qualify",
    says: "With queen high or better the dealer is in. Without it your Ante is paid even money and your Play wager comes back, whatever you hold.",
    picture: { hands: [{ cards: ["Jh", "8c", "5d"], says: "does not qualify" }, { cards: ["Qc", "6d", "3h"], says: "qualifies" }] },
  },
  {
    title: "The better hand wins",
    says: "Beat a dealer who qualifies and Ante and Play both pay even money; an equal hand gives both back. From a straight upwards the Ante Bonus comes on top, even if the dealer's hand is better.",
    picture: {
      hands: [{ cards: ["5h", "6h", "7c"], says: "a straight" }],
      boxes: [{ label: "Ante", cents: 1000, says: "1 to 1 and a bonus" }, { label: "Play", cents: 1000, says: "1 to 1" }],
    },
  },
];
