/** The pit board as it lives: every table with what waits there, for as long as someone of the house looks. */

import { keepOpen, SIGNED_OUT, TRY_AGAIN, type Line, type Link } from "./api/socket";
import type { BoardLine, Matter } from "./api/types";
import { clock } from "./clock.svelte";
import { session } from "./session.svelte";

class Pit {
  /** Every table, those first that need whoever looks; null until the board has come. */
  tables = $state.raw<BoardLine[] | null>(null);
  link = $state<Link>("connecting");
  #looking = 0;
  #line: Line | undefined;

  /** What needs whoever looks, with its table, the longest wait first. */
  mine = $derived(
    (this.tables ?? [])
      .flatMap((table) => table.matters.filter((each) => each.yours).map((matter) => ({ table, matter })))
      .sort((a, b) => a.matter.since - b.matter.since),
  );

  /** Follow the board until the returned function is called; several on one page share a line. */
  follow(): () => void {
    this.#looking += 1;
    this.#line ??= keepOpen(
      () => "/api/pit/feed",
      (message) => this.#hear(message as { type: string; now?: number; tables?: BoardLine[] }),
      (link) => (this.link = link),
      (code) => {
        if (code === SIGNED_OUT || code === TRY_AGAIN) void session.load();
      },
    );
    return () => {
      this.#looking -= 1;
      if (this.#looking) return;
      this.#line?.close();
      this.#line = undefined;
      this.tables = null;
    };
  }

  /** What needs whoever looks at one table. */
  mattersAt(id: string): Matter[] {
    return (this.tables?.find((each) => each.id === id)?.matters ?? []).filter((each) => each.yours);
  }

  #hear(message: { type: string; now?: number; tables?: BoardLine[] }): void {
    if (message.type !== "tables" || !message.tables) return;
    if (message.now) clock.set(message.now);
    this.tables = message.tables;
  }
}

export const pit = new Pit();

/** `45 s`, `12 min`, `3 h 5 min`, `2 days`. */
export function lasting(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** Where a matter is dealt with: at its table's desk, or with the inspector. */
export function placeOfMatter(table: { id: string; game: string }, matter: Matter): string {
  if (!session.mayAt(table.game, "supervise")) {
    if (session.mayAt(table.game, "deal")) return `/table/${table.id}/deal`;
    return `/inspector/${table.id}${matter.round ? `/${matter.round}` : ""}${matter.dispute ? `?dispute=${matter.dispute}` : ""}`;
  }
  const asked = new URLSearchParams();
  if (matter.act) asked.set("act", matter.act);
  if (matter.dispute) asked.set("dispute", String(matter.dispute));
  const query = asked.toString();
  return `/table/${table.id}/supervise${query ? `?${query}` : ""}`;
}
