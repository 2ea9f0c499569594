/** One player's part at a table: the chip in hand, what is asked of the table with it, and what the table says back. */

import { bet, mayBet, mayTakeBack, takeBack } from "../lib/acts";
import type { Settled, TableView, WagerView } from "../lib/api/types";
import { session } from "../lib/session.svelte";
import type { LiveTable, News } from "../lib/table.svelte";
import { net } from "../lib/words";
import { laidBy, report, type Word } from "./reporting";
import { sounds } from "./sounds.svelte";

/** How a round ended for me. */
export interface Outcome {
  round: number;
  settled: Settled[];
  cents: number;
}

interface Put {
  round: number;
  area: number;
  bet: string;
  cents: number;
}

export class Play {
  /** The seat someone is about to take: a number, "standing", or nothing. */
  sitting = $state<number | "standing" | null>(null);
  /** The endings someone wants explained. */
  why = $state.raw<Settled[] | null>(null);
  /** What I am told and have not put aside. */
  words = $state.raw<Word[]>([]);
  #chosen = $state<number | null>(null);
  /** What I have put down, the last at the end. */
  #put = $state.raw<Put[]>([]);

  constructor(readonly table: LiveTable) {
    table.reporter = (news) => this.#report(news);
  }

  get view(): TableView | null {
    return this.table.view;
  }

  get me(): string | undefined {
    return session.me?.id;
  }

  /** The value of the chip in hand, in cents: the one chosen, else the smallest that makes the least wager. */
  get chip(): number {
    return this.#chosen ?? this.#fitting();
  }

  set chip(cents: number) {
    this.#chosen = cents;
  }

  /** My wagers on the layout, with their areas. */
  get mine(): { area: number; wager: WagerView }[] {
    return laidBy(this.view, this.me);
  }

  /** How my wagers of the last round ended. */
  get last(): Settled[] {
    return (this.view?.results ?? []).filter((each) => each.player === this.me);
  }

  /** How this round ended for me, once it has, and the last one until the next begins. */
  get outcome(): Outcome | null {
    const view = this.view;
    const settled = this.mine.length ? this.mine.flatMap(({ wager }) => wager.settled ?? []) : this.last;
    if (!view || !settled.length || !this.mine.every(({ wager }) => wager.settled)) return null;
    return { round: view.round, settled, cents: settled.reduce((sum, each) => sum + net(each), 0) };
  }

