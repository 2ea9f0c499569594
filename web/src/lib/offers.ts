/** What the table offers someone: the acts it would accept from them now, found by kind, desk or what they are about. */

import type { Command, Offer, TableView, TurnView } from "./api/types";

type Fields = Record<string, unknown>;

/** What stands, in an example, for words that a person must give. */
export const TO_FILL_IN = "…";

/** Whether two values of a field are the same. */
export function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether a command has these fields as they are given. */
export function agrees(command: Command, fixed: Fields): boolean {
  return Object.entries(fixed).every(([name, value]) => same(command[name], value));
}

/** The examples of an offer that have these fields as they are given. */
export function examplesOf(offer: Offer | undefined, fixed: Fields = {}): Command[] {
  return (offer?.examples ?? []).filter((each) => agrees(each, fixed));
}

/** What is offered of one kind. */
export function offerOf(view: TableView, type: string): Offer | undefined {
  return view.options.find((each) => each.type === type);
}

/** Whether the table would now accept a command of this kind with these fields as given. */
export function mayNow(view: TableView, type: string, fixed: Fields = {}): boolean {
  return examplesOf(offerOf(view, type), fixed).length > 0;
}

/** What is offered at a desk. */
export function atDesk(view: TableView, desk: string): Offer[] {
  return view.options.filter((each) => each.desk === desk);
}

/** What is offered about something: those with an example that has these fields as given. */
export function about(offers: Offer[], fixed: Fields): Offer[] {
  return offers.filter((each) => examplesOf(each, fixed).length > 0);
}

/** The clauses behind an act, if it is offered or due. */
export function underOf(view: TableView, type: string): string[] {
  return offerOf(view, type)?.under ?? view.due.find((each) => each.command.type === type)?.under ?? [];
}

/** The turn of a player, or the one that everyone has. */
export function turnOf(view: TableView, player: string | undefined): TurnView | undefined {
  return view.turns.find((each) => each.player === player) ?? view.turns.find((each) => each.player === null);
}

/** What is offered that answers a turn. */
export function answersTo(view: TableView, turn: TurnView): Offer[] {
  return view.options.filter((each) => turn.choices.includes(each.label));
}
