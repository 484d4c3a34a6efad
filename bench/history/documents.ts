// Builds the documents of a planned run, in the shapes and sizes that the service stores.
import type { AuditSummary } from "../../domain/audit/summary.ts";
import type { StepResult } from "../../domain/functional/attempt.ts";
import type { PlannedScenario, PlannedStep } from "../../domain/functional/plan.ts";
import { FULL_AUDIT } from "../../domain/runTypes.ts";
import type { Change } from "../../domain/visual/reading/change.ts";
import type { ShotSpec } from "../../domain/visual/shot.ts";
import type { AuditPageRecord } from "../../models/auditPages/schema.ts";
import type { FindingRecord } from "../../models/findings/schema.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { ScenarioAttempt, ScenarioRun } from "../../models/scenarioRuns/schema.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { FEATURES, type PlannedRun, SCENARIOS, SHOTS, shaOf, VIEWPORTS } from "./plan.ts";

/** A project of the benchmark, as its runs reference it. */
export type Site = {
  orgId: string;
  projectId: string;
  slug: string;
  mainBranch: string;
  environments: readonly { _id: string; name: string; baseUrl: string }[];
  scenarios: readonly { _id: string; label: string; url: string }[];
};

const FINDINGS = 20;
const RULES = 40;
const hex = (text: string): string => Buffer.from(text.padEnd(32, ".")).toString("hex").slice(0, 64);
const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1_000);
/** Equal for all runs, so that the same things differ on several pages. */
const isBad = ({ bad }: PlannedRun, index: number): boolean => (index * 37) % 100 < bad * 100;

export function runOf(run: PlannedRun, site: Site): Run {
  const { id, type, status, parentRunId, branch, prNumber, at } = run;
  const environment = site.environments[run.environment];
  const commitSha = shaOf(run.project, run.commit);
  const pull = prNumber === null ? null : `https://code.example/acme/shop/pull/${prNumber}`;
  const summary = status === "completed" ? summaryOf(run) : null;
  return {
    _id: id,
    orgId: site.orgId,
    projectId: site.projectId,
    projectSlug: site.slug,
    type,
    status,
    parentRunId,
    environmentId: environment?._id ?? null,
    environmentName: environment?.name ?? null,
    baseUrl: environment?.baseUrl ?? "",
    preview: null,
    scenarios: null,
    pages: null,
    browsers: ["chromium"],
    branch: branch ?? site.mainBranch,
    baseBranch: null,
    commitSha,
    commitMessage: "Show the price with its currency on every card of the list",
    commitAuthor: "Kim Larsson",
    prNumber,
    prUrl: pull,
    ciProvider: "github",
    scheduled: null,
    issueKey: null,
    perfBudgets: null,
    requestedBy: "key ci",
    createdAt: at,
    startedAt: after(at, 1),
    finishedAt: after(at, 90),
    duration: 90_000,
    seq: 12,
    executionId: `${id}-execution`,
    progress: { done: SHOTS, total: SHOTS, phase: status },
    summary,
    verdict: summary && (run.bad === 0 ? "pass" : "fail"),
    error: status === "failed" ? "The site did not answer." : null,
    warnings: [],
    cancelledBy: null,
    reports: {},
    resultsRevision: 0,
    outbox: "done",
    startOutbox: "done",
    upload: null,
    extra: { plan: "enterprise", options: { lighthouseScore: true }, workerVersion: "0.1.0" },
  };
}

function summaryOf(run: PlannedRun): Run["summary"] {
  const verdict = run.bad === 0 ? "pass" : "fail";
  if (run.pillar !== null) return auditSummary(run, verdict);
  if (run.type === FULL_AUDIT) {
    const scores = { a11y: 88, seo: 91, perf: 64, security: 70, tracking: 95, privacy: 80 };
    return { total: 6, passed: 6, failed: 0, scores, verdict, reasons: ["Every pillar passed."] };
  }
  const total = run.type === "frt-test" ? FEATURES : SHOTS;
  const failed = Array.from({ length: total }, (_, index) => isBad(run, index)).filter(Boolean).length;
  const counts = { total, passed: total - failed, failed, errors: 0, flaky: 0 };
  if (run.type === "frt-test") return { ...counts, approved: 0, noBaseline: 0, undefined: 0 };
  return { ...counts, approved: 0, noBaseline: 0, changes: Math.min(3, failed), changedScreenshots: failed };
}

