/** The sounds of a table, made on the spot: chips, cards, a win, time running out. Off until someone wants them. */

import type { TableView } from "../lib/api/types";
import { handsOf } from "../lib/layout";
import { net } from "../lib/words";
import { laidBy } from "./reporting";

const KEPT_AS = "croupier.sound";

/** One tone: hertz, seconds from now, seconds long, how loud. */
type Tone = [pitch: number, after: number, long: number, loud: number];

const CHIP: Tone[] = [[2600, 0, 0.03, 0.12], [3400, 0.035, 0.04, 0.08]];
const CARD: Tone[] = [[320, 0, 0.05, 0.1]];
const WIN: Tone[] = [[660, 0, 0.12, 0.12], [880, 0.12, 0.12, 0.12], [1320, 0.24, 0.22, 0.1]];
const LOSS: Tone[] = [[300, 0, 0.16, 0.1], [220, 0.16, 0.24, 0.08]];
const TURN: Tone[] = [[740, 0, 0.1, 0.1], [740, 0.18, 0.1, 0.1]];

class Sounds {
  on = $state(remembered());
  #context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    try {
      localStorage.setItem(KEPT_AS, this.on ? "on" : "off");
    } catch {
      // Where nothing can be kept, it is asked again next time.
    }
    this.#play(CHIP);
  }

  /** What can be heard of a change of the table, for one of its players. */
  hear(before: TableView, view: TableView, me: string): void {
    if (!this.on) return;
    const sum = (of: TableView): number => laidBy(of, me).reduce((all, { wager }) => all + (wager.settled ? 0 : wager.cents), 0);
    const cards = (of: TableView): number => of.areas.flatMap(handsOf).reduce((all, hand) => all + hand.cards.length, 0);
    const asked = (of: TableView): boolean => of.turns.some((each) => each.player === me);
    const over = (of: TableView): boolean => laidBy(of, me).length > 0 && laidBy(of, me).every(({ wager }) => wager.settled);
    if (over(view) && !over(before)) {
      const came = laidBy(view, me).reduce((all, { wager }) => all + (wager.settled ? net(wager.settled) : 0), 0);
      this.#play(came > 0 ? WIN : came < 0 ? LOSS : CHIP);
    } else if (asked(view) && !asked(before)) this.#play(TURN);
    else if (sum(view) !== sum(before)) this.#play(CHIP);
    else if (cards(view) > cards(before)) this.#play(CARD);
  }

  #play(tones: Tone[]): void {
    if (!this.on) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    void context.resume();
    for (const [pitch, after, long, loud] of tones) {
      const [tone, volume, at] = [context.createOscillator(), context.createGain(), context.currentTime + after];
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loud, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + long);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + long);
    }
  }
}

function remembered(): boolean {
  try {
    return localStorage.getItem(KEPT_AS) === "on";
  } catch {
    return false;
  }
}

export const sounds = new Sounds();
