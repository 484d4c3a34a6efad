// Reads a functional run for a report: failed scenarios with their steps and screenshots, flaky ones, and all as rows.

import { textsOf } from "../../domain/fields.ts";
import { failureOf } from "../../domain/functional/scenarioFailure.ts";
import { FUNCTIONAL } from "../../domain/report/bounds.ts";
import type { FunctionalSection, ScenarioRow as Row, ToldScenario } from "../../domain/report/functional/types.ts";
import { runSummary } from "../../domain/runs/runSummary.ts";
import type { Run } from "../../models/runs/schema.ts";
import { attemptsOf, type ScenarioRow, scenariosOfRun } from "../../models/scenarioRuns/ofRun.ts";
import { stepsOf } from "../../models/scenarioRuns/schema.ts";
import type { PictureDeps } from "../deps.ts";
import { loadPictures } from "./pictures.ts";

type Deps = Pick<PictureDeps, "models" | "artifacts">;

export async function collectFunctional(deps: Deps, run: Run): Promise<FunctionalSection> {
  const scenarios = await scenariosOfRun(deps.models, run._id);
  const failed = scenarios.filter(({ status }) => status !== "passed");
  const flaky = scenarios.filter((one) => one.flaky);
  const told = [...failed.slice(0, FUNCTIONAL.failures), ...flaky.slice(0, FUNCTIONAL.flaky)];
  const pictures = await loadPictures(
    deps,
    run.projectId,
    told.flatMap((one) => failureOf(one)?.screenshotId ?? []),
  );
  const rows = rowsOf(scenarios);
  return {
    runId: run._id,
    status: run.status,
    error: run.error,
    sentence: runSummary(run).sentence,
    verdict: run.status === "failed" ? null : run.verdict,
    counts: run.summary !== null && "undefined" in run.summary ? run.summary : null,
    warnings: textsOf(run.extra?.warnings),
    features: new Set(scenarios.map(({ featureId }) => featureId)).size,
    failures: await toldOf(deps, failed.slice(0, FUNCTIONAL.failures), pictures),
    failuresTotal: failed.length,
    flaky: await toldOf(deps, flaky.slice(0, FUNCTIONAL.flaky), pictures),
    flakyTotal: flaky.length,
    rows: rows.slice(0, FUNCTIONAL.rows),
    rowsTotal: rows.length,
    viewports: [...new Set(scenarios.map(({ viewport }) => viewport))],
  };
}

async function toldOf(deps: Deps, scenarios: readonly ScenarioRow[], pictures: ReadonlyMap<string, string>) {
  const told: ToldScenario[] = [];
  for (const one of scenarios) {
    const attempts = await attemptsOf(deps.models, one._id);
    const failed = attempts.findLast(({ status }) => status !== "passed");
    const steps = failed ? stepsOf(failed) : [];
    const failure = failureOf(one);
    // The failing step is included, however many precede it.
    const from = Math.max(0, (failure?.step?.index ?? 0) + 3 - FUNCTIONAL.steps);
    const shown = steps.slice(from, from + FUNCTIONAL.steps);
    const dataUri = failure?.screenshotId ? pictures.get(failure.screenshotId) : undefined;
    told.push({
      feature: one.featureName,
      name: one.name,
      viewport: one.viewport,
      browser: one.browser,
      status: one.status,
      flaky: one.flaky,
      message: one.message,
      failure,
      attempts: attempts.map(({ status, duration }) => ({ status, duration })),
      steps: shown.map(({ keyword, text, status, duration }) => ({
        text: `${keyword.trim()} ${text}`,
        status,
        duration,
      })),
      stepsLeft: steps.length - shown.length,
      picture: dataUri === undefined ? null : { dataUri, caption: `After the failing step of ${one.name}` },
    });
  }
  return told;
}

function rowsOf(scenarios: readonly ScenarioRow[]): Row[] {
  const rows = Map.groupBy(scenarios, ({ featureId, scenarioId, browser }) =>
    [featureId, scenarioId, browser].join("\n"),
  );
  return [...rows.values()].flatMap((ones) => {
    const [first] = ones;
    if (!first) return [];
    const { featureName: feature, name, browser } = first;
    const results = ones.map(
      ({ viewport, status, flaky, duration }) => [viewport, { status, flaky, duration }] as const,
    );
    return [{ feature, name, browser, results: Object.fromEntries(results) }];
  });
}