function auditSummary(run: PlannedRun, verdict: "pass" | "fail"): AuditSummary {
  const failed = Math.round(run.bad * SCENARIOS * RULES);
  return {
    pages: SCENARIOS,
    passed: SCENARIOS * RULES - failed,
    failed,
    warnings: 10,
    review: 4,
    notMeasured: 0,
    bySeverity: { critical: 1, serious: 6, moderate: 8, minor: 3, info: 0 },
    score: 90 - Math.round(run.bad * 100),
    new: run.bad === 0 ? 0 : 2,
    fixed: 1,
    verdict,
    reasons: [run.bad === 0 ? "No new failure." : "2 new serious findings."],
  };
}

const RENDERER = { browser: "chromium", version: "140.0.7339.16", platform: "linux x64", fonts: hex("fonts") };

function captureOf(id: string, attempt: number): CaptureRecord {
  return {
    attempt,
    artifactId: hex(`${id}${attempt}`),
    mapId: hex(`map${id}`),
    frameSha256: hex(`frame${id}`),
    pixelSha256: hex(`pixels${id}`),
    width: 1_440,
    height: 4_200,
    stable: true,
    renderer: RENDERER,
    restless: [],
    applied: {},
    notes: [],
    timings: { open: 310, settle: 420, stabilise: 55, shoot: 130, map: 48, store: 12 },
  };
}

function changeOf(name: number, share: number): Change {
  return {
    key: String(name).padStart(16, "c"),
    kind: "text",
    selector: `main > section:nth-of-type(${name}) > ul > li:nth-child(3) > span.price`,
    tag: "span",
    role: "",
    name: "Price of the oak stool",
    at: { landmark: "main", heading: "Our chairs and stools" },
    count: 1,
    text: { before: "€ 129.00", after: `€ ${100 + name}.00` },
    image: null,
    styles: [],
    box: { x: 310, y: 812, width: 90, height: 24 },
    boxBefore: { x: 310, y: 812, width: 90, height: 24 },
    pushed: 0,
    changedPixels: 840,
    share,
  } as Change;
}

