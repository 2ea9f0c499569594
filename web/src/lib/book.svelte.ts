/** The words behind a citation, asked for when someone wants to read them and kept from then on. */

import { api } from "./api/client";
import type { Cited as Found, Clause, Contents } from "./api/types";

/** A citation with what it says and where to read more. */
export interface Cited {
  cite: string;
  says: string;
  href: string;
}

/** As many citations as the floor looks up at once. */
const AT_ONCE = 40;

class Shelf {
  #cited = $state.raw<Record<string, Found>>({});
  #contents = $state.raw<Record<string, Contents>>({});
  #sections = $state.raw<Record<string, Clause[]>>({});
  #books = $state.raw<Record<string, string[]>>({});
  #asked = new Set<string>();
  #wanted: string[] = [];

  /** What a citation says. The text is empty while it is being fetched. */
  look(cite: string): Cited {
    const found = this.find(cite);
    return { cite, says: found?.clause?.asks ?? found?.ruling?.says ?? "", href: hrefOf(cite) };
  }

  /** The clause or ruling of a citation, once it is here. */
  find(cite: string): Found | undefined {
    this.#want(cite);
    return this.#cited[cite];
  }

  /** What a citation says if that is known already; nothing is asked for. */
  known(cite: string): string {
    const found = this.#cited[cite];
    return found?.clause?.asks ?? found?.ruling?.says ?? "";
  }

  /** The sections of the book of a game, once they are here. */
  contents(game: string): Contents | undefined {
    this.#once(`contents ${game}`, async () => {
      const found = await api.contents(game);
      this.#contents = { ...this.#contents, [game]: found };
    });
    return this.#contents[game];
  }

  /** The clauses of a section, once they are here. */
  section(book: string, number: string): Clause[] | undefined {
    const key = `${book} ${number}`;
    this.#once(key, async () => {
      const found = await api.section(book, number);
      this.#sections = { ...this.#sections, [key]: found };
    });
    return this.#sections[key];
  }

  /** Every clause of the book that a citation is from. */
  beside(cite: string): Cited[] {
    const [code = ""] = cite.split(" ");
    this.#once(`book ${code}`, async () => {
      const { clauses } = await api.book(code);
      this.#cited = { ...Object.fromEntries(clauses.map((clause) => [clause.cite, { cite: clause.cite, clause } as Found])), ...this.#cited };
      this.#books = { ...this.#books, [code]: clauses.map((clause) => clause.cite) };
    });
    return (this.#books[code] ?? []).map((each) => ({ cite: each, says: this.known(each), href: hrefOf(each) }));
  }

  /** Ask for a citation together with all others that are wanted in this moment. */
  #want(cite: string): void {
    if (this.#asked.has(cite)) return;
    this.#asked.add(cite);
    if (!this.#wanted.length) queueMicrotask(() => this.#fetchWanted());
    this.#wanted.push(cite);
  }

  #fetchWanted(): void {
    const wanted = this.#wanted;
    this.#wanted = [];
    for (let first = 0; first < wanted.length; first += AT_ONCE) {
      const some = wanted.slice(first, first + AT_ONCE);
      api.cited(some).then(
        (found) => (this.#cited = { ...this.#cited, ...Object.fromEntries(found.map((each) => [each.cite, each])) }),
        () => some.forEach((cite) => this.#asked.delete(cite)),
      );
    }
  }

  /** Fetch something unless it is here or on its way; what failed is asked for again when it is next looked up. */
  #once(what: string, fetch: () => Promise<void>): void {
    if (this.#asked.has(what)) return;
    this.#asked.add(what);
    fetch().catch(() => this.#asked.delete(what));
  }
}

/** Where the book has it; a book is found by its code as well. */
export function hrefOf(cite: string): string {
  const ruling = /^ruling (\d+)$/.exec(cite);
  if (ruling) return `/rules#ruling-${ruling[1]}`;
  const [code = "", ...rest] = cite.split(" ");
  return `/rules/${encodeURIComponent(code)}/${encodeURIComponent(rest.join(" "))}`;
}

export const shelf = new Shelf();
