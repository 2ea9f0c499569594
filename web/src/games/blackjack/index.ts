/** The pages of the Blackjack family. */

import type { Door } from "../door";
import { ANSWERS } from "./asking";
import BlackjackLayout from "./BlackjackLayout.svelte";
import BlackjackSign from "./BlackjackSign.svelte";
import BlackjackTable from "./BlackjackTable.svelte";
import Choices from "./Choices.svelte";
import ReplayArea from "./ReplayArea.svelte";
import ReplayDealer from "./ReplayDealer.svelte";
import type { BlackjackView } from "./view";

export const door: Door<BlackjackView> = {
  deviceName: (device) => (device === "machine" ? "shuffling shoe" : device),
  Table: BlackjackTable,
  Sign: BlackjackSign,
  Layout: BlackjackLayout,
  claims: [...ANSWERS, "NominatePresser", "LookAtHand"],
  choices: { of: ANSWERS, Desk: Choices },
  ReplayDealer,
  ReplayArea,
};