/** Returns the results of a visual test or a baseline run. */
export function shotsOf(run: PlannedRun, site: Site): Shot[] {
  return Array.from({ length: SHOTS }, (_, index): Shot => {
    const scenario = site.scenarios[Math.floor(index / VIEWPORTS.length)]!;
    const viewport = VIEWPORTS[index % VIEWPORTS.length]!;
    const _id = `${run.id}-${String(index).padStart(5, "0")}`;
    const fails = run.type === "vrt-test" && isBad(run, index);
    const place = { scenarioId: scenario._id, selector: "", viewport, browser: "chromium" } as const;
    const captures = fails ? [captureOf(_id, 1), captureOf(_id, 2)] : [captureOf(_id, 1)];
    const environmentId = site.environments[run.environment]?._id ?? "";
    const changes = fails ? [1, 2, 3].map((name) => changeOf(name + (index % 4), 1 / 3)) : [];
    const { artifactId, mapId, frameSha256, pixelSha256, width, height } = captureOf(`base${index}`, 1);
    return {
      _id,
      runId: run.id,
      projectId: site.projectId,
      index,
      scenarioLabel: scenario.label,
      ...place,
      url: scenario.url,
      spec: specOf(run, site, scenario, index),
      kind: run.type === "baseline" ? "baseline" : "visual",
      baselineVersionId: `bsv_${index}`,
      baselineKey: { projectId: site.projectId, environmentId, ...place, branch: run.branch ?? site.mainBranch },
      baseline: {
        artifactId: artifactId!,
        mapId,
        frameSha256: frameSha256!,
        pixelSha256: pixelSha256!,
        width,
        height,
        renderer: RENDERER,
      },
      reference: null,
      status: fails ? "failed" : "passed",
      reasons: [
        fails
          ? { code: "mismatch", message: "2.31 % of the pixels differ." }
          : { code: "equal", message: "The screenshot equals its baseline." },
      ],
      mismatchPercent: fails ? 2.31 : 0,
      changedPixels: fails ? 139_708 : 0,
      threshold: 0,
      regions: changes.map(({ key, selector, box }) => ({
        box: box!,
        kind: "text",
        selector,
        text: "€ 129.00",
        share: 0.3,
        changedPixels: 840,
        cause: key,
      })),
      shifts: [],
      bands: Array.from({ length: 10 }, (_, y) => ({
        y: y * 420,
        height: 420,
        changedPixels: fails ? 13_970 : 0,
        percent: fails ? 2.3 : 0,
      })),
      fingerprint: fails ? hex(`fp${index % 4}`) : null,
      causes: changes.map(({ key }) => key),
      changes,
      flaky: false,
      movement: null,
      attempts: captures.length,
      captures,
      artifacts: { baseline: artifactId, test: hex(_id), diff: null, map: hex(`map${_id}`) },
      timings: { capture: 980, compare: fails ? 420 : 4 },
      decidedAt: after(run.at, 40),
    };
  });
}

function specOf(run: PlannedRun, site: Site, { _id, label, url }: Site["scenarios"][number], index: number): ShotSpec {
  const viewport = VIEWPORTS[index % VIEWPORTS.length]!;
  const stabilisers = { animations: true, caret: true, fonts: true, images: true, lazyLoading: true, scroll: true };
  return {
    runId: run.id,
    projectId: site.projectId,
    environmentId: site.environments[run.environment]?._id ?? "",
    scenarioId: _id,
    scenarioLabel: label,
    url,
    selector: null,
    viewport: { name: viewport, width: 1_440, height: 900, scale: 1 },
    browser: "chromium",
    delay: 0,
    readySelector: null,
    hideSelectors: [".chat-bubble"],
    removeSelectors: [],
    steps: [],
    dismissSelectors: ["#accept-all"],
    stabilisers,
    fixedTime: null,
    comparisonRules: [],
    contentRules: [],
    misMatchThreshold: 0,
    maxHeight: 20_000,
  } as unknown as ShotSpec;
}

const OUTCOMES = ["passed", "passed", "failed", "warning"] as const;

export function auditPagesOf(run: PlannedRun, site: Site): AuditPageRecord[] {
  const rules = Array.from({ length: RULES }, (_, rule) => ({
    rule: `rule-${rule}`,
    outcome: OUTCOMES[rule % OUTCOMES.length]!,
    severity: "serious" as const,
  }));
  return site.scenarios.map(({ _id, label, url }, index) => ({
    _id: `${run.id}-p${String(index).padStart(5, "0")}`,
    runId: run.id,
    projectId: site.projectId,
    pillar: run.pillar!,
    index,
    url,
    key: new URL(url).pathname,
    scenarioLabels: [label],
    scenarioIds: [_id],
    status: isBad(run, index) ? "failed" : "passed",
    code: null,
    reason: null,
    score: 90 - (index % 20),
    metrics: { lcp: 2_100 + index, fcp: 900, cls: 0.04, tbt: 120, ttfb: 180, si: 1_700 },
    rules,
    gatheredId: hex(`gathered${run.id}${index}`),
    artifacts: { report: hex(`report${run.id}${index}`) },
    details: { measured: Array.from({ length: 12 }, (_, at) => ({ name: `part ${at}`, value: at * 10, unit: "ms" })) },
    attempts: 1,
    timings: { gather: 2_100, audit: 30 },
    decidedAt: after(run.at, 60),
  }));
}

