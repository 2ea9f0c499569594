/** The level of an elimination in words: what is posted, and how long it lasts. */

import type { Tournament } from "../lib/api/types";
import { clock } from "../lib/clock.svelte";
import { grouped } from "../lib/locale";

export type LevelShown = NonNullable<Tournament["level"]>;

/** `100/200, ante 25`. */
export function posted({ blinds, ante }: Pick<LevelShown, "blinds" | "ante">): string {
  return blinds.map((each) => grouped(each)).join("/") + (ante ? `, ante ${grouped(ante)}` : "");
}

/** How many seconds are left of the level or the break; nothing where it holds on. */
export function secondsLeft({ ends, left }: LevelShown): number | null {
  const rest = ends === null ? left : clock.until(ends);
  return rest === null ? null : Math.ceil(rest / 1000);
}

/** Seconds as a clock shows them: `12:05`, `1:02:05`. */
export function asClock(seconds: number): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
