/** Crown Poker in a minute. */

import type { HowStep } from "../../training/howto";

export const steps: HowStep[] = [
  {
    title: "Players against players",
    says: "There is no bank: whoever wins takes what the others put in, less what the sign says for the house. The dealer button goes round, and the two players after it post blinds before any card is dealt.",
    picture: { boxes: [{ label: "Small blind", cents: 500 }, { label: "Big blind", cents: 1000 }] },
  },
  {
    title: "Cards of your own",
    says: "Two hole cards in Holdem, four in Omaha, three in the Pineapple games, where one of them goes away again. Nobody else sees them.",
    picture: { hands: [{ cards: ["As", "Kd"], says: "yours" }, { cards: [null, null], says: "theirs" }] },
  },
  {
    title: "Call, raise or fold",
    says: "In turn, each stays in for what was bet, bets more, or gives up the hand. With nothing to match you may check. The limit on the sign says how much more.",
    picture: { boxes: [{ label: "To call", cents: 1000 }, { label: "Your raise", cents: 3000 }] },
  },
  {
    title: "Five cards for everyone",
    says: "Three at once are the flop, then comes the turn, then the river, each with a round of betting. The best five cards of yours and the board count; in Omaha always two of yours and three of the board.",
    picture: { hands: [{ cards: ["Ah", "7c", "2d", "Qs", "Kc"], says: "the board" }] },
  },
  {
    title: "The showdown",
    says: "The best hand takes the pot, and equal hands share it. Who is all in plays for what they could match; the rest is a side pot. In Hi-Lo games half goes to the lowest hand of five cards up to eight, where there is one.",
    picture: { hands: [{ cards: ["As", "Kd"], says: "two pair: takes it" }, { cards: ["Ad", "Jd"], says: "one pair" }], boxes: [{ label: "Pot", cents: 12_000 }] },
  },
];
