/** How the payouts of this session went: kept in this tab until it is closed, for each game apart. */

/** One answer: what kind of payout, whether it was right, and how long it took. */
interface Tried {
  kind: string;
  right: boolean;
  ms: number;
}

/** What became of one kind of payout. */
export interface Line {
  kind: string;
  tried: number;
  wrong: number;
  /** The median time to an answer, in milliseconds. */
  median: number;
}

const MOST = 500;

export function median(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export class Tally {
  #tried = $state.raw<Tried[]>([]);
  readonly #key: string;

  constructor(game: string) {
    this.#key = `croupier.drill.${game}`;
    try {
      const kept: unknown = JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
      if (Array.isArray(kept)) this.#tried = kept as Tried[];
    } catch {
      // What cannot be read is begun anew.
    }
  }

  get tried(): number {
    return this.#tried.length;
  }

  get right(): number {
    return this.#tried.filter((each) => each.right).length;
  }

  get median(): number {
    return median(this.#tried.map((each) => each.ms));
  }

  /** Every kind of payout that was tried, what goes wrong most first, then what takes longest. */
  get lines(): Line[] {
    const kinds = new Map<string, Tried[]>();
    for (const each of this.#tried) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each]);
    return [...kinds]
      .map(([kind, tried]) => ({
        kind,
        tried: tried.length,
        wrong: tried.filter((each) => !each.right).length,
        median: median(tried.map((each) => each.ms)),
      }))
      .sort((a, b) => b.wrong / b.tried - a.wrong / a.tried || b.median - a.median);
  }

  add(kind: string, right: boolean, ms: number): void {
    this.#keep([...this.#tried, { kind, right, ms: Math.round(ms) }].slice(-MOST));
  }

  forget(): void {
    this.#keep([]);
  }

  #keep(tried: Tried[]): void {
    this.#tried = tried;
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(tried));
    } catch {
      // A browser that keeps nothing still counts while the page is open.
    }
  }
}
