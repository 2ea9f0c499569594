/** Matchmaker's pages. */

import type { Door } from "../door";
import { COMMANDS } from "./catalogue";
import MatchLayout from "./MatchLayout.svelte";
import MatchSign from "./MatchSign.svelte";
import MatchTable from "./MatchTable.svelte";
import type { MatchmakerView } from "./view";

export const door: Door<MatchmakerView> = {
  deviceName: (device) => (device === "machine" ? "shuffling machine" : device),
  Table: MatchTable,
  Sign: MatchSign,
  Layout: MatchLayout,
  catalogue: COMMANDS,
  courts: { first: "A pit boss", then: "the inspector", under: ["MM 11.9", "MM 11.10"], reviewer: "Inspector" },
};
