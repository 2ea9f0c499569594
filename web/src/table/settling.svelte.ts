/** A moment after what can be pressed has changed: a press that was meant for what lay there before does nothing. */

const SETTLING_MS = 350;

export class Settling {
  #is = $state(true);

  /** Whether what is asked has only just come. */
  get is(): boolean {
    return this.#is;
  }

  /** Begin anew; called in an effect that reads what is asked. */
  begin(...asked: readonly unknown[]): () => void {
    void asked;
    this.#is = true;
    const timer = setTimeout(() => (this.#is = false), SETTLING_MS);
    return () => clearTimeout(timer);
  }
}
