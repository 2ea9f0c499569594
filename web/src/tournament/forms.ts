/** What is filled in on a form about a tournament, and the command that it comes to. */

import type { Command, TournamentField, TournamentForm } from "../lib/api/types";
import { isoDay, timeOfDay } from "../lib/locale";

/** What stands in each field: a choice, a list, a yes or no, or what was typed. */
export type Typed = Record<string, unknown>;

/** What the fields start from. */
export function startsOf(form: TournamentForm): Typed {
  return Object.fromEntries(form.fields.map((field) => [field.name, startOf(field)]));
}

function startOf(field: TournamentField): unknown {
  if (field.kind === "moment") return typeof field.start === "number" ? `${isoDay(field.start)}T${timeOfDay(field.start)}` : "";
  if (field.choices.length && field.kind !== "many" && !field.choices.some((each) => each.value === field.start)) return field.choices[0]?.value;
  return field.start;
}

/** The command as it is filled in; undefined while something is missing. */
export function filledIn(form: TournamentForm, values: Typed): Command | undefined {
  const command: Command = { type: form.type, ...form.fixed };
  for (const field of form.fields) {
    const value = valueOf(field, values[field.name]);
    if (value === undefined) return undefined;
    if (value !== null) command[field.name] = value;
    // Whoever is chosen is known by name as well.
    if (field.name === "person") command["name"] = field.choices.find((each) => each.value === value)?.label ?? value;
  }
  return command;
}

/** What a field stands for: undefined where something must be said, null where nothing was. */
function valueOf(field: TournamentField, value: unknown): unknown {
  if (field.kind === "moment") return value ? new Date(String(value)).getTime() : undefined;
  if (field.kind === "many") return (value as unknown[]).length ? value : undefined;
  if (field.kind === "number") {
    const typed = String(value ?? "").trim();
    return typed ? Number(typed) : field.optional ? null : undefined;
  }
  if (typeof value !== "string") return value ?? (field.optional ? null : undefined);
  return value.trim() || (field.optional ? null : undefined);
}
