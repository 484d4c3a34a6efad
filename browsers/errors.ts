// Errors of the browser itself, as opposed to the pages it shows.
import type { BrowserName } from "../domain/visual/shot.ts";

/** This worker does not have the browser. Retrying on this worker cannot help; `message` names the command that installs it. */
export class BrowserUnavailableError extends Error {
  readonly code = "browser_unavailable";
  readonly browser: BrowserName;

  constructor(browser: BrowserName, message: string) {
    super(message);
    this.name = "BrowserUnavailableError";
    this.browser = browser;
  }
}

/**
 * Who caused the crash. `page`: the page that gets the error, because it was alone in the browser or its own process ended. `shared`:
 * several pages were open, and any of them may be the cause. `nobody`: the browser did not start, or was told to stop.
 */
export type Blame = "page" | "shared" | "nobody";

/** A browser or a page's process ended while in use, or did not start. */
export class BrowserCrashedError extends Error {
  readonly code = "browser_crashed";
  readonly browser: BrowserName;
  /** `page`: only the page's own process ended (out of memory, for example); the browser kept running. */
  readonly what: "browser" | "page";
  readonly blame: Blame;
  /** Whether it was ended because it used too much memory. */
  readonly memory: boolean;

  constructor(
    browser: BrowserName,
    what: "browser" | "page",
    message: string,
    { blame = "nobody", memory = false }: { blame?: Blame; memory?: boolean } = {},
  ) {
    super(message);
    this.name = "BrowserCrashedError";
    this.browser = browser;
    this.what = what;
    this.blame = blame;
    this.memory = memory;
  }
}

/** The page crashed its browser again when it was the only page in it. Retrying cannot help. */
export class PageAtFaultError extends Error {
  /** Reason code of the result (domain/visual/outcome.ts). */
  readonly code: "browser_crashed" | "too_large";

  constructor(last: BrowserCrashedError) {
    super(`${last.message} It happened again in a separate browser.`);
    this.name = "PageAtFaultError";
    this.code = last.memory ? "too_large" : "browser_crashed";
  }
}
