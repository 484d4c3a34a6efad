// A shop with a history, for questions to the coach: scenarios with and without baselines, two weeks of runs, a pull request that breaks
// something and one that does not, a slow page, a partly satisfied tracking plan, and a failing functional test.
import { storeFindings } from "../../../activities/audit/findings.ts";
import { storable } from "../../../activities/audit/storable.ts";
import { auditPageIdOf } from "../../../domain/ids.ts";
import type { TrackingPlan } from "../../../domain/pillars/tracking/plan.ts";
import type { StatusType } from "../../../domain/runTypes.ts";
import { VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Models } from "../../../models/index.ts";
import type { Run } from "../../../models/runs/schema.ts";
import {
  dataOf,
  judgePage,
  pass,
  planEvent,
  planPage,
  push,
  sent,
  triggerPass,
} from "../../domain/pillars/tracking/fixtures.ts";
import { addFinding, auditSummary } from "../health/support.ts";
import { addFeature } from "../support/features.ts";
import { addRun, addShot, keepProblems } from "../support/shots.ts";

/** A time in March 2026; the fixed clock is at noon of the 10th. */
const at = (day: number, hour = 12, minute = 0) => new Date(Date.UTC(2026, 2, day, hour, minute));
const PAGES = { scn_home: "/", scn_about_us: "/about", scn_product_page: "/products/1", scn_cart: "/cart" };

export const SLOW_MESSAGE = "The largest part of the page is painted after 4810 ms.";

const PLAN: TrackingPlan = {
  pages: [planPage({ attributes: [{ name: "page_type", expected: "product" }] })],
  events: [
    planEvent("view_item", { attributes: [{ name: "currency", expected: "iso-currency" }] }),
    planEvent("add_to_cart", {
      trigger: { on: "click", path: null, selector: "#add" },
      attributes: [{ name: "currency", expected: "EUR" }],
    }),
    planEvent("newsletter_signup", { trigger: { on: "click", path: null, selector: "#news" } }),
  ],
};

export async function seedShop(models: Models): Promise<void> {
  await seedScenarios(models);
  await seedVisual(models);
  await seedAudits(models);
  await seedTracking(models);
  await seedFunctional(models);
  await keepProblems(models);
}

async function seedScenarios(models: Models) {
  await models.scenarios.create({
    _id: "scn_cart",
    projectId: "prj_shop",
    label: "Cart",
    url: "/cart",
    createdAt: at(1),
  });
  for (const [_id, url] of Object.entries(PAGES)) await models.scenarios.updateOne({ _id }, { $set: { url } });
  for (const scenarioId of ["scn_home", "scn_about_us", "scn_product_page"])
    for (const viewport of VIEWPORT_NAMES) {
      const place = { projectId: "prj_shop", environmentId: "env_prod", scenarioId, selector: "", viewport };
      const key = { ...place, browser: "chromium", branch: "main" } as const;
      const version = { version: 1, versionId: "bsv_1", picture: {}, updatedAt: at(1) };
      await models.baselines.create({ _id: baselineIdOf(key), ...key, ...version });
    }
}

const pictures = (total: number, failed: number) => ({
  total,
  passed: total - failed,
  failed,
  approved: 0,
  errors: 0,
  flaky: 0,
  noBaseline: 0,
});

async function seedVisual(models: Models) {
  const visual = (id: string, when: Date, failed: number, more: Partial<Run> = {}) =>
    addRun(models, id, {
      branch: "main",
      createdAt: when,
      finishedAt: new Date(when.getTime() + 95_000),
      duration: 95_000,
      verdict: failed > 0 ? "fail" : "pass",
      summary: pictures(9, failed),
      ...more,
    });
  await visual("run_visual_old", at(2, 2, 10), 0);
  await visual("run_visual_before", at(9, 2, 10), 0);
  await visual("run_visual_night", at(10, 2, 10), 2);
  for (const run of ["run_visual_before", "run_visual_night"]) {
    const broken = run === "run_visual_night";
    const states = [
      ["scn_home", "Home", "desktop", 4.25],
      ["scn_product_page", "Product page", "phone", 31.5],
      ["scn_about_us", "About us", "desktop", 0],
    ] as const;
    for (const [index, [scenarioId, scenarioLabel, viewport, mismatchPercent]] of states.entries())
      await addShot(models, run, index, {
        scenarioId,
        scenarioLabel,
        viewport,
        url: `https://shop.example${PAGES[scenarioId]}`,
        ...(broken && mismatchPercent > 0
          ? { mismatchPercent, fingerprint: `f${index}` }
          : { status: "passed" as const, mismatchPercent: 0, reasons: [] }),
      });
  }
  const pr = (prNumber: number, branch: string) => ({ prNumber, branch });
  await visual("run_pr_42", at(10, 9, 30), 1, pr(42, "new-header"));
  await addShot(models, "run_pr_42", 0, { mismatchPercent: 8.75, fingerprint: "pr" });
  await visual("run_pr_43", at(10, 10), 0, pr(43, "faq"));
}

