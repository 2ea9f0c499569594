/** Matchmaker's sheets for every number of decks under both readings of Miss Match. */
import type { OddsGame } from "../../../lab/settings";
import { fetchSheet, type Sheet } from "../../../lab/sheet";

/** The sheets of one reading each, in the order of the deck counts. */
export interface EverySheet {
  decks: number[];
  loses: Sheet[];
  wins: Sheet[];
}

let fetched: Promise<EverySheet> | undefined;

/** Every sheet there is; asked for once. */
export function everySheet(game: OddsGame): Promise<EverySheet> {
  fetched ??= fetchEvery(game).catch((problem: unknown) => {
    fetched = undefined;
    throw problem;
  });
  return fetched;
}

async function fetchEvery({ game, settings }: OddsGame): Promise<EverySheet> {
  const decks = settings.find(({ name }) => name === "decks")!.choices.map(({ value }) => Number(value));
  const reading = (wins: boolean): Promise<Sheet[]> =>
    Promise.all(
      decks.map((count) =>
        fetchSheet(game, new URLSearchParams({ decks: String(count), miss_match_on_opposite_pairs: String(wins) })),
      ),
    );
  const [loses, wins] = await Promise.all([reading(false), reading(true)]);
  return { decks, loses, wins };
}
