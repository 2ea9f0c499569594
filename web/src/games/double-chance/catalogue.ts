/** Double Chance's commands for the consoles; what every table shares is taken over under this book's clauses. */

import type { Command, CommandType, WagerView } from "../../lib/api/types";
import { type Catalogue, card, givenBack, player, refund, type Spec, what, who, why } from "../../lib/commands";
import type { Field } from "../../lib/fields";
import { wagersOn } from "../../lib/layout";
import { dollars } from "../../lib/money";
import { capital, count, list, nameOf, shortName } from "../../lib/words";
import { COMMANDS } from "../matchmaker/catalogue";
import type { ChanceArea, ChanceView } from "./view";

const HAND = 5;

/** The hands that win a Jackpot wager, the best first. */
export const JACKPOT_HANDS = ["royal flush", "straight flush", "four of a kind", "full house", "flush", "straight", "dead hand"];

/** Whether cards come five at a time from a shuffling device. */
export const inFives = (view: ChanceView): boolean => view.cards.device !== "shoe";

/** The wager that an area's hand is played for, and so whose hand it is. */
export function ownerOf(place: ChanceArea): WagerView | undefined {
  return place.wagers.find((each) => each.bet === "wager");
}

/** Whether no player has handled cards yet. */
const unhandled = (view: ChanceView | undefined): boolean => !!view && !view.areas.some((each) => each.picked_up);

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function misdeal(view: ChanceView): string {
  return `The round is a misdeal: ${lower(refund(view))}. A new round is dealt.`;
}

/** What is undecided on these areas goes back. */
function back(places: ChanceArea[]): string {
  return lower(givenBack(places.flatMap((each) => each.wagers.filter((wager) => !wager.settled))));
}

function at(view: ChanceView, { area }: Command): ChanceArea[] {
  return view.areas.filter((each) => each.area === Number(area));
}

function nextCards(view: ChanceView): string {
  return `The dealer deals ${inFives(view) ? "five cards" : "a card"} to area ${view.area_due}`;
}

/** Those who have still to declare or discard, oneself first. */
function choosers(view: ChanceView): string {
  const owners = view.areas.filter((each) => each.choosing).flatMap((each) => ownerOf(each) ?? []);
  const names = owners.map((each) => (each.player === view.you?.id ? "you" : shortName(each.name)));
  const mineFirst = [...new Set(names)].sort((a, b) => Number(b === "you") - Number(a === "you"));
  const must = view.areas.some((each) => each.choosing && each.must_discard);
  return capital(`${list(mineFirst)} ${must ? "must discard" : "may declare or discard"}`);
}

/** Commands that mean the same at every table, with the clause of this book. */
const SHARED: Partial<Record<CommandType, Spec<ChanceView>["clause"]>> = {
  AnnounceNoMoreBets: "DC 7.2.1",
  ChangeLimits: "DC 6.5",
  CheckCards: "DC 3.4",
  CloseTable: "DC 14.8",
  CollectCards: "DC 9.7",
  CountCards: "DC 3.4",
  ExcludePlayer: "DC 14.3.2",
  OpenTable: "DC 3.4",
  PostClosingSign: "DC 14.8",
  PostMinimumNotice: "DC 6.5",
  RuleOnDispute: "DC 14.12",
  SecureCards: "DC 3.5",
  ShuffleCards: "DC 4.1",
  VacateSeat: "DC 14.9",
  VoidWagers: "DC 14.3.1",
};

/** Only the wager has limits to change; a Jackpot wager has its price. */
const ON_THE_WAGER: CommandType[] = ["ChangeLimits", "PostMinimumNotice"];

/** A limit to fill in, starting from what the sign says now. */
function asSigned(field: Field<ChanceView>): Field<ChanceView> {
  const limit = field.name as "minimum" | "maximum" | "step";
  return { ...field, start: (view) => String((view.sign.limits.wager?.[limit] ?? 100) / 100) };
}

