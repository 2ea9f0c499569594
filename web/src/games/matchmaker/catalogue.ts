/** Matchmaker's commands for the consoles. */

import { cardName } from "../../lib/cards";
import { timeOfDay } from "../../lib/clock.svelte";
import { area, bet, card, cardIfSeen, type Catalogue, mayNow, player, real, refund, what, who, why } from "../../lib/commands";
import type { TableView } from "../../lib/api/types";
import { wagersOn } from "../../lib/layout";
import { dollars } from "../../lib/money";
import { betName, count, list } from "../../lib/words";
import type { MatchmakerView } from "./view";

/** The area whose card is next, as the dealer would say it. */
function nextCard(view: MatchmakerView): string {
  const due = view.areas.find((each) => each.area === view.area_due);
  if (!due) return "The dealer deals the next card";
  return `The dealer deals area ${due.area} its ${due.cards.length ? "second" : "first"} card`;
}

function rebuildable(view: TableView): string {
  const owners = [...new Set(wagersOn(view).map((wager) => wager.name))];
  return `Dealing stops. ${list(owners)} ${owners.length === 1 ? "is" : "are"} asked whether to take wagers back; then the hand is rebuilt.`;
}

export const COMMANDS: Catalogue<MatchmakerView> = {
  // Dealing, in the order of a round
  AnnounceNoMoreBets: {
    desk: "deal",
    label: "No more bets",
    clause: "MM 7.3.1",
    what: () => "Betting closes and the round has its number.",
    next: () => "Bets are open until the dealer calls",
  },
  DealCard: {
    desk: "deal",
    label: "Deal the next card",
    clause: "MM 7.3.2",
    fields: [card],
    what: (view) => `${nextCard(view)}, face up.`,
    next: nextCard,
  },
  ClearLosers: {
    desk: "deal",
    label: "Clear the losing wagers",
    clause: "MM 5.10.1",
    what: () => "Losing wagers go to the rack; what does not count goes back.",
    next: () => "The dealer clears the losing wagers",
  },
  PayArea: {
    desk: "deal",
    label: "Pay the winners",
    clause: "MM 5.10.2",
    what: (_, { area }) => `The winners on area ${area} are paid.`,
    next: (_, { area }) => `The dealer pays area ${area}`,
  },
  CollectCards: {
    desk: "deal",
    label: "Collect the cards",
    clause: "MM 5.10.2",
    what: () => "The round is over and betting opens.",
    next: () => "The dealer collects the cards",
  },
  ConvertSpoken: {
    desk: "deal",
    label: "Turn a spoken wager into chips",
    clause: "MM 5.3",
    what: (view, command) => `What ${who(view, command)} showed becomes chips on ${betName(String(command.bet))}, area ${command.area}.`,
    next: (view, command) => `The dealer turns ${who(view, command)}'s spoken wager into chips`,
  },
  RefuseWager: {
    desk: "deal",
    label: "Refuse a wager that cannot be paid exactly",
    clause: "MM 5.9",
    what: (view, command) => `${who(view, command)}'s wager goes back.`,
  },
  CorrectCard: {
    desk: "deal",
    label: "Correct a card",
    clause: "MM 7.2",
    what: (_, command) =>
      `The record of area ${command.area} follows the cloth: ${cardName(String(command.card))}. If the area was settled it is settled anew.`,
  },

  // Care of the cards
  CheckCards: {
    desk: "cards",
    label: "Check the cards",
    clause: "MM 3.2",
    fields: [{ name: "cards", label: "Cards found", kind: "count", start: (view) => String(view.cards.decks * 52) }],
    what: (_, { cards }) => `${cards} cards are found complete and right; they are shuffled next.`,
    next: () => "The cards are checked",
  },
  CountCards: {
    desk: "cards",
    label: "Count the cards",
    clause: "MM 3.2",
    fields: [{ name: "cards", label: "Cards counted", kind: "count", start: (view) => String(view.cards.decks * 52) }],
    what: () => "The count after play is on record, with anything missing.",
    next: () => "The cards are counted after play",
  },
  OpenTable: {
    desk: "cards",
    label: "Open the table",
    clause: "MM 3.2",
    what: () => "Play may begin.",
    next: () => "The table is about to open",
  },
  ShuffleCards: {
    desk: "cards",
    label: "Shuffle",
    clause: "MM 4.1.1",
    fields: [
      {
        name: "pre_shuffled",
        label: "Bring out the set shuffled ahead",
        kind: "flag",
        when: (view) => mayNow(view, "ShuffleCards", { pre_shuffled: true }),
      },
    ],
    what: (view) => (view.cards.device === "machine" ? "The machine mixes all cards and is ready." : "All cards are mixed; the cut comes next."),
    next: () => "The dealer shuffles",
  },
  OfferCut: {
    desk: "cards",
    label: "Offer the cut",
    clause: "MM 4.2.1",
    what: () => "The player whose cut it is may cut or let it pass.",
    next: () => "The dealer offers the cut",
  },
  CutCards: {
    desk: "cards",
    label: "Cut the cards",
    clause: "MM 4.2.3",
    fields: [
      { name: "depth", label: "Cards from the front", kind: "count", start: (view) => String(view.cards.decks * 26) },
    ],
    what: (_, { depth }) => `The cutting card goes in ${depth} cards from the front.`,
    next: (view, command) => (command.player ? `${who(view, command)} may cut the cards` : "The supervisor cuts the cards"),
  },
  DeclineCut: {
    desk: "cards",
    label: "The cut is declined",
    clause: "MM 4.2.2",
    what: () => "The cut goes on clockwise.",
  },
  LoadShoe: {
    desk: "cards",
    label: "Load the shoe",
    clause: "MM 4.2.4(c)",
    fields: [{ name: "behind", label: "Cards behind the cutting card, if not as usual", kind: "count", optional: true }],
    what: () => "The front of the stack goes to the back, the cutting card in, and the shoe is ready.",
    next: () => "The dealer loads the shoe",
  },
  BurnCard: {
    desk: "cards",
    label: "Burn a card",
    clause: "MM 4.3.1",
    what: () => "The first card goes to the discard holder unseen.",
    next: () => "The dealer burns a card",
  },
  ShowBurnCard: {
    desk: "cards",
    label: "Show the burned card",
    clause: "MM 4.3.1",
    fields: [card],
    what: () => "The burned card is turned up for everyone and then discarded.",
    next: () => "The dealer shows the burned card",
  },
  SecureCards: {
    desk: "cards",
    label: "Lock away a shuffled set",
    clause: "MM 4.1.2",
    fields: [{ name: "where", label: "Where it is kept", kind: "text" }],
    what: () => "A second set is on record as shuffled ahead, ready for the next shuffle.",
  },
  OrderShuffle: {
    desk: "cards",
    label: "Order a shuffle",
    clause: ({ abnormal }) => (abnormal ? "MM 4.1.1(d)" : "MM 4.1.1(e)"),
    fields: [{ name: "abnormal", label: "The cards came in an abnormal sequence", kind: "flag" }, why],
    what: () => "Nothing more is dealt until the cards are shuffled, cut and a card is burned. Wagers stay where they are.",
  },
  RenewCards: {
    desk: "cards",
    label: "Bring new cards",
    clause: ({ unfit }) => (unfit ? "MM 4.4.2" : "MM 4.4.1"),
    fields: [{ name: "unfit", label: "The cards are unfit for use", kind: "flag" }, { ...why, optional: true }],
    what: () => "The cards leave the table. The new ones are checked, shuffled, cut and one is burned before play goes on.",
  },

  // Irregularities
  ShowCuttingCard: {
    desk: "irregularities",
    label: "The cutting card came out",
    clause: (command) => (command.first ? "MM 4.1.1(b)" : "MM 4.1.1(c)"),
    what: (view) =>
      view.areas.some((each) => each.cards.length)
        ? "This round is finished and settled; then the cards are shuffled."
        : "The cards are shuffled before this round is dealt.",
    next: () => "The cutting card comes out",
  },
  ReportMissedBurn: {
    desk: "irregularities",
    label: "No card was burned",
    clause: "MM 9.1",
    what: () => "Rounds already played from this shoe stand, and play goes on.",
  },
  ReconstructFirstRound: {
    desk: "irregularities",
    label: "Rebuild the first round with its burn",
    clause: "MM 9.1.1",
    what: () => "The first card dealt becomes the burn; the others move one place earlier and missing ones are dealt.",
  },
  ReportFaceUpCard: {
    desk: "irregularities",
    label: "A card lay face up in the shoe",
    clause: "MM 9.2",
    fields: [card],
    what: () => "The card is discarded. The next one takes its place.",
  },
  ReportExcessCard: {
    desk: "irregularities",
    label: "One card too many came out",
    clause: "MM 9.3",
    fields: [cardIfSeen],
    what: () => "The card is held face down and used as the next card.",
  },
  ReportDealtWithoutWagers: {
    desk: "irregularities",
    label: "Cards were dealt with no wagers down",
    clause: "MM 9.4",
    fields: [
      { name: "areas", label: "Areas that got a card, in order", kind: "areas", hint: "1, 2, 3" },
      { name: "cards", label: "Those cards, in order", kind: "cards", hint: "Th 4c 9s", when: real },
    ],
    what: () => "Dealing stops. The supervisor declares the round void and the cards are burned.",
  },
  DeclareRoundVoid: {
    desk: "irregularities",
    label: "Declare the empty round void",
    clause: "MM 9.4",
    what: () => "The round has no result; the dealer burns the cards. No money moves.",
    next: () => "The supervisor declares the round void",
  },
  BurnDealtCards: {
    desk: "irregularities",
    label: "Burn the cards dealt",
    clause: "MM 9.4",
    what: () => "The cards go to the discards and betting opens.",
    next: () => "The dealer burns the cards dealt",
  },
  ReportMisplacedCard: {
    desk: "irregularities",
    label: "A card went to the wrong area",
    clause: "MM 9.5",
    fields: [{ ...area, label: "The area it lies on" }, card],
    what: (view) => `Dealing stops: area ${view.area_due ?? "?"} was due. The supervisor rules whether the hand is rebuilt.`,
  },
  OrderReconstruction: {
    desk: "irregularities",
    label: "Have the hand rebuilt",
    clause: "MM 9.5",
    fields: [{ ...why, optional: true }],
    what: rebuildable,
    next: () => "The supervisor rules on the misplaced card",
  },
  LetCardsLie: {
    desk: "irregularities",
    label: "Let the cards lie",
    clause: "MM 9.5",
    what: () => "The cards stay where they are and the deal goes on.",
  },
  KeepWagers: {
    desk: "irregularities",
    label: "A player leaves wagers on",
    clause: "MM 9.5",
    fields: [player],
    what: (view, command) => `${who(view, command)}'s wagers stay on while the hand is rebuilt.`,
    next: (view, command) => `${who(view, command)} may take wagers back`,
  },
  RetractWagers: {
    desk: "irregularities",
    label: "A player takes wagers back",
    clause: "MM 9.5",
    fields: [player],
    what: (view, command) => `${refund(view, String(command.player))}.`,
  },
  ReconstructHand: {
    desk: "irregularities",
    label: "Rebuild the hand",
    clause: "MM 9.5",
    fields: [{ name: "layout", label: "As laid out here, if not in the order they came", kind: "laid", optional: true, hint: "1: Th 4c; 3: 9s 2d" }],
    what: (_, { layout }) =>
      `The cards are laid again ${layout ? "as entered" : "in the order they came"}; surplus cards are the next ones out.`,
    next: () => "The hand is rebuilt",
  },
  ReportMissedShuffle: {
    desk: "irregularities",
    label: "The shuffle after the cutting card was missed",
    clause: "MM 9.6",
    what: () => "Play goes on from this shoe and the shuffle follows right after the round.",
  },
  ShuffleDiscards: {
    desk: "irregularities",
    label: "The shoe ran out: shuffle the discards",
    clause: "MM 9.7",
    what: () => "The discards are shuffled and cut, and the round is finished from them.",
    next: () => "The dealer shuffles the discards",
  },
  ReportMachineFault: {
    desk: "irregularities",
    label: "The machine failed",
    clause: "MM 9.8",
    fields: [
      {
        name: "fault",
        label: "What it did",
        kind: "choice",
        choices: [
          { value: "malfunction", label: "It stopped working" },
          { value: "cards came together in an order no one can tell", label: "Cards came out together, order unknown" },
        ],
      },
      { name: "completable", label: "This round can still be completed", kind: "flag" },
    ],
    what: (view, { completable }) =>
      completable || view.stage === "place your bets"
        ? "The fault is on record; the round goes on."
        : `The round is void: ${refund(view)}. Nothing is dealt until the machine works.`,
  },
  RestoreMachine: {
    desk: "irregularities",
    label: "The machine works again",
    clause: "MM 9.8",
    what: () => "Dealing may go on.",
    next: () => "The shuffling machine is out of order",
  },
  ReportWrongCards: {
    desk: "irregularities",
    label: "The decks are not the right cards",
    clause: "MM 9.9.2",
    fields: [what],
    what: (view) => `Earlier rounds stand. This round is void: ${refund(view)}. The cards are withdrawn and new ones checked.`,
  },
  ReportLateError: {
    desk: "irregularities",
    label: "An error found after settlement",
    clause: "MM 9.10",
    fields: [what],
    what: () => "It is put on record. No result changes.",
  },

  // The round
  InvalidateRound: {
    desk: "round",
    label: "Void the round",
    clause: ({ fraud }) => (fraud ? "MM 11.3.2" : "MM 11.3.1"),
    fields: [
      {
        name: "fraud",
        label: "Cause",
        kind: "either",
        choices: [
          { value: "", label: "Disruption" },
          { value: "yes", label: "Fraud that touched the outcome" },
        ],
      },
      why,
    ],
    what: (view) => `${refund(view)}. The cards are taken up and betting opens again.`,
  },
  RestrictBettors: {
    desk: "round",
    label: "Set how many may wager on one area",
    clause: "MM 5.6",
    fields: [{ name: "players", label: "Players on one area, at most", kind: "count", start: (view) => String(view.sign.bettors_per_area) }],
    what: (_, { players }) => `From now on at most ${count(Number(players), "player")} may wager on one area. Wagers already down stay.`,
  },

  // Players
  PermitAreas: {
    desk: "players",
    label: "Allow several areas",
    clause: "MM 5.8",
    fields: [
      player,
      { name: "areas", label: "Areas, at most", kind: "count", start: () => "2" },
      { name: "seats_elsewhere", label: "There are seats enough at like tables", kind: "flag", start: () => "yes" },
    ],
    what: (view, command) => `${who(view, command)} may wager on ${count(Number(command.areas), "area")}.`,
  },
  AgreePersonalLimit: {
    desk: "players",
    label: "Agree a personal limit",
    clause: "MM 6.3",
    fields: [
      player,
      { name: "minimum", label: "Minimum, $ (empty ends the agreement)", kind: "money", optional: true },
      { name: "maximum", label: "Maximum, $", kind: "money", optional: true },
      { name: "areas", label: "Areas, at most", kind: "count", start: () => "1" },
    ],
    what: (view, command) =>
      command.minimum && command.maximum
        ? `${who(view, command)} may wager ${dollars(Number(command.minimum))} to ${dollars(Number(command.maximum))}. A marker shows it, and all wagers on the area together may not exceed the maximum.`
        : `${who(view, command)} is back to the limits on the sign.`,
  },
  VacateSeat: {
    desk: "players",
    label: "Free an idle seat",
    clause: "MM 11.8",
    fields: [player],
    what: (view, command) => `${who(view, command)} gives up the seat and may stand.`,
  },
  ReportContravention: {
    desk: "players",
    label: "Record a contravention",
    clause: (command) => `MM ${String(command.clause ?? "11.2").replace(/^MM /, "") || "11.2"}`,
    fields: [
      { ...player, name: "person", label: "Person" },
      { name: "clause", label: "Clause broken", kind: "clause", start: () => "11.1", suggest: ["11.1", "5.4", "11.6", "11.11", "5.1", "5.2"] },
      what,
    ],
    what: (view, command) => `It is on record against ${who(view, command)}; a pit boss may now act on it.`,
  },
  VoidWagers: {
    desk: "players",
    label: "Void the player's wagers",
    clause: "MM 11.2.1",
    fields: [player],
    what: (view, command) => `${refund(view, String(command.player))}. The rest of the round goes on.`,
  },
  ExcludePlayer: {
    desk: "players",
    label: "Exclude from the game",
    clause: "MM 11.2.2",
    fields: [player],
    what: (view, command) => `${who(view, command)} loses the seat and may not wager here again. Chips stay theirs.`,
  },
  SeizeWinnings: {
    desk: "players",
    label: "Hold winnings",
    clause: "MM 11.2.3",
    fields: [player, { name: "since_round", label: "Won since round", kind: "count", start: () => "1" }],
    what: (view, command) =>
      `What ${who(view, command)} won since round ${command.since_round} is held until the investigation ends.`,
  },
  ConcludeInvestigation: {
    desk: "players",
    label: "End the investigation",
    clause: "MM 11.2.3",
    fields: [
      player,
      {
        name: "to_player",
        label: "The money held",
        kind: "either",
        choices: [
          { value: "yes", label: "goes to the player" },
          { value: "", label: "stays with the house" },
        ],
      },
    ],
    what: (view, command) => {
      const held = dollars(view.house?.held[String(command.player)] ?? 0);
      return command.to_player ? `${held} goes to ${who(view, command)}.` : `${held} stays with the house.`;
    },
  },
  ConfiscateDevice: {
    desk: "players",
    label: "Take the device away",
    clause: "MM 11.2.4",
    fields: [{ ...player, name: "person", label: "Person" }, { name: "device", label: "Device", kind: "text" }],
    what: (view, command) => `The device taken from ${who(view, command)} is on record.`,
  },
  DetainPerson: {
    desk: "players",
    label: "Detain",
    clause: "MM 11.2.5",
    fields: [
      { ...player, name: "person", label: "Person" },
      { name: "handed_to", label: "Handed over to", kind: "text", optional: true },
    ],
    what: (view, command) => `${who(view, command)} is on record as held for someone authorised.`,
  },

  // Signs and closing
  PostMinimumNotice: {
    desk: "signs",
    label: "Announce a higher minimum",
    clause: "MM 6.1 fn1:s66(2)",
    fields: [
      bet,
      { name: "minimum", label: "New minimum, $", kind: "money" },
      { name: "effective_at", label: "In how many minutes (20 at least)", kind: "minutes", start: () => "20" },
    ],
    what: (_, command) =>
      `The sign says that ${betName(String(command.bet))} starts at ${dollars(Number(command.minimum))} from ${timeOfDay(Number(command.effective_at))}. The limit itself is changed then.`,
  },
  ChangeLimits: {
    desk: "signs",
    label: "Change the limits",
    clause: "MM 6.1",
    fields: [
      bet,
      { name: "minimum", label: "Minimum, $", kind: "money" },
      { name: "maximum", label: "Maximum, $", kind: "money" },
      { name: "step", label: "In steps of, $", kind: "money", start: () => "1" },
    ],
    what: (_, command) =>
      `${betName(String(command.bet))}: ${dollars(Number(command.minimum))} to ${dollars(Number(command.maximum))}. A higher minimum needs its notice to have run out.`,
  },
  PostClosingSign: {
    desk: "signs",
    label: "Announce closing",
    clause: "MM 11.7",
    fields: [{ name: "closes_at", label: "In how many minutes (20 at least)", kind: "minutes", start: () => "20" }],
    what: (_, { closes_at }) => `The sign says that the table closes at ${timeOfDay(Number(closes_at))}.`,
  },
  CloseTable: {
    desk: "signs",
    label: "Close the table",
    clause: "MM 11.7",
    what: (view) => `${count(view.people.length, "player")} leave with their chips; the cards are counted.`,
  },

  // Disputes
  RuleOnDispute: {
    desk: "disputes",
    label: "Rule on it",
    clause: "MM 11.10",
    fields: [
      { name: "ruling", label: "Ruling", kind: "text" },
      { name: "award", label: "Paid from the house, $", kind: "money", start: () => "0" },
    ],
    what: (_, { award }) =>
      `The ruling is final unless the inspector reviews it${Number(award) ? `; ${dollars(Number(award))} is paid from the rack` : ""}.`,
  },
  AskForReview: {
    desk: "disputes",
    label: "Ask the inspector to review it",
    clause: "MM 11.10",
    what: () => "The inspector looks at the ruling.",
  },
};
