/** Crown Poker's pages. */

import type { Door } from "../door";
import CrownLayout from "./CrownLayout.svelte";
import CrownSign from "./CrownSign.svelte";
import CrownTable from "./CrownTable.svelte";
import type { CrownView } from "./view";

/** What a player does on the own edge of the table. */
const MINE = ["LookAtCards", "CallBet", "ShowHand", "MuckHand", "DeclineStraddle", "SitOut", "PostToPlay", "BuyTime", "JoinList", "LeaveList"];

export const door: Door<CrownView> = {
  deviceName: () => "the dealer's hand",
  Table: CrownTable,
  Sign: CrownSign,
  Layout: CrownLayout,
  claims: ["Check", "Raise", "Fold", "Discard", "Straddle", ...MINE],
  seatedOnly: true,
};
