/** The Blackjack family in the odds lab: the wagers of the version that is asked for, as every game has them. */
import type { GameLab } from "../../lab/lab";

export default {} satisfies GameLab;
