// Hostile pages are gathered and judged like in a worker, while its event loop is watched. For the method of measurement, see
// test/support/eventLoop.ts.
import { expect } from "chai";
import { packGathered } from "../../activities/audit/gathered.ts";
import type { GatherTools } from "../../activities/audit/pillar.ts";
import { loadPillars } from "../../activities/audit/pillars.ts";
import { inThread } from "../../activities/threads/inThread.ts";
import { type BrowserPool, createBrowserPool } from "../../browsers/browserPool.ts";
import type { PageAudit } from "../../domain/audit/judge.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { readConfig } from "../../domain/config.ts";
import { parseAllowList } from "../../domain/net/allowList.ts";
import { type FilterProxy, startFilterProxy } from "../../platform/net/filterProxy.ts";
import { safeFetch } from "../../platform/net/safeFetch.ts";
import { startSite } from "../activities/capture/engine/harness.ts";
import { allowedBlockedMs, watchEventLoop } from "../support/eventLoop.ts";
import { type HostileSites, startHostileSites } from "../support/hostileSite.ts";

/** Which audits read what each page exaggerates. */
const VISITS: readonly (readonly [path: string, pillars: readonly AuditPillar[]])[] = [
  ["/links", ["seo"]],
  ["/parameters", ["seo"]],
  ["/deep", ["security"]],
  ["/attributes", ["seo", "security"]],
  ["/attribute-count", ["seo"]],
  ["/json-ld", ["seo"]],
  ["/headers", ["seo", "security"]],
  ["/cookies", ["security", "privacy"]],
  ["/beacons", ["tracking"]],
  ["/big-beacons", ["tracking"]],
  ["/pushes", ["tracking"]],
  ["/console", ["seo"]],
  ["/huge-console", ["seo"]],
  ["/errors", ["seo"]],
  ["/repetitive", ["seo", "a11y"]],
  ["/redirects", ["seo"]],
];

describe("audits of hostile pages", function () {
  this.timeout(300_000);
  const list = parseAllowList("127.0.0.1");
  if (!list.ok) throw new Error("the test's own list cannot be read");
  let pillars: Awaited<ReturnType<typeof loadPillars>>;
  let sites: HostileSites;
  let proxy: FilterProxy;
  let pool: BrowserPool;
  before(async () => {
    pillars = await loadPillars({} as never);
    sites = await startHostileSites();
    proxy = await startFilterProxy({ allowList: list.list });
    pool = createBrowserPool({ proxyUrl: proxy.url, log: () => undefined });
  });
  after(async () => {
    await pool?.close();
    await proxy?.close();
    await sites?.close();
  });

  /** Returns the audit of one page, or a short reason why there is none. */
  async function audit(pillar: AuditPillar, url: string): Promise<PageAudit | string> {
    const baseUrl = new URL(url).origin;
    const { signal } = new AbortController();
    const tools: GatherTools = {
      // Give up early on pages that never respond, because waiting is not what is tested.
      visit: { pool, limits: { loadMs: 5_000, answerMs: 3_000, totalMs: 12_000 } },
      access: undefined,
      fetch: (address, options = {}) => safeFetch(address, { ...options, allowList: list.ok ? list.list : [], signal }),
      store: async () => "artifact",
      run: {
        runId: "run",
        projectId: "project",
        baseUrl,
        perfBudgets: null,
        options: { plan: { pages: [], events: [] } },
      },
      config: { ...readConfig({}), allowedHosts: "127.0.0.1" },
      log: () => undefined,
      signal,
      note: () => undefined,
    };
    const page = { index: 0, url, scenarioLabels: [] };
    const found = await pillars[pillar].gather(tools, page);
    if (found.state === "not_measured") return found.code;
    const gathered = await packGathered(found.data, (text) => text);
    if (gathered === null) return "too large to keep";
    return inThread("judgePage", { pillar, gathered, page, run: tools.run, place: { pillar, page: url, baseUrl } });
  }

  for (const [path, names] of VISITS)
    for (const pillar of names)
      it(`${pillar} of ${path} never holds the event loop`, async () => {
        const watch = watchEventLoop(`${pillar} of ${path}`);
        const result = await audit(pillar, `${sites.origins.pages}${path}`);
        const came = typeof result === "string" ? result : "judged";
        const { longestMs, stretches, clockMs } = watch.stop();
        expect(came).to.be.oneOf(["judged", "timeout", "too_large", "page_error", "too_many_redirects", "redirects"]);
        expect(longestMs, JSON.stringify({ came, stretches, clockMs })).to.be.at.most(allowedBlockedMs);
      });

  it("an ordinary page is judged beside them as it is alone", async () => {
    const ordinary = await startSite();
    try {
      const url = ordinary.on(
        "/",
        '<h1>An ordinary page</h1><p>With a <a href="/">link</a> and a picture.</p><img src="x">',
      );
      const alone = await audit("seo", url);
      const hostile = ["/deep", "/attributes", "/repetitive"].map((path) =>
        audit("seo", `${sites.origins.pages}${path}`),
      );
      const beside = await audit("seo", url);
      await Promise.all(hostile);
      expect(alone).to.be.an("object");
      expect(beside).to.deep.equal(alone);
    } finally {
      await ordinary.close();
    }
  });
});
