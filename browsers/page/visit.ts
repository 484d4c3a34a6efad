// Opens a page for an audit: a fresh context, the site's access, bounded waits, and no dialogs, downloads or windows.
import type { BrowserContext, Page, Request } from "playwright";
import type { Gathered } from "../../domain/audit/page.ts";
import { samePlace } from "../../domain/net/pageAddress.ts";
import type { Mode } from "../../domain/visual/modes.ts";
import type { BrowserName, Viewport } from "../../domain/visual/shot.ts";
import { beginHere, withSpan } from "../../platform/tracing/spans.ts";
import {
  type BrowserPool,
  BrowserUnavailableError,
  despiteCrashes,
  PageAtFaultError,
  type PageLease,
} from "../browserPool.ts";
import type { SiteEntry } from "./access.ts";
import { driverOf } from "./driver.ts";
import { enterSite } from "./enterSite.ts";
import { CaptureFailure, type ExplainFailure } from "./failures.ts";
import { type Guard, Late } from "./guard.ts";
import { inTime } from "./inTime.ts";
import { type CaptureLimits, DEFAULT_LIMITS } from "./limits.ts";
import type { PageDriver } from "./pageDriver.ts";
import type { Traffic } from "./traffic.ts";
import { optionsOf, withPage } from "./withPage.ts";

/** What a visit stands on; the worker binds it once. */
export type VisitDeps = {
  pool: BrowserPool;
  explainFailure?: ExplainFailure;
  limits?: Partial<CaptureLimits>;
  /** In which pages are visited; missing: none. */
  mode?: Mode;
  /** Told of a page that led on to another one. */
  onRedirect?(asked: string, shown: string): void;
  /** Told of an error with which a page answered that is read all the same. */
  onError?(asked: string, status: number): void;
};

export type VisitOptions = {
  url: string;
  viewport: Viewport;
  /** Chromium unless given. */
  browser?: BrowserName;
  access?: SiteEntry;
  /** Runs in every document and frame before its own scripts. */
  initScript?: string;
  reducedMotion?: boolean;
  /** A page that answers 4xx or 5xx is visited too, instead of being `not_measured`. */
  acceptErrorStatus?: boolean;
  /** What is done in the page may lead to any other, an error too; without it a page that led on to an error is `not_measured`. */
  leadsOn?: boolean;
  /** Before the page is opened: listeners, cookies, protocol domains. */
  prepare?(lease: PageLease, guard: Guard): Promise<void>;
};

/** One request of the page with its answer, as the browser saw it. */
export type Exchange = {
  url: string;
  method: string;
  /** Playwright's resource type: document, script, image, fetch, ping … */
  type: string;
  /** Of the page itself and not of a frame in it. */
  mainFrame: boolean;
  /** Milliseconds since the visit began. */
  atMs: number;
  /** null: no answer came. */
  status: number | null;
  /** Names in lower case; several Set-Cookie stay apart in order. */
  headers: [name: string, value: string][];
  failure: string | null;
};

export type Visit = {
  lease: PageLease;
  page: Page;
  context: BrowserContext;
  driver: PageDriver;
  guard: Guard;
  limits: CaptureLimits;
  traffic: Traffic;
  /** HTTP status of the document. */
  status: number;
  /** False: it was still loading after the limit and is audited as it is. */
  loaded: boolean;
  /** Where the redirects ended, as the address bar shows it. */
  finalUrl: string;
  /** Everything that was requested so far, in the order of asking; waits for headers that are still to come, for 2 s at most. */
  exchanges(): Promise<Exchange[]>;
};

/** One visit of an audit loads, waits and asks; 25 s is usual for the longest (privacy, with a banner). */
const TOTAL_MS = 120_000;

/** Requests that are kept; a page that makes more is cut there. */
const MAX_EXCHANGES = 3_000;

/**
 * Visits the page and answers what `use` makes of it. What is wrong with the page is `not_measured` with its reason, also that
 * it ends its browser; a browser that does not start (BrowserCrashedError) and a cancellation (the signal's reason) are thrown.
 * The context is closed in every case. After a crash the visit is made again from its beginning, so `prepare` and `use` keep
 * nothing from one call to the next.
 */
export async function visitPage<T>(
  deps: VisitDeps,
  options: VisitOptions,
  signal: AbortSignal,
  use: (visit: Visit) => Promise<T>,
): Promise<Gathered<T>> {
  try {
    return await despiteCrashes(deps.pool, signal, (pool) => visitOnce({ ...deps, pool }, options, signal, use));
  } catch (error) {
    if (!(error instanceof PageAtFaultError)) throw error;
    return { state: "not_measured", code: error.code, reason: error.message };
  }
}

