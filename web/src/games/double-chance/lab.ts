/** Double Chance's part of the odds lab: which cards to keep, what habits cost, and any hand to try. */
import type { GameLab } from "../../lab/lab";
import type { ChanceSheet } from "./lab/chance";
import Explorer from "./lab/KeepExplorer.svelte";
import Sections from "./lab/Sections.svelte";

export default { Explorer, Sections } satisfies GameLab<ChanceSheet>;
