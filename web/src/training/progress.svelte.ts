/** How far one has come, kept in this browser alone: lessons gone through, and questions answered rightly. */

const KEY = "croupier.school";

/** What is kept of a lesson: whether it was gone through to its end, and the best that its questions went. */
export interface Mark {
  read?: boolean;
  right?: number;
  asked?: number;
}

type Marks = Record<string, Record<string, Mark>>;

class Progress {
  #marks = $state.raw<Marks>(recall());

  /** What is kept of a lesson of a game. */
  of(game: string, lesson: string): Mark | undefined {
    return this.#marks[game]?.[lesson];
  }

  /** Whether a lesson is done: gone through, or all of its questions answered rightly at once. */
  done(game: string, lesson: string): boolean {
    const mark = this.of(game, lesson);
    return Boolean(mark?.read || (mark?.asked && mark.right === mark.asked));
  }

  read(game: string, lesson: string): void {
    this.#keep(game, lesson, { read: true });
  }

  answered(game: string, lesson: string, right: number, asked: number): void {
    const before = this.of(game, lesson);
    if (before?.asked === asked && (before.right ?? 0) >= right) return;
    this.#keep(game, lesson, { right, asked });
  }

  forget(game: string): void {
    this.#marks = { ...this.#marks, [game]: {} };
    this.#write();
  }

  #keep(game: string, lesson: string, mark: Mark): void {
    const marks = this.#marks[game] ?? {};
    this.#marks = { ...this.#marks, [game]: { ...marks, [lesson]: { ...marks[lesson], ...mark } } };
    this.#write();
  }

  #write(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#marks));
    } catch {
      // A browser that keeps nothing still teaches.
    }
  }
}

function recall(): Marks {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Marks) : {};
  } catch {
    return {};
  }
}

export const progress = new Progress();
