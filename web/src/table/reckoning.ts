/** The sum behind a settled wager, line by line. */

import type { Settled } from "../lib/api/types";
import { grouped } from "../lib/locale";
import { dollars } from "../lib/money";
import { oddsText } from "../lib/words";

export interface Line {
  label: string;
  sum: string;
  cents: number;
}

/** From what was staked to what came back, in the order one would say it. */
export function reckoning(settled: Settled): Line[] {
  const lines: Line[] = [{ label: "Staked", sum: "", cents: settled.stake }];
  if (settled.ending === "won") lines.push(payment(settled));
  if (settled.taken) lines.push({ label: settled.ending === "won" ? "Stake kept by the house" : "Taken", sum: "", cents: settled.taken });
  if (settled.returned) lines.push({ label: "Stake returned", sum: "", cents: settled.returned });
  lines.push({ label: "Back to the player", sum: "", cents: settled.returned + settled.paid });
  return lines;
}

/** What was paid and how it comes to that: at odds, as a prize for each dollar, or from the meter. */
function payment(settled: Settled): Line {
  const each = /^\D*(\d+)\D* for \D*1\D*$/.exec(settled.odds);
  if (each) return { label: `Prize of ${settled.odds}`, sum: `${dollars(settled.stake)} × ${each[1]}`, cents: settled.paid };
  if (!settled.odds.includes(" to ")) return { label: `Prize for a ${settled.odds}`, sum: "from the meter", cents: settled.paid };
  const [to = 1, one = 1] = settled.odds.split(" to ").map(Number);
  // A payment is rounded up, never down: less than the whole stake would win is as much as a limit allows. A bonus has no
  // stake of its own; there, too, the payment tells what was played for.
  const limited = settled.stake > 0 && settled.paid < Math.floor((settled.stake * to) / one);
  const played = limited || !settled.stake ? Math.floor((settled.paid * one) / to) : settled.stake;
  const exact = (played * to) / one;
  const rounded = limited ? ", as far as the limits go" : exact === settled.paid ? "" : `, rounded up from ${dollars(Math.ceil(exact))}`;
  return {
    label: `Paid at ${oddsText(settled.odds)}`,
    sum: `${dollars(played)} × ${grouped(to)}${one === 1 ? "" : ` ÷ ${one}`}${rounded}`,
    cents: settled.paid,
  };
}
