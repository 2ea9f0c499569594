/** A sentence with its cards as they look: `shows Ah Kd` is shows A♥ K♦. */

import { briefCard } from "../../lib/cards";

export function spelledBrief(sentence: string): string {
  return sentence.replace(/(?<![\p{L}\p{N}$])[2-9TJQKA][shcd](?![\p{L}\p{N}])/gu, briefCard);
}
