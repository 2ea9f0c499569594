/** Where things lie on the oval: seats around it as their players see it, one's own at the bottom. */

import type { Seat } from "./view";

export interface Point {
  /** From the left and from the top, in hundredths. */
  x: number;
  y: number;
}

/** How round the table is: an ellipse at 2, and squarer above. */
interface Shape {
  across: number;
  down: number;
  square: number;
}

export const LYING: Shape = { across: 43.5, down: 40, square: 2.5 };
export const STANDING: Shape = { across: 36, down: 41.5, square: 3.6 };

/** The way from the middle to a seat: the game goes clockwise, so the next one is at one's left. */
function angleOf(seat: number, many: number, own: number): number {
  return Math.PI / 2 + (2 * Math.PI * (seat - own)) / many;
}

/** A point so far out towards a seat, from 0 in the middle to 1 at the seat; `aside` turns it a little on clockwise. */
export function towards(seat: number, many: number, own: number, out: number, shape: Shape, aside = 0): Point {
  const angle = angleOf(seat, many, own) + aside;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const radius = (Math.abs(cos) ** shape.square + Math.abs(sin) ** shape.square) ** (-1 / shape.square);
  return { x: 50 + shape.across * out * radius * cos, y: 50 + shape.down * out * radius * sin };
}

/** The seat that is shown at the bottom: one's own, or the middle one for who watches. */
export function ownSeat(seats: Seat[], me: string | undefined): number {
  return seats.find((each) => each.player !== null && each.player === me)?.area ?? Math.ceil(seats.length / 2);
}
