/** The commands of the game at hand: what they are called, what they rest on, and what happens next. */

import { doorOf } from "../games";
import type { Command, CommandType, TableView } from "./api/types";
import type { Desk, Spec } from "./commands";

/** What there is to know of a command at a table. */
export function specOf(view: TableView, type: CommandType): Spec | undefined {
  return doorOf(view.game).catalogue[type];
}

/** The commands of a desk, by type, in the order of the catalogue. */
export function atDesk(view: TableView, desk: Desk): [CommandType, Spec][] {
  const all = Object.entries(doorOf(view.game).catalogue) as [CommandType, Spec][];
  return all.filter(([, spec]) => spec.desk === desk);
}

/** The clause a command rests on. */
export function clauseOf(view: TableView, command: Command): string {
  const clause = specOf(view, command.type)?.clause ?? "";
  return typeof clause === "function" ? clause(command, view) : clause;
}

/** What happens next, for everyone at the table. */
export function nextAct(view: TableView): string {
  const due = view.due[0];
  if (!due) return view.stage === "place your bets" ? "Place your bets" : "The table waits";
  const spec = specOf(view, due.command.type);
  return spec?.next?.(view, due.command) ?? spec?.label ?? due.command.type;
}
