/** The Blackjack family's part of the odds lab: the strategy chart, what first hands are worth, and any hand to try. */
import type { GameLab } from "../../lab/lab";
import type { BlackjackSheet } from "./lab/blackjack";
import HandExplorer from "./lab/HandExplorer.svelte";
import Sections from "./lab/Sections.svelte";

export default {
  Sections,
  Explorer: HandExplorer,
  // What the main wager pays turns on how it is played; only a side bet is one line of a pay table.
  whatIf: (sheet) => sheet.wagers.slice(1).filter(({ outcomes }) => outcomes.every(({ pays }) => pays.exact !== null)),
} satisfies GameLab<BlackjackSheet>;
