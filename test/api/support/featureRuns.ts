// Functional runs as stored after they have ended: planned from a real text, with attempts whose step results the test specifies.
import type { StepResult } from "../../../domain/functional/attempt.ts";
import { attemptStatus, scenarioOutcome } from "../../../domain/functional/attemptStatus.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import type { PlannedStep } from "../../../domain/functional/plan.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import { scenarioAttemptIdOf, scenarioRunIdOf } from "../../../domain/ids.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import type { Models } from "../../../models/index.ts";
import type { ScenarioAttempt } from "../../../models/scenarioRuns/schema.ts";
import { addRun } from "./shots.ts";

export type TriedScenario = {
  browser?: BrowserName;
  /** Per attempt: the results of the steps in order, or an empty list if the attempt never reached them. */
  attempts: { steps: Partial<StepResult>[]; error?: ScenarioAttempt["error"]; traceId?: string; notes?: string[] }[];
};

export type StoredFeature = {
  featureId: string;
  gherkin: string;
  /** Whether the text is stored at the version that was run. */
  kept?: boolean;
  /** By scenario, in the order of the text. */
  tried: TriedScenario[][];
};

const AT = new Date("2026-03-10T12:00:00Z");

/** Stores the run with its scenarios, attempts and the features' texts. */
export async function addFeatureRun(models: Models, runId: string, features: readonly StoredFeature[]): Promise<void> {
  await addRun(models, runId, { type: "frt-test", verdict: "fail", createdAt: AT, finishedAt: AT });
  let index = 0;
  for (const { featureId, gherkin, kept = true, tried } of features) {
    const place = { projectId: "prj_shop", featureId };
    if (kept)
      await models.featureVersions.create({
        _id: `prj_shop:${featureId}:1`,
        ...place,
        version: 1,
        name: featureId,
        gherkin,
        status: "ready",
        what: "created",
        at: AT,
        by: "test",
      });
    for (const [at, plan] of planFeature(gherkin, BUILTIN_STEP_DEFS).entries())
      for (const { browser = "chromium", attempts } of tried[at] ?? []) {
        const _id = scenarioRunIdOf(runId, index);
        const stored = attempts.map(({ steps, error = null, traceId = null, notes = [] }, n): ScenarioAttempt => {
          const results = steps.map((step, position) => resultOf(plan.steps[position]!, step));
          return {
            _id: scenarioAttemptIdOf(_id, n + 1),
            scenarioRunId: _id,
            runId,
            projectId: "prj_shop",
            attempt: n + 1,
            status: error ? "error" : attemptStatus(results),
            startedAt: AT.toISOString(),
            duration: 200,
            traceId,
            error,
            steps: JSON.stringify(results),
            tracking: "[]",
            notes,
          };
        });
        await models.scenarioAttempts.create(stored);
        await models.scenarioRuns.create({
          _id,
          runId,
          ...place,
          index,
          featureName: featureId,
          featureVersion: 1,
          key: `k${index}`,
          scenarioId: plan.id,
          name: plan.name,
          tags: plan.tags,
          browser,
          viewport: "desktop",
          plan: JSON.stringify(plan),
          attempts: stored.length,
          decidedAt: AT,
          ...(scenarioOutcome(stored) ?? { status: "error", flaky: false, message: "The run ended early." }),
        });
        index += 1;
      }
  }
}

const resultOf = ({ index, keyword, text, place, stepDefId }: PlannedStep, patch: Partial<StepResult>): StepResult => ({
  index,
  keyword,
  text,
  place,
  stepDefId,
  status: "passed",
  startedAt: index * 100,
  duration: 100,
  failure: null,
  drift: [],
  fingerprints: {},
  url: "https://shop.example/",
  screenshotId: null,
  console: [],
  network: [],
  events: [],
  ...patch,
});