const shared = Object.fromEntries(
  Object.entries(SHARED).map(([name, clause]) => {
    const type = name as CommandType;
    const spec = { ...COMMANDS[type], clause };
    if (!ON_THE_WAGER.includes(type)) return [type, spec];
    const fields = spec.fields?.filter((each) => each.name !== "bet");
    return [type, { ...spec, fields, made: (filled: Command) => ({ ...filled, bet: "wager" }) }];
  }),
) as Catalogue<ChanceView>;

const own: Catalogue<ChanceView> = {
  // Dealing, in the order of a round
  DealCard: {
    desk: "deal",
    label: "Deal",
    clause: (_, view) => (view && inFives(view) ? "DC 7.4.1" : "DC 7.3.1"),
    what: (view) => `${nextCards(view)}, face down.`,
    next: nextCards,
    due: (view) => `Deal ${inFives(view) ? "five cards" : "a card"} to area ${view.area_due}`,
  },
  PickUpHand: {
    desk: "deal",
    label: "Picked up",
    clause: "DC 8.1",
    what: (view, command) => `${who(view, command)} has the cards in hand.`,
    next: choosers,
  },
  DeclareHand: {
    desk: "deal",
    label: "Declared",
    clause: "DC 8.3",
    what: (view, command) => `${who(view, command)} keeps all five cards, face down.`,
    next: choosers,
  },
  DiscardCards: {
    desk: "deal",
    label: "Discarded",
    clause: "DC 8.4",
    what: (view, command) => `Cards of ${who(view, command)} lie on the discard line for good.`,
    next: choosers,
  },
  TurnUpHand: {
    desk: "deal",
    label: "Turn up",
    clause: "DC 8.6.1",
    what: (_, { area }) => `What was kept at area ${area} is turned up; its discards are counted and a declared hand is settled.`,
    next: (_, { area }) => `The dealer turns up area ${area}`,
    due: (view, command) => {
      const [place] = at(view, command);
      return `Turn up ${place?.choice === "declared" ? "the declared hand" : count(place?.hand.cards.length ?? 0, "card")} of area ${command.area}`;
    },
  },
  DealSixthCard: {
    desk: "deal",
    label: "Deal a sixth card",
    clause: "DC 8.7",
    what: (view) => `A sixth card goes face down to area ${view.area_due}.`,
    next: (view) => `The dealer deals area ${view.area_due} its sixth card`,
    due: (view) => `Deal the sixth card of area ${view.area_due}`,
  },
  TurnSixthCard: {
    desk: "deal",
    label: "Turn up the sixth card",
    clause: "DC 8.7",
    what: (_, { area }) => `The sixth card of area ${area} is turned up and its wager settled.`,
    next: (_, { area }) => `The dealer turns up the sixth card of area ${area}`,
    due: (_, { area }) => `Turn up the sixth card of area ${area}`,
  },

  // Care of the cards
  ShuffleCards: {
    desk: "cards",
    label: "Shuffle",
    clause: "DC 4.1",
    fields: shared.ShuffleCards?.fields ?? [],
    what: (view) =>
      inFives(view) ? `The device shuffles the ${view.back} deck; it is not cut.` : "The deck is mixed; the dealer cuts it next.",
    next: (view) => (inFives(view) ? `The shuffling device mixes the ${view.back} deck` : "The dealer shuffles"),
    due: (view) => (inFives(view) ? `Shuffle the ${view.back} deck in the device` : "Shuffle"),
  },
  ShuffleByHand: {
    desk: "cards",
    label: "Shuffle by hand first",
    clause: "DC 4.5",
    what: () => "The cards are mixed by hand before the device has them.",
  },
  CutDeck: {
    desk: "cards",
    label: "Cut the deck",
    clause: "DC 4.2",
    fields: [{ name: "depth", label: "Cards cut off", kind: "count", start: () => "26" }],
    what: (_, { depth }) => `The dealer cuts ${depth} cards off and puts the deck on the cutting card, into the shoe.`,
    next: () => "The dealer cuts the deck",
  },
  RenewCards: {
    desk: "cards",
    label: "Bring new cards",
    clause: "DC 3.7",
    fields: [why],
    made: (filled) => ({ ...filled, unfit: true }),
    what: () => "A new deck is checked and shuffled before the next round.",
  },
  OrderCount: {
    desk: "cards",
    label: "Have the deck counted",
    clause: "DC 3.8",
    what: () => "Nothing goes on until the dealer has counted the deck.",
  },
  CountDeck: {
    desk: "cards",
    label: "Count the deck",
    clause: "DC 3.8",
    fields: [{ name: "cards", label: "Cards counted", kind: "count", start: () => "52" }],
    what: (view, { cards }) =>
      Number(cards) === 52 ? "The count is right." : `The count is not right. The round is void: ${lower(refund(view))}. The deck is checked.`,
    next: () => "The dealer counts the deck",
  },
  ReplaceDevice: {
    desk: "cards",
    label: "Go on with another device",
    clause: "DC 13.2.3",
    fields: [
      {
        name: "device",
        label: "The cards come from",
        kind: "choice",
        choices: [
          { value: "shuffling shoe", label: "another shuffling device" },
          { value: "shoe", label: "a card shoe" },
        ],
      },
    ],
    what: () => "New cards are checked and shuffled; then play goes on.",
    next: () => "Another device is brought to the table",
    due: (_, { device }) => (device === "shoe" ? "Go on with a card shoe" : "Go on with another shuffling device"),
  },

  // Irregularities, in the order of the book
  DeclareMisdeal: {
    desk: "irregularities",
    label: "The cards were dealt wrongly",
    clause: "DC 12.1",
    fields: [why],
    what: misdeal,
  },
  ReportExposedCard: {
    desk: "irregularities",
    label: "A card was exposed in the deal",
    clause: (_, view) => (view?.stage === "sixth card" ? "DC 12.4" : "DC 12.2"),
    fields: [{ name: "area", label: "Area", kind: "place" }, card],
    what: (view) =>
      view.stage === "sixth card"
        ? `Hands still undecided are void: ${back(view.areas.filter((each) => each.hand.up && !each.racked))}. What is settled stands.`
        : misdeal(view),
  },
  ReportWrongNumber: {
    desk: "irregularities",
    label: "A hand has a wrong number of cards",
    clause: (_, view) => (unhandled(view) ? "DC 12.1" : "DC 12.5"),
    fields: [{ name: "area", label: "Area", kind: "place" }, { name: "found", label: "Cards found there", kind: "count" }],
    what: (view, command) => (unhandled(view) ? misdeal(view) : `That hand is void: ${back(at(view, command))}. The others play on.`),
  },
  DeclareAbsent: {
    desk: "irregularities",
    label: "A player is not there to decide",
    clause: "DC 12.12",
    fields: [{ name: "area", label: "Area", kind: "place" }],
    what: (view, command) => `The hand is void: ${back(at(view, command))}.`,
    due: (_, { area }) => `Absent: void the hand of area ${area}`,
  },
  ReportWrongDeck: {
    desk: "irregularities",
    label: "Cards are missing, or foreign",
    clause: "DC 12.8.2",
    fields: [
      { name: "missing", label: "Cards missing", kind: "count", start: () => "1" },
      { name: "foreign", label: "Cards that are none of the deck's", kind: "count", start: () => "0" },
    ],
    what: (view) => `Earlier rounds stand. This round is void: ${lower(refund(view))}. The deck is checked for more.`,
  },
  ReportUnstakedArea: {
    desk: "irregularities",
    label: "Cards went to an area without a wager",
    clause: (_, view) => (unhandled(view) ? "DC 12.1" : "DC 12.9"),
    fields: [{ name: "area", label: "Area", kind: "place" }],
    what: (view) => (unhandled(view) ? misdeal(view) : `Those ${HAND} cards are counted and go to the discard rack; play goes on.`),
  },
  BurnSixthCard: {
    desk: "irregularities",
    label: "A declared hand was dealt a sixth card",
    clause: "DC 12.10",
    fields: [{ name: "area", label: "Area", kind: "place" }],
    what: () => "The card is burned; the declared hand was settled without it.",
  },
  ReportShufflerFault: {
    desk: "irregularities",
    label: "The shuffling device failed",
    clause: ({ unusable }) => (unusable ? "DC 13.2.1" : "DC 13.1"),
    fields: [
      {
        name: "unusable",
        label: "What it did",
        kind: "either",
        start: (view) => (view.stage === "place your bets" ? "" : "yes"),
        choices: [
          { value: "", label: "It jammed, stopped or left its shuffle unfinished" },
          { value: "yes", label: "It can no longer be used" },
        ],
      },
    ],
    what: (view, { unusable }) =>
      unusable
        ? `This round is void: ${lower(refund(view))}. Earlier rounds stand. Play goes on with another device and new cards.`
        : "The cards are shuffled again.",
  },

  // The round
  InvalidateRound: {
    desk: "round",
    label: "Void the round",
    clause: ({ fraud }) => (fraud ? "DC 14.4.2" : "DC 14.4.1"),
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
      {
        name: "refund",
        label: "The wagers",
        kind: "either",
        choices: [
          { value: "yes", label: "go back to the players" },
          { value: "", label: "stay with the house" },
        ],
      },
      { name: "forfeit", label: "In a fraud, whose wagers are forfeited", kind: "someone", optional: true },
      why,
    ],
    made: ({ forfeit, ...filled }) => (filled.fraud && filled.refund && forfeit ? { ...filled, forfeit } : filled),
    what: (view, { refund: goes, forfeit }) => {
      if (!goes) return "Every wager stays with the house. The cards are taken up and betting opens again.";
      const kept = forfeit ? ` ${nameOf(view, String(forfeit))}'s wagers stay with the house.` : "";
      const wagers = wagersOn(view).filter((each) => each.player !== forfeit);
      return `${givenBack(wagers)}.${kept} The cards are taken up and betting opens again.`;
    },
  },
  RefuseWager: {
    desk: "round",
    label: "Refuse a wager",
    clause: "DC 14.11",
    fields: [{ name: "wager", label: "Wager", kind: "wager" }, { ...why, label: "Reasonable grounds, for the record" }],
    made: ({ wager, ...filled }) => ({ ...filled, ...(wager as object) }),
    what: (view, command) => {
      const goes = at(view, command).flatMap((each) => each.wagers).filter((each) => command.bet === "wager" || each.bet === command.bet);
      return `${givenBack(goes)}, before the first card.`;
    },
  },

  // Players suspected of looking at others' cards, or of working together
  DirectToActFirst: {
    desk: "suspected",
    label: "Have a player act first",
    clause: "DC 12.11.1",
    fields: [player, { ...why, label: "The suspicion, for the record" }],
    what: (view, command) =>
      command.lift
        ? `${who(view, command)} plays in turn again.`
        : `${who(view, command)} plays the hand before others handle their cards, until that is lifted.`,
  },
  KeepApart: {
    desk: "suspected",
    label: "Keep players apart",
    clause: "DC 12.11.2",
    fields: [{ name: "players", label: "Players", kind: "people" }, { ...why, label: "The suspicion, for the record" }],
    what: (view, { players, lift }) =>
      `${list((players as string[]).map((each) => nameOf(view, each)))} may ${lift ? "play together again" : "not play together at this table"}.`,
  },
  OrderEnglish: {
    desk: "suspected",
    label: "English only",
    clause: "DC 12.11.3",
    fields: [{ ...why, label: "The suspicion, for the record" }],
    what: (_, { lift }) => (lift ? "Any language may be spoken again." : "The sign says that only English is spoken at this table."),
  },

  // The players
  ReportContravention: {
    desk: "players",
    label: "Record a contravention",
    clause: (command) => `DC ${String(command.clause ?? "14.1").replace(/^DC /, "") || "14.1"}`,
    fields: [
      { ...player, name: "person", label: "Person" },
      {
        name: "clause",
        label: "Clause broken",
        kind: "clause",
        start: () => "14.1",
        suggest: ["14.1", "14.7", "14.10", "8.2", "8.8", "8.10", "5.3"],
      },
      what,
    ],
    what: (view, command) =>
      `It is on record against ${who(view, command)}; for a forbidden device a casino supervisor may void wagers or exclude.`,
  },
  ExcludeFromCasino: {
    desk: "players",
    label: "Exclude from the casino",
    clause: "DC 14.3.3",
    fields: [player],
    what: (view, command) => `${who(view, command)} is out of the game and of the casino. Chips stay theirs.`,
  },
  ExchangeVoucher: {
    desk: "players",
    label: "Exchange a voucher",
    clause: "DC 1.1:casino promotional voucher",
    fields: [
      player,
      { name: "voucher", label: "Voucher number", kind: "text" },
      { name: "cents", label: "Value, $", kind: "money" },
      {
        name: "tokens",
        label: "Exchanged for",
        kind: "either",
        choices: [
          { value: "", label: "chips" },
          { value: "yes", label: "promotional tokens" },
        ],
      },
    ],
    what: (view, command) =>
      `${who(view, command)} gets ${dollars(Number(command.cents))} in ${command.tokens ? "tokens" : "chips"}; the voucher is spent.`,
  },

  // Signs
  ChangeLimits: { ...(shared.ChangeLimits as Spec<ChanceView>), fields: shared.ChangeLimits?.fields?.map(asSigned) },
  SetJackpot: {
    desk: "signs",
    label: "Set the jackpot",
    clause: "DC 10.2",
    fields: [
      {
        name: "price",
        label: "Price of a Jackpot wager, $ (empty: none is offered)",
        kind: "money",
        optional: true,
        start: (view) => String((view.sign.jackpot?.price ?? 100) / 100),
      },
      ...JACKPOT_HANDS.map(
        (hand): Field<ChanceView> => ({
          name: hand,
          label: `${capital(hand)}, to 1`,
          kind: "count",
          start: (view) => String(view.sign.jackpot?.schedule[hand] ?? ""),
        }),
      ),
    ],
    made: (filled) => ({
      type: filled.type,
      ...(filled.price ? { price: filled.price, schedule: Object.fromEntries(JACKPOT_HANDS.map((hand) => [hand, filled[hand]])) } : {}),
    }),
    what: (_, { price }) =>
      price ? `The sign shows ${dollars(Number(price))} and these odds from the next round.` : "Jackpot wagers are no longer offered.",
  },
  SetMaximumPayout: {
    desk: "signs",
    label: "Set the maximum payout",
    clause: "DC 9.2",
    fields: [{ name: "cents", label: "On a declared hand, $ (empty: no maximum)", kind: "money", optional: true }],
    what: (_, { cents }) =>
      cents ? `A notice says that a declared hand wins ${dollars(Number(cents))} at most.` : "No maximum limits a declared hand.",
  },

  // Disputes
  RuleOnDispute: {
    desk: "disputes",
    label: "Rule on it",
    clause: "DC 14.12",
    fields: shared.RuleOnDispute?.fields ?? [],
    what: (_, { award }) =>
      `The ruling stands unless a casino supervisor reviews it${Number(award) ? `; ${dollars(Number(award))} is paid from the rack` : ""}.`,
  },
  AskForReview: {
    desk: "disputes",
    label: "Ask a casino supervisor to review it",
    clause: "DC 14.12",
    what: () => "A casino supervisor looks at the ruling.",
  },
  ReviewDispute: {
    desk: "disputes",
    label: "Review the ruling",
    clause: "DC 14.12",
    fields: [
      {
        name: "upheld",
        label: "The ruling is",
        kind: "either",
        choices: [
          { value: "yes", label: "upheld" },
          { value: "", label: "not upheld" },
        ],
      },
      { name: "finding", label: "Finding", kind: "text" },
    ],
    what: () => "The review is on record; the operator may still have the last word.",
  },
  DecideDispute: {
    desk: "disputes",
    label: "Decide it finally",
    clause: "DC 14.13",
    fields: [
      { name: "decision", label: "Decision", kind: "text" },
      { name: "award", label: "Paid from the house, $", kind: "money", start: () => "0" },
    ],
    what: (_, { award }) =>
      `The operator's word is final${Number(award) ? `; ${dollars(Number(award))} is paid from the rack` : ""}. The complainant is told of the right to complain to an inspector.`,
  },
};

export const DOUBLE_CHANCE: Catalogue<ChanceView> = { ...shared, ...own };
