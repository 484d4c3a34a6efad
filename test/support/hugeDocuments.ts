// A project whose runs hold the maximum that sites can make the service store: thousands of findings, pages and screenshots, each as large
// as the stored limits allow. Documents are created when they are read, so that there can be any number of them.
import { MAX_EVIDENCE, MAX_TEXT } from "../../domain/audit/boundFinding.ts";
import { FIRST_PAGES, type FindingPages } from "../../domain/audit/causes.ts";
import { type Outcome, SEVERITIES } from "../../domain/audit/finding.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { AUDIT_PILLARS } from "../../domain/audit/pillars.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import { type FindingPagesRecord, PAGES_A_DOCUMENT } from "../../models/findings/pagesSchema.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import type { Models } from "../../models/index.ts";
import type { Shot } from "../../models/shots/schema.ts";

/** Documents of one run (`of` is its id), or of the project. `large`: too large to keep in memory. */
export type Lot = { of: string; count: number; large?: boolean; make(index: number): object };

const SCENARIOS = 5_000;
const CRAWLED = 5_000;
const PLAN_PAGES = 2_000;
/** The two runs of one audit and the two visual tests hold the largest number; the other audits hold enough for queries that read all of them. */
const MANY = { findings: 20_000, pages: 5_000, shots: 5_000 };
const SOME = { findings: 3_000, pages: 2_000 };
/** The first shots and tracking pages of each run have the maximum stored size. */
const LARGE_SHOTS = 600;
const LARGE_PAGES = 200;

export const AUDIT_RUNS: readonly { id: string; pillar: AuditPillar; minute: number; held: typeof SOME }[] = [
  { id: "run_a11y_1", pillar: "a11y", minute: 1, held: MANY },
  { id: "run_a11y_2", pillar: "a11y", minute: 2, held: MANY },
  ...AUDIT_PILLARS.filter((pillar) => pillar !== "a11y").map((pillar) => ({
    id: `run_${pillar}`,
    pillar,
    minute: 3,
    held: SOME,
  })),
];
export const VISUAL_RUNS = [
  { id: "run_vrt_1", minute: 1, shots: MANY.shots },
  { id: "run_vrt_2", minute: 2, shots: MANY.shots },
];

/** Lots by model name. */
export const LOTS: Partial<Record<keyof Models, readonly Lot[]>> = {
  findings: AUDIT_RUNS.map((run) => ({
    of: run.id,
    count: run.held.findings,
    large: true,
    make: (i) => finding(run, i),
  })),
  auditPages: AUDIT_RUNS.map((run) => ({ of: run.id, count: run.held.pages, make: (i) => page(run, i) })),
  findingPages: AUDIT_RUNS.filter(({ pillar }) => pillar === "a11y").map(({ id, held }) => ({
    of: id,
    count: held.pages / PAGES_A_DOCUMENT,
    large: true,
    make: (i) => sharingPages(id, i),
  })),
  shots: VISUAL_RUNS.map((run) => ({ of: run.id, count: run.shots, make: (i) => shot(run, i) })),
  scenarios: [{ of: "prj_shop", count: SCENARIOS, make: scenario }],
  baselines: [{ of: "prj_shop", count: SCENARIOS * 3, make: baseline }],
  baselineVersions: [{ of: "prj_shop", count: SCENARIOS * 3 * 5, make: baselineVersion }],
  crawlAddresses: [{ of: "prj_shop", count: CRAWLED, make: crawled }],
  trackingPages: [{ of: "prj_shop", count: PLAN_PAGES, make: planPage }],
  trackingEvents: [{ of: "prj_shop", count: 2 * PLAN_PAGES, make: planEvent }],
};

// Page text of the maximum length, including characters that take more space in JSON.
const TAIL = '<b class="ü">'.repeat(MAX_TEXT / 10);
const long = (about: string): string => `${about} ${TAIL}`.slice(0, MAX_TEXT);

/** Many small values: the form that is slowest to read. */
const EVIDENCE = (() => {
  const node = { at: "main > ul:nth-of-type(3) > li", text: '"quoted"', width: 120, height: 40, ratio: 2.91 };
  const count = Math.floor(MAX_EVIDENCE / (JSON.stringify(node).length + 1)) - 2;
  return { nodes: Array.from({ length: count }, () => node) };
})();

const OUTCOMES: readonly Outcome[] = ["failed", "failed", "failed", "warning", "review"];
const NOW = new Date("2026-03-10T10:00:00Z");
const address = (index: number) => `https://shop.example/page-${index}`;

const RULES = Array.from({ length: 60 }, (_, rule) => ({
  rule: `rule-${rule}`,
  outcome: "failed" as const,
  severity: "serious" as const,
}));
const VIOLATIONS = Array.from({ length: 3 }, () => ({
  rule: "attribute-value",
  message: long("value is").slice(0, 500),
}));

