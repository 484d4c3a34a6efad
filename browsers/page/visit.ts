// Opens a page for an audit: a fresh context, the site's access, bounded waits, and no dialogs, downloads or windows.
import type { BrowserContext, Page, Request } from "playwright";
import type { Gathered } from "../../domain/audit/page.ts";
import { samePlace } from "../../domain/net/pageAddress.ts";
import type { Mode } from "../../domain/visual/modes.ts";
import type { BrowserName, Viewport } from "../../domain/visual/shot.ts";
import { beginHere, withSpan } from "../../platform/tracing/spans.ts";
import { type BrowserPool, despiteCrashes, type PageLease } from "../browserPool.ts";
import type { SiteEntry } from "./access.ts";
import { driverOf } from "./driver.ts";
import { enterSite } from "./enterSite.ts";
import { CaptureFailure, type ExplainFailure } from "./failures.ts";
import type { Guard } from "./guard.ts";
import { inTime } from "./inTime.ts";
import { type CaptureLimits, DEFAULT_LIMITS } from "./limits.ts";
import type { PageDriver } from "./pageDriver.ts";
import type { Traffic } from "./traffic.ts";
import { troubleOf } from "./trouble.ts";
import { optionsOf, withPage } from "./withPage.ts";

/** Dependencies of a visit; the worker binds them once. */
export type VisitDeps = {
  pool: BrowserPool;
  explainFailure?: ExplainFailure;
  limits?: Partial<CaptureLimits>;
  /** Mode in which pages are visited; none by default. */
  mode?: Mode;
  /** Called if a page led to another one. */
  onRedirect?(asked: string, shown: string): void;
  /** Called if a page has an error status but is audited anyway. */
  onError?(asked: string, status: number): void;
};

export type VisitOptions = {
  url: string;
  viewport: Viewport;
  /** Defaults to Chromium. */
  browser?: BrowserName;
  access?: SiteEntry;
  /** Runs in every document and frame before its own scripts. */
  initScript?: string;
  reducedMotion?: boolean;
  /** Whether to visit a page that responds with 4xx or 5xx, instead of reporting it as `not_measured`. */
  acceptErrorStatus?: boolean;
  /** Whether actions in the page may lead to any other page, even an error; otherwise a page that led to an error is `not_measured`. */
  leadsOn?: boolean;
  /** Runs before the page is opened: sets up listeners, cookies, protocol domains. */
  prepare?(lease: PageLease, guard: Guard): Promise<void>;
};

/** One request of the page with its response, as the browser saw it. */
export type Exchange = {
  url: string;
  method: string;
  /** Playwright's resource type: document, script, image, fetch, ping … */
  type: string;
  /** Whether it belongs to the page itself and not to a frame in it. */
  mainFrame: boolean;
  /** Milliseconds since the visit began. */
  atMs: number;
  /** null: no response. */
  status: number | null;
  /** Names in lower case; several Set-Cookie headers stay separate and in order. */
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
  /** False: it was still loading at the limit and is audited as it is. */
  loaded: boolean;
  /** Address after redirects, as shown in the address bar. */
  finalUrl: string;
  /** Returns all requests so far, in order; waits up to 2 s for headers that are still to come. */
  exchanges(): Promise<Exchange[]>;
};

/** An audit visit loads, waits and queries; 25 s is typical for the longest (privacy, with a banner). */
const TOTAL_MS = 120_000;

/** Maximum number of requests recorded per page; further ones are dropped. */
const MAX_EXCHANGES = 3_000;

/**
 * Visits the page and returns the result of `use`. Problems of the page, including a crash it causes, are returned as
 * `not_measured` with the reason; a browser that does not start (BrowserCrashedError) and a cancellation (the signal's reason) are
 * thrown. The context is always closed. After a crash the visit is repeated from its beginning, so `prepare` and `use` must not
 * keep state between calls.
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
    const trouble = troubleOf(error);
    if (trouble === null) throw error;
    return { state: "not_measured", code: trouble.code, reason: trouble.message };
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
  // A call into a browser that is being killed may never return, so every wait goes through the guard.
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

/** Starts recording; the returned function returns what was recorded so far. */
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

/** A request without a known frame (from a service worker, a prefetch) belongs to no page. */
function ofMainFrame(request: Request, page: Page): boolean {
  try {
    return request.frame() === page.mainFrame();
  } catch {
    return false;
  }
}
