/** Where the areas of a half-round table lie, as those see it who sit there: the dealer opposite, one's own place in front. */

export interface Place {
  x: number;
  y: number;
  /** How far it is turned towards the dealer, in degrees. */
  turn: number;
}

/** A table in a picture 1,200 wide, the dealer's side at its top. */
export interface Shape {
  /** How high the picture is. */
  high: number;
  /** The edge of the table, and of its cloth. */
  rim: string;
  cloth: string;
  /** Where a place is: from the middle, 0, to the last on the right, 4, and on the left, -4. */
  at: (step: number) => Place;
}

/** Where a line along few places ends with the cloth. */
const FURTHEST = 4.7;

export const LYING: Shape = {
  high: 690,
  rim: "M4 0H1196V88A592 594 0 0 1 4 88Z",
  cloth: "M30 0H1170V86A568 568 0 0 1 30 86Z",
  at: (step) => {
    // A little further apart towards the ends, where the ellipse bends most.
    const degrees = 90 - (17.6 * step + 0.18 * step ** 3);
    const angle = (degrees * Math.PI) / 180;
    return { x: 600 + 438 * Math.cos(angle), y: 92 + 410 * Math.sin(angle), turn: (degrees - 90) * 0.52 };
  },
};

/** How much of the way to the last place is the rounded end of a table that stands. */
const QUARTER = 0.664;

/** On a screen that is higher than wide: straight sides, and a rounded end where one sits. */
export const STANDING: Shape = {
  high: 1150,
  rim: "M4 0H1196V660A596 482 0 0 1 4 660Z",
  cloth: "M28 0H1172V658A572 460 0 0 1 28 658Z",
  at: (step) => {
    // A quarter of an ellipse below, then straight up.
    const way = Math.abs(step) / 4;
    const bent = Math.min(1, way / QUARTER) ** 1.15;
    const angle = ((1 - bent) * Math.PI) / 2;
    const up = Math.max(0, way - QUARTER) * 1300;
    return { x: 600 + Math.sign(step) * 455 * Math.cos(angle), y: 650 - up + 290 * Math.sin(angle), turn: -5.5 * step };
  },
};

/**
 * The place of an area, counted from the right: the one in the middle is the own, as who sits there sees it, and the game goes
 * on clockwise from it. Who has no seat sees the first area at the right.
 */
export function placeOf(area: number, many: number, own: number | null): number {
  if (own === null) return area;
  const middle = Math.floor(many / 2) + 1;
  const after = (area - own + many) % many;
  return after <= Math.floor(many / 2) ? middle + after : middle - (many - after);
}

/** How many places there are room for: one in the middle has as many on either side. */
export const placesFor = (many: number, own: number | null): number => (own === null || many % 2 ? many : many + 1);

/** Where a place is, of so many. */
export function at(place: number, many: number, shape: Shape): Place {
  const last = many - 1;
  const wanted = last ? 4 - ((place - 1) * 8) / last : 4 - 4 * place;
  return shape.at(Math.max(-FURTHEST, Math.min(FURTHEST, wanted)));
}
