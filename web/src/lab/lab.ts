/** What a game adds to the lab: each game has a door at `games/<slug>/lab.ts`. */
import type { Component } from "svelte";

import type { OddsGame } from "./settings";
import type { Sheet, SheetWager } from "./sheet";

/** What a game's own sections are told. */
export interface SectionProps<S extends Sheet = Sheet> {
  game: OddsGame;
  sheet: S;
}

/** A game's own part of the lab; the settings, the wagers, the pay tables and the files are the same for all. */
export interface GameLab<S extends Sheet = Sheet> {
  /** What only this game's sheet has, shown after the wagers. */
  Sections?: Component<SectionProps<S>>;
  /** Something to try that does not depend on what is asked for. */
  Explorer?: Component<{ game: OddsGame }>;
  /** The wagers that are shown, where that is not all of them. */
  shown?(sheet: S): SheetWager[];
  /** The wagers whose pays may be tried otherwise, where that is not all of them. */
  whatIf?(sheet: S): SheetWager[];
}

/** Each game knows its own kind of sheet, so the doors take any. */
const doors = import.meta.glob<{ default: GameLab<any> }>("../games/*/lab.ts");

/** What a game adds to the lab; nothing where it has no door. */
export async function labOf(game: string): Promise<GameLab> {
  return (await doors[`../games/${game}/lab.ts`]?.())?.default ?? {};
}
