// The warm browser pool of a worker: one browser per kind, a fresh context per shot, crashed and worn out ones replaced.
import { arch, platform } from "node:os";
import type { Renderer } from "../domain/visual/outcome.ts";
import type { BrowserName } from "../domain/visual/shot.ts";
import type { PageOptions } from "./browsers/contextOptions.ts";
import { BrowserCrashedError } from "./browsers/errors.ts";
import { fontsFingerprint } from "./browsers/fonts.ts";
import { type BrowserTraits, type LaunchedBrowser, launchBrowser } from "./browsers/launch.ts";
import { type PreparedPage, WarmBrowser } from "./browsers/warmBrowser.ts";

export type { PageOptions } from "./browsers/contextOptions.ts";
export { BrowserCrashedError, BrowserUnavailableError } from "./browsers/errors.ts";

export type BrowserPoolOptions = {
  /** Every request of every browser goes through it: `http://127.0.0.1:<port>`. */
  proxyUrl?: string;
  log?: (level: "info" | "warn", message: string, data: Record<string, string | number>) => void;
  /** Instead of what is found on the machine. */
  executablePaths?: Partial<Record<BrowserName, string>>;
  /** Whether this process is root's; asked of the system unless given. */
  root?: boolean;
  /** A browser that had not been told to end has ended. */
  onCrash?: (crashed: { kind: BrowserName; pid: number | undefined }) => void;
  /** Contexts handed out by one browser before a fresh one takes over, so that its memory stays flat. */
  contextsPerBrowser?: number;
};

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
   * row did not give a page, or with the signal's reason.
   */
  acquire(kind: BrowserName, options: PageOptions, signal?: AbortSignal): Promise<PageLease>;
  /** Contexts that are in use, of all browsers. */
  openContexts(): number;
  /** Process ids of the running browsers. */
  pids(): number[];
  /** Ends every browser; what is still in use crashes. */
  close(): Promise<void>;
};

const CONTEXTS_PER_BROWSER = 300;
/** The browser that a page is asked of may end just then: one more is tried, and the caller's retry after that. */
const TRIES = 2;

export function createBrowserPool(options: BrowserPoolOptions = {}): BrowserPool {
  const { contextsPerBrowser = CONTEXTS_PER_BROWSER, log = () => undefined } = options;
  /** The browser that new work of a key goes to. */
  const current = new Map<string, Promise<WarmBrowser>>();
  const replacing = new Set<string>();
  /** All that run, those that are retired too. */
  const running = new Set<WarmBrowser>();
  let closed = false;

  /** Once: it is the same for every browser of this machine. */
  let toldOfSandbox = false;
  const tellOfSandbox = (because: string): void => {
    if (!toldOfSandbox) log("warn", "Chromium runs without its own sandbox", { because });
    toldOfSandbox = true;
  };

  async function browserFor(kind: BrowserName, traits: BrowserTraits): Promise<WarmBrowser> {
    const key = JSON.stringify([kind, traits]);
    const known = current.get(key);
    if (known !== undefined) {
      const browser = await known.catch(() => undefined);
      if (browser?.usable) {
        if (browser.handedOut >= contextsPerBrowser) replace(key, browser, kind, traits);
        return browser;
      }
      if (current.get(key) === known) current.delete(key);
      return browserFor(kind, traits);
    }
    const started = start(kind, traits);
    current.set(key, started);
    return started;
  }

  async function start(kind: BrowserName, traits: BrowserTraits): Promise<WarmBrowser> {
    const began = performance.now();
    const launched: LaunchedBrowser = await launchBrowser(kind, traits, {
      proxyUrl: options.proxyUrl,
      executablePath: options.executablePaths?.[kind],
      root: options.root,
      onMissingSandbox: tellOfSandbox,
    });
    const browser = new WarmBrowser(kind, launched);
    const { pid } = launched;
    running.add(browser);
    void browser.gone.then(() => {
      running.delete(browser);
      if (browser.toldToEnd) return;
      log("warn", "a browser crashed", { kind, pid: pid ?? 0 });
      options.onCrash?.({ kind, pid });
    });
    if (closed) await browser.close();
    const ms = Math.round(performance.now() - began);
    log("info", "a browser started", { kind, product: launched.found.product, version: browser.version, ms });
    return browser;
  }

  /** The worn browser works on until the fresh one runs, so that no shot waits for a launch. */
  function replace(key: string, worn: WarmBrowser, kind: BrowserName, traits: BrowserTraits): void {
    if (replacing.has(key)) return;
    replacing.add(key);
    const fresh = start(kind, traits);
    fresh
      .then(() => {
        current.set(key, fresh);
        return worn.retire();
      })
      .catch(() => undefined) // the worn one stays, and the next shot tries again
      .finally(() => replacing.delete(key));
  }

  async function acquire(kind: BrowserName, page: PageOptions, signal?: AbortSignal): Promise<PageLease> {
    let last: unknown;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      signal?.throwIfAborted();
      if (closed) throw new BrowserCrashedError(kind, "browser", "The worker is shutting down.");
      const browser = await unlessAborted(browserFor(kind, traitsOf(kind, page)), signal);
      try {
        const taking = browser.take(page);
        const taken = await unlessAborted(taking, signal, ({ context }) => browser.giveBack(context));
        return await lease(browser, taken);
      } catch (error) {
        if (!(error instanceof BrowserCrashedError)) throw error;
        last = error;
      }
    }
    throw last;
  }

  return {
    acquire,
    openContexts: () => [...running].reduce((sum, browser) => sum + browser.openContexts, 0),
    pids: () => [...running].flatMap(({ launched }) => (launched.pid === undefined ? [] : [launched.pid])),
    async close() {
      closed = true;
      await Promise.allSettled(current.values());
      await Promise.all([...running].map((browser) => browser.close()));
    },
  };
}

/** Chromium and WebKit emulate reduced motion per context; a stock Firefox has it for the whole browser. */
function traitsOf(kind: BrowserName, { stillImages, reducedMotion, mobile }: PageOptions): BrowserTraits {
  return {
    stillImages: kind !== "webkit" && stillImages,
    reducedMotion: kind === "firefox" && reducedMotion,
    touch: kind === "chromium" && mobile,
  };
}

async function lease(browser: WarmBrowser, taken: PreparedPage): Promise<PageLease> {
  const { kind, launched, version } = browser;
  const crash = new AbortController();
  void browser.gone.then(() => crash.abort(browser.crash()));
  taken.page.once("crash", () => {
    const message = "The page's process ended in the middle of the work: out of memory, most likely.";
    crash.abort(new BrowserCrashedError(kind, "page", message));
  });
  let released: Promise<void> | undefined;
  return {
    ...taken,
    renderer: {
      browser: launched.found.product,
      version,
      platform: `${platform()}-${arch()}`,
      fonts: await fontsFingerprint(),
    },
    holdsImages: kind !== "webkit",
    crash: crash.signal,
    release() {
      released ??= browser.giveBack(taken.context);
      return released;
    },
  };
}

/** Ends the wait at once; what arrives after that is undone. */
async function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal, undo?: (late: T) => unknown): Promise<T> {
  if (signal === undefined) return promise;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } catch (error) {
    if (signal.aborted) promise.then(undo).catch(() => undefined);
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
