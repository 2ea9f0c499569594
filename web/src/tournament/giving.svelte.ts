/** Giving commands about one tournament: one at a time, and what is refused is said. */

import { api } from "../lib/api/client";
import type { Command } from "../lib/api/types";
import { toasts } from "../lib/toast.svelte";

export class Giving {
  busy = $state(false);

  constructor(
    readonly id: () => string,
    /** Called once something has been done. */
    readonly done: () => void,
  ) {}

  /** Give a command; true once it is done. */
  async give(command: Command): Promise<boolean> {
    this.busy = true;
    try {
      const answer = await api.tournamentCommand(this.id(), command);
      if (!answer.accepted) toasts.refused(answer.refusal);
      this.done();
      return answer.accepted;
    } catch (error) {
      toasts.failed(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
