/** How far one has come, kept in this browser alone: which lessons were gone through, and which questions were answered rightly. */

const KEY = "croupier.school";

/** What is kept of one case of a lesson: whether it was gone through to its end, and the best that its questions went. */
export interface Mark {
  read?: boolean;
  /** How many questions it has. */
  questions?: number;
  right?: number;
  asked?: number;
}

type Marks = Record<string, Record<string, Mark>>;

/** The first case goes by the lesson's own name. */
const keyOf = (lesson: string, nth: number): string => (nth ? `${lesson}#${nth + 1}` : lesson);

/** Whether a case is done: every question of it answered rightly at once; gone through, where nothing is asked. */
function isDone(mark: Mark | undefined): boolean {
  const questions = mark?.questions ?? mark?.asked;
  return questions === 0 ? !!mark?.read : questions !== undefined && mark?.right === questions;
}

class Progress {
  #marks = $state.raw<Marks>(recall());

  /** What is kept of a lesson of a game, over all of its cases. */
  of(game: string, lesson: string, cases: number): Mark {
    const marks = this.#casesOf(game, lesson, cases);
    const sum = (of: (mark: Mark) => number | undefined): number => marks.reduce((all, each) => all + ((each && of(each)) ?? 0), 0);
    return { read: marks.some((each) => each?.read), right: sum((each) => each.right), asked: sum((each) => each.asked) };
  }

  /** Whether a lesson is done: all of its cases are. */
  done(game: string, lesson: string, cases: number): boolean {
    return this.#casesOf(game, lesson, cases).every(isDone);
  }

  read(game: string, lesson: string, nth: number, questions: number): void {
    this.#keep(game, keyOf(lesson, nth), { read: true, questions });
  }

  answered(game: string, lesson: string, nth: number, went: { right: number; asked: number; questions: number }): void {
    const before = this.#marks[game]?.[keyOf(lesson, nth)];
    const better = before?.asked === undefined || (before.right ?? 0) <= went.right;
    this.#keep(game, keyOf(lesson, nth), better ? went : { questions: went.questions });
  }

  #casesOf(game: string, lesson: string, cases: number): (Mark | undefined)[] {
    return Array.from({ length: Math.max(1, cases) }, (_, nth) => this.#marks[game]?.[keyOf(lesson, nth)]);
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
