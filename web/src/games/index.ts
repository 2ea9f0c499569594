/** The games that have pages of their own: each folder here with an `index.ts` is one, by the name the floor gives the game. */

import { SvelteMap } from "svelte/reactivity";

import type { Door } from "./door";
import { plain } from "./plain/door";

// A door only ever sees tables of its own game, so its parts may read what that game alone shows.
const found = import.meta.glob<{ door: Door }>("./*/index.ts");

const ways = new Map(Object.entries(found).map(([path, open]) => [path.split("/")[1]!, open]));
/** The doors that have been fetched: nobody pays for the pages of a game that is not looked at. */
const doors = new SvelteMap<string, Door>();
const coming = new Map<string, Promise<void>>();

/** Fetch a game's own pages, unless they are here or on their way. */
export function openDoor(game: string): Promise<void> {
  const way = ways.get(game);
  if (!way || doors.has(game)) return Promise.resolve();
  const known = coming.get(game);
  if (known) return known;
  const opening = way()
    .then(({ door }) => void doors.set(game, door))
    .finally(() => coming.delete(game));
  coming.set(game, opening);
  return opening;
}

/** Whether the pages of a game are here, or it has none of its own. */
export const isOpen = (game: string): boolean => !ways.has(game) || doors.has(game);

/** The way into a game's own pages; it is shown plainly until they are here, and a game without any always. */
export function doorOf(game: string): Door {
  const door = doors.get(game);
  if (!door) void openDoor(game).catch(() => undefined);
  return door ?? plain;
}

/** Every game with pages of its own, as far as they are here. */
export function allDoors(): Door[] {
  return [...ways.keys()].map(doorOf).filter((each) => each !== plain);
}
