// Whether anybody takes the connection: Node's fetch gives no time limit for that alone, but reports each connection it made.
import { subscribe, unsubscribe } from "node:diagnostics_channel";

const CONNECTED = "undici:client:connected";

/** What an address that nobody is behind costs at most; connections over slow lines take less. */
export const CONNECT_MS = 2_000;

/** `done` ends the watch. */
export type Connecting = { signal: AbortSignal; made(): boolean; tooLate(): boolean; done(): void };

/** Aborts when no connection was made in this time; what follows may take as long as it takes. */
export function watchConnection(ms: number = CONNECT_MS): Connecting {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  let made = false;
  const met = () => {
    made = true;
    clearTimeout(timer);
  };
  subscribe(CONNECTED, met);
  return {
    signal: late.signal,
    made: () => made,
    tooLate: () => late.signal.aborted,
    done() {
      clearTimeout(timer);
      unsubscribe(CONNECTED, met);
    },
  };
}