async function seedAudits(models: Models) {
  const audit = async (id: string, type: StatusType, when: Date, score: number, more: Partial<Run> = {}) => {
    await addRun(models, id, {
      type,
      branch: "main",
      createdAt: when,
      finishedAt: when,
      verdict: "pass",
      summary: auditSummary(score),
      ...more,
    });
    const pillar = type.replace("-test", "") as "seo";
    for (const [index, [scenarioId, path]] of Object.entries(PAGES).entries())
      await models.auditPages.create({
        _id: `${id}-p${index}`,
        runId: id,
        projectId: "prj_shop",
        pillar,
        index,
        key: path,
        url: `https://shop.example${path}`,
        scenarioIds: [scenarioId],
        status: "passed",
        score,
        ...(type === "perf-test" && {
          metrics: metricsOf(scenarioId),
          score: scenarioId === "scn_product_page" ? 38 : 92,
        }),
      });
  };
  const finding = (run: string, fingerprint: string, more: Partial<FindingRecord>) =>
    addFinding(models, run, fingerprint, { outcome: "failed", isNew: false, ...more });
  const failing = (score: number, critical: number, serious: number, reason: string) => ({
    verdict: "fail" as const,
    summary: {
      ...auditSummary(score),
      pages: 4,
      failed: 1,
      passed: 3,
      new: 1,
      verdict: "fail" as const,
      reasons: [reason],
      bySeverity: { critical, serious, moderate: 0, minor: 0, info: 0 },
    },
  });
  await audit("run_perf_before", "perf-test", at(3, 3), 88);
  await audit("run_perf", "perf-test", at(10, 3), 71, {
    ...failing(71, 0, 1, "The score fell from 88 to 71."),
    extra: { perfScore: 71, perfAvgLcp: 2140, perfAvgTbt: 310 },
  });
  const product = { page: "https://shop.example/products/1", pageIndex: 2, pillar: "perf" as const };
  await finding("run_perf", "lcp", {
    ...product,
    rule: "lcp",
    severity: "serious",
    isNew: true,
    message: SLOW_MESSAGE,
  });
  await finding("run_perf", "img", {
    ...product,
    rule: "unsized-images",
    severity: "moderate",
    order: 1,
    help: "Send smaller pictures.",
    message: "Pictures could be 640 kB smaller.",
  });
  await audit("run_seo", "seo-test", at(9, 3), 94);
  await audit("run_a11y", "a11y-test", at(9, 3, 30), 76, failing(76, 2, 0, "2 critical findings."));
  for (const [order, page] of ["https://shop.example/", "https://shop.example/cart"].entries())
    await finding("run_a11y", `a${order}`, {
      pillar: "a11y",
      rule: "button-name",
      severity: "critical",
      order,
      page,
      target: "#go",
      message: "A button has no name.",
      help: "Give the button a text.",
      isNew: order === 0,
    });
  await audit("run_security", "security-test", at(8, 3), 85);
  await audit("run_privacy", "privacy-test", at(8, 4), 90);
}

/** In milliseconds, except for cls. */
const metricsOf = (scenarioId: string) =>
  scenarioId === "scn_product_page"
    ? { lcp: 4810, fcp: 2300, cls: 0.21, tbt: 890, ttfb: 610 }
    : { lcp: 1250, fcp: 800, cls: 0.01, tbt: 60, ttfb: 120 };

