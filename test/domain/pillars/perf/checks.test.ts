// Every check with one page that fails it, one that passes it, and one to which it does not apply.
import { expect } from "chai";
import type { CheckResult, Outcome } from "../../../../domain/audit/finding.ts";
import type { PerfFacts } from "../../../../domain/pillars/perf/facts.ts";
import { PERF_CHECKS } from "../../../../domain/pillars/perf/table.ts";
import { factsOf, GOOD_METRICS, type Lhr, NOT_APPLICABLE, SITE, table } from "./fixtures.ts";

type Case = { lhr: Lhr; outcome: Outcome; says: RegExp };
type Cases = { failing: Case; passing: Case; inapplicable: Case };

const metrics = (name: keyof typeof GOOD_METRICS, value: number): Lhr => ({
  metrics: { ...GOOD_METRICS, [name]: value },
});
function metric(name: keyof typeof GOOD_METRICS, bad: number, says: RegExp): Cases {
  const { [name]: _gone, ...without } = GOOD_METRICS;
  return {
    failing: { lhr: metrics(name, bad), outcome: "failed", says },
    passing: { lhr: {}, outcome: "passed", says: / is [\d,.]+( ms)?\.$/ },
    inapplicable: { lhr: { metrics: without }, outcome: "inapplicable", says: /Lighthouse gave no / },
  };
}
const audit = (id: string, value: object): Lhr => ({ audits: { [id]: value } });
const none = (id: string): Case => ({
  lhr: audit(id, NOT_APPLICABLE),
  outcome: "inapplicable",
  says: /returned no results/,
});
const row = (wastedBytes: number) => ({ url: `${SITE}/file?v=1`, wastedBytes, totalBytes: 2 * wastedBytes });
function savings(id: string, bad: number, says: RegExp): Cases {
  return {
    failing: { lhr: audit(id, table([row(bad), row(1_024)])), outcome: "failed", says },
    passing: { lhr: audit(id, table([row(2_048)])), outcome: "passed", says: /^2 KiB / },
    inapplicable: none(id),
  };
}
const documentAudit = (usesCompression: boolean): Record<string, object> => ({
  "document-latency-insight": {
    scoreDisplayMode: "metricSavings",
    details: { type: "checklist", items: { usesCompression: { value: usesCompression } } },
  },
});
const script = (transferSize: number) => ({
  url: `${SITE}/app.js`,
  mimeType: "text/javascript",
  statusCode: 200,
  transferSize,
  resourceSize: 50_000,
});
const discovery = (eagerlyLoaded: boolean): Lhr =>
  audit("lcp-discovery-insight", {
    scoreDisplayMode: "numeric",
    details: {
      type: "list",
      items: [
        { type: "checklist", items: { eagerlyLoaded: { value: eagerlyLoaded }, requestDiscoverable: { value: true } } },
        { type: "node", selector: "main > img" },
      ],
    },
  });
const task = (duration: number, url = `${SITE}/app.js`) => ({ url, duration, startTime: 100 });

