// Opens a page of the pool for one piece of work, bounded and watched, and closes it in every case.
import type { Mode } from "../../domain/visual/modes.ts";
import type { BrowserName, Viewport } from "../../domain/visual/shot.ts";
import type { BrowserPool, PageLease, PageOptions } from "../browserPool.ts";
import { withMode } from "../contextOptions.ts";
import { watchDocumentSize } from "./documentSize.ts";
import { watchAddresses } from "./elsewhere.ts";
import { createGuard, type Guard } from "./guard.ts";

export type PageWish = {
  viewport: Viewport;
  /** false unless given. */
  reducedMotion?: boolean;
  /** Runs in every document and frame before its own scripts. */
  initScript?: string;
  mode?: Mode;
};

/** What the pool is asked for where images may move. */
export function optionsOf({ viewport, reducedMotion = false, initScript = "", mode }: PageWish): PageOptions {
  const { width, height, scale, mobile } = viewport;
  return withMode({ width, height, scale, mobile, reducedMotion, stillImages: false, initScript }, mode);
}

export type PageBounds = {
  signal: AbortSignal;
  /** From the first call into the browser to the end of `use`. */
  totalMs: number;
  /** Gives up a page whose document is too large to be read, which a screenshot need not do. true unless given. */
  readsDocument?: boolean;
};

/**
 * Answers what `use` makes of a fresh page. Rejects with the reason of the crash when the browser ended, of `signal` when the caller
 * gave up, with a CaptureFailure when the page leads to another site or is too large, and with Late when `totalMs` are over.
 */
export async function withPage<T>(
  pool: BrowserPool,
  browser: BrowserName,
  options: PageOptions,
  bounds: PageBounds,
  use: (lease: PageLease, guard: Guard) => Promise<T>,
): Promise<T> {
  const { signal, totalMs } = bounds;
  let lease: PageLease | undefined;
  try {
    lease = await pool.acquire(browser, options, signal);
    const guard = await guardPage(lease, bounds);
    const result = await guard.run(use(lease, guard), totalMs);
    guard.signal.throwIfAborted();
    return result;
  } catch (error) {
    signal.throwIfAborted();
    if (lease?.crash.aborted) throw lease.crash.reason;
    throw error;
  } finally {
    // Not waited for: it takes 10 ms of the browser's time, and the pool ends a browser that cannot.
    void lease?.release();
  }
}

/** `until`: ends the page instead of `signal`, which then only ends its opening, as does `openingMs`. */
type GuardBounds = PageBounds & { until?: AbortSignal; openingMs?: number };

/** The guard of a page, also of one that stays open after this piece of work. */
export async function guardPage(lease: PageLease, bounds: GuardBounds): Promise<Guard> {
  const { signal, totalMs, readsDocument = true, until = signal, openingMs = totalMs } = bounds;
  const ends = [until, lease.crash, watchAddresses(lease.page)];
  if (readsDocument) {
    const opening = createGuard(AbortSignal.any([signal, lease.crash]), openingMs);
    ends.push(await opening.run(watchDocumentSize(lease), openingMs));
  }
  return createGuard(AbortSignal.any(ends), totalMs);
}
