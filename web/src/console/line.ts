/**
 * What a dealer types in one line: wagers, chips, seats.
 *
 * `3p25` puts $25 on the bet with that letter at area 3; without an amount it is the chip in hand. More bets of one area
 * follow their letters (`3p25 m10`, `3pm`), and letters side by side share an amount (`3pm25`). Another area has its
 * number; a letter that an area has had already goes to the next area where someone sits (`1p25p50`). A number that a letter follows is an area if there
 * is one of that number, else an amount.
 */

import { bet as placed, buy, leave, sit, takeBack } from "../lib/acts";
import type { AreaView, Command, PersonView, TableView } from "../lib/api/types";
import { centsOf, dollars } from "../lib/money";
import { betName } from "../lib/words";
import { lettersOf } from "./keyboard.svelte";

/** One thing that a line asks for, in words and as commands. */
export interface Asked {
  says: string;
  commands: Command[];
}

export interface Line {
  asked: Asked[];
  /** What of it cannot be read, in words. */
  wrong?: string;
}

/** How lines are written, for the list of keys. */
export const forms = (): readonly (readonly [string, string])[] => [
  ["3p25", `${dollars(25_00)} on the bet with that letter, area 3`],
  ["3pm  3pm25", `the chip in hand on two bets of area 3; ${dollars(25_00)} on each`],
  ["1p25p50", `${dollars(25_00)} at area 1, ${dollars(50_00)} at the next area where someone sits`],
  ["*a10", `${dollars(10_00)} for everyone who sits`],
  ["2>3p25", "whoever sits at 2 wagers on area 3"],
  ["3p-  3p-10  3-", `a wager back; ${dollars(10_00)} of it; all of area 3`],
  ["=  3=", "last round's wagers again: all, or area 3"],
  ["3:Ann 200", `Ann sits at 3 with ${dollars(200_00)}`],
  ["3+100", `area 3 buys ${dollars(100_00)} more`],
  ["3>5", "area 3 moves to seat 5"],
  ["3!", "area 3 leaves with all chips"],
];

class Unread extends Error {}

/** The bets of a table by the letters that stand for them. */
export function betLetters(view: TableView): Map<string, string> {
  return lettersOf(Object.keys(view.sign.limits));
}

/** A new patron's id. */
export const newPatron = (): string => `patron-${crypto.getRandomValues(new Uint32Array(2)).join("")}`;

/** The act of seating someone new. */
export function seated(name: string, cents: number, seat: number | null): Asked {
  const where = seat === null ? "stands" : `sits at ${seat}`;
  return { says: `${name} ${where} with ${dollars(cents)}`, commands: [sit(cents, seat, { player: newPatron(), name })] };
}

/** Whether a bet has a single price. */
function hasPrice(view: TableView, bet: string): boolean {
  const limits = view.sign.limits[bet];
  return !!limits && limits.minimum === limits.maximum;
}

/** What one wager costs if no amount is named: its price where it has one, else the chip in hand. */
export function usual(view: TableView, bet: string, chip: number): number {
  return hasPrice(view, bet) ? view.sign.limits[bet]!.minimum : chip;
}

/** What is wrong with a stake by the limits that hold for whoever wagers, in words. */
export function notWithin(view: TableView, person: PersonView | undefined, bet: string, cents: number): string {
  const limits = person?.personal ?? view.sign.limits[bet];
  if (limits && cents < limits.minimum) return `under the minimum, ${dollars(limits.minimum)}`;
  return limits && cents > limits.maximum ? `${dollars(cents - limits.maximum)} over the maximum, ${dollars(limits.maximum)}` : "";
}

/** Chips onto a bet; where a table is named, with what is wrong with all that then lies there. */
export function wagered(person: PersonView, area: number, bet: string, cents: number, view?: TableView): Asked {
  const own = person.seat === area ? "" : ` by ${person.name}`;
  const lies = view?.areas[area - 1]?.wagers.find((each) => each.bet === bet && each.player === person.id)?.cents ?? 0;
  const off = view ? notWithin(view, person, bet, lies + cents) : "";
  return { says: `${area} ${betName(bet)} ${dollars(cents)}${own}${off ? `, ${off}` : ""}`, commands: [placed({ player: person.id, area, bet, cents })] };
}

/** Chips off a bet: all of them, or so many, the rest staying. */
export function back(view: TableView, person: PersonView, area: number, bet: string, cents?: number): Asked {
  const there = view.areas[area - 1]?.wagers.find((each) => each.bet === bet && each.player === person.id);
  if (!there) throw new Unread(`${person.name} has nothing on ${betName(bet)} at ${area}.`);
  const rest = cents === undefined ? 0 : there.cents - cents;
  if (rest < 0) throw new Unread(`Only ${dollars(there.cents)} lies on ${betName(bet)} at ${area}.`);
  const commands = [takeBack(area, bet, { player: person.id })];
  if (rest) commands.push(placed({ player: person.id, area, bet, cents: rest }));
  return { says: `${area} ${betName(bet)} ${dollars(cents ?? there.cents)} back`, commands };
}

