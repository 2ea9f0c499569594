/** What a sheet may be asked for, as the server declares it, and what a form holds of it. */
import { get } from "../lib/api/client";

/** A setting's value as the wire writes it; null where it is not set. */
export type Plain = string | number | boolean | null;

/** One setting of a game's sheets. */
export interface Setting {
  name: string;
  label: string;
  help: string;
  kind: "choice" | "switch" | "whole number" | "amount" | "numbers" | "words";
  unit: string;
  /** Whether it may be left unset. */
  optional: boolean;
  choices: { value: Plain; label: string }[];
  /** What each of several numbers is for. */
  parts: string[];
  low: Plain;
  high: Plain;
  default: Plain;
  /** What a form begins with, where that shows more than the default. */
  example: Plain;
  /** Another setting without which this one means nothing. */
  needs: string | null;
  under: string[];
}

/** A game that has an analysis. */
export interface OddsGame {
  game: string;
  title: string;
  help: string;
  settings: Setting[];
  explorers: { name: string; help: string }[];
  /** The clauses that the game's own parts of a sheet rest on, by the part's name. */
  under: Record<string, string[]>;
}

/** What a form holds, by setting; null where a field is empty. */
export type Values = Record<string, Plain>;

/** The games that have an analysis, with their settings. */
export function fetchGames(): Promise<OddsGame[]> {
  return get<OddsGame[]>("/api/odds");
}

/** What a form begins with: what the address says; without a word in it the examples, else the defaults. */
export function begun(settings: Setting[], address: URLSearchParams): Values {
  const silent = !settings.some(({ name }) => address.has(name));
  return Object.fromEntries(
    settings.map((setting) => {
      const said = address.get(setting.name);
      const first = silent || setting.needs ? (setting.example ?? setting.default) : setting.default;
      return [setting.name, (said === null ? undefined : readFrom(setting, said)) ?? held(setting, first)];
    }),
  );
}

/** Whether a setting means anything while the others are as they are. */
export function meant(setting: Setting, values: Values): boolean {
  return setting.needs === null || values[setting.needs] !== null;
}

/** The query that asks for these values; an empty field that must be filled is sent as it is, for the server to refuse. */
export function queryOf(settings: Setting[], values: Values): URLSearchParams {
  const query = new URLSearchParams();
  for (const setting of settings) {
    const value = values[setting.name] ?? null;
    if (meant(setting, values) && !(value === null && setting.optional)) query.set(setting.name, String(value ?? ""));
  }
  return query;
}

/** A value as a form's field holds it: amounts arrive as text where they have cents. */
function held({ kind }: Setting, value: Plain): Plain {
  return value !== null && (kind === "amount" || kind === "whole number") ? Number(value) : value;
}

function readFrom(setting: Setting, said: string): Plain | undefined {
  switch (setting.kind) {
    case "choice":
      return setting.choices.find(({ value }) => String(value) === said)?.value;
    case "switch":
      return said === "true";
    case "numbers":
      return said;
    case "words":
      return said.trim() || undefined;
    default:
      return said.trim() === "" || Number.isNaN(Number(said)) ? undefined : Number(said);
  }
}
