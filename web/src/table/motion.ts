/** Chips on their way: from and to their owner, or from and to the dealer's rack. Still for whoever wants no motion. */

import { prefersReducedMotion } from "svelte/motion";
import type { TransitionConfig } from "svelte/transition";

const MS = 320;

/** Slide from below, where the player sits; or, with `away`, from above, where the rack is. */
export function sliding(_: Element, { away = false }: { away?: boolean }): TransitionConfig {
  const from = away ? -4.5 : 4.5;
  return {
    duration: prefersReducedMotion.current ? 0 : MS,
    css: (t) => `transform: translateY(${(1 - t) ** 2 * from}em); opacity: ${Math.min(1, t * 2)}`,
  };
}
