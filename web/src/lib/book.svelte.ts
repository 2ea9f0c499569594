/** The words behind a citation such as `MM 9.8` or `ruling 11`. */

import { api } from "./api/client";
import type { Clause, Ruling } from "./api/types";

const SLUGS: Record<string, string> = { MM: "matchmaker", DC: "double-chance", TCP: "three-card-poker" };

/** A citation with what it says and where to read more. */
export interface Cited {
  cite: string;
  says: string;
  href: string;
  /** The lowest rank that may act under it, once the book is here. */
  authority?: string;
}

class Shelf {
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
    const slug = SLUGS[code];
    if (!slug) return { cite, says: "", href: "/rules" };
    this.#fetchBook(code, slug);
    const clause = this.#clauses[cite];
    const href = `/rules/${slug}/${encodeURIComponent(rest.join(" "))}`;
    return { cite, says: clause?.asks ?? "", href, authority: clause?.authority };
  }

  #fetchBook(code: string, slug: string): void {
    if (!this.#once(slug)) return;
    api
      .book(slug)
      .then((book) => {
        const found = Object.fromEntries(book.clauses.map((clause) => [`${code} ${clause.id}`, clause]));
        this.#clauses = { ...this.#clauses, ...found };
      })
      .catch(() => this.#asked.delete(slug));
  }

  #fetchRulings(): void {
    if (!this.#once("rulings")) return;
    api
      .rulings()
      .then((all) => (this.#rulings = Object.fromEntries(all.map((each) => [each.id, each]))))
      .catch(() => this.#asked.delete("rulings"));
  }

  #once(what: string): boolean {
    if (this.#asked.has(what)) return false;
    this.#asked.add(what);
    return true;
  }
}

export const shelf = new Shelf();
