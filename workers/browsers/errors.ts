// What can go wrong with a browser itself, apart from the pages it shows.
import type { BrowserName } from "../../domain/visual/shot.ts";

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

/** A browser or a page's process ended in the middle of the work, or did not start. Trying again gets a new one. */
export class BrowserCrashedError extends Error {
  readonly code = "browser_crashed";
  readonly browser: BrowserName;
  /** `page`: only the page's own process (out of memory, for one); the browser went on. */
  readonly what: "browser" | "page";

  constructor(browser: BrowserName, what: "browser" | "page", message: string) {
    super(message);
    this.name = "BrowserCrashedError";
    this.browser = browser;
    this.what = what;
  }
}
