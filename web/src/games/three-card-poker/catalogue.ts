/** Three Card Poker's commands for the consoles; what every table shares is taken over under this book's clauses. */

import type { Command, CommandType, WagerView } from "../../lib/api/types";
import { area, type Catalogue, card, givenBack, player, real, refund, type Spec, what, who } from "../../lib/commands";
import type { Field } from "../../lib/fields";
import { wagersOn } from "../../lib/layout";
import { dollars } from "../../lib/money";
import { capital, count, list, nameOf, shortName } from "../../lib/words";
import { COMMANDS } from "../matchmaker/catalogue";
import type { PokerView } from "./view";

export const DEALER = 0;
export const JACKPOT = -1;

/** A place on the layout in words. */
export function placeName(place: number): string {
  return place === DEALER ? "the dealer" : place === JACKPOT ? "the Jackpot Cards" : `area ${place}`;
}

const place: Field = { name: "place", label: "Where", kind: "place" };
const hand: Field = { name: "area", label: "Area", kind: "place" };
const found: Field = { name: "found", label: "Cards found there", kind: "count" };

const inSets = (view: PokerView): boolean => view.cards.device === "shuffling shoe";

/** What a misdeal does to the money on the layout. */
function misdeal(view: PokerView): string {
  const wagers = wagersOn(view);
  const carried = wagers.filter((each) => each.bet === "jackpot").length;
  const stands = carried ? ` ${count(carried, "Jackpot wager")} ${carried === 1 ? "stands" : "stand"} for the next round.` : "";
  return `The round is a misdeal: ${lower(givenBack(wagers.filter((each) => each.bet !== "jackpot")))}.${stands}`;
}

