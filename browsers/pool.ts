// Types of the pool of warm browsers, shared by those that create, wrap and use it.

import type { Renderer } from "../domain/visual/outcome.ts";
import type { BrowserName } from "../domain/visual/shot.ts";
import type { PageOptions } from "./contextOptions.ts";
import type { PreparedPage } from "./warmBrowser.ts";

/** A fresh page for a single use. */
export type PageLease = PreparedPage & {
  renderer: Renderer;
  /** Whether the browser itself holds animated images on their first frame. */
  holdsImages: boolean;
  /** Aborted with a BrowserCrashedError as soon as the browser or the page's process is gone. */
  crash: AbortSignal;
  /** Closes the context. Idempotent; never rejects. */
  release(): Promise<void>;
};

export type BrowserPool = {
  /**
   * Returns a page in a fresh context. Rejects with BrowserUnavailableError, with BrowserCrashedError if two browsers in a
   * row yielded no page, or with the signal's reason. `alone`: in a browser that is started for this page only;
   * one such page at a time, the others wait for their turn.
   */
  acquire(kind: BrowserName, options: PageOptions, signal?: AbortSignal, how?: { alone?: boolean }): Promise<PageLease>;
  /** Number of contexts in use across all browsers. */
  openContexts(): number;
  /** Process ids of the running browsers. */
  pids(): number[];
  /** Closes every browser; pages still in use crash. */
  close(): Promise<void>;
};