/** A wager as it lay when bets were closed. */
export interface Staked {
  player: string;
  area: number;
  bet: string;
  stake: number;
}

/**
 * Last round's wagers: those that ended, or, where none did because the round was void, those that lay when bets were
 * closed, as far as this page saw it.
 */
function lastOf(view: TableView, staked: readonly Staked[]): readonly Staked[] {
  return (view.results.length ? view.results : staked).filter(({ bet, stake }) => stake > 0 && bet in view.sign.limits);
}

/** Why last round's wagers cannot be repeated, where nothing of them can. */
export function whyNotRepeated(view: TableView, staked: readonly Staked[]): string {
  const last = lastOf(view, staked);
  if (!last.length) return view.round ? "Last round's wagers are not known here: the round had none, or was void before this page was open." : "No round has been played yet.";
  if (!last.some((each) => view.people.some(({ id }) => id === each.player))) return "Nobody who wagered last round is here any more.";
  return "All of last round's wagers lie there already.";
}

/** Last round's wagers again, of all areas or of one, as far as their owners are here and can pay for all of theirs. */
export function repeated(view: TableView, staked: readonly Staked[], area?: number): Asked[] {
  const last = lastOf(view, staked).filter(({ area: at }) => area === undefined || at === area);
  const asked: Asked[] = [];
  for (const person of view.people) {
    const theirs = last.filter((each) => each.player === person.id);
    const lies = (at: number, bet: string): boolean =>
      view.areas[at - 1]?.wagers.some((each) => each.bet === bet && each.player === person.id) ?? false;
    const missing = theirs.filter((each) => !lies(each.area, each.bet));
    const needed = missing.reduce((sum, each) => sum + each.stake, 0);
    if (!needed) continue;
    if (needed <= person.stack) asked.push(...missing.map((each) => wagered(person, each.area, each.bet, each.stake)));
    else asked.push({ says: `${person.name} has ${dollars(person.stack)} of ${dollars(needed)}: not repeated`, commands: [] });
  }
  return asked;
}

/** What a line asks for at this table, with this chip in hand. */
export function readLine(text: string, view: TableView, chip: number, staked: readonly Staked[]): Line {
  const asked: Asked[] = [];
  try {
    new Reader(text, view, chip, staked, asked).read();
    return { asked };
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    return { asked, wrong: error.message };
  }
}

class Reader {
  #at = 0;
  #letters: Map<string, string>;

  constructor(
    readonly text: string,
    readonly view: TableView,
    readonly chip: number,
    readonly staked: readonly Staked[],
    readonly asked: Asked[],
  ) {
    this.#letters = new Map([...betLetters(view)].map(([bet, letter]) => [letter, bet]));
  }

