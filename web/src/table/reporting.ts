/** What a player is told of news at the table: aloud, with what concerns them first, and in words that stay to be read. */

import type { News } from "../lib/table.svelte";
import type { Settled, TableView, Told, WagerView } from "../lib/api/types";
import { dollars } from "../lib/money";
import { addressed, betName, capital, nameOf, net } from "../lib/words";

/** Something to be read: until it is dismissed, or the next round begins. */
export interface Word {
  text: string;
  under: string[];
  round: number;
  /** Whether it is about the wagers of a round: when others can be placed it is said no more. */
  passing?: boolean;
}

export interface Report {
  spoken: string[];
  words: Word[];
}

/** Who acts when the time of a turn has run out: nobody. */
const TIME = "clock";

interface Laid {
  area: number;
  wager: WagerView;
}

/** Someone's wagers on the layout, with their areas. */
export function laidBy(view: TableView | null, player: string | undefined): Laid[] {
  const areas = view?.areas ?? [];
  return areas.flatMap(({ area, wagers }) => wagers.filter((each) => each.player === player).map((wager) => ({ area, wager })));
}

/** What a player at the table is told of news. */
export function report({ before, view, fresh }: News, me: string): Report {
  const mine = view.people.find((each) => each.id === me) ?? before?.people.find((each) => each.id === me);
  const heard = fresh.filter((told) => told.aloud).map((told) => addressed(told.text, mine?.name ?? ""));
  if (!before) return { spoken: heard, words: [] };
  const words = [...ranOut(before, view, fresh, me), ...sentTo(view, fresh, me), ...tooLate(before, view, me)];
  const spoken = [...betsOf(before, view, me), ...endingsOf(before, view, me), ...words.map((each) => each.text)];
  return { spoken: [...spoken, ...heard], words };
}

/** What time did for me, whose turn it was. */
function ranOut(before: TableView, view: TableView, fresh: Told[], me: string): Word[] {
  const areas = laidBy(before, me).map(({ area }) => area);
  return before.turns.flatMap((turn) => {
    if (turn.player !== me || view.turns.some((each) => each.key === turn.key)) return [];
    const done = fresh.find(({ actor, event }) => actor === TIME && (event.player === me || areas.includes(Number(event.area))));
    if (!done) return [];
    return [{ text: `Your time ran out: ${turn.silent}.`, under: done.under, round: view.round }];
  });
}

/** What the house says to me, but for what I did myself. */
function sentTo(view: TableView, fresh: Told[], me: string): Word[] {
  const words = fresh.filter((told) => told.notice && told.actor !== me);
  return words.map((told) => ({ text: addressed(told.text, nameOf(view, me)), under: told.under, round: view.round }));
}

/** That betting closed without a wager of mine, whom its time was given as well; who is dealt in all the same missed nothing. */
function tooLate(before: TableView, view: TableView, me: string): Word[] {
  if (view.areas.some((each) => "in_hand" in each)) return [];
  const open = before.turns.find((each) => each.player === null);
  if (!open || view.round === before.round || !view.you || laidBy(view, me).length) return [];
  return [{ text: `${capital(open.silent)}: you have no wager in this round.`, under: open.under, round: view.round, passing: true }];
}

/** My wagers as they have been put down or taken back. */
function betsOf(before: TableView, view: TableView, me: string): string[] {
  if (before.round !== view.round || !view.you) return [];
  const [then, now] = [totals(before, me), totals(view, me)];
  const changed = [...new Set([...then.keys(), ...now.keys()])].filter((key) => then.get(key)?.cents !== now.get(key)?.cents);
  const said = changed.map((key) => {
    const [was, is] = [then.get(key)?.cents ?? 0, now.get(key)?.cents ?? 0];
    const where = (now.get(key) ?? then.get(key))!.where;
    if (is < was) return `${dollars(was - is)} taken back from ${where}.`;
    return `You bet ${dollars(is - was)} on ${where}${was ? `, ${dollars(is)} in all` : ""}.`;
  });
  return said.length ? [...said, `${dollars(view.you.stack)} in front of you.`] : [];
}

function totals(view: TableView, me: string): Map<string, { where: string; cents: number }> {
  const found = new Map<string, { where: string; cents: number }>();
  for (const { area, wager } of laidBy(view, me)) {
    if (wager.settled) continue;
    const key = `${area} ${wager.bet}`;
    found.set(key, { where: `${betName(wager.bet)}, area ${area}`, cents: (found.get(key)?.cents ?? 0) + wager.cents });
  }
  return found;
}

/** How my wagers have just ended, and what the round came to once all have. */
function endingsOf(before: TableView, view: TableView, me: string): string[] {
  const settled = ended(view, me);
  const known = new Set(before.round === view.round ? ended(before, me).map(keyOf) : []);
  const fresh = settled.filter((each) => !known.has(keyOf(each)));
  if (!fresh.length) return [];
  const over = laidBy(view, me).every(({ wager }) => wager.settled);
  const sum = settled.reduce((all, each) => all + net(each), 0);
  return [...(over ? [`This round: ${said(sum)}.`] : []), ...fresh.map((each) => `${betName(each.bet)}: ${said(net(each))}.`)];
}

function ended(view: TableView, me: string): Settled[] {
  return laidBy(view, me).flatMap(({ wager }) => wager.settled ?? []);
}

const keyOf = (each: Settled): string => `${each.area} ${each.bet} ${each.stake} ${each.paid} ${each.taken}`;

function said(cents: number): string {
  if (!cents) return "you are even";
  return cents > 0 ? `you win ${dollars(cents)}` : `you lose ${dollars(-cents)}`;
}
