/** The Blackjack family's part of the odds lab: the strategy chart, what first hands are worth, any hand to try, and a tournament's last hands. */
import type { GameLab } from "../../lab/lab";
import type { BlackjackSheet } from "./lab/blackjack";
import Explorers from "./lab/Explorers.svelte";
import Sections from "./lab/Sections.svelte";

export default {
  Sections,
  Explorer: Explorers,
  // What the main wager pays turns on how it is played; only a side bet is one line of a pay table.
  whatIf: (sheet) => sheet.wagers.slice(1).filter(({ outcomes }) => outcomes.every(({ pays }) => pays.exact !== null)),
} satisfies GameLab<BlackjackSheet>;
