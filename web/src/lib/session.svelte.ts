/** Who sits before this screen. */

import { api, Trouble } from "./api/client";
import type { Me, Rank } from "./api/types";

const LADDERS: Record<string, Rank[]> = {
  matchmaker: ["player", "dealer", "game-supervisor", "pit-boss", "casino-operator"],
  "double-chance": ["player", "dealer", "game-supervisor", "casino-supervisor", "casino-operator"],
  "three-card-poker": [
    "player",
    "dealer",
    "tg-higher-duties-dealer",
    "tg-area-manager",
    "tg-assistant-casino-manager",
    "casino-operator",
  ],
};

/** The lowest rank with a supervisor's console, by book. */
const SUPERVISORS: Record<string, Rank> = {
  matchmaker: "game-supervisor",
  "double-chance": "game-supervisor",
  "three-card-poker": "tg-higher-duties-dealer",
};

export function supervisorOf(game: string): Rank {
  return SUPERVISORS[game] ?? "game-supervisor";
}

const RANK_NAMES: Partial<Record<Rank, string>> = {
  player: "player",
  dealer: "dealer",
  "game-supervisor": "game supervisor",
  "pit-boss": "pit boss",
  "casino-supervisor": "casino supervisor",
  "tg-higher-duties-dealer": "higher duties dealer",
  "tg-area-manager": "area manager",
  "tg-assistant-casino-manager": "assistant casino manager",
  "casino-operator": "casino operator",
  regulator: "inspector",
};

/** A rank in words. */
export function rankName(rank: string): string {
  return RANK_NAMES[rank as Rank] ?? rank.replaceAll("-", " ");
}

/** Whether a rank stands at or above another on one book's ladder; the inspector stands beside it. */
export function atLeast(held: Rank | undefined, needed: Rank): boolean {
  if (held === undefined || held === needed) return held === needed;
  return Object.values(LADDERS).some(
    (ladder) => ladder.includes(held) && ladder.includes(needed) && ladder.indexOf(held) >= ladder.indexOf(needed),
  );
}

class Session {
  me = $state.raw<Me | null>(null);
  /** False until the floor has said who this is. */
  known = $state(false);
  #asked = 0;

  /** Someone of the house or an inspector, with a password of their own choosing. */
  isStaff = $derived(this.me !== null && this.me.rank !== "player" && !this.me.must_change_password);

  /** Every rank this person holds under some book. */
  ranks = $derived([...new Set([this.me?.rank ?? "player", ...Object.values(this.me?.ranks ?? {})])]);

  /** The rank this person holds at the tables of a game. */
  rankAt(game: string): Rank | undefined {
    return this.me?.ranks[game] ?? this.me?.rank;
  }

  async load(): Promise<void> {
    const asked = ++this.#asked;
    // An earlier question may be answered later; what it says is then no longer so.
    const newest = (): boolean => asked === this.#asked;
    try {
      const me = await api.me();
      if (newest()) this.me = me;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.status === 401 && newest()) this.me = null;
    } finally {
      this.known = true;
    }
  }

  async asGuest(name: string): Promise<void> {
    this.me = await api.guest(name);
  }

  async asStaff(name: string, password: string): Promise<void> {
    this.me = await api.staff(name, password);
  }

  async changePassword(old: string, fresh: string): Promise<void> {
    await api.password(old, fresh);
    await this.load();
  }

  async signOut(): Promise<void> {
    await api.signOut();
    this.me = null;
  }
}

export const session = new Session();
