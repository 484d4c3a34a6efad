// What can go wrong with a browser itself, apart from the pages it shows.
import type { BrowserName } from "../domain/visual/shot.ts";

/** This worker has no such browser. Trying again here cannot help; `message` names the command that mends it. */
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
 * Whose crash it was. `page`: of the page that is told, which was alone in the browser, or whose own process ended. `shared`:
 * several pages were at work, and any of them may have been the cause. `nobody`: the browser did not start or was told to end.
 */
export type Blame = "page" | "shared" | "nobody";

/** A browser or a page's process ended in the middle of the work, or did not start. */
export class BrowserCrashedError extends Error {
  readonly code = "browser_crashed";
  readonly browser: BrowserName;
  /** `page`: only the page's own process (out of memory, for one); the browser went on. */
  readonly what: "browser" | "page";
  readonly blame: Blame;
  /** It was ended because it used too much memory. */
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

/** A page that ended its browser again when nothing else was in it. Trying once more cannot help. */
export class PageAtFaultError extends Error {
  /** A reason code of results (domain/visual/outcome.ts). */
  readonly code: "browser_crashed" | "too_large";

  constructor(last: BrowserCrashedError) {
    super(`${last.message} It did so again in a browser of its own.`);
    this.name = "PageAtFaultError";
    this.code = last.memory ? "too_large" : "browser_crashed";
  }
}
