/** The games that have pages of their own: each folder here with an `index.ts` is one, by the name the floor gives the game. */

import type { Door } from "./door";
import { plain } from "./plain/door";

// A door only ever sees tables of its own game, so its parts may read what that game alone shows.
const found = import.meta.glob<{ door: Door }>("./*/index.ts", { eager: true });

const doors = new Map(Object.entries(found).map(([path, { door }]) => [path.split("/")[1]!, door]));

/** The way into a game's own pages; a game without any is shown plainly. */
export function doorOf(game: string): Door {
  return doors.get(game) ?? plain;
}

/** Every game with pages of its own. */
export function allDoors(): Door[] {
  return [...doors.values()];
}