  read(): void {
    let areas: number[] = [];
    let by: PersonView | undefined;
    let had = "";
    while (this.#skip()) {
      if (this.#take("=")) {
        this.#repeat(areas[0]);
        continue;
      }
      if (this.#here === "*" || /\d/.test(this.#here)) had = "";
      if (this.#take("*")) [areas, by] = [this.view.areas.filter((each) => each.player).map((each) => each.area), undefined];
      else if (/\d/.test(this.#here)) [areas, by] = [[this.#area()], undefined];
      if (!areas.length) throw new Unread(`A line begins with the number of an area, not with “${this.#here}”.`);
      if (this.#take(":")) return this.#sits(areas[0]!);
      if (this.#take("+")) this.#buys(areas[0]!);
      else if (this.#take("!")) this.#leaves(areas[0]!);
      else if (this.#take("=")) this.#repeat(areas[0]);
      else if (this.#take("-")) this.#allBack(areas[0]!);
      else if (this.#take(">")) {
        const [from, to] = [this.#seatedAt(areas[0]!), this.#area()];
        if (/[a-z]/i.test(this.#here)) [areas, by] = [[to], from];
        else this.asked.push({ says: `${from.name} moves to ${to}`, commands: [sit(0, to, { player: from.id })] });
      } else if (/[a-z]/i.test(this.#here)) {
        const letters = this.#group();
        if ([...letters].some((each) => had.includes(each)) && areas.length === 1 && !by) [areas, had] = [[this.#after(areas[0]!)], ""];
        had += letters;
        this.#bets(letters, areas, by);
      }
      else if (this.#here) throw new Unread(`“${this.#here}” means nothing here.`);
    }
  }

  get #here(): string {
    return this.text[this.#at] ?? "";
  }

  #skip(): boolean {
    while (/[\s,]/.test(this.#here)) this.#at++;
    return this.#at < this.text.length;
  }

  #take(mark: string): boolean {
    if (this.#here !== mark) return false;
    this.#at++;
    return true;
  }

  #digits(): string {
    const found = /^\d*(?:\.\d{0,2})?/.exec(this.text.slice(this.#at))![0];
    this.#at += found.length;
    return found;
  }

  #area(): number {
    const written = this.#digits();
    const area = Number(written);
    if (!this.view.areas.some((each) => each.area === area)) throw new Unread(written ? `There is no area ${written}.` : "Which area?");
    return area;
  }

  #money(): number {
    const cents = centsOf(this.#digits());
    if (!cents) throw new Unread("How much?");
    return cents;
  }

  /** The amount after a bet's letter, unless what stands there is the next area. */
  #amount(): number | undefined {
    const from = this.#at;
    const written = this.#digits();
    const next = this.#here !== "" && !/[\s,]/.test(this.#here);
    if (!written || (next && this.view.areas.some((each) => each.area === Number(written)))) {
      this.#at = from;
      return undefined;
    }
    const cents = centsOf(written);
    if (!cents) throw new Unread(`“${written}” is no amount.`);
    return cents;
  }

  #seatedAt(area: number): PersonView {
    const at: AreaView = this.view.areas[area - 1]!;
    const person = this.view.people.find((each) => each.id === at.player);
    if (!person) throw new Unread(`Nobody sits at ${area}.`);
    return person;
  }

  /** Letters that stand side by side. */
  #group(): string {
    const found = /^[a-z]+/i.exec(this.text.slice(this.#at))![0].toLowerCase();
    // One that comes twice begins the next area.
    const twice = [...found].findIndex((each, nth) => found.indexOf(each) < nth);
    const letters = twice < 0 ? found : found.slice(0, twice);
    this.#at += letters.length;
    return letters;
  }

  /** The next area where someone sits. */
  #after(area: number): number {
    const next = this.view.areas.find((each) => each.area > area && each.player);
    if (!next) throw new Unread(`Nobody sits after ${area}.`);
    return next.area;
  }

  #bets(letters: string, areas: number[], by: PersonView | undefined): void {
    const bets = [...letters].map((letter) => {
      const bet = this.#letters.get(letter);
      if (!bet) throw new Unread(`No bet has the letter “${letter}”: ${[...this.#letters].map(([key, name]) => `${key} ${betName(name)}`).join(", ")}.`);
      return bet;
    });
    const off = this.#take("-");
    const cents = this.#amount();
    for (const area of areas) {
      const person = by ?? this.#seatedAt(area);
      for (const bet of bets) {
        const price = usual(this.view, bet, this.chip);
        const whole = bets.length > 1 && hasPrice(this.view, bet) ? price : (cents ?? price);
        this.asked.push(off ? back(this.view, person, area, bet, cents) : wagered(person, area, bet, whole, this.view));
      }
    }
  }

  #repeat(area?: number): void {
    const asked = repeated(this.view, this.staked, area);
    if (!asked.length) throw new Unread(area === undefined ? whyNotRepeated(this.view, this.staked) : `Nothing of last round is to be repeated at ${area}.`);
    this.asked.push(...asked);
  }

  #allBack(area: number): void {
    const wagers = this.view.areas[area - 1]!.wagers;
    if (!wagers.length) throw new Unread(`Nothing lies on area ${area}.`);
    const commands = wagers.map((each) => takeBack(area, each.bet, { player: each.player }));
    this.asked.push({ says: `all of area ${area} back`, commands });
  }

  #buys(area: number): void {
    const [person, cents] = [this.#seatedAt(area), this.#money()];
    this.asked.push({ says: `${person.name} buys ${dollars(cents)}`, commands: [buy(cents, { player: person.id })] });
  }

  #leaves(area: number): void {
    const person = this.#seatedAt(area);
    this.asked.push({ says: `${person.name} leaves with ${dollars(person.stack)}`, commands: [leave({ player: person.id })] });
  }

  #sits(area: number): void {
    const found = /^\s*(.*?)[\s,]+\$?([\d.]+)\s*$/.exec(this.text.slice(this.#at));
    const cents = centsOf(found?.[2]);
    if (!found?.[1] || !cents) throw new Unread("Name and chips: Ann 200.");
    this.#at = this.text.length;
    this.asked.push(seated(found[1].slice(0, 24), cents, area));
  }
}
