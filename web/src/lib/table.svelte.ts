/** One table as it lives: its view, its newest events, and the way to ask it for something. */

import { announcer } from "./announce.svelte";
import { api, command as request, foresee, newId, sayReady, Trouble } from "./api/client";
import { keepOpen, SIGNED_OUT, TRY_AGAIN, type Link } from "./api/socket";
import type { Answer, Command, Foreseen, Meter, TableCard, TableView, Told } from "./api/types";
import { spelled } from "./cards";
import { session } from "./session.svelte";
import { toasts } from "./toast.svelte";
import { capital } from "./words";

type Message =
  | { type: "hello"; position: number; version: number; at: number; view: TableView; meter: Meter | null }
  | { type: "events"; position: number; version: number; at: number; events: Told[]; view: TableView; meter: Meter | null }
  | { type: "ping" };

const KEPT = 200;

/** How long an unanswered request is sent again, under the same id; afterwards too much may have changed. */
const ASK_AGAIN_MS = 8_000;
const ASK_AGAIN_EVERY_MS = 700;
/** What the floor answers while its record cannot be written, and what stands for no answer at all. */
const NOT_THERE = [0, 502, 503, 504];

/** What is new at a table: the picture before, the one now, and what happened in between. */
export interface News {
  before: TableView | null;
  view: TableView;
  fresh: Told[];
}

export class LiveTable {
  view = $state.raw<TableView | null>(null);
  /** The prize meter the table plays for, if it does. */
  meter = $state.raw<Meter | null>(null);
  /** The table as the lobby lists it: its title, and who deals. */
  listed = $state.raw<TableCard | null>(null);
  /** The titles of all tables, for what is told here of others. */
  titles = $state.raw<Record<string, string>>({});
  /** Set when the floor has no such table. */
  missing = $state(false);
  log = $state.raw<Told[]>([]);
  link = $state<Link>("connecting");
  busy = $state(false);
  /** Whether the floor does not answer: what is asked meanwhile waits for it. */
  #unanswered = $state(0);
  /** Hears what is new before it is shown, and says what is read aloud of it; without one it is what anyone would hear. */
  reporter: ((news: News) => string[]) | null = null;
  #position = 0;
  /** How far the floor's clock is ahead of this screen's. */
  #ahead = 0;

  constructor(readonly id: string) {}

  /** Follow the table until the returned function is called. What a viewer sees depends on who is signed in. */
  follow(): () => void {
    const line = keepOpen(
      () => `/api/tables/${this.id}/feed${this.#position ? `?after=${this.#position}` : ""}`,
      (message) => this.#hear(message as Message),
      (link) => (this.link = link),
      (code) => {
        if (code === SIGNED_OUT || code === TRY_AGAIN) void session.load();
      },
    );
    void this.#look();
    return () => {
      line.close();
      this.#position = 0;
      // Someone else may be looking now. What anyone may see can stay until the new picture comes.
      if (this.view?.house) this.view = null;
      this.log = [];
    };
  }

  /** Put the table's latest events under those heard live. */
  async recall(many: number): Promise<void> {
    const earlier = await api.latest(this.id, many).catch(() => []);
    const known = new Set(this.log.map((told) => told.position));
    const older = earlier.filter((told) => !known.has(told.position));
    this.log = [...this.log, ...older].sort((a, b) => b.position - a.position).slice(0, KEPT);
  }

  /** Whether the floor is out of reach: the picture may be old, and nothing can be asked. */
  get away(): boolean {
    return this.link === "lost" || this.#unanswered > 0;
  }

  /** Ask the table to do something; true once it is done, false when it was refused and the reason is on screen. */
  ask(command: Command): Promise<boolean> {
    return this.#answered((id) => request(this.id, command, id));
  }

  /** Say that one needs no more time to wager, or after all does. */
  ready(ready: boolean): Promise<boolean> {
    return this.#answered((id) => sayReady(this.id, ready, id));
  }

  async #answered(send: (id: string) => Promise<Answer>): Promise<boolean> {
    this.busy = true;
    try {
      const answer = await this.#sent(send);
      if (!answer.accepted) toasts.refused(answer.refusal);
      return answer.accepted;
    } catch (error) {
      if (error instanceof Trouble && error.status === 401) await session.load();
      toasts.failed(error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The answer to a request, which is sent again under the same id while none comes: it is done once, or not at all. */
  async #sent(send: (id: string) => Promise<Answer>): Promise<Answer> {
    const [id, began] = [newId(), performance.now()];
    for (;;) {
      try {
        return await send(id);
      } catch (error) {
        const gone = error instanceof Trouble && NOT_THERE.includes(error.status);
        if (!gone || performance.now() - began > ASK_AGAIN_MS) throw error;
      }
      this.#unanswered += 1;
      await new Promise((later) => setTimeout(later, ASK_AGAIN_EVERY_MS));
      this.#unanswered -= 1;
    }
  }

  /** What the table would do with a command, told as the record would tell it. */
  foresee(command: Command): Promise<Foreseen> {
    return foresee(this.id, command);
  }

  /** How long it is until a moment on the floor's clock, in milliseconds. */
  until(moment: number, now: number): number {
    return Math.max(0, moment - now - this.#ahead);
  }

  async #look(): Promise<void> {
    const tables = await api.tables().catch(() => undefined);
    if (!tables) return;
    this.titles = Object.fromEntries(tables.map((each) => [each.id, each.title]));
    this.listed = tables.find((each) => each.id === this.id) ?? null;
    this.missing = this.listed === null;
  }

  #hear(message: Message): void {
    if (message.type === "ping") return;
    const fresh = message.type === "events" ? message.events.filter((told) => told.position > this.#position) : [];
    const news = { before: this.view, view: message.view, fresh };
    const spoken = this.reporter?.(news) ?? fresh.filter((told) => told.aloud).map((told) => told.text);
    if (this.view && this.view.stage !== message.view.stage) spoken.push(`${capital(message.view.stage_name)}.`);
    announcer.say(...spoken.map(spelled));
    if (message.at) this.#ahead = message.at - Date.now();
    this.#position = Math.max(this.#position, message.position);
    this.view = message.view;
    this.meter = message.meter;
    this.#note(fresh);
  }

  #note(fresh: Told[]): void {
    if (!fresh.length) return;
    this.log = [...fresh.toReversed(), ...this.log].slice(0, KEPT);
    // Who deals is not in the view but in the lobby's list.
    if (fresh.some((told) => "automatic" in told.event)) void this.#look();
    const wallet = `wallet:${session.me?.id}`;
    if (fresh.some((told) => JSON.stringify(told.event.moves ?? []).includes(`"${wallet}"`))) void session.load();
  }
}
