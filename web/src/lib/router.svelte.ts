/** Pages by address, with the browser's own history. */

/** A page's component and the part of the address it is told about, by name. */
export interface Place {
  page: string;
  props: Record<string, string>;
}

const routes: [RegExp, string][] = [
  [/^\/$/, "Lobby"],
  [/^\/table\/(?<id>[\w-]+)$/, "Table"],
  [/^\/table\/(?<id>[\w-]+)\/deal$/, "Deal"],
  [/^\/table\/(?<id>[\w-]+)\/supervise$/, "Supervise"],
  [/^\/tournaments$/, "Tournaments"],
  [/^\/tournament\/(?<id>[\w-]+)$/, "Tournament"],
  [/^\/tournament\/(?<id>[\w-]+)\/direct$/, "Direct"],
  [/^\/tournament\/(?<id>[\w-]+)\/print\/(?<what>seats|result)$/, "TournamentPrint"],
  [/^\/pit$/, "Pit"],
  [/^\/meters$/, "Meters"],
  [/^\/wall$/, "Wall"],
  [/^\/inspector\/tournament\/(?<id>[\w-]+)$/, "InspectTournament"],
  [/^\/inspector(?:\/(?<table>[\w-]+))?(?:\/(?<round>\d+))?$/, "Inspector"],
  [/^\/operate(?:\/(?<id>[\w-]+))?$/, "Operate"],
  [/^\/staff$/, "Staff"],
  [/^\/account$/, "Account"],
  [/^\/odds(?:\/(?<game>[\w-]+))?$/, "OddsLab"],
  [/^\/learn(?:\/(?<game>[\w-]+))?(?:\/(?<what>lesson|own|drill))?(?:\/(?<lesson>[^/]+))?$/, "Learn"],
  [/^\/practice\/(?<game>[\w-]+)$/, "Practice"],
  [/^\/rules(?:\/(?<book>[^/]+))?(?:\/(?<clause>.+))?$/, "Rules"],
];

/** The page an address names, or undefined where there is none. */
export function placeOf(path: string): Place | undefined {
  const clean = path.length > 1 ? path.replace(/\/+$/, "") : path;
  for (const [pattern, page] of routes) {
    const found = pattern.exec(clean);
    if (!found) continue;
    const groups = Object.entries(found.groups ?? {}).filter(([, value]) => value !== undefined);
    return { page, props: Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)])) };
  }
  return undefined;
}

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  place = $derived(placeOf(this.path));

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => this.#follow(event));
  }

  /** Go to an address of ours; `replace` leaves no step back. */
  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
    const before = this.path;
    this.#read();
    if (this.path !== before && !replace) scrollTo(0, 0);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element | null)?.closest("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (!placeOf(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
