/** Crown Poker's pages. */

import type { Door } from "../door";
import Choices from "./Choices.svelte";
import CrownLayout from "./CrownLayout.svelte";
import CrownSign from "./CrownSign.svelte";
import CrownTable from "./CrownTable.svelte";
import HandHistory from "./HandHistory.svelte";
import Patrons from "./Patrons.svelte";
import ReplayArea from "./ReplayArea.svelte";
import ReplayDealer from "./ReplayDealer.svelte";
import Room from "./Room.svelte";
import type { CrownView } from "./view";

/** What players answer in their turns; at a real table the dealer notes it. */
const CHOICES = ["Check", "CallBet", "Raise", "Fold", "Straddle", "DeclineStraddle", "Discard", "ShowHand", "MuckHand"];
/** What else a player does on the own edge of the table. */
const MINE = ["LookAtCards", "SitOut", "PostToPlay", "BuyTime", "JoinList", "LeaveList"];

export const door: Door<CrownView> = {
  deviceName: () => "the dealer's hand",
  Table: CrownTable,
  Sign: CrownSign,
  Layout: CrownLayout,
  claims: [...CHOICES, ...MINE],
  choices: { of: CHOICES, Desk: Choices },
  Patrons,
  seatedOnly: true,
  Results: HandHistory,
  Room,
  ReplayDealer,
  ReplayArea,
};
