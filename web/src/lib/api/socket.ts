/** A WebSocket that comes back by itself, waiting longer after each failure. */

import { backOff, floor } from "./reach.svelte";

export type Link = "connecting" | "live" | "lost";

/** The floor pings every twenty seconds; twice that without a word is a dead line. */
const SILENCE_MS = 45_000;

export interface Line {
  close(): void;
}

/** The floor's own closing codes: 4000 and the HTTP status that says the same. */
export const SIGNED_OUT = 4401;
/** The line begins anew: it was too slow, or whoever watches has other ranks now. */
export const TRY_AGAIN = 1013;
const HOPELESS = [4400, 4403, 4404];

/** Keep a line open. `address` is asked anew for each attempt, so that it can name where to resume. */
export function keepOpen(
  address: () => string,
  heard: (message: unknown) => void,
  changed: (link: Link) => void,
  ended: (code: number) => void = () => undefined,
): Line {
  let socket: WebSocket | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function connect(): void {
    changed(failures ? "lost" : "connecting");
    const opened = new WebSocket(address().replace(/^\//, `${location.origin.replace(/^http/, "ws")}/`));
    socket = opened;
    listen(opened);
    opened.onmessage = (event) => {
      if (closed) return;
      failures = 0;
      listen(opened);
      changed("live");
      heard(JSON.parse(String(event.data)));
    };
    opened.onclose = ({ code }) => {
      if (closed || socket !== opened) return;
      ended(code);
      if (HOPELESS.includes(code)) changed("lost");
      else again();
    };
  }

  function listen(opened: WebSocket): void {
    clearTimeout(silence);
    silence = setTimeout(() => opened.close(), SILENCE_MS);
  }

  function again(): void {
    clearTimeout(silence);
    clearTimeout(retry);
    changed("lost");
    floor.doubt();
    retry = setTimeout(connect, backOff(failures));
    failures += 1;
  }

  function hurry(): void {
    if (closed || document.hidden || socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(retry);
    connect();
  }

  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", hurry);
  const forget = floor.whenBack(hurry);
  connect();

  return {
    close() {
      closed = true;
      clearTimeout(retry);
      clearTimeout(silence);
      forget();
      removeEventListener("online", hurry);
      document.removeEventListener("visibilitychange", hurry);
      socket?.close();
    },
  };
}
