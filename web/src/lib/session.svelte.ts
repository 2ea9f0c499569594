/** Who sits before this screen. */

import { api, Trouble } from "./api/client";
import type { Me, Rank } from "./api/types";

const LADDER: Rank[] = ["player", "dealer", "game-supervisor", "pit-boss", "casino-operator"];

const RANK_NAMES: Record<Rank, string> = {
  player: "player",
  dealer: "dealer",
  "game-supervisor": "game supervisor",
  "pit-boss": "pit boss",
  "casino-operator": "casino operator",
  regulator: "inspector",
};

/** A rank in words. */
export function rankName(rank: string): string {
  return RANK_NAMES[rank as Rank] ?? rank.replaceAll("-", " ");
}

/** Whether a rank stands at or above another on the ladder; the inspector stands beside it. */
export function atLeast(held: Rank | undefined, needed: Rank): boolean {
  return held !== undefined && (held === needed || (LADDER.includes(held) && LADDER.indexOf(held) >= LADDER.indexOf(needed)));
}

class Session {
  me = $state.raw<Me | null>(null);
  /** False until the floor has said who this is. */
  known = $state(false);

  /** Someone of the house or an inspector, with a password of their own choosing. */
  isStaff = $derived(this.me !== null && this.me.rank !== "player" && !this.me.must_change_password);

  async load(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.status === 401) this.me = null;
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