async function seedTracking(models: Models) {
  const own = (id: string) => ({ id, _id: `prj_shop:${id}`, projectId: "prj_shop", createdAt: at(1) });
  for (const { id, ...row } of PLAN.pages) await models.trackingPages.create({ ...row, ...own(id) });
  for (const { id, ...row } of PLAN.events) await models.trackingEvents.create({ ...row, ...own(id) });
  await addRun(models, "run_tracking", {
    type: "tracking-test",
    branch: "main",
    verdict: "fail",
    createdAt: at(9, 4),
    finishedAt: at(9, 4),
    summary: { ...auditSummary(50), reasons: ["1 event is not sent as planned."], verdict: "fail" },
  });
  const url = "https://shop.example/product";
  const data = {
    ...dataOf(
      pass(sent(push(1, "", { page_type: "product" }), push(2, "view_item", { currency: "EUR" }))),
      triggerPass("event-add_to_cart", sent(push(5, "add_to_cart", { currency: "USD" }, { step: 1 }))),
    ),
    skipped: [{ eventId: "event-newsletter_signup", reason: "No element was found for its selector #news." }],
  };
  const judged = judgePage(data, PLAN, url);
  await models.auditPages.create({
    _id: auditPageIdOf("run_tracking", 0),
    runId: "run_tracking",
    projectId: "prj_shop",
    pillar: "tracking",
    index: 0,
    url,
    key: "/product",
    status: "failed",
    score: judged.score,
    metrics: judged.metrics,
    details: storable(judged.details as never),
  });
  await storeFindings({ models } as never, { runId: "run_tracking", projectId: "prj_shop" }, 0, judged.findings);
}

async function seedFunctional(models: Models) {
  await addFeature(models, "checkout", {
    name: "Checkout",
    group: ["Buying"],
    tickets: ["SHOP-17"],
    gherkin:
      'Feature: Checkout\n  Scenario: Pay by card\n    When I click the button "Pay"\n    Then I see "Thank you"\n',
    scenarios: [{ id: "pay", name: "Pay by card", rule: null, tags: [], line: 2, steps: 2 }],
    sentences: ['I click the button "Pay"', 'I see "Thank you"'],
  });
  await addFeature(models, "search", { name: "Search", group: ["Finding"] });
  const summary = { ...pictures(2, 1), undefined: 0 };
  const when = at(10, 2, 40);
  await addRun(models, "run_frt", {
    type: "frt-test",
    branch: "main",
    verdict: "fail",
    summary,
    createdAt: when,
    finishedAt: when,
  });
  const scenario = (index: number, featureId: string, featureName: string, name: string, passed: boolean) => ({
    _id: `run_frt-s0000${index}`,
    runId: "run_frt",
    projectId: "prj_shop",
    index,
    featureId,
    featureName,
    key: `k${index}`,
    scenarioId: `s${index}`,
    name,
    browser: "chromium" as const,
    viewport: "desktop" as const,
    plan: JSON.stringify({ steps: [] }),
    status: passed ? ("passed" as const) : ("failed" as const),
    attempts: 1,
    message: passed ? null : 'No button is called "Pay".',
  });
  await models.scenarioRuns.create([
    scenario(0, "search", "Search", "Find a shoe", true),
    scenario(1, "checkout", "Checkout", "Pay by card", false),
  ]);
  const step = (index: number, text: string, more: object = {}) => ({
    index,
    keyword: "When",
    text,
    place: { line: index + 2, column: 5 },
    stepDefId: "builtin.click-button",
    status: "passed",
    startedAt: 0,
    duration: 100,
    failure: null,
    drift: [],
    fingerprints: {},
    url: "https://shop.example/cart",
    screenshotId: null,
    console: [],
    network: [],
    events: [],
    ...more,
  });
  const failure = {
    message: 'No button is called "Pay".',
    action: 0,
    op: "click",
    stepDefId: "builtin.click-button",
    matches: [{ locator: { by: "role", value: "button", name: "Pay" }, count: 0 }],
    expected: null,
    actual: null,
    url: "https://shop.example/cart",
    timedOut: true,
  };
  for (const [index, steps] of [
    [step(0, 'I see "Shoes"')],
    [
      step(0, 'I click the button "Pay"', { status: "failed", failure }),
      step(1, 'I see "Thank you"', { status: "skipped" }),
    ],
  ].entries())
    await models.scenarioAttempts.create({
      error: null,
      tracking: "[]",
      notes: [],
      _id: `run_frt-s0000${index}-1`,
      runId: "run_frt",
      scenarioRunId: `run_frt-s0000${index}`,
      projectId: "prj_shop",
      attempt: 1,
      status: index === 0 ? "passed" : "failed",
      startedAt: when.toISOString(),
      duration: 200,
      traceId: null,
      steps: JSON.stringify(steps),
    });
}
