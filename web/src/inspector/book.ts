/** Finding one's way in a rulebook: sections, clauses beneath clauses, and searching. */
import type { Book, Clause } from "../lib/api/types";

/** A section of a book with the clauses in it. */
export interface Section {
  number: string;
  title: string;
  clauses: Clause[];
}

/** A book's sections in their order, each with its clauses. */
export function sectionsOf(book: Book): Section[] {
  return Object.entries(book.sections).map(([number, title]) => ({
    number,
    title,
    clauses: book.clauses.filter((clause) => within(clause.id, number)),
  }));
}

/** Whether a clause is this one or lies beneath it: 10.1.1 lies beneath 10, not beneath 1. */
export function within(id: string, above: string): boolean {
  return id.startsWith(above) && !/^[A-Za-z0-9]/.test(id.slice(above.length));
}

/** Whether every word is found in a clause or its citation. */
export function mentions(clause: Clause, words: string): boolean {
  const { cite, asks, how, kind, authority, met, ruling } = clause;
  const rank = authority.replaceAll("-", " ");
  const text = [cite, asks, how, kind, rank, met, ...ruling.map((each) => each.cite)].join(" ").toLowerCase();
  return words.trim().toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/** How deep a clause lies: 9 is 0, 9.8 is 1, 5.5.2(a) is 3; a defined term or pay line is one deeper than its clause. */
export function depth(id: string): number {
  return id.split(/[.(:]/).length - 1;
}