const CASES: Record<string, Cases> = {
  "largest-contentful-paint": metric(
    "largestContentfulPaint",
    12_532,
    /^The Largest Contentful Paint is 12,532 ms; up to 2,500 ms is good\.$/,
  ),
  "first-contentful-paint": metric("firstContentfulPaint", 3_100, /is 3,100 ms; up to 1,800 ms is good/),
  "cumulative-layout-shift": metric("cumulativeLayoutShift", 0.1266, /is 0\.127; up to 0\.1 is good/),
  "total-blocking-time": metric("totalBlockingTime", 601, /is 601 ms/),
  "speed-index": metric("speedIndex", 6_000, /is 6,000 ms/),
  "time-to-first-byte": metric("timeToFirstByte", 2_000, /is 2,000 ms/),
  "render-blocking": {
    failing: {
      lhr: {
        audits: {
          "render-blocking-insight": table([{ url: `${SITE}/old.js`, wastedMs: 314 }], { metricSavings: { FCP: 250 } }),
        },
        requests: [{ url: `${SITE}/old.js`, networkRequestTime: 100, networkEndTime: 1_330 }],
      },
      outcome: "failed",
      says: /^One file \(\/old\.js\) blocks the first content; about 250 ms could be saved\. The slowest, https:\/\/shop\.example\.com\/old\.js, took 1,230 ms to arrive\.$/,
    },
    passing: {
      lhr: audit(
        "render-blocking-insight",
        table([{ url: `${SITE}/a.css`, wastedMs: 159 }], { metricSavings: { FCP: 250 } }),
      ),
      outcome: "passed",
      says: /about 250 ms could be saved\.$/,
    },
    inapplicable: none("render-blocking-insight"),
  },
  "text-compression": {
    failing: {
      lhr: { audits: documentAudit(true), requests: [script(50_300)] },
      outcome: "failed",
      says: /^One text file \(\/app\.js\), 49 KiB in all, is sent uncompressed\.$/,
    },
    passing: {
      lhr: { audits: documentAudit(true), requests: [script(14_000)] },
      outcome: "passed",
      says: /compressed/,
    },
    inapplicable: { lhr: {}, outcome: "inapplicable", says: /not known/ },
  },
  "cache-lifetime": {
    failing: {
      lhr: audit("cache-insight", table([row(30_000), row(9_000)])),
      outcome: "failed",
      says: /^2 files \(\/file\) are not cached, or only briefly; a second visit loads 38 KiB again\.$/,
    },
    passing: { lhr: audit("cache-insight", table([])), outcome: "passed", says: /long cache lifetime/ },
    inapplicable: none("cache-insight"),
  },
  redirects: {
    failing: {
      lhr: audit(
        "redirects",
        table([{ url: `${SITE}/a` }, { url: `${SITE}/b` }, { url: SITE }], { numericValue: 1_260 }),
      ),
      outcome: "failed",
      says: /^2 redirects on the way to the page cost about 1,260 ms\.$/,
    },
    passing: { lhr: audit("redirects", table([])), outcome: "passed", says: /Nothing redirects/ },
    inapplicable: {
      lhr: audit("redirects", { score: null, scoreDisplayMode: "error" }),
      outcome: "inapplicable",
      says: /returned no results/,
    },
  },
  "lcp-discovery": {
    failing: { lhr: discovery(false), outcome: "failed", says: /loaded lazily/ },
    passing: { lhr: discovery(true), outcome: "passed", says: /immediately/ },
    inapplicable: none("lcp-discovery-insight"),
  },
  "image-size": savings(
    "image-delivery-insight",
    2_100_000,
    /^2\.0 MiB could be saved with smaller or better compressed images \(2 pictures: \/file\)\.$/,
  ),
  "unsized-images": {
    failing: {
      lhr: audit("unsized-images", table([{ node: { selector: "img" } }])),
      outcome: "warning",
      says: /^One picture \(img\) has no width and height/,
    },
    passing: { lhr: audit("unsized-images", table([])), outcome: "passed", says: /has a size/ },
    inapplicable: none("unsized-images"),
  },
  "page-weight": {
    failing: {
      lhr: audit("total-byte-weight", table([], { numericValue: 9_000_000 })),
      outcome: "failed",
      says: /^The page loads 8\.6 MiB in all\.$/,
    },
    passing: {
      lhr: audit("total-byte-weight", table([], { numericValue: 103_008 })),
      outcome: "passed",
      says: /101 KiB/,
    },
    inapplicable: none("total-byte-weight"),
  },
  "unused-javascript": savings("unused-javascript", 400_000, /^392 KiB of script are not run by this page/),
  "unused-css": savings("unused-css-rules", 200_000, /of style rules are not used/),
  "unminified-javascript": savings("unminified-javascript", 110_000, /by minifying scripts/),
  "unminified-css": savings("unminified-css", 60_000, /by minifying style sheets/),
  "legacy-javascript": savings("legacy-javascript-insight", 70_000, /outdated browsers/),
  "duplicated-javascript": savings("duplicated-javascript-insight", 110_000, /more than once/),
  "script-execution": {
    failing: {
      lhr: audit("bootup-time", table([], { numericValue: 4_000 })),
      outcome: "failed",
      says: /^Scripts take 4,000 ms of the main thread\.$/,
    },
    passing: { lhr: audit("bootup-time", table([], { numericValue: 40 })), outcome: "passed", says: /40 ms/ },
    inapplicable: none("bootup-time"),
  },
  "long-tasks": {
    failing: {
      lhr: audit("long-tasks", table([task(1_800), task(60)])),
      outcome: "failed",
      says: /takes 1,800 ms, in https:\/\/shop\.example\.com\/app\.js\.$/,
    },
    passing: { lhr: audit("long-tasks", table([task(2_000, "Unattributable")])), outcome: "passed", says: /No task/ },
    inapplicable: { lhr: {}, outcome: "inapplicable", says: /did not measure/ },
  },
  "third-party": {
    failing: {
      lhr: audit(
        "third-parties-insight",
        table([{ entity: "Widgets Ltd", mainThreadTime: 1_400, transferSize: 300_000 }]),
      ),
      outcome: "failed",
      says: /^The page takes 293 KiB from one third party \(Widgets Ltd\), which keeps the main thread for 1,400 ms\.$/,
    },
    passing: {
      lhr: audit("third-parties-insight", table([{ entity: "CDN", mainThreadTime: 4, transferSize: 9_000 }])),
      outcome: "passed",
      says: /9 KiB/,
    },
    inapplicable: {
      lhr: audit("third-parties-insight", table([])),
      outcome: "inapplicable",
      says: /nothing from third parties/,
    },
  },
  "dom-size": {
    failing: {
      lhr: audit("dom-size-insight", table([], { numericValue: 12_000 })),
      outcome: "failed",
      says: /^The page has 12,000 elements\.$/,
    },
    passing: { lhr: audit("dom-size-insight", table([], { numericValue: 138 })), outcome: "passed", says: /138/ },
    inapplicable: none("dom-size-insight"),
  },
  "font-display": {
    failing: {
      lhr: audit("font-display-insight", table([{ url: `${SITE}/a.woff2`, wastedMs: 320 }])),
      outcome: "warning",
      says: /invisible for 320 ms/,
    },
    passing: { lhr: audit("font-display-insight", table([])), outcome: "passed", says: /does not wait/ },
    inapplicable: none("font-display-insight"),
  },
  "http-version": {
    failing: {
      lhr: audit("modern-http-insight", table([{ url: `${SITE}/a` }], { metricSavings: { LCP: 900 } })),
      outcome: "warning",
      says: /^900 ms could be saved by HTTP\/2 for one file \(\/a\)\.$/,
    },
    passing: { lhr: audit("modern-http-insight", table([])), outcome: "passed", says: /little/ },
    inapplicable: none("modern-http-insight"),
  },
};

