/** Three Card Poker's pages. */

import type { Door } from "../door";
import Choices from "./Choices.svelte";
import JackpotDesk from "./JackpotDesk.svelte";
import MeterDesk from "./MeterDesk.svelte";
import PokerLayout from "./PokerLayout.svelte";
import PokerSign from "./PokerSign.svelte";
import PokerTable from "./PokerTable.svelte";
import Prizes from "./Prizes.svelte";
import ReplayDealer from "./ReplayDealer.svelte";
import type { PokerView } from "./view";

/** What players do with their hands. */
const CHOICES = ["PlayHand", "FoldHand"];
/** A manager's word on prizes from the meter. */
const DETERMINED = ["PayJackpotPrizes", "RejectJackpotPrizes"];

export const door: Door<PokerView> = {
  deviceName: (device) => (device === "shuffling shoe" ? "single-deck shuffling shoe" : device),
  Table: PokerTable,
  Sign: PokerSign,
  Layout: PokerLayout,
  claims: ["LookAtHand", ...CHOICES, "NominateCards", "KeepWagers", "RetractWagers", "ConvertSpoken", ...DETERMINED],
  choices: { of: CHOICES, Desk: Choices },
  Waiting: JackpotDesk,
  elsewhere: ({ command }) => (DETERMINED.includes(command.type) ? "The prizes are determined above." : undefined),
  spoken: true,
  ReplayDealer,
  Prizes,
  MeterDesk,
};
