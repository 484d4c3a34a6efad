// Keeps pages of recordings open in this worker between turns. A lost page is harmless: the next turn repeats its steps.
import type { PageLease } from "../../browsers/browserPool.ts";
import type { Session } from "../functional/engine/session.ts";

/** Maximum number of pages kept open; each holds a browser context, which runs need too. */
const MAX_WAITING = 2;
/**
 * How long a page waits for its next turn, and its maximum age. While any page is open on a host, no measurement runs
 * there, so a slow or absent agent must not delay a performance audit for longer.
 */
const MAX_WAIT_MS = 60_000;
const OLDEST_MS = 300_000;

export type LivePage = {
  session: Session;
  lease: PageLease;
  /** Number of steps performed in it. */
  seq: number;
  /** Timestamp from performance.now(). */
  openedAt: number;
  /** Ends every wait in it, and closes it. */
  close(): void;
};

export type LivePages = {
  /** Returns the page for one turn if exactly `seq` steps were performed in it; otherwise closes it. */
  take(recordingId: string, seq: number): LivePage | null;
  /** Keeps the page for the next turn, for at most `forMs`; if there are too many, the one waiting longest is closed. */
  keep(recordingId: string, page: LivePage, forMs: number): void;
  drop(recordingId: string): void;
};

export function createLivePages(): LivePages {
  const waiting = new Map<string, { page: LivePage; timer: NodeJS.Timeout }>();
  const remove = (recordingId: string): LivePage | null => {
    const found = waiting.get(recordingId);
    if (!found) return null;
    clearTimeout(found.timer);
    waiting.delete(recordingId);
    return found.page;
  };
  const drop = (recordingId: string): void => remove(recordingId)?.close();
  return {
    drop,
    take(recordingId, seq) {
      const page = remove(recordingId);
      if (page === null || (page.seq === seq && !page.session.guard.signal.aborted)) return page;
      page.close();
      return null;
    },
    keep(recordingId, page, forMs) {
      drop(recordingId);
      const left = Math.min(forMs, MAX_WAIT_MS, page.openedAt + OLDEST_MS - performance.now());
      if (left <= 0) return page.close();
      waiting.set(recordingId, { page, timer: setTimeout(() => drop(recordingId), left).unref() });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_WAITING && oldest !== undefined) drop(oldest);
    },
  };
}
