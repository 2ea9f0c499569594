/** The pages of a game that has none of its own: everything the view shows, plainly. */

import type { Door } from "../door";
import PlainLayout from "./PlainLayout.svelte";
import PlainSign from "./PlainSign.svelte";
import PlainTable from "./PlainTable.svelte";

export const plain: Door = {
  deviceName: (device) => device,
  Table: PlainTable,
  Sign: PlainSign,
  Layout: PlainLayout,
};
