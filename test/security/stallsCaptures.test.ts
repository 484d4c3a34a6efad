// Hostile pages are captured, and their maps prepared for storage, like in a worker, while its event loop is watched; stallsAudits.test.ts
// does the same for audits. For the method of measurement, see test/support/eventLoop.ts.
import { expect } from "chai";
import { captureShot } from "../../activities/capture/engine/captureShot.ts";
import type { KnownFrame } from "../../activities/capture/engine/shoot.ts";
import { type BrowserPool, createBrowserPool } from "../../browsers/browserPool.ts";
import { parseAllowList } from "../../domain/net/allowList.ts";
import { type FilterProxy, startFilterProxy } from "../../platform/net/filterProxy.ts";
import { specOf } from "../activities/capture/engine/harness.ts";
import { allowedBlockedMs, watchEventLoop } from "../support/eventLoop.ts";
import { type HostileSites, startHostileSites } from "../support/hostileSite.ts";

const NOTHING_KNOWN: KnownFrame = { sha256: null };

describe("captures of hostile pages", function () {
  this.timeout(300_000);
  const list = parseAllowList("127.0.0.1");
  if (!list.ok) throw new Error("the test's own list cannot be read");
  let sites: HostileSites;
  let proxy: FilterProxy;
  let pool: BrowserPool;
  before(async () => {
    sites = await startHostileSites();
    proxy = await startFilterProxy({ allowList: list.list });
    pool = createBrowserPool({ proxyUrl: proxy.url, log: () => undefined });
  });
  after(async () => {
    await pool?.close();
    await proxy?.close();
    await sites?.close();
  });

  for (const path of [
    "/links",
    "/deep",
    "/attributes",
    "/attribute-count",
    "/headers",
    "/cookies",
    "/huge-console",
    "/repetitive",
  ])
    it(`a shot of ${path} never holds the event loop`, async () => {
      const watch = watchEventLoop(`a shot of ${path}`);
      // Give up early on pages that never come to rest, because waiting is not what is tested.
      const limits = { loadMs: 5_000, answerMs: 3_000, totalMs: 15_000 };
      const spec = specOf(`${sites.origins.pages}${path}`, { maxHeight: 4_000 });
      const shot = await captureShot({ pool, limits }, spec, NOTHING_KNOWN, new AbortController().signal);
      if (shot.kind !== "failed" && shot.map) JSON.stringify(shot.map); // blocks the loop as long as storing it does
      const { longestMs, stretches, clockMs } = watch.stop();
      if (shot.kind === "failed") expect(shot.reason.code).to.be.oneOf(["timeout", "page_error", "too_large"]);
      expect(longestMs, JSON.stringify({ kind: shot.kind, stretches, clockMs })).to.be.at.most(allowedBlockedMs);
    });
});
