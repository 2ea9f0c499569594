/** One table as it lives: its view, its newest events, and the way to ask it for something. */

import { announcer } from "./announce.svelte";
import { api, command as request, foresee, isPractice, placeAt, run, sayReady, Trouble } from "./api/client";
import { floor } from "./api/reach.svelte";
import { keepOpen, SIGNED_OUT, TRY_AGAIN, type Link } from "./api/socket";
import type { Answer, Call, Command, Foreseen, Meter, TableCard, TableView, Told } from "./api/types";
import { spelled } from "./cards";
import { clock } from "./clock.svelte";
import { counted } from "./counted.svelte";
import { session } from "./session.svelte";
import { refusedText, toasts } from "./toast.svelte";
import { capital, count } from "./words";

type Message =
  | { type: "hello"; position: number; version: number; at: number; view: TableView; meter: Meter | null; call: Call | null }
  | { type: "events"; position: number; version: number; at: number; events: Told[]; view: TableView; meter: Meter | null; call: Call | null }
  | { type: "ping" };

const KEPT = 200;

/** As many commands as one request carries. */
const LONGEST_RUN = 128;
/** How long the picture may take to catch up with what is on record. */
const CATCH_UP_MS = 3000;

/** What is new at a table: the picture before, the one now, and what happened in between. */
export interface News {
  before: TableView | null;
  view: TableView;
  fresh: Told[];
}

/** A table as an act is filled in for it and given to it. */
export type Asked = Pick<LiveTable, "ask" | "foresee" | "busy">;

export class LiveTable {
  view = $state.raw<TableView | null>(null);
  /** The prize meter the table plays for, if it does. */
  meter = $state.raw<Meter | null>(null);
  /** The call for someone of a higher rank that stands here, for those of the house. */
  call = $state.raw<Call | null>(null);
  /** The table as the lobby lists it: its title, and who deals. */
  listed = $state.raw<TableCard | null>(null);
  /** The titles of all tables, for what is told here of others. */
  titles = $state.raw<Record<string, string>>({});
  /** Set when the floor has no such table. */
  missing = $state(false);
  log = $state.raw<Told[]>([]);
  /** What was done from this page, act by act, the newest first. */
  acts = $state.raw<Told[][]>([]);
  link = $state<Link>("connecting");
  /** True while what is shown is not live: the floor or the line to it is away, and nothing is sent. */
  away = $derived(floor.away || this.link === "lost");
  #asking = $state(false);
  /** True while nothing can be asked: something is being asked already, or the floor is away. */
  busy = $derived(this.#asking || this.away);
  /** Hears what is new before it is shown, and says what is read aloud of it; without one it is what anyone would hear. */
  reporter: ((news: News) => string[]) | null = null;
  #position = 0;
  /** What waits until the picture has come so far. */
  #awaited: { position: number; over: () => void }[] = [];

  constructor(readonly id: string) {}

  /** Follow the table until the returned function is called. What a viewer sees depends on who is signed in. */
  follow(): () => void {
    const line = keepOpen(
      () => `${placeAt(this.id)}/feed${this.#position ? `?after=${this.#position}` : ""}`,
      (message) => this.#hear(message as Message),
      (link) => (this.link = link),
      (code) => {
        if (code === SIGNED_OUT || code === TRY_AGAIN) void session.load();
      },
    );
    void this.#look();
    return () => {
      line.close();
      counted.at(null);
      this.#position = 0;
      // Someone else may be looking now. What anyone may see can stay until the new picture comes.
      if (this.view?.house) this.view = null;
      this.log = [];
    };
  }

  /** Put the table's latest events under those heard live. */
  async recall(many: number): Promise<void> {
    this.#keep(await api.latest(this.id, many).catch(() => []));
  }

  /** Put events into the log, the newest first. What was recalled may be told by the feed later, or the other way round. */
  #keep(more: Told[]): void {
    const known = new Set(this.log.map((told) => told.position));
    const others = more.filter((told) => !known.has(told.position));
    this.log = [...others, ...this.log].sort((a, b) => b.position - a.position).slice(0, KEPT);
  }

  /** Ask the table to do something; true once it is done, false when it was refused and the reason is on screen. */
  ask(command: Command): Promise<boolean> {
    return this.#answered(() => request(this.id, command));
  }

  /** Say that one needs no more time to wager, or after all does. */
  ready(ready: boolean): Promise<boolean> {
    return this.#answered(() => sayReady(this.id, ready));
  }

  async #answered(send: () => Promise<Answer>): Promise<boolean> {
    if (this.away) {
      toasts.away();
      return false;
    }
    this.#asking = true;
    try {
      const answer = await send();
      if (answer.accepted) {
        const told = answer.events as Told[];
        this.#did(told);
        await this.#shows(told.at(-1)?.position ?? 0);
      } else toasts.refused(answer.refusal);
      return answer.accepted;
    } catch (error) {
      if (error instanceof Trouble && error.status === 401) await session.load();
      toasts.failed(error);
      return false;
    } finally {
      this.#asking = false;
    }
  }

