// A worker's warm browser pool: one browser per kind, a fresh context per page. Crashed and worn-out browsers are replaced.
import { arch, platform } from "node:os";
import type { BrowserName } from "../domain/visual/shot.ts";
import { unlessAborted } from "../platform/unlessAborted.ts";
import type { PageOptions } from "./contextOptions.ts";
import { BrowserCrashedError } from "./errors.ts";
import { fontsFingerprint } from "./fonts.ts";
import { type BrowserTraits, type LaunchedBrowser, launchBrowser } from "./launch.ts";
import { type MemoryLimits, memoryLimits } from "./memory.ts";
import type { BrowserPool, PageLease } from "./pool.ts";
import { createTurns } from "./quarantine.ts";
import { type PreparedPage, WarmBrowser } from "./warmBrowser.ts";
import { watchMemory } from "./watchMemory.ts";

export type { PageOptions } from "./contextOptions.ts";
export { BrowserCrashedError, BrowserUnavailableError, PageAtFaultError } from "./errors.ts";
export type { BrowserPool, PageLease } from "./pool.ts";
export { despiteCrashes } from "./quarantine.ts";

export type BrowserPoolOptions = {
  /** Proxy for every request of every browser: `http://127.0.0.1:<port>`. */
  proxyUrl?: string;
  log?: (level: "info" | "warn", message: string, data: Record<string, string | number>) => void;
  /** Overrides the executables found on this machine. */
  executablePaths?: Partial<Record<BrowserName, string>>;
  /** Whether this process runs as root. Read from the system by default. */
  root?: boolean;
  /** Called after a browser starts. `sandbox`: whether Chromium runs in its own sandbox; null for other browsers. */
  onStart?: (started: { kind: BrowserName; version: string; sandbox: boolean | null }) => void;
  /** Called when a browser exits unexpectedly. */
  onCrash?: (crashed: { kind: BrowserName; pid: number | undefined }) => void;
  /** Number of contexts a browser creates before a fresh one replaces it, so that its memory use stays flat. */
  contextsPerBrowser?: number;
  /** Memory limits per browser and per page. Derived from the machine's memory by default. */
  memory?: MemoryLimits;
};

const CONTEXTS_PER_BROWSER = 300;
/** A browser may exit just as a page is requested from it, so try one more; after that the caller retries. */
const TRIES = 2;

export function createBrowserPool(options: BrowserPoolOptions = {}): BrowserPool {
  const { contextsPerBrowser = CONTEXTS_PER_BROWSER, log = () => undefined } = options;
  /** Per key, the browser that receives new work. */
  const current = new Map<string, Promise<WarmBrowser>>();
  const replacing = new Set<string>();
  const turn = createTurns();
  /** All running browsers, including retired ones. */
  const running = new Set<WarmBrowser>();
  let closed = false;

  /** Report a missing sandbox only once, because it is the same for every browser on this machine. */
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

  async function start(kind: BrowserName, traits: BrowserTraits, how = { alone: false }): Promise<WarmBrowser> {
    const began = performance.now();
    let sandbox = kind === "chromium" ? true : null;
    const launched: LaunchedBrowser = await launchBrowser(kind, traits, {
      proxyUrl: options.proxyUrl,
      executablePath: options.executablePaths?.[kind],
      root: options.root,
      onMissingSandbox(because) {
        sandbox = false;
        tellOfSandbox(because);
      },
    });
    const browser = new WarmBrowser(kind, launched, how);
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
    options.onStart?.({ kind, version: browser.version, sandbox });
    log("info", "a browser started", { kind, product: launched.found.product, version: browser.version, ms });
    return browser;
  }

  /** Keep using the worn browser until the fresh one is running, so that no page waits for a launch. */
  function replace(key: string, worn: WarmBrowser, kind: BrowserName, traits: BrowserTraits): void {
    if (replacing.has(key)) return;
    replacing.add(key);
    const fresh = start(kind, traits);
    fresh
      .then(() => {
        current.set(key, fresh);
        return worn.retire();
      })
      .catch(() => undefined) // keep the worn browser; the next page tries again
      .finally(() => replacing.delete(key));
  }

  /** Acquires a browser for a single page. It starts and ends with the page. */
  async function acquireAlone(kind: BrowserName, page: PageOptions, signal?: AbortSignal): Promise<PageLease> {
    const leave = await turn(signal);
    let browser: WarmBrowser | undefined;
    const end = async (): Promise<void> => {
      await browser?.close();
      leave();
    };
    try {
      if (closed) throw shuttingDown(kind);
      const starting = start(kind, traitsOf(kind, page), { alone: true });
      browser = await unlessAborted(starting, signal, (late) => late.close());
      const taken = await lease(browser, await unlessAborted(browser.take(page), signal));
      let ended: Promise<void> | undefined;
      return {
        ...taken,
        release() {
          ended ??= taken.release().finally(end);
          return ended;
        },
      };
    } catch (error) {
      await end();
      throw error;
    }
  }

  async function acquire(
    kind: BrowserName,
    page: PageOptions,
    signal?: AbortSignal,
    how: { alone?: boolean } = {},
  ): Promise<PageLease> {
    if (how.alone) return acquireAlone(kind, page, signal);
    let last: unknown;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      signal?.throwIfAborted();
      if (closed) throw shuttingDown(kind);
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

  const stopWatching = watchMemory(running, options.memory ?? memoryLimits(0), log);
  return {
    acquire,
    openContexts: () => [...running].reduce((sum, browser) => sum + browser.openContexts, 0),
    pids: () => [...running].flatMap(({ launched }) => (launched.pid === undefined ? [] : [launched.pid])),
    async close() {
      closed = true;
      stopWatching();
      await Promise.allSettled(current.values());
      await Promise.all([...running].map((browser) => browser.close()));
    },
  };
}

function shuttingDown(kind: BrowserName): BrowserCrashedError {
  return new BrowserCrashedError(kind, "browser", "The worker is shutting down.");
}

/** Chromium and WebKit emulate reduced motion and colors per context; a stock Firefox only for the whole browser. */
function traitsOf(kind: BrowserName, { stillImages, reducedMotion, mobile, mode }: PageOptions): BrowserTraits {
  return {
    stillImages: kind !== "webkit" && stillImages,
    reducedMotion: kind === "firefox" && reducedMotion,
    dark: kind === "firefox" && mode?.colorScheme === "dark",
    touch: kind === "chromium" && mobile,
  };
}

async function lease(browser: WarmBrowser, taken: PreparedPage): Promise<PageLease> {
  const { kind, launched, version } = browser;
  const crash = new AbortController();
  void browser.gone.then(() => crash.abort(browser.crash()));
  taken.page.once("crash", () => {
    crash.abort(browser.pageCrash());
  });
  taken.context.on("page", (tab) => tab.once("crash", () => browser.noteTabCrash()));
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