function resultOf(rule: string, facts: PerfFacts): CheckResult {
  const check = PERF_CHECKS.find((one) => one.rule === rule);
  const [result, ...more] = [check?.run(facts) ?? []].flat();
  expect(more).to.deep.equal([]);
  return result!;
}

describe("performance checks", () => {
  it("each has its cases, and a name of its own", () => {
    expect(PERF_CHECKS.map(({ rule }) => rule)).to.have.members(Object.keys(CASES));
  });

  for (const [rule, cases] of Object.entries(CASES))
    for (const [kind, { lhr, outcome, says }] of Object.entries(cases))
      it(`${rule}: ${kind}`, () => {
        const result = resultOf(rule, factsOf([lhr]));
        expect(result).to.include({ outcome, target: "" });
        expect(result.message).to.match(says);
      });

  it("what most runs say counts, and of two the milder", () => {
    const slow = audit("redirects", table([{ url: "a" }, { url: "b" }, { url: "c" }]));
    expect(resultOf("redirects", factsOf([slow, {}, audit("redirects", table([]))])).outcome).to.equal("passed");
    expect(resultOf("redirects", factsOf([slow, slow, audit("redirects", table([]))])).outcome).to.equal("failed");
    expect(resultOf("redirects", factsOf([slow, audit("redirects", table([]))])).outcome).to.equal("passed");
  });

  it("metrics are judged by their median and by the form factor", () => {
    const runs = [1_300, 1_350, 9_000].map((value) => metrics("largestContentfulPaint", value));
    expect(resultOf("largest-contentful-paint", factsOf(runs)).outcome).to.equal("passed");
    const desktop = resultOf("largest-contentful-paint", factsOf(runs, { formFactor: "desktop" }));
    expect(desktop).to.deep.include({ outcome: "warning", evidence: { median: 1_350, runs: [1_300, 1_350, 9_000] } });
    expect(resultOf("largest-contentful-paint", factsOf([metrics("largestContentfulPaint", 2_500)])).outcome).to.equal(
      "passed",
    );
  });

  it("a large layout shift is serious, and says what moved", () => {
    const lhr = {
      ...metrics("cumulativeLayoutShift", 0.3),
      ...audit("layout-shifts", table([{ node: { selector: "main > div.prose" }, score: 0.3 }])),
    };
    const result = resultOf("cumulative-layout-shift", factsOf([lhr]));
    expect(result).to.include({ outcome: "failed", severity: "serious" });
    expect(result.message).to.match(/What moves most is main > div\.prose\.$/);
  });

  it("files of other sites make the cache a warning at most", () => {
    const foreign = { url: "https://cdn.else.net/x.js", wastedBytes: 900_000 };
    expect(resultOf("cache-lifetime", factsOf([audit("cache-insight", table([foreign]))])).outcome).to.equal("warning");
  });
});
