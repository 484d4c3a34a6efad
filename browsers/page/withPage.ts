// Opens a page of the pool for one piece of work, bounded and watched, and always closes it.
import type { Mode } from "../../domain/visual/modes.ts";
import type { BrowserName, Viewport } from "../../domain/visual/shot.ts";
import type { BrowserPool, PageLease, PageOptions } from "../browserPool.ts";
import { withMode } from "../contextOptions.ts";
import { watchDocumentSize } from "./documentSize.ts";
import { watchAddresses } from "./elsewhere.ts";
import { createGuard, type Guard } from "./guard.ts";

export type PageWish = {
  viewport: Viewport;
  /** Defaults to false. */
  reducedMotion?: boolean;
  /** Runs in every document and frame before its own scripts. */
  initScript?: string;
  mode?: Mode;
};

/** Returns the pool options for a page whose images may be animated. */
export function optionsOf({ viewport, reducedMotion = false, initScript = "", mode }: PageWish): PageOptions {
  const { width, height, scale, mobile } = viewport;
  return withMode({ width, height, scale, mobile, reducedMotion, stillImages: false, initScript }, mode);
}

export type PageBounds = {
  signal: AbortSignal;
  /** From the first call into the browser to the end of `use`. */
  totalMs: number;
  /** Whether to abort a page whose document is too large to be read; not needed for a screenshot. Defaults to true. */
  readsDocument?: boolean;
};

/**
 * Returns the result of `use` for a fresh page. Rejects with the crash reason if the browser ended, with `signal`'s reason if the caller
 * cancelled, with a CaptureFailure if the page leads to another site or is too large, and with Late after `totalMs`.
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
    // Not awaited: it takes 10 ms of the browser's time, and the pool kills a browser that hangs.
    void lease?.release();
  }
}

/** `until`: ends the page instead of `signal`, which then, like `openingMs`, only limits its opening. */
type GuardBounds = PageBounds & { until?: AbortSignal; openingMs?: number };

/** Returns the guard of a page, including a page that stays open after this piece of work. */
export async function guardPage(lease: PageLease, bounds: GuardBounds): Promise<Guard> {
  const { signal, totalMs, readsDocument = true, until = signal, openingMs = totalMs } = bounds;
  const ends = [until, lease.crash, watchAddresses(lease.page)];
  if (readsDocument) {
    const opening = createGuard(AbortSignal.any([signal, lease.crash]), openingMs);
    ends.push(await opening.run(watchDocumentSize(lease), openingMs));
  }
  return createGuard(AbortSignal.any(ends), totalMs);
}
