/**
 * What a game's catalogue says of each command: its name, the clause it rests on, what must be filled in, what will happen.
 * Whether it may be given now is never decided here: the table's own `options` say so.
 */

import type { Command, CommandType, TableView, WagerView } from "./api/types";
import type { Field } from "./fields";
import { wagersOn } from "./layout";
import { dollars } from "./money";
import { count, nameOf } from "./words";

export type Desk = "deal" | "cards" | "irregularities" | "jackpot" | "round" | "suspected" | "players" | "signs" | "disputes";

export interface Spec<View = TableView> {
  desk: Desk;
  /** What a button says. */
  label: string;
  clause: string | ((command: Command, view: View | undefined) => string);
  fields?: Field<View>[];
  /** The command that what was filled in amounts to, where it is not simply its fields. */
  made?: (filled: Command, view: View) => Command;
  /** What the table will look like afterwards, said before it is confirmed. */
  what: (view: View, command: Command) => string;
  /** What a bystander is told while this is due; the label where there is nothing better to say. */
  next?: (view: View, command: Command) => string;
  /** What the button of the due act says; the label where that says enough. */
  due?: (view: View, command: Command) => string;
}

export type Catalogue<View = TableView> = Partial<Record<CommandType, Spec<View>>>;

export const real = (view: TableView): boolean => view.cards.source === "real";

export const why: Field = { name: "why", label: "Reason, for the record", kind: "text" };
export const what: Field = { name: "what", label: "What happened, for the record", kind: "text" };
export const player: Field = { name: "player", label: "Player", kind: "player" };
export const area: Field = { name: "area", label: "Area", kind: "area" };
export const bet: Field = { name: "bet", label: "Bet", kind: "bet" };
export const card: Field = { name: "card", label: "Card", kind: "card", when: real };
export const cardIfSeen: Field = { ...card, label: "Card, if it was seen", optional: true };

/** Someone a command names, by the name they go by. */
export function who(view: TableView, command: Command): string {
  const id = command.player ?? command.person;
  return typeof id === "string" ? nameOf(view, id) : "the player";
}

/** What a void round gives back, to how many, and what it takes from those already paid. */
export function refund(view: TableView, only?: string): string {
  return givenBack(wagersOn(view).filter((each) => !only || each.player === only));
}

/** What becomes of wagers that are void. */
export function givenBack(wagers: WagerView[]): string {
  if (!wagers.length) return "No money is on the layout";
  const back = wagers.reduce((sum, each) => sum + (each.settled ? each.settled.taken : each.cents), 0);
  const taken = wagers.reduce((sum, each) => sum + (each.settled?.paid ?? 0), 0);
  const owners = [...new Set(wagers.map((each) => each.name))];
  const goes = back ? `${dollars(back)} goes back to ${owners.length === 1 ? owners[0] : count(owners.length, "player")}` : "";
  const returned = taken ? `${dollars(taken)} already paid is taken back` : "";
  return [goes, returned].filter(Boolean).join(" and ") || "No money moves";
}

/** Whether the table would now accept a command of this type with these fields as given. */
export function mayNow(view: TableView, type: CommandType, fixed: Record<string, unknown> = {}): boolean {
  return view.options.some(
    (option) => option.type === type && Object.entries(fixed).every(([name, value]) => option[name] === value),
  );
}

/** The examples the table gives of a command that could now be given, with these fields as they are. */
export function optionsOf(view: TableView, command: Command): Command[] {
  return view.options.filter((option) => Object.entries(command).every(([name, value]) => option[name] === value));
}
