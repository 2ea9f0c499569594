/** Matchmaker's part of the odds lab: both readings side by side, and every number of decks. */
import type { GameLab } from "../../lab/lab";
import Sections from "./lab/Sections.svelte";

export default { Sections } satisfies GameLab;
