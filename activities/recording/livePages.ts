// The pages of recordings in this worker, between their turns. Losing one loses nothing: its steps are done again by the next turn.
import type { PageLease } from "../../browsers/browserPool.ts";
import type { Session } from "../functional/engine/session.ts";

/** Pages that wait here at once; each holds a browser context, which runs need too. */
const MAX_WAITING = 2;
/**
 * How long a page waits for its next turn, and how old it may grow. As long as any page is open on a host, nothing is measured
 * there: an agent that thinks, or forgets, must not hold up an audit of performance for longer.
 */
const MAX_WAIT_MS = 60_000;
const OLDEST_MS = 300_000;

export type LivePage = {
  session: Session;
  lease: PageLease;
  /** The steps that were done in it. */
  seq: number;
  /** As performance.now() has it. */
  openedAt: number;
  /** Ends every wait in it, and closes it. */
  close(): void;
};

export type LivePages = {
  /** The page after so many steps, for one turn; one that has gone on or is gone is closed. */
  take(recordingId: string, seq: number): LivePage | null;
  /** Keeps it for the next turn, for so long at most; the one that waited longest makes room. */
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
