/** Crown Poker's part of the odds lab: what hands take of a pot, and what commission costs. */
import type { GameLab } from "../../lab/lab";
import Sections from "./lab/Sections.svelte";
import type { PotSheet } from "./lab/pots";

export default { Sections } satisfies GameLab<PotSheet>;
