/** Three Card Poker's part of the odds lab: what simpler fold rules cost, and the Jackpot wager by its meter. */
import type { GameLab } from "../../lab/lab";
import { distinct, type PokerSheet } from "./lab/poker";
import Sections from "./lab/Sections.svelte";

export default {
  Sections,
  shown: distinct,
  // The others are wagers in two steps: what a line of them pays is no line of a pay table.
  whatIf: (sheet) => sheet.wagers.filter(({ name }) => name === "pair plus"),
} satisfies GameLab<PokerSheet>;