  /**
   * Give commands in their order, as many as one request carries at a time; true once all are done and shown. The first
   * that is refused ends it, and how far it came is on screen.
   */
  async carry(commands: Command[]): Promise<boolean> {
    if (this.away) {
      toasts.away();
      return false;
    }
    this.#asking = true;
    try {
      for (let from = 0; from < commands.length; from += LONGEST_RUN) {
        const { done, refusal } = await run(this.id, commands.slice(from, from + LONGEST_RUN));
        this.#did(...done.map((each) => each.events as Told[]));
        await this.#shows(done.at(-1)?.position ?? 0);
        if (!refusal) continue;
        const rest = ` · ${from + done.length} of ${count(commands.length, "act")} done, the rest was not tried`;
        toasts.said("The rules say no", refusedText(refusal) + (commands.length > 1 ? rest : ""), refusal.under);
        return false;
      }
      return true;
    } catch (error) {
      if (error instanceof Trouble && error.status === 401) await session.load();
      toasts.failed(error);
      return false;
    } finally {
      this.#asking = false;
    }
  }

  #did(...acts: Told[][]): void {
    this.acts = [...acts.toReversed(), ...this.acts].slice(0, KEPT);
  }

  /** Until the picture shows what is on record: nobody acts on an older one. */
  #shows(position: number): Promise<void> {
    if (this.#position >= position || this.link !== "live") return Promise.resolve();
    return new Promise((over) => {
      this.#awaited.push({ position, over });
      setTimeout(over, CATCH_UP_MS);
    });
  }

  /** What the table would do with a command, told as the record would tell it. */
  foresee(command: Command): Promise<Foreseen> {
    return foresee(this.id, command);
  }

  async #look(): Promise<void> {
    const tables = await (isPractice(this.id) ? api.practising() : api.tables()).catch(() => undefined);
    if (!tables) return;
    this.titles = Object.fromEntries(tables.map((each) => [each.id, each.title]));
    this.listed = tables.find((each) => each.id === this.id) ?? null;
    this.missing = this.listed === null;
  }

  #hear(message: Message): void {
    if (message.type === "ping") return;
    const fresh = message.type === "events" ? message.events.filter((told) => told.position > this.#position) : [];
    const news = { before: this.view, view: message.view, fresh };
    counted.at(message.view);
    const spoken = this.reporter?.(news) ?? fresh.filter((told) => told.aloud).map((told) => told.text);
    if (this.view && this.view.stage !== message.view.stage) spoken.push(`${capital(message.view.stage_name)}.`);
    announcer.say(...spoken.map(spelled));
    if (message.at) clock.set(message.at);
    this.#position = Math.max(this.#position, message.position);
    this.view = message.view;
    this.meter = message.meter;
    this.call = message.call;
    this.#note(fresh);
    for (const { position, over } of this.#awaited) if (this.#position >= position) over();
    this.#awaited = this.#awaited.filter(({ position }) => this.#position < position);
  }

  #note(fresh: Told[]): void {
    if (!fresh.length) return;
    this.#keep(fresh);
    // Who deals is not in the view but in the lobby's list.
    if (fresh.some((told) => "automatic" in told.event)) void this.#look();
    const wallet = `wallet:${session.me?.id}`;
    if (fresh.some((told) => JSON.stringify(told.event.moves ?? []).includes(`"${wallet}"`))) void session.load();
  }
}