async function visitOnce<T>(
  deps: VisitDeps,
  options: VisitOptions,
  signal: AbortSignal,
  use: (visit: Visit) => Promise<T>,
): Promise<Gathered<T>> {
  const limits = { ...DEFAULT_LIMITS, totalMs: TOTAL_MS, ...deps.limits };
  const bounds = { signal, totalMs: limits.totalMs };
  try {
    const data = await withPage(
      deps.pool,
      options.browser ?? "chromium",
      optionsOf({ ...options, mode: deps.mode }),
      bounds,
      async (lease, guard) => {
        const visit = await withSpan(beginHere("page open"), () => open(lease, deps, options, guard, limits));
        const made = await withSpan(beginHere("page read"), () => use(visit));
        guard.signal.throwIfAborted();
        const failure = visit.traffic.documentFailure(deps.explainFailure);
        if (failure && !options.leadsOn && !options.acceptErrorStatus) throw failure;
        return made;
      },
    );
    return { state: "gathered", data };
  } catch (error) {
    if (error instanceof CaptureFailure)
      return { state: "not_measured", code: error.reason.code, reason: error.reason.message };
    if (error instanceof Late)
      return {
        state: "not_measured",
        code: "timeout",
        reason: "The page keeps its browser so busy that it did not answer.",
      };
    if (error instanceof BrowserUnavailableError)
      return { state: "not_measured", code: "browser_unavailable", reason: error.message };
    throw error;
  }
}

async function open(
  lease: PageLease,
  deps: VisitDeps,
  options: VisitOptions,
  guard: Guard,
  limits: CaptureLimits,
): Promise<Visit> {
  const { page, context } = lease;
  const { url, access } = options;
  const entered = await enterSite(lease, { url, access, guard, limits, explainFailure: deps.explainFailure });
  // A call into a browser that is killed just then may never be answered: no wait is without the guard.
  if (options.prepare) await guard.run(options.prepare(lease, guard), limits.totalMs);
  const recorder = recordExchanges(page);
  let status: number;
  let loaded = true;
  try {
    ({ status, loaded } = await entered.open());
  } catch (error) {
    const answered = error instanceof CaptureFailure ? error.reason.data?.status : undefined;
    if (!options.acceptErrorStatus || typeof answered !== "number") throw error;
    status = answered;
    deps.onError?.(url, status);
    loaded = await inTime(guard, page.waitForLoadState("load", { timeout: 0 }), limits.loadMs);
  }
  await entered.requireSignedIn();
  if (!samePlace(url, page.url())) deps.onRedirect?.(url, page.url());
  return {
    lease,
    page,
    context,
    driver: driverOf(lease),
    guard,
    limits,
    traffic: entered.traffic,
    status,
    loaded,
    finalUrl: page.url(),
    exchanges: () => recorder(guard),
  };
}

/** Listens from now on; the answer gives what was heard so far. */
function recordExchanges(page: Page): (guard: Guard) => Promise<Exchange[]> {
  const began = performance.now();
  const heard: { exchange: Exchange; settled: Promise<void> }[] = [];
  const byRequest = new Map<Request, Exchange>();
  const entryOf = (request: Request): Exchange | undefined => {
    const known = byRequest.get(request);
    if (known || heard.length >= MAX_EXCHANGES) return known;
    const exchange: Exchange = {
      url: request.url(),
      method: request.method(),
      type: request.resourceType(),
      mainFrame: ofMainFrame(request, page),
      atMs: Math.round(performance.now() - began),
      status: null,
      headers: [],
      failure: null,
    };
    byRequest.set(request, exchange);
    heard.push({ exchange, settled: Promise.resolve() });
    return exchange;
  };
  page.on("request", (request) => void entryOf(request));
  page.on("response", (response) => {
    const exchange = entryOf(response.request());
    const entry = heard.find((h) => h.exchange === exchange);
    if (!exchange || !entry) return;
    exchange.status = response.status();
    entry.settled = response
      .headersArray()
      .then((headers) => {
        exchange.headers = headers.map(({ name, value }) => [name.toLowerCase(), value]);
      })
      .catch(() => undefined);
  });
  page.on("requestfailed", (request) => {
    const exchange = entryOf(request);
    if (exchange) exchange.failure = request.failure()?.errorText ?? "failed";
  });
  return async (guard) => {
    const all = Promise.all(heard.map(({ settled }) => settled));
    await inTime(guard, all, 2_000);
    return heard.map(({ exchange }) => exchange);
  };
}

/** A request that no frame is known for (a service worker's, a prefetch) belongs to no page. */
function ofMainFrame(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}
