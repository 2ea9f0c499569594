/** Blackjack and its kin in a minute. */

import type { HowStep } from "../../training/howto";

export const steps: HowStep[] = [
  {
    title: "Nearer to 21 than the dealer",
    says: "Put a chip on your area. You get two cards, the dealer one. Cards count what they show, pictures ten, an ace one or eleven as it suits the hand.",
    picture: { boxes: [{ label: "Blackjack", cents: 1000 }], hands: [{ cards: ["As", "6h"], says: "7 or 17" }, { cards: ["9d"], says: "the dealer's" }] },
  },
  {
    title: "An ace and a ten at once",
    says: "That is the best hand there is, and pays 3 to 2 unless the dealer has it too. Pontoon pays every 21 at once, and long or suited ones more.",
    picture: { hands: [{ cards: ["Ac", "Kd"], says: "3 to 2" }] },
  },
  {
    title: "Draw or stand",
    says: "Draw as often as you like; above 21 the wager is lost. When everyone stands, the dealer draws too, up to 17 at least.",
    picture: { hands: [{ cards: ["8c", "4h"], says: "12: draw" }, { cards: ["Td", "9s"], says: "19: stand" }] },
  },
  {
    title: "Double or split",
    says: "Double to put up as much again for exactly one card more. Two cards of one value may be split into two hands, and once more into a third, each with a wager of its own.",
    picture: {
      hands: [{ cards: ["8c", "8d"], says: "split into two" }],
      boxes: [{ label: "Hand 1", cents: 1000 }, { label: "Hand 2", cents: 1000, says: "as much again" }],
    },
  },
  {
    title: "Against an ace",
    says: "You may insure for up to half your wager; it pays 2 to 1 if the dealer's next card makes the best hand. Some tables let you surrender: half comes back and the hand is over.",
    picture: { hands: [{ cards: ["Ah"], says: "the dealer's" }], boxes: [{ label: "Insurance", cents: 500, says: "2 to 1" }] },
  },
];
