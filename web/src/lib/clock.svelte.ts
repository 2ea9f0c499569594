/** The time of day on the floor's clock, for signs that count down and moments that are counted from now. */

class Clock {
  now = $state(Date.now());
  /** How far the floor's clock is ahead of this screen's. */
  #ahead = 0;

  constructor() {
    setInterval(() => (this.now = Date.now() + this.#ahead), 1000);
  }

  /** Hear from the floor what time it is there. */
  set(floor: number): void {
    this.#ahead = floor - Date.now();
    this.now = floor;
  }

  /** How long it is until a moment, in milliseconds. */
  until(moment: number): number {
    return Math.max(0, moment - this.now);
  }

  /** How long something has stood, in whole seconds. */
  stood(since: number): number {
    return Math.max(0, Math.floor((this.now - since) / 1000));
  }
}

export const clock = new Clock();

/** `in 12 minutes`, `now`. */
export function fromNow(at: number, now: number): string {
  const minutes = Math.ceil((at - now) / 60_000);
  if (minutes <= 0) return "now";
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
