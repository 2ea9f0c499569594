/** The sum behind a settled wager, line by line. */

import type { Settled } from "../lib/api/types";
import { dollars } from "../lib/money";

export interface Line {
  label: string;
  sum: string;
  cents: number;
}

/** From what was staked to what came back, in the order one would say it. */
export function reckoning(settled: Settled): Line[] {
  const lines: Line[] = [{ label: "Staked", sum: "", cents: settled.stake }];
  if (settled.ending === "lost") {
    lines.push({ label: "Taken", sum: "", cents: settled.taken });
  }
  if (settled.ending === "won") {
    const [to = 1, one = 1] = settled.odds.split(" to ").map(Number);
    // Over the maximum only the maximum is played for; the payment tells how much that was.
    const played = settled.under.includes("MM 6.2.2") ? Math.floor((settled.paid * one) / to) : settled.stake;
    const exact = (played * to) / one;
    const rounded = exact === settled.paid ? "" : `, rounded up from ${dollars(Math.ceil(exact))}`;
    lines.push({
      label: `Paid at ${settled.odds}`,
      sum: `${dollars(played)} × ${to}${one === 1 ? "" : ` ÷ ${one}`}${rounded}`,
      cents: settled.paid,
    });
  }
  if (settled.returned) lines.push({ label: "Stake returned", sum: "", cents: settled.returned });
  lines.push({ label: "Back to the player", sum: "", cents: settled.returned + settled.paid });
  return lines;
}
