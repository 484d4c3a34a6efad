// A site, a browser pool and a spec for tests with real browsers.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import sharp from "sharp";
import type { CaptureResult } from "../../../../activities/capture/engine/captureIn.ts";
import { type CaptureDeps, captureShot } from "../../../../activities/capture/engine/captureShot.ts";
import type { KnownFrame } from "../../../../activities/capture/engine/shoot.ts";
import { type BrowserPool, createBrowserPool } from "../../../../browsers/browserPool.ts";
import { findBrowser } from "../../../../browsers/find.ts";
import type { BrowserName, ShotSpec } from "../../../../domain/visual/shot.ts";
import { eventually } from "../../../support/eventually.ts";
import { warmPool } from "../../../support/warmPool.ts";

/** On two shared cores, starting Firefox alone has taken 15 s. */
export const SLOW_MS = 240_000;

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
export type Site = {
  origin: string;
  url(path: string): string;
  /** Sets a page's body, or a handler for requests of that path. Returns its address. */
  on(path: string, answer: string | Answer): string;
  /** Requests so far, newest last. */
  seen: { path: string; headers: IncomingMessage["headers"] }[];
  close(): Promise<void>;
};

export async function startSite(host = "127.0.0.1"): Promise<Site> {
  const answers = new Map<string, string | Answer>();
  const seen: Site["seen"] = [];
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0] ?? "/";
    seen.push({ path: request.url ?? "/", headers: request.headers });
    const answer = answers.get(path);
    if (answer === undefined) {
      response.writeHead(404, { "content-type": "text/html" }).end("<h1>nothing here</h1>");
      return;
    }
    if (typeof answer === "function") answer(request, response);
    else response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(answer));
  });
  await new Promise<void>((ready) => server.listen(0, host, ready));
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    seen,
    url: (path) => `${origin}${path}`,
    on(path, answer) {
      answers.set(path, answer);
      return `${origin}${path}`;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Returns a whole document unchanged; a fragment becomes the body of a plain page. */
function page(html: string): string {
  if (/^\s*<!doctype/i.test(html)) return html;
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>t</title><style>body{margin:0;font:16px/20px monospace}</style></head><body>${html}</body></html>`;
}

export function specOf(url: string, change: Partial<ShotSpec> = {}): ShotSpec {
  return {
    runId: "run",
    projectId: "project",
    environmentId: "environment",
    scenarioId: "scenario",
    scenarioLabel: "Scenario",
    url,
    selector: null,
    viewport: { name: "tablet", width: 400, height: 300, scale: 1, mobile: false },
    browser: "chromium",
    delay: 0,
    readySelector: null,
    hideSelectors: [],
    removeSelectors: [],
    steps: [],
    dismissSelectors: [],
    stabilisers: {},
    fixedTime: null,
    comparisonRules: [],
    contentRules: [],
    misMatchThreshold: 0.1,
    maxHeight: 50_000,
    ...change,
  };
}

export const NOTHING_KNOWN: KnownFrame = { sha256: null };

export type Captured = Extract<CaptureResult, { kind: "captured" }>;
export type Failed = Extract<CaptureResult, { kind: "failed" }>;

/**
 * Uses the warm pool of this process. With `own`, a separate pool for this test file, closed afterwards: for tests that kill browsers or
 * watch them.
 */
export function usePool(own?: Parameters<typeof createBrowserPool>[0]): { pool: BrowserPool } {
  const used = {} as { pool: BrowserPool };
  before(() => {
    used.pool = own ? createBrowserPool(own) : warmPool();
  });
  after(async function () {
    this.timeout(SLOW_MS);
    if (own) await used.pool.close();
  });
  return used;
}

export function useSite(): { site: Site } {
  const used = {} as { site: Site };
  before(async () => {
    used.site = await startSite();
  });
  after(() => used.site.close());
  return used;
}

export async function capture(
  deps: CaptureDeps,
  spec: ShotSpec,
  known: KnownFrame = NOTHING_KNOWN,
  signal: AbortSignal = new AbortController().signal,
): Promise<Captured> {
  const result = await captureShot(deps, spec, known, signal);
  if (result.kind === "failed") throw new Error(`the capture failed: ${JSON.stringify(result)}`);
  return result;
}

export async function captureFailing(deps: CaptureDeps, spec: ShotSpec): Promise<Failed> {
  const result = await captureShot(deps, spec, NOTHING_KNOWN, new AbortController().signal);
  expect(result.kind, "the capture should fail").to.equal("failed");
  return result as Failed;
}

export type Pixels = { width: number; height: number; at(x: number, y: number): string };

/** Colors as "r,g,b". */
export async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(png, { limitInputPixels: false })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at: (x, y) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].join(","),
  };
}

/** Waits at most `ms` until the condition holds. */
export const until = (what: () => boolean, ms: number): Promise<boolean> => eventually(String(what), what, ms);

/** Returns the browsers installed on this machine, so that a test covers each of them. */
export function installed(kinds: readonly BrowserName[]): BrowserName[] {
  return kinds.filter((kind) => {
    try {
      findBrowser(kind);
      return true;
    } catch {
      return false;
    }
  });
}

export { difference } from "../../../../activities/compare/engine/pictures.ts";