/** The pages that a finding lists as sharing it. */
const SHARED: FindingPages = {
  count: MANY.pages,
  of: MANY.pages,
  first: Array.from({ length: FIRST_PAGES }, (_, index) => ({
    page: address(index),
    target: long("#shared").slice(0, 160),
  })),
};

type AuditRun = (typeof AUDIT_RUNS)[number];

function finding({ id, pillar, held }: AuditRun, i: number): FindingRecord {
  // Every second finding is new in each run.
  const name = i % 2 === 0 ? `f${i}` : `${id}${i}`;
  return {
    _id: `${id}:${name}`,
    runId: id,
    projectId: "prj_shop",
    pageIndex: i % held.pages,
    order: i,
    fingerprint: name,
    pillar,
    rule: `rule-${i % 60}`,
    page: address(i % held.pages),
    severity: SEVERITIES[i % 5] ?? "info",
    outcome: OUTCOMES[Math.floor(i / 5) % OUTCOMES.length] ?? "failed",
    // A getter, because most findings are only read for their ids.
    get target() {
      return long(`#target-${i}`);
    },
    get message() {
      return long(`Message ${i}:`);
    },
    evidence: EVIDENCE,
    help: "Mend it.",
    isNew: i % 2 === 1,
    isNewOnBranch: null,
    ...(pillar === "a11y" && i % 50 === 0 && { pages: SHARED }),
  };
}

/** Pages that share the first finding of a run, one part per document. */
function sharingPages(runId: string, part: number): FindingPagesRecord {
  const from = part * PAGES_A_DOCUMENT;
  const indexes = Array.from({ length: PAGES_A_DOCUMENT }, (_, at) => from + at);
  return {
    _id: `${runId}:f0:${from}`,
    findingId: `${runId}:f0`,
    runId,
    projectId: "prj_shop",
    from,
    indexes,
    get pages() {
      return indexes.map((pageIndex) => ({
        pageIndex,
        page: `${address(pageIndex)}?${"x".repeat(1_900)}`,
        target: long("#shared").slice(0, 160),
        message: long("It is wrong:").slice(0, 160),
      }));
    },
  };
}

function page({ id, pillar }: AuditRun, index: number): AuditPageRecord {
  const measured = index % 7 !== 0;
  return {
    _id: `${id}-p${index}`,
    runId: id,
    projectId: "prj_shop",
    pillar,
    index,
    url: address(index),
    key: `/page-${index}`,
    scenarioLabels: [`Page ${index}`],
    scenarioIds: [`scn_${index}`],
    attempts: 1,
    gatheredId: "a".repeat(64),
    status: measured ? "failed" : "not_measured",
    code: null,
    reason: measured ? null : long("No answer."),
    score: measured ? index % 100 : null,
    metrics: { lcp: 2_000 + index, cls: 0.1, tbt: index, fcp: 900, ttfb: 200 },
    rules: RULES,
    artifacts: { screenshot: "b".repeat(64), report: "c".repeat(64) },
    details: pillar === "tracking" ? trackingDetails(index) : {},
    timings: { gather: 1_000, audit: 20 },
    decidedAt: NOW,
  };
}

/** Verdicts on rows of the plan: the stored maximum for the first pages, two for the others. */
function trackingDetails(pageIndex: number): Record<string, unknown> {
  const events = Array.from({ length: pageIndex < LARGE_PAGES ? 40 : 2 }, (_, i) => ({
    planEventId: `event-${pageIndex}-${i}`,
    kind: "event",
    label: `Event ${i}`,
    eventType: "add_to_cart",
    status: "fail",
    reason: null,
    violations: VIOLATIONS,
    notJudged: [],
    push: null,
    beacons: [],
    screenshotId: "d".repeat(64),
  }));
  return { planPageId: `page-${pageIndex}`, events, beacons: [], cut: [] };
}

const REGION = {
  box: { x: 10, y: 20, width: 300, height: 40 },
  kind: "text" as const,
  share: 0.01,
  changedPixels: 1_200,
  selector: "main > section:nth-of-type(4) > p",
  text: "A paragraph of the page, as far as it is kept. ".repeat(3),
};
const RENDERER = { browser: "chromium", version: "140", platform: "linux", fonts: "f" };
const PICTURE = {
  artifactId: "e".repeat(64),
  mapId: null,
  frameSha256: "f",
  pixelSha256: "p",
  width: 1_440,
  height: 900,
  renderer: RENDERER,
};