/** Those with undecided wagers who would be asked whether to take them back. */
function asked(view: PokerView, but?: number): string {
  const owners = view.areas.flatMap((each): WagerView[] => (each.area === but ? [] : each.wagers)).filter((each) => !each.settled);
  const names = [...new Set(owners.map((each) => each.name))];
  return names.length ? `${list(names)} may take wagers back; Jackpot wagers that stay are registered anew.` : "No one else has a wager down.";
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function nextCards(view: PokerView): string {
  if (view.area_due === JACKPOT) return `The dealer deals the ${view.jackpot_cards.cards.length ? "second" : "first"} Jackpot Card`;
  const to = view.area_due === DEALER ? "the dealer's own hand" : `area ${view.area_due}`;
  return `The dealer deals ${inSets(view) ? "a set of three" : "a card"} to ${to}`;
}

function choosers(view: PokerView): string {
  const owners = view.areas.filter((each) => each.choosing).flatMap((each) => each.wagers[0] ?? []);
  const names = owners.map((each) => (each.player === view.you?.id ? "you" : shortName(each.name)));
  const mineFirst = [...new Set(names)].sort((a, b) => Number(b === "you") - Number(a === "you"));
  return capital(`${list(mineFirst)} may play or fold`);
}

function onArea(view: PokerView, command: Command): string {
  const owner = view.areas.find((each) => each.area === command.area)?.wagers.find((each) => each.bet !== "jackpot");
  return owner ? `${owner.name}, area ${command.area}` : `area ${command.area}`;
}

/** Commands that mean the same at every table, with the clause of this book. */
const SHARED: Partial<Record<CommandType, Spec<PokerView>["clause"]>> = {
  AgreePersonalLimit: "TCP 8.3",
  AnnounceNoMoreBets: "TCP 9.2",
  AskForReview: "TCP 13.12",
  ChangeLimits: "TCP 8.1",
  CheckCards: "TCP 3.2",
  CloseTable: "TCP 13.8",
  CollectCards: "TCP 10.1.3",
  ConcludeInvestigation: "TCP 13.2.3",
  ConfiscateDevice: "TCP 13.2.4",
  ConvertSpoken: "TCP 5.3",
  CountCards: "TCP 3.2",
  DetainPerson: "TCP 13.2.5",
  ExcludePlayer: "TCP 13.2.2",
  InvalidateRound: ({ fraud }) => (fraud ? "TCP 13.3" : "TCP 13.4"),
  OpenTable: "TCP 3.2",
  OrderShuffle: ({ abnormal }) => (abnormal ? "TCP 4.1.1(b)" : "TCP 4.1.1(c)"),
  PermitAreas: "TCP 5.11.1",
  PostMinimumNotice: "TCP 8.1 fn1:s66(2)",
  RenewCards: "TCP 3.4",
  RuleOnDispute: "TCP 13.10",
  SecureCards: "TCP 4.1.2",
  SeizeWinnings: "TCP 13.2.3",
  VacateSeat: "TCP 13.9",
  VoidWagers: "TCP 13.2.1",
};

const shared = Object.fromEntries(
  Object.entries(SHARED).map(([type, clause]) => [type, { ...COMMANDS[type as CommandType], clause }]),
) as Catalogue<PokerView>;

const own: Catalogue<PokerView> = {
  // Dealing, in the order of a round
  RegisterJackpot: {
    desk: "deal",
    label: "Register the Jackpot wagers",
    clause: "TCP 6.2.1",
    what: () => "The Jackpot wagers go on the meter; the cards come next.",
    next: () => "The dealer registers the Jackpot wagers on the meter",
  },
  DealCard: {
    desk: "deal",
    label: "Deal",
    clause: "TCP 9.3",
    what: (view) => `${nextCards(view)}, face down.`,
    next: nextCards,
    due: (view) => `Deal ${inSets(view) && view.area_due !== JACKPOT ? "three cards" : "a card"} to ${placeName(view.area_due ?? DEALER)}`,
  },
  CallPlayOrFold: {
    desk: "deal",
    label: "Call “Play or fold”",
    clause: "TCP 9.5.2",
    what: () => "Each player plays or folds.",
    next: () => "The players look at their cards; the dealer calls “Play or fold”",
  },
  PlayHand: {
    desk: "deal",
    label: "Play",
    clause: "TCP 9.5.2(c)",
    what: (view, command) => `A Play wager equal to the Ante goes down for ${onArea(view, command)}.`,
    next: choosers,
    due: (view, command) => `Play: ${onArea(view, command)}`,
  },
  FoldHand: {
    desk: "deal",
    label: "Fold",
    clause: ({ keep_pair_plus }) => (keep_pair_plus ? "TCP 9.5.2(b)" : "TCP 9.5.2(a)"),
    what: (view, command) => `The hand of ${onArea(view, command)} is given up.`,
    next: choosers,
    due: (view, command) => `Fold${command.keep_pair_plus ? " but keep Pair Plus" : ""}: ${onArea(view, command)}`,
  },
  ShowDealerHand: {
    desk: "deal",
    label: "Turn up the dealer's hand",
    clause: "TCP 9.5.4(a)",
    what: () => "The dealer's hand is shown and named; queen high or better qualifies.",
    next: () => "The dealer turns up the dealer's hand",
  },
  ShowJackpotCards: {
    desk: "deal",
    label: "Turn up the Jackpot Cards",
    clause: "TCP 9.5.4(b)",
    what: () => "The two Jackpot Cards are shown.",
    next: () => "The dealer turns up the Jackpot Cards",
  },
  PayAntes: {
    desk: "deal",
    label: "No hand: pay the Antes",
    clause: "TCP 10.1.1(a)",
    what: () => "Every Ante that played is paid even money.",
    next: () => "No hand: the dealer pays the Antes",
  },
  SettleArea: {
    desk: "deal",
    label: "Turn up and settle",
    clause: "TCP 10.1",
    what: (_, { area }) => `The hand of area ${area} is turned up, named and settled.`,
    next: (_, { area }) => `The dealer turns up area ${area}`,
    due: (_, { area }) => `Turn up and settle area ${String(area)}`,
  },
  RecordJackpotOutcome: {
    desk: "deal",
    label: "Record the outcome on the meter",
    clause: "TCP 7.3.2",
    what: () => "This is the time for settlement: royal and straight flushes of this round are reckoned from the meter as it stands now.",
    next: () => "The dealer records the outcome on the meter",
  },
  RejectJackpotPrizes: {
    desk: "deal",
    label: "Determine the jackpot prizes",
    clause: "TCP 7.1.1",
    what: () => "No prize is paid from the meter and the Jackpot wagers are lost.",
    next: () => "An assistant casino manager determines the jackpot prizes",
  },
  PayJackpotPrizes: {
    desk: "deal",
    label: "Pay the jackpot prizes",
    clause: "TCP 7.1.1",
    what: () => "The prizes are paid from the meter.",
  },

  // Care of the cards
  ShuffleCards: {
    desk: "cards",
    label: "Shuffle",
    clause: "TCP 4.1.1",
    fields: [],
    what: (view) => (inSets(view) ? "The shuffling shoe mixes the deck and is ready." : "The deck is mixed; the dealer cuts it next."),
    next: (view) => (inSets(view) ? `The shuffling shoe mixes the ${view.back} deck` : "The dealer shuffles"),
  },
  CutDeck: {
    desk: "cards",
    label: "Cut the deck",
    clause: "TCP 4.2.1",
    fields: [{ name: "depth", label: "Cards cut off", kind: "count", start: () => "26" }],
    what: (_, { depth }) => `The dealer cuts ${depth} cards off, once, and puts the deck on the cutting card.`,
    next: () => "The dealer cuts the deck",
  },
  OrderCount: {
    desk: "cards",
    label: "Have the deck counted",
    clause: "TCP 3.3",
    what: () => "Nothing goes on until the dealer has counted the deck.",
  },
  CountDeck: {
    desk: "cards",
    label: "Count the deck",
    clause: "TCP 3.3",
    fields: [{ name: "cards", label: "Cards counted", kind: "count", start: () => "52" }],
    what: (view, { cards }) => (Number(cards) === 52 ? "The count is right." : `The count is not right. ${misdeal(view)} The deck is replaced.`),
    next: () => "The dealer counts the deck",
  },

  // Irregularities, in the order of the book
  ReportExposedCard: {
    desk: "irregularities",
    label: "A card was exposed in the deal",
    clause: ({ place }, view) => (place === DEALER ? "TCP 11.3" : view && exposed(view) ? "TCP 11.2" : "TCP 11.1"),
    fields: [place, card],
    what: (view, { place }) =>
      place === DEALER || exposed(view) ? misdeal(view) : "The card is turned face down again and the deal goes on. A second one is a misdeal.",
  },
  ReportWrongNumber: {
    desk: "irregularities",
    label: "A hand has a wrong number of cards",
    clause: ({ place }, view) => (!view?.called ? "TCP 11.4" : place === DEALER ? "TCP 11.6" : "TCP 11.5"),
    fields: [place, found],
    what: (view, { place }) =>
      !view.called
        ? "Before the call: dealing stops and a higher duties dealer declares a misdeal."
        : place === DEALER
          ? "After the call: a higher duties dealer rules whether the order of the dealer's cards is known."
          : "After the call: the whole deck is counted. If it is right, this hand is void and every player may take wagers back.",
  },
  DeclareMisdeal: {
    desk: "irregularities",
    label: "Declare a misdeal",
    clause: "TCP 11.4",
    what: misdeal,
    next: () => "The higher duties dealer declares a misdeal",
  },
  RuleOnOrder: {
    desk: "irregularities",
    label: "Rule on the order of the dealer's cards",
    clause: ({ known }) => (known ? "TCP 11.6.1" : "TCP 11.6.2"),
    fields: [
      {
        name: "known",
        label: "The right order",
        kind: "either",
        choices: [
          { value: "yes", label: "can be determined" },
          { value: "", label: "cannot be determined" },
        ],
      },
    ],
    what: (view, { known }) => (known ? "The game goes on." : misdeal(view)),
    next: () => "The higher duties dealer rules on the order of the dealer's cards",
    due: (_, { known }) => (known ? "The order is known: play on" : "The order is not known: misdeal"),
  },
  ReportUnstakedArea: {
    desk: "irregularities",
    label: "Cards went to an area without a wager",
    clause: (_, view) => (view?.called ? "TCP 11.8" : "TCP 11.7"),
    fields: [area],
    what: (view) => (view.called ? `Those cards are burned. ${asked(view)}` : misdeal(view)),
  },
  ReportWrongJackpotCards: {
    desk: "irregularities",
    label: "A wrong number of Jackpot Cards",
    clause: "TCP 11.9",
    fields: [found],
    what: () => "A higher duties dealer puts them right; failing that, Jackpot wagers go back and the hand is played out.",
  },
  RebuildJackpotCards: {
    desk: "irregularities",
    label: "Rule on the Jackpot Cards",
    clause: "TCP 11.9",
    fields: [
      {
        name: "possible",
        label: "The Jackpot Cards",
        kind: "either",
        choices: [
          { value: "yes", label: "are put right" },
          { value: "", label: "cannot be rebuilt" },
        ],
      },
    ],
    what: (view, { possible }) =>
      possible
        ? "They are right again and the round goes on."
        : `Jackpot wagers: ${lower(givenBack(wagersOn(view).filter((each) => each.bet === "jackpot")))}. The hand is played out without them.`,
    next: () => "The higher duties dealer rules on the Jackpot Cards",
    due: (_, { possible }) => (possible ? "The Jackpot Cards are put right" : "They cannot be rebuilt"),
  },
  ReportCardsTaken: {
    desk: "irregularities",
    label: "A hand was taken by mistake",
    clause: "TCP 11.10.3",
    fields: [hand, { name: "alone", label: "Its cards lie alone in the discard rack", kind: "flag" }],
    what: (view, command) =>
      command.alone
        ? `${onArea(view, command)}: the player names the cards, and gets them back in any case.`
        : `${onArea(view, command)}: the player names the three cards. Named rightly they come back; if not, the wagers do.`,
  },
  NominateCards: {
    desk: "deal",
    label: "The cards that were taken",
    clause: "TCP 11.10.1",
    what: () => "The hand comes back, or its wagers do.",
    next: () => "The player names the cards that were taken by mistake",
    due: (view, { on_top }) =>
      !real(view) ? "The player cannot name them" : on_top ? "The cards named are on top of the rack" : "They are not on top of the rack",
  },
  KeepWagers: {
    desk: "irregularities",
    label: "A player leaves wagers on",
    clause: "TCP 11.5.2",
    fields: [player],
    what: (view, command) => `${who(view, command)}'s wagers stay on.`,
    next: (view, command) => `${who(view, command)} may take wagers back`,
  },
  RetractWagers: {
    desk: "irregularities",
    label: "A player takes wagers back",
    clause: "TCP 11.5.2",
    fields: [player],
    what: (view, command) => `${refund(view, String(command.player))}. The Jackpot wagers that stay are registered anew.`,
  },
  ReportViewedHands: {
    desk: "irregularities",
    label: "A player looked at a blind hand",
    clause: ({ areas }) => (Array.isArray(areas) && areas.length === 1 ? "TCP 11.11.1" : "TCP 11.11.2"),
    fields: [player, { name: "areas", label: "Areas looked at", kind: "areas", hint: "2, 3" }],
    what: (view, command) =>
      Array.isArray(command.areas) && command.areas.length === 1
        ? "If it is the only hand looked at, it counts as the hand of the seat and the two change places. Otherwise it is void and the others are asked."
        : `Only the hand of ${who(view, command)}'s seat is valid; the others looked at are void. Everyone else may take wagers back.`,
  },
  ReportWrongDeck: {
    desk: "irregularities",
    label: "The deck does not have 52 cards",
    clause: "TCP 11.12",
    fields: [{ name: "cards", label: "Cards found", kind: "count" }],
    what: (view) => `${misdeal(view)} The deck is replaced.`,
  },
  DeclareShortPlay: {
    desk: "irregularities",
    label: "A player cannot match the Ante",
    clause: "TCP 11.13",
    fields: [hand],
    what: (view, command) =>
      `${onArea(view, command)}: the hand is void and the wagers go back, with a warning. If the player was warned before, the Ante is lost.`,
  },
  CorrectPlayWager: {
    desk: "irregularities",
    label: "A Play wager is not the Ante",
    clause: (command, view) => (Number(command.cents) < anteOn(view, command) ? "TCP 11.14.2" : "TCP 11.14.1"),
    fields: [hand, { name: "cents", label: "What lies on Play, $", kind: "money" }],
    what: (view, command) => {
      const [ante, play] = [anteOn(view, command), Number(command.cents)];
      return play > ante
        ? `${dollars(play - ante)} goes back before it is settled as ${dollars(ante)}.`
        : `It is settled as ${dollars(play)}, and the player is told that Play takes ${dollars(ante)}.`;
    },
  },
  ReportMixedCards: {
    desk: "irregularities",
    label: "A player's cards became mixed with others",
    clause: ({ with_jackpot }) => (with_jackpot ? "TCP 11.17" : "TCP 11.16"),
    fields: [
      {
        name: "with_jackpot",
        label: "Mixed with",
        kind: "either",
        choices: [
          { value: "", label: "the dealer's cards" },
          { value: "yes", label: "the Jackpot Cards" },
        ],
      },
    ],
    what: (_, { with_jackpot }) =>
      with_jackpot
        ? "A higher duties dealer rules whether the Jackpot Cards can be rebuilt."
        : "A higher duties dealer rules whether the order of the dealer's cards is known.",
  },
  ReportShufflerFault: {
    desk: "irregularities",
    label: "The shuffling shoe failed",
    clause: ({ unverified }) => (unverified ? "TCP 11.20" : "TCP 11.19"),
    fields: [
      {
        name: "unverified",
        label: "What it did",
        kind: "either",
        choices: [
          { value: "", label: "It jammed, stopped or left its cycle unfinished" },
          { value: "yes", label: "It could not confirm the number of cards" },
        ],
      },
    ],
    what: (_, { unverified }) =>
      unverified ? "The dealer counts all the cards; too many or too few make the round void." : "The cards are shuffled again.",
  },

  // The jackpot
  ReportEquipmentDown: {
    desk: "jackpot",
    label: "The jackpot equipment is down",
    clause: "TCP 6.2.1",
    fields: [what],
    what: () => "No Jackpot wagers are taken until there are manual arrangements. Those registered play on.",
  },
  ArrangeManually: {
    desk: "jackpot",
    label: "Take Jackpot wagers by hand",
    clause: "TCP 6.2.1",
    fields: [{ name: "how", label: "The arrangements, for the record", kind: "text" }],
    what: () => "Jackpot wagers are taken again, by hand.",
  },
  RestoreEquipment: {
    desk: "jackpot",
    label: "The equipment works again",
    clause: "TCP 6.2.1",
    what: () => "Jackpot wagers are taken as usual.",
  },
  CancelJackpotGame: {
    desk: "jackpot",
    label: "Cancel a jackpot game begun by mistake",
    clause: "TCP 11.18",
    what: () => "The meter gives back what was registered, and everyone may place a Jackpot wager.",
  },

  // The players
  ReportContravention: {
    desk: "players",
    label: "Record a contravention",
    clause: (command) => `TCP ${String(command.clause ?? "13.2").replace(/^TCP /, "") || "13.2"}`,
    fields: [
      { ...player, name: "person", label: "Person" },
      {
        name: "clause",
        label: "Clause broken",
        kind: "clause",
        start: () => "13.1",
        suggest: ["13.1", "9.5.1(a)", "5.4", "5.11.2", "13.7", "13.13"],
      },
      what,
    ],
    what: (view, command) => `It is on record against ${who(view, command)}; an assistant casino manager may now act on it.`,
  },
  ForfeitWagers: {
    desk: "players",
    label: "Take wagers as forfeited",
    clause: "TCP 9.5.1(a)",
    fields: [player],
    what: (view, command) => {
      const lost = wagersOn(view).filter((each) => each.player === command.player && !each.settled);
      return `${who(view, command)} loses ${dollars(lost.reduce((sum, each) => sum + each.cents, 0))}.`;
    },
  },

  // Signs and closing
  ChangePayTables: {
    desk: "signs",
    label: "Pay by other tables",
    clause: "TCP 10.3(b)",
    fields: [
      { name: "ante_bonus", label: "Ante Bonus", kind: "choice", choices: tables("ABC"), start: (view) => view.sign.ante_bonus },
      { name: "pair_plus", label: "Pair Plus", kind: "choice", choices: tables("ABCDEF"), start: (view) => view.sign.pair_plus },
    ],
    what: (_, command) =>
      `The players are told, and from the next game Ante Bonus pays by table ${command.ante_bonus} and Pair Plus by table ${command.pair_plus}.`,
  },
  GiveClosingNotice: {
    desk: "signs",
    label: "Give three hands' notice of closing",
    clause: "TCP 13.8",
    what: (view) => `The players are told that the table closes after round ${view.round + 3}.`,
  },
};

function exposed(view: PokerView): boolean {
  const hands = [...view.areas.map((each) => each.hand), view.jackpot_cards];
  return hands.some((each) => !each.up && !each.yours && each.cards.some((face) => face !== null));
}

function anteOn(view: PokerView | undefined, command: Command): number {
  return view?.areas.find((each) => each.area === command.area)?.wagers.find((each) => each.bet === "ante")?.cents ?? 0;
}

function tables(letters: string): { value: string; label: string }[] {
  return [...letters].map((letter) => ({ value: letter, label: `Table ${letter}` }));
}

export const THREE_CARD_POKER: Catalogue<PokerView> = { ...shared, ...own, InvalidateRound: invalidating(shared.InvalidateRound) };

/** Fraud is for the assistant casino manager, disruption for the higher duties dealer; both give everything back. */
function invalidating(spec: Spec<PokerView> | undefined): Spec<PokerView> | undefined {
  return spec && { ...spec, what: (view) => `${refund(view)}, Jackpot wagers too. The cards are taken up and betting opens again.` };
}

/** Whom a pending prize belongs to, for the manager who determines it. */
export function winner(view: PokerView, area: number): string {
  const wager = view.areas.find((each) => each.area === area)?.wagers.find((each) => each.bet === "jackpot");
  return wager ? nameOf(view, wager.player) : `area ${area}`;
}