export function findingsOf(run: PlannedRun, site: Site): FindingRecord[] {
  return Array.from({ length: FINDINGS }, (_, order): FindingRecord => {
    const fingerprint = `${run.pillar}${String(order + (run.bad > 0 ? 5 : 0)).padStart(12, "0")}`;
    const { url } = site.scenarios[order % SCENARIOS]!;
    return {
      _id: `${run.id}:${fingerprint}`,
      runId: run.id,
      projectId: site.projectId,
      pageIndex: order % SCENARIOS,
      order,
      fingerprint,
      cause: fingerprint,
      pillar: run.pillar!,
      rule: `rule-${order % RULES}`,
      severity: order < 2 ? "critical" : order < 8 ? "serious" : "moderate",
      outcome: order % 5 === 4 ? "warning" : "failed",
      page: url,
      target: `main > ul > li:nth-child(${order}) > img`,
      message: "The image has no alternative text, so people who cannot see it do not learn what it shows.",
      evidence: { html: '<img src="/pictures/stool.jpg" class="card-picture">', count: order },
      help: "Add an alt attribute that says what the image shows.",
      isNew: false,
      isNewOnBranch: null,
      firstSeen: null,
      timesSeen: 3,
    };
  });
}

/** Returns the scenarios of a functional run and their attempts. */
export function scenarioRunsOf(run: PlannedRun, site: Site): { results: ScenarioRun[]; attempts: ScenarioAttempt[] } {
  const steps = Array.from(
    { length: 8 },
    (_, index): StepResult => ({
      index,
      keyword: "When",
      text: "I open the basket",
      place: { line: 3 + index, column: 5 },
      stepDefId: "builtin.click-button",
      status: "passed",
      startedAt: index * 500,
      duration: 480,
      failure: null,
      drift: [],
      fingerprints: {},
      url: site.environments[run.environment]?.baseUrl ?? "",
      screenshotId: null,
      console: [],
      network: [],
      events: [],
    }),
  );
  const planned = steps.map(
    ({ index, keyword, text, place, stepDefId }): PlannedStep => ({
      index,
      keyword,
      text,
      place,
      stepDefId,
      argument: null,
      state: "prepared",
      candidates: [],
      problem: null,
      args: {},
      actions: [],
    }),
  );
  const results = Array.from({ length: FEATURES }, (_, index): ScenarioRun => {
    const fails = isBad(run, index);
    const failure = 'The button "Pay" was not found.';
    return {
      _id: `${run.id}-s${String(index).padStart(5, "0")}`,
      runId: run.id,
      projectId: site.projectId,
      index,
      featureId: `feature-${index}`,
      featureName: `Feature ${index}`,
      featureVersion: 1,
      key: `feature-${index}.pays.chromium.desktop`,
      scenarioId: "pays",
      name: "Pays by card",
      tags: [],
      browser: "chromium",
      viewport: "desktop",
      plan: JSON.stringify({
        id: "pays",
        name: "Pays by card",
        rule: null,
        tags: [],
        place: { line: 2, column: 3 },
        steps: planned,
      } satisfies PlannedScenario),
      links: "[]",
      status: fails ? "failed" : "passed",
      flaky: false,
      attempts: 1,
      duration: 4_000,
      failedStep: null,
      message: fails ? failure : null,
      failure: null,
      pages: [new URL(site.scenarios[index % SCENARIOS]!.url).pathname],
      decidedAt: after(run.at, 50),
    };
  });
  const attempts = results.map(
    ({ _id, runId, projectId, status }): ScenarioAttempt => ({
      _id: `${_id}-1`,
      scenarioRunId: _id,
      runId,
      projectId,
      attempt: 1,
      status: status as ScenarioAttempt["status"],
      startedAt: run.at.toISOString(),
      duration: 4_000,
      traceId: null,
      error: null,
      steps: JSON.stringify(steps),
      tracking: "[]",
      notes: [],
    }),
  );
  return { results, attempts };
}
