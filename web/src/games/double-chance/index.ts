/** Double Chance's pages. */

import type { Door } from "../door";
import { DOUBLE_CHANCE } from "./catalogue";
import ChanceLayout from "./ChanceLayout.svelte";
import ChanceSign from "./ChanceSign.svelte";
import ChanceTable from "./ChanceTable.svelte";
import Choices from "./Choices.svelte";
import ReplayArea from "./ReplayArea.svelte";
import Suspected from "./Suspected.svelte";
import { deviceName } from "./telling";
import type { ChanceView } from "./view";
import Voucher from "./Voucher.svelte";

export const door: Door<ChanceView> = {
  deviceName,
  Table: ChanceTable,
  Sign: ChanceSign,
  Layout: ChanceLayout,
  choices: { of: ["PickUpHand", "DeclareHand", "DiscardCards"], Desk: Choices },
  Directing: Suspected,
  Patrons: Voucher,
  beside: ["ShuffleByHand"],
  tenders: [{ value: "token", label: "promotional tokens" }],
  seatedOnly: true,
  ReplayArea,
  decided: "Not satisfied? You have the right to complain to an inspector.",
  catalogue: DOUBLE_CHANCE,
  hand: (view, command) => view.areas[Number(command.area) - 1]?.hand,
  courts: { first: "A gaming supervisor", then: "a casino supervisor", under: ["DC 14.12", "DC 14.13"], reviewer: "Review" },
};