/** All but one in ten shots failed. */
function shot({ id, minute }: (typeof VISUAL_RUNS)[number], index: number): Shot {
  const place = { scenarioId: `scn_${index}`, selector: "", viewport: "desktop", browser: "chromium" } as const;
  const large = index < LARGE_SHOTS;
  return {
    _id: `${id}-${String(index).padStart(5, "0")}`,
    runId: id,
    projectId: "prj_shop",
    index,
    scenarioLabel: `Page ${index}`,
    ...place,
    url: address(index),
    spec: {} as Shot["spec"],
    kind: "visual",
    baselineVersionId: "v1",
    threshold: 0.1,
    baselineKey: { projectId: "prj_shop", environmentId: "env_prod", ...place, branch: "main" },
    baseline: null,
    status: index % 10 === 0 ? "passed" : "failed",
    reasons: Array.from({ length: large ? 10 : 2 }, () => ({ code: "mismatch", message: long("Pixels differ.") })),
    mismatchPercent: (index % 1_000) / 10 + minute / 100,
    changedPixels: 1_000,
    regions: Array.from({ length: large ? 100 : 10 }, () => REGION),
    shifts: Array.from({ length: large ? 100 : 1 }, (_, y) => ({ kind: "inserted", y, height: 24 })),
    fingerprint: `fp-${index % 200}`,
    flaky: false,
    attempts: 1,
    captures: [
      {
        attempt: 1,
        artifactId: "art-test",
        mapId: null,
        frameSha256: "f",
        pixelSha256: "p",
        width: 1_440,
        height: 900,
        stable: true,
        renderer: RENDERER,
        notes: [],
        timings: {},
      },
    ],
    timings: {},
    artifacts: { baseline: "art-base", test: "art-test", diff: null, map: null },
    decidedAt: NOW,
  };
}

function scenario(index: number): object {
  return {
    _id: `scn_${index}`,
    projectId: "prj_shop",
    label: `Page ${index}`,
    url: `/page-${index}`,
    createdAt: NOW,
    selectors: [],
    viewports: ["phone", "tablet", "desktop"],
    delay: 0,
    misMatchThreshold: 0.1,
    readySelector: null,
    hideSelectors: [],
    removeSelectors: [],
    dismissSelectors: [],
    steps: [],
    stabilisers: {},
    fixedTime: null,
  };
}

const baselineIdOf = (index: number) => `bsl_${index.toString(16).padStart(8, "0")}`;

function baseline(index: number): object {
  return {
    _id: baselineIdOf(index),
    projectId: "prj_shop",
    environmentId: "env_prod",
    scenarioId: `scn_${index % SCENARIOS}`,
    selector: "",
    viewport: ["phone", "tablet", "desktop"][Math.floor(index / SCENARIOS)],
    browser: "chromium",
    branch: "main",
    version: 5,
    versionId: "v5",
    picture: PICTURE,
    updatedAt: NOW,
    withdrawn: false,
  };
}

function baselineVersion(i: number): object {
  const baselineId = baselineIdOf(Math.floor(i / 5));
  return {
    _id: `${baselineId}:${i % 5}`,
    baselineId,
    version: i % 5,
    picture: PICTURE,
    promotedBy: "test",
    how: "approve",
    fromRunId: null,
    fromShotId: null,
    previousVersionId: null,
    at: NOW,
    withdrawn: false,
  };
}

function crawled(index: number): object {
  return {
    _id: `job_crawl:${index}`,
    jobId: "job_crawl",
    projectId: "prj_shop",
    url: address(index),
    key: `/page-${index}`,
    depth: 2,
    weight: 2,
    state: "page",
    title: long("A title").slice(0, 200),
    group: `/group-${index % 1_000}/{n}`,
  };
}

const ATTRIBUTES = Array.from({ length: 20 }, (_, i) => ({ name: `attribute_${i}`, expected: "iso-currency" }));

function planPage(index: number): object {
  return {
    _id: `prj_shop:page-${index}`,
    projectId: "prj_shop",
    id: `page-${index}`,
    label: `Page ${index}`,
    createdAt: NOW,
    pageType: "product",
    path: `/page-${index}`,
    attributes: ATTRIBUTES,
    scenarioIds: [`scn_${index}`],
    closed: false,
  };
}

function planEvent(i: number): object {
  const index = Math.floor(i / 2);
  return {
    _id: `prj_shop:event-${index}-${i % 2}`,
    projectId: "prj_shop",
    id: `event-${index}-${i % 2}`,
    label: `Event ${i % 2}`,
    eventType: "add_to_cart",
    pageId: `page-${index}`,
    trigger: null,
    attributes: ATTRIBUTES,
    frtLinks: [],
    count: 1,
    createdAt: NOW,
    order: null,
    closed: false,
    sentAs: null,
  };
}
