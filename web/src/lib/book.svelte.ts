/** The words behind a citation: a book's code and the number of a clause, or a ruling by its number. */

import { api } from "./api/client";
import type { BookLine, Clause, Ruling } from "./api/types";

/** A citation with what it says and where to read more. */
export interface Cited {
  cite: string;
  says: string;
  href: string;
}

class Shelf {
  #books = $state.raw<BookLine[]>([]);
  #clauses = $state.raw<Record<string, Clause>>({});
  #rulings = $state.raw<Record<string, Ruling>>({});
  #asked = new Set<string>();

  /** What a citation says. The text is empty while the book is being fetched. */
  look(cite: string): Cited {
    const ruling = /^ruling (\d+)$/.exec(cite);
    if (ruling) {
      this.#fetchRulings();
      return { cite, says: this.#rulings[`R${ruling[1]}`]?.says ?? "", href: `/rules#ruling-${ruling[1]}` };
    }
    const [code = "", ...rest] = cite.split(" ");
    this.#fetchBooks();
    const book = this.#books.find((each) => each.code === code);
    if (!book) return { cite, says: "", href: "/rules" };
    this.#fetchBook(book);
    return { cite, says: this.#clauses[cite]?.asks ?? "", href: `/rules/${book.slug}/${encodeURIComponent(rest.join(" "))}` };
  }

  /** Every clause of the book that a citation is from. */
  beside(cite: string): Cited[] {
    const [code = ""] = cite.split(" ");
    this.look(cite);
    return Object.keys(this.#clauses).filter((each) => each.startsWith(`${code} `)).map((each) => this.look(each));
  }

  #fetchBooks(): void {
    this.#once("books", async () => void (this.#books = await api.books()));
  }

  #fetchBook({ code, slug }: BookLine): void {
    this.#once(slug, async () => {
      const { clauses } = await api.book(slug);
      this.#clauses = { ...this.#clauses, ...Object.fromEntries(clauses.map((clause) => [`${code} ${clause.id}`, clause])) };
    });
  }

  #fetchRulings(): void {
    this.#once("rulings", async () => void (this.#rulings = Object.fromEntries((await api.rulings()).map((each) => [each.id, each]))));
  }

  /** Fetch something unless it is here or on its way; what failed is asked for again when it is next looked up. */
  #once(what: string, fetch: () => Promise<void>): void {
    if (this.#asked.has(what)) return;
    this.#asked.add(what);
    fetch().catch(() => this.#asked.delete(what));
  }
}

export const shelf = new Shelf();
