/** How each game is played in a minute: a few steps with little pictures, told by the game's own folder. */

/** What a step shows: cards, chips on named boxes, or backs. */
export interface Picture {
  /** Rows of cards: the wire's names, or null for a back; with what stands below them. */
  hands?: { cards: (string | null)[]; says?: string }[];
  /** Boxes on the cloth with chips on them, in cents; nothing for an empty one. */
  boxes?: { label: string; cents?: number; says?: string }[];
}

export interface HowStep {
  title: string;
  says: string;
  picture: Picture;
}

const found = import.meta.glob<{ steps: HowStep[] }>("../games/*/howto.ts");

/** Whether a game tells how it is played. */
export function hasHowTo(game: string): boolean {
  return `../games/${game}/howto.ts` in found;
}

/** The steps of a game; none where it does not tell. */
export async function howTo(game: string): Promise<HowStep[]> {
  const load = found[`../games/${game}/howto.ts`];
  return load ? (await load()).steps : [];
}
