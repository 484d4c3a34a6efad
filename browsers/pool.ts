// What the pool of warm browsers gives: the types that those share who make it, wrap it and use it.

import type { Renderer } from "../domain/visual/outcome.ts";
import type { BrowserName } from "../domain/visual/shot.ts";
import type { PageOptions } from "./contextOptions.ts";
import type { PreparedPage } from "./warmBrowser.ts";

/** A fresh page that belongs to one shot. */
export type PageLease = PreparedPage & {
  renderer: Renderer;
  /** Animated images are held on their first frame by the browser itself. */
  holdsImages: boolean;
  /** Aborted with a BrowserCrashedError as soon as the browser or the page's process is gone. */
  crash: AbortSignal;
  /** Closes the context; may be called again. Does not reject. */
  release(): Promise<void>;
};

export type BrowserPool = {
  /**
   * A fresh context with its page. Rejects with BrowserUnavailableError, with BrowserCrashedError when two browsers in a
   * row did not give a page, or with the signal's reason. `alone`: in a browser that is started for it and shared with
   * nobody; one such page at a time, the others wait for their turn.
   */
  acquire(kind: BrowserName, options: PageOptions, signal?: AbortSignal, how?: { alone?: boolean }): Promise<PageLease>;
  /** Contexts that are in use, of all browsers. */
  openContexts(): number;
  /** Process ids of the running browsers. */
  pids(): number[];
  /** Ends every browser; what is still in use crashes. */
  close(): Promise<void>;
};
