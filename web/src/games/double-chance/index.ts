/** Double Chance's pages. */

import type { Door } from "../door";
import ChanceLayout from "./ChanceLayout.svelte";
import ChanceSign from "./ChanceSign.svelte";
import ChanceTable from "./ChanceTable.svelte";
import Choices from "./Choices.svelte";
import ReplayArea from "./ReplayArea.svelte";
import Suspected from "./Suspected.svelte";
import { deviceName } from "./telling";
import type { ChanceView } from "./view";
import Voucher from "./Voucher.svelte";

/** What players do with their hands. */
const CHOICES = ["PickUpHand", "DeclareHand", "DiscardCards"];

export const door: Door<ChanceView> = {
  deviceName,
  Table: ChanceTable,
  Sign: ChanceSign,
  Layout: ChanceLayout,
  claims: CHOICES,
  choices: { of: CHOICES, Desk: Choices },
  inForce: { suspicion: Suspected },
  settled: { suspicion: { lift: false } },
  Patrons: Voucher,
  beside: ["ShuffleByHand"],
  tenders: [{ value: "token", label: "promotional tokens" }],
  seatedOnly: true,
  ReplayArea,
  decided: "Not satisfied? You have the right to complain to an inspector.",
};
