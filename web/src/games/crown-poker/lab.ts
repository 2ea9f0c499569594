/** Crown Poker's part of the odds lab: what hands take of a pot, what commission costs, and a tournament's last players. */
import type { GameLab } from "../../lab/lab";
import type { PotSheet } from "./lab/pots";
import Sections from "./lab/Sections.svelte";
import Tournament from "./lab/Tournament.svelte";

export default { Sections, Explorer: Tournament } satisfies GameLab<PotSheet>;
