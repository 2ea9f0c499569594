/** Matchmaker's pages. */

import type { Door } from "../door";
import MatchLayout from "./MatchLayout.svelte";
import MatchSign from "./MatchSign.svelte";
import MatchTable from "./MatchTable.svelte";
import type { MatchmakerView } from "./view";

export const door: Door<MatchmakerView> = {
  deviceName: (device) => (device === "machine" ? "shuffling machine" : device),
  Table: MatchTable,
  Sign: MatchSign,
  Layout: MatchLayout,
  claims: ["KeepWagers", "RetractWagers", "ConvertSpoken"],
  spoken: true,
};
