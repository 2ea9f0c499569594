/** Whether the floor can be reached: one watch for every page, which tries again by itself. */

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;
/** A floor that takes longer to say that it is up does not answer. */
const ANSWER_MS = 6000;

/** How long to wait after so many failures: twice as long each time, and not the same for everyone who waits. */
export function backOff(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.7 + 0.6 * Math.random());
}

/** Wait, but no longer than until there is a reason to try at once. */
export function pause(ms: number): Promise<void> {
  return new Promise((done) => {
    const ended = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      ended.abort();
      done();
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end, { signal: ended.signal });
    document.addEventListener("visibilitychange", () => document.hidden || end(), { signal: ended.signal });
  });
}

class Reach {
  /** True while the floor does not answer: nothing is sent then, and nothing is kept to be sent later. */
  away = $state(false);
  #watch: Promise<void> | undefined;
  #hearers = new Set<() => void>();

  constructor() {
    addEventListener("offline", () => this.doubt());
  }

  /** Something did not get through: find out whether anything does, and if not, when it does again. */
  doubt(): void {
    this.#watch ??= this.#look().finally(() => (this.#watch = undefined));
  }

  /** Wait until the floor answers; at once, unless that is in doubt. */
  async here(): Promise<void> {
    await this.#watch;
  }

  /** Be told whenever the floor is back; the answer ends that. */
  whenBack(hear: () => void): () => void {
    this.#hearers.add(hear);
    return () => this.#hearers.delete(hear);
  }

  async #look(): Promise<void> {
    for (let failures = 0; !(await answers()); failures += 1) {
      this.away = true;
      await pause(backOff(failures));
    }
    if (!this.away) return;
    this.away = false;
    this.#hearers.forEach((hear) => hear());
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

export const floor = new Reach();
