/** The time of day, for signs that count down. */

class Clock {
  now = $state(Date.now());

  constructor() {
    setInterval(() => (this.now = Date.now()), 1000);
  }
}

export const clock = new Clock();

/** `in 12 minutes`, `now`. */
export function fromNow(at: number, now: number): string {
  const minutes = Math.ceil((at - now) / 60_000);
  if (minutes <= 0) return "now";
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