  /** My wagers that are less than the least that may be staked on their bets, while that can be mended. */
  get low(): { bet: string; minimum: number }[] {
    if (this.view?.stage !== "betting") return [];
    const short = this.mine.map(({ wager }) => ({ bet: wager.bet, cents: wager.cents, minimum: this.#limits(wager.bet)?.minimum ?? 0 }));
    return short.filter(({ cents, minimum }) => cents < minimum);
  }

  get mayRepeat(): boolean {
    const view = this.view;
    return !!view && !this.mine.length && this.last.some(({ area, bet }) => mayBet(view, area, bet));
  }

  get mayTakeBack(): boolean {
    const view = this.view;
    return !!view && this.mine.some(({ area, wager }) => mayTakeBack(view, area, wager.bet));
  }

  /** What there is to put on top of each of my wagers to double it. */
  get doubling(): Put[] {
    const view = this.view;
    if (!view?.you) return [];
    const more = this.mine.flatMap(({ area, wager }) => {
      const most = this.#limits(wager.bet)?.maximum ?? 0;
      const cents = this.#priced(wager.bet) || !mayBet(view, area, wager.bet) ? 0 : Math.min(wager.cents, most - wager.cents);
      return cents > 0 ? [{ round: view.round, area, bet: wager.bet, cents }] : [];
    });
    return more.reduce((sum, each) => sum + each.cents, 0) <= view.you.stack ? more : [];
  }

  /** What one press puts down: the chip in hand, the price of a bet that has only one, or what makes the least wager. */
  stake(bet: string): number {
    const limits = this.#limits(bet);
    if (limits && this.#priced(bet)) return limits.minimum;
    const lies = this.mine.some(({ wager }) => wager.bet === bet);
    const dearest = Math.max(...(this.view?.sign.chips ?? [0]));
    const short = !!limits && !lies && this.chip === dearest && dearest < limits.minimum;
    return short ? Math.ceil(limits.minimum / dearest) * dearest : this.chip;
  }

  bet(area: number, on: string): void {
    void this.#lay({ round: this.view?.round ?? 0, area, bet: on, cents: this.stake(on) });
  }

  takeBack(area: number, on: string): void {
    this.#put = this.#put.filter((each) => each.area !== area || each.bet !== on);
    void this.table.ask(takeBack(area, on));
  }

  async takeAllBack(): Promise<void> {
    this.#put = [];
    // The last bet first: one may hang on another.
    for (const { area, wager } of this.mine.toReversed()) await this.table.ask(takeBack(area, wager.bet));
  }

  /** Take back what I put down last; what lay there before is put down again. */
  async undo(): Promise<void> {
    const mine = this.mine;
    const lies = (each: Put): boolean => mine.some(({ area, wager }) => area === each.area && wager.bet === each.bet);
    const known = this.#put.filter((each) => each.round === this.view?.round && lies(each));
    const last = known.at(-1);
    const [area, on] = last ? [last.area, last.bet] : [mine.at(-1)?.area, mine.at(-1)?.wager.bet];
    if (area === undefined || on === undefined) return;
    const lay = mine.find((each) => each.area === area && each.wager.bet === on)?.wager.cents ?? 0;
    this.#put = known.slice(0, -1);
    const rest = last ? lay - last.cents : 0;
    if ((await this.table.ask(takeBack(area, on))) && rest > 0) await this.table.ask(bet({ area, bet: on, cents: rest }));
  }

  /** Put down what lay there last round, until the table says no. */
  async repeat(): Promise<void> {
    const bets = Object.keys(this.view?.sign.limits ?? {});
    const before = this.last.filter((each) => bets.includes(each.bet));
    const round = this.view?.round ?? 0;
    for (const { area, bet: on, stake } of before.sort((a, b) => bets.indexOf(a.bet) - bets.indexOf(b.bet))) {
      if (!(await this.#lay({ round, area, bet: on, cents: stake }))) return;
    }
  }

  /** Put as much again on each of my wagers, as far as the limits go. */
  async double(): Promise<void> {
    for (const each of this.doubling) if (!(await this.#lay(each))) return;
  }

  putAside(word: Word): void {
    this.words = this.words.filter((each) => each !== word);
  }

  async #lay(put: Put): Promise<boolean> {
    const { area, bet: on, cents } = put;
    const done = await this.table.ask(bet({ area, bet: on, cents }));
    if (done) this.#put = [...this.#put.filter((each) => each.round === put.round), put];
    return done;
  }

  #limits(bet: string): { minimum: number; maximum: number } | undefined {
    const posted = this.view?.sign.limits[bet];
    return posted && posted.minimum < posted.maximum ? (this.view?.you?.personal ?? posted) : posted;
  }

  /** Whether a bet has one price. */
  #priced(bet: string): boolean {
    const posted = this.view?.sign.limits[bet];
    return !!posted && posted.minimum === posted.maximum;
  }

  #fitting(): number {
    const sign = this.view?.sign;
    const least = Object.keys(sign?.limits ?? {}).filter((bet) => !this.#priced(bet)).map((bet) => this.#limits(bet)?.minimum ?? 0);
    const chips = (sign?.chips ?? []).toSorted((a, b) => a - b);
    return chips.find((each) => each >= Math.max(0, ...least)) ?? chips.at(-1) ?? 0;
  }

  #report(news: News): string[] {
    const { view, before } = news;
    const over = view.stage === "betting" || this.mine.length > 0;
    const holds = (each: Word): boolean => each.round >= view.round && !(each.passing && over);
    this.words = this.words.filter(holds);
    if (!this.me) return news.fresh.filter((told) => told.aloud).map((told) => told.text);
    const { spoken, words } = report(news, this.me);
    this.words = [...this.words, ...words.filter(holds)].slice(-3);
    if (before) sounds.hear(before, view, this.me);
    return spoken;
  }
}
