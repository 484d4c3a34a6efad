// Functional runs in the form in which workflows store them.
import type { FailureClass, StepResult } from "../../../domain/functional/attempt.ts";
import type { ScenarioStatus } from "../../../domain/functional/attemptStatus.ts";
import { pagesOfSteps, scenarioFailure } from "../../../domain/functional/scenarioFailure.ts";
import { countScenarios, warningsOf } from "../../../domain/functional/summary.ts";
import type { Models } from "../../../models/index.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "./shots.ts";

const BASE = "https://shop.example";

/** `tries`: the result of each attempt; the last one counts. `cause`: of the attempts that did not pass. */
export type Told = {
  feature: string;
  name: string;
  tries: Exclude<ScenarioStatus, "pending">[];
  cause?: FailureClass;
  /** Address of its last step. */
  at?: string;
  viewport?: string;
  screenshotId?: string;
};

const step = (index: number, text: string, url: string, patch: Partial<StepResult> = {}): StepResult => ({
  index,
  keyword: index === 0 ? "When" : "Then",
  text,
  place: { line: index + 2, column: 5 },
  stepDefId: "builtin.see-text",
  status: "passed",
  startedAt: index * 100,
  duration: 100,
  failure: null,
  drift: [],
  fingerprints: {},
  url,
  screenshotId: null,
  console: [],
  network: [],
  events: [],
  ...patch,
});

const FAILURES: Partial<Record<FailureClass, Partial<StepResult>>> = {
  locator: {
    failure: {
      message: 'No button "Buy" was found.',
      action: 0,
      op: "click",
      stepDefId: "builtin.click-button",
      matches: [{ locator: { by: "role", value: "button", name: "Buy" }, count: 0 }],
      expected: null,
      actual: null,
      url: `${BASE}/basket`,
      timedOut: true,
    },
  },
  assertion: {
    failure: {
      message: 'The text "2 items" is not shown.',
      action: 0,
      op: "expectText",
      stepDefId: "builtin.see-text",
      matches: [],
      expected: "2 items",
      actual: "1 item",
      url: `${BASE}/basket`,
      timedOut: false,
    },
  },
};

function attemptOf(status: Told["tries"][number], { cause = "locator", at = "/basket", screenshotId }: Told) {
  const opened = step(0, 'I open "/basket"', `${BASE}/basket`);
  const url = `${BASE}${at}`;
  const broken: Partial<StepResult> =
    status === "undefined"
      ? { status: "undefined" }
      : { status: "failed", screenshotId: screenshotId ?? null, ...FAILURES[cause] };
  const last = step(1, 'I see "2 items"', url, status === "passed" ? {} : broken);
  return {
    status,
    steps: status === "error" ? [] : [opened, last],
    error: status === "error" ? { code: "http_error", message: "The site answered 503." } : null,
    traceId: "a".repeat(64),
  };
}

/** Adds a run with these scenarios, each with its attempts. */
export async function addFunctionalRun(
  models: Models,
  runId: string,
  told: readonly Told[],
  patch: Partial<Run> = {},
): Promise<string> {
  const scenarios = told.map((one, index) => {
    const attempts = one.tries.map((status) => ({
      ...attemptOf(status, one),
      screenshotId: one.screenshotId,
    }));
    const last = attempts.at(-1);
    const status = last?.status ?? "error";
    const flaky = status === "passed" && attempts.length > 1;
    const failure = scenarioFailure(attempts);
    const message = status === "passed" ? null : (failure?.evidence[0] ?? null);
    const viewport = one.viewport ?? "desktop";
    return { one, index, attempts, last, status, flaky, failure, message, viewport };
  });
  const summary = countScenarios(scenarios);
  const verdict = summary.failed === 0 ? "pass" : "fail";
  const warnings = warningsOf(summary);
  await addRun(models, runId, { type: "frt-test", verdict, summary, extra: { warnings }, ...patch });
  const idOf = (index: number) => `${runId}-s${String(index).padStart(5, "0")}`;
  await models.scenarioRuns.insertMany(
    scenarios.map(({ one, index, attempts, last, status, flaky, failure, message, viewport }) => ({
      _id: idOf(index),
      runId,
      projectId: "prj_shop",
      index,
      featureId: one.feature.toLowerCase(),
      featureName: one.feature,
      key: `${one.feature} ${one.name} ${viewport}`,
      scenarioId: one.name,
      name: one.name,
      browser: "chromium" as const,
      viewport,
      plan: "{}",
      status,
      flaky,
      failure,
      message,
      attempts: attempts.length,
      duration: 200 * attempts.length,
      decidedAt: new Date(0),
      pages: last ? pagesOfSteps(last.steps, BASE) : [],
    })),
  );
  await models.scenarioAttempts.insertMany(
    scenarios.flatMap(({ index, attempts }) =>
      attempts.map(({ status, steps, error, traceId }, i) => ({
        _id: `${idOf(index)}-${i + 1}`,
        scenarioRunId: idOf(index),
        runId,
        projectId: "prj_shop",
        attempt: i + 1,
        status,
        startedAt: new Date(0).toISOString(),
        duration: 200,
        traceId,
        error,
        tracking: "[]",
        notes: [],
        steps: JSON.stringify(steps),
      })),
    ),
  );
  return runId;
}
