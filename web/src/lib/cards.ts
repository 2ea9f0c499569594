/** The fifty-two cards: how the wire writes them (`Th`) and how people say them. */

export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] as const;
export const SUITS = ["s", "h", "c", "d"] as const;

export type Rank = (typeof RANKS)[number];
export type Suit = (typeof SUITS)[number];
export type Card = `${Rank}${Suit}`;

const RANK_NAMES: Record<Rank, string> = {
  A: "ace",
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};

export const SUIT_NAMES: Record<Suit, string> = { s: "spades", h: "hearts", c: "clubs", d: "diamonds" };

/** Each suit's outline in a square of 100 by 100. */
export const SUIT_PATHS: Record<Suit, string> = {
  s: "M50 5C57 24 93 42 93 66A20 20 0 0 1 56 73C56 84 62 91 69 95H31C38 91 44 84 44 73A20 20 0 0 1 7 66C7 42 43 24 50 5Z",
  h: "M50 92C20 64 5 48 5 29A23 23 0 0 1 50 22A23 23 0 0 1 95 29C95 48 80 64 50 92Z",
  c: "M50 6A20 20 0 0 1 67 37A20 20 0 1 1 56 71C56 83 62 91 69 95H31C38 91 44 83 44 71A20 20 0 1 1 33 37A20 20 0 0 1 50 6Z",
  d: "M50 3C60 22 73 38 88 50C73 62 60 78 50 97C40 78 27 62 12 50C27 38 40 22 50 3Z",
};

export function rankOf(card: string): Rank {
  return card.charAt(0) as Rank;
}

export function suitOf(card: string): Suit {
  return card.charAt(1) as Suit;
}

export function isRed(card: string): boolean {
  return suitOf(card) === "h" || suitOf(card) === "d";
}

/** The rank as it is printed in a card's corner. */
export function indexOf(rank: Rank): string {
  return rank === "T" ? "10" : rank;
}

export function rankName(rank: Rank): string {
  return RANK_NAMES[rank];
}

const SUIT_SIGNS: Record<Suit, string> = { s: "♠", h: "♥", c: "♣", d: "♦" };

/** `10♥`. */
export function briefCard(card: string): string {
  return indexOf(rankOf(card)) + SUIT_SIGNS[suitOf(card)];
}

/** How high a card ranks with the ace high, from 0 for a two. */
export function heightOf(card: string): number {
  return "23456789TJQKA".indexOf(rankOf(card));
}

/** `ten of hearts`. */
export function cardName(card: string): string {
  return `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`;
}

/** A sentence with its cards as people say them: `8s to area 3` is eight of spades to area 3. */
export function spelled(sentence: string): string {
  return sentence.replace(/(?<![\p{L}\p{N}$])[2-9TJQKA][shcd](?![\p{L}\p{N}])/gu, cardName);
}
