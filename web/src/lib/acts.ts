/** The acts that every table has on its felt, by the names the floor gives them. All others the table offers by itself. */

import type { Command, Offer, TableView } from "./api/types";
import { examplesOf, mayNow, offerOf } from "./offers";

const SIT = "Join";
const BUY = "BuyChips";
const CHANGE = "ChangeChips";
const LEAVE = "Leave";
const BET = "PlaceWager";
const SPEAK = "SpeakWager";
const TAKE_BACK = "WithdrawWager";
const CUT = "CutCards";
const PASS = "DeclineCut";
const READ = "AskForRules";
const CORRECT = "CorrectCard";
const SIGN = "SignSlip";

const FELT = new Set([SIT, BUY, CHANGE, LEAVE, BET, SPEAK, TAKE_BACK, CUT, PASS, READ]);

/** A wager someone puts down; without a player it is one's own. */
export interface Stake {
  area: number;
  bet: string;
  cents: number;
  player?: string;
}

/** Whether an act has its place on every felt. */
export const isOnFelt = (offer: Offer): boolean => FELT.has(offer.type);

/** What is offered to one person of a rank, of what is offered to all: nobody signs a slip of their own. */
export function ownOffers(offers: Offer[], view: TableView, person: string | undefined): Offer[] {
  const own = view.house?.slips.filter(({ by }) => by === person).map(({ number }) => number) ?? [];
  return offers.flatMap((each) => {
    if (each.type !== SIGN || !own.length) return each;
    const examples = each.examples.filter(({ number }) => !own.includes(Number(number)));
    return examples.length ? { ...each, examples } : [];
  });
}

/** The act by which a card is put right, and whether it may be for one that lies at a place. */
export const correction = CORRECT;
export const mayCorrect = (view: TableView, place: Record<string, number>): boolean => mayNow(view, CORRECT, place);

/** Take a seat, or none and stand; staff name whom they seat. */
export const sit = (cents: number, seat: number | null, whom: { player?: string; name?: string } = {}): Command => ({
  type: SIT,
  cents,
  seat,
  ...whom,
});
/** The chips that someone must bring to a seat, or to none; without a place named, those that are bought at least. */
export function leastChips(view: TableView | null, seat?: number | null): number {
  const found = view ? examplesOf(offerOf(view, seat === undefined ? BUY : SIT), seat === undefined ? {} : { seat })[0] : undefined;
  return Number(found?.cents ?? 0);
}
export const maySit = (view: TableView, seat: number | null): boolean => mayNow(view, SIT, { seat });

/** Who an act is for, where staff write down what someone else does. */
type Whom = { player?: string };

export const buy = (cents: number, whom: Whom = {}): Command => ({ type: BUY, cents, ...whom });
export const mayBuy = (view: TableView): boolean => mayNow(view, BUY);

/** Change chips for chips of another value. */
export const change = (cents: number, into: number, whom: Whom = {}): Command => ({ type: CHANGE, cents, into, ...whom });

export const leave = (whom: Whom = {}): Command => ({ type: LEAVE, ...whom });
export const mayLeave = (view: TableView): boolean => mayNow(view, LEAVE);

export const bet = (stake: Stake, tender?: string): Command => ({ type: BET, ...stake, ...(tender ? { tender } : {}) });
export const mayBet = (view: TableView, area: number, on: string): boolean => mayNow(view, BET, { area, bet: on });

/** Call a wager out, showing its value. */
export const speak = (stake: Stake, shown: string): Command => ({ type: SPEAK, ...stake, shown });

export const takeBack = (area: number, on: string, whom: Whom = {}): Command => ({ type: TAKE_BACK, area, bet: on, ...whom });
export const mayTakeBack = (view: TableView, area: number, on: string): boolean => mayNow(view, TAKE_BACK, { area, bet: on });

export const cut = (depth: number): Command => ({ type: CUT, depth });
export const passCut = (): Command => ({ type: PASS });
/** The cut, while it is offered to someone who plays. */
export const cutOffered = (view: TableView): Offer | undefined => (view.you ? offerOf(view, CUT) : undefined);

export const askForRules = (): Command => ({ type: READ });
