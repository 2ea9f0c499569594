/** Three Card Poker's pages. */

import type { Door } from "../door";
import { placeName, THREE_CARD_POKER } from "./catalogue";
import Choices from "./Choices.svelte";
import JackpotDesk from "./JackpotDesk.svelte";
import MeterDesk from "./MeterDesk.svelte";
import PokerLayout from "./PokerLayout.svelte";
import PokerSign from "./PokerSign.svelte";
import PokerTable from "./PokerTable.svelte";
import Prizes from "./Prizes.svelte";
import ReplayDealer from "./ReplayDealer.svelte";
import type { PokerView } from "./view";

export const door: Door<PokerView> = {
  deviceName: (device) => (device === "shuffling shoe" ? "single-deck shuffling shoe" : device),
  Table: PokerTable,
  Sign: PokerSign,
  Layout: PokerLayout,
  choices: { of: ["PlayHand", "FoldHand"], Desk: Choices },
  Waiting: JackpotDesk,
  elsewhere: ({ command }) => (command.type === "RejectJackpotPrizes" ? "The prizes are determined above." : undefined),
  ReplayDealer,
  Prizes,
  MeterDesk,
  catalogue: THREE_CARD_POKER,
  placeName,
  hand: (view, command) =>
    ({ ShowDealerHand: view.dealer, ShowJackpotCards: view.jackpot_cards })[String(command.type)] ?? view.areas[Number(command.area) - 1]?.hand,
  courts: { first: "An area manager", then: "the inspector", under: ["TCP 13.10", "TCP 13.11"], reviewer: "Inspector" },
};
