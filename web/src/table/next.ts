/** Where the focus goes once a seat is taken: to the next thing to do there, or to one's own edge of the table. */

/** What there may be to do where no wager can be placed on one's own area: what the game asks of a newcomer, or what one who stands may. */
const OTHERWISE = [":is(.my, .rail) :is(.answer, .asked button, .press):enabled", ".felt .press:enabled"];
const EDGE = ".my, .rail";
const PATIENCE_MS = 3000;

/** Wagers on one's own area, the table's first bet before the others. */
const wagers = (bets: readonly string[]): string[] => bets.map((bet) => `:is([aria-label$=", yours"], .own) [data-bet="${bet}"] .press:enabled`);

/** Move the focus there as soon as the table shows that one sits; not away from what someone has turned to meanwhile. */
export function focusNext(seated: () => boolean, bets: () => readonly string[]): void {
  const until = performance.now() + PATIENCE_MS;
  const look = (): void => {
    const { activeElement: held } = document;
    if (held && held !== document.body && !held.matches(".sit")) return;
    if (!seated() || document.querySelector("dialog[open]")) {
      if (performance.now() < until) requestAnimationFrame(look);
      return;
    }
    const next = [...wagers(bets()), ...OTHERWISE].map((each) => document.querySelector<HTMLElement>(each)).find((each) => each !== null);
    const edge = document.querySelector<HTMLElement>(EDGE);
    if (!next && edge) edge.tabIndex = -1;
    (next ?? edge)?.focus({ preventScroll: true });
  };
  requestAnimationFrame(look);
}
