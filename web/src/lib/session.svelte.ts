/** Who sits before this screen. */

import { api, Trouble } from "./api/client";
import type { May, Me } from "./api/types";

class Session {
  me = $state.raw<Me | null>(null);
  /** False until the floor has said who this is. */
  known = $state(false);
  #asked = 0;

  /** Someone of the house or an inspector, with a password of their own choosing. */
  isStaff = $derived(this.#mays().length > 0);

  /** Someone who plays; who must change a password is of the house. */
  isGuest = $derived(!this.isStaff && !this.#unready());

  /** Whether this person may do something in the house, at the tables of whatever game. */
  may(what: May): boolean {
    return this.#mays().includes(what);
  }

  /** Whether this person may do something at the tables of a game. */
  mayAt(game: string, what: May): boolean {
    return !this.#unready() && (this.me?.may_at[game] ?? this.me?.may ?? []).includes(what);
  }

  /** Whether something has to be set up before anything else can be done. */
  #unready(): boolean {
    return Boolean(this.me?.must_change_password || this.me?.must_set_second_factor);
  }

  #mays(): May[] {
    return this.me && !this.#unready() ? [this.me.may, ...Object.values(this.me.may_at)].flat() : [];
  }

  async load(): Promise<void> {
    const asked = ++this.#asked;
    // An earlier question may be answered later; what it says is then no longer so.
    const newest = (): boolean => asked === this.#asked;
    try {
      const { me } = await api.session();
      if (newest()) this.me = me;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
    } finally {
      this.known = true;
    }
  }

  async asGuest(name: string): Promise<void> {
    this.me = await api.guest(name);
  }

  async asStaff(name: string, password: string, code: string): Promise<void> {
    this.me = await api.staff(name, password, code);
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
