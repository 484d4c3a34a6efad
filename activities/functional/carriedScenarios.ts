// For a functional run that reruns earlier failures: scenarios that passed before and are unchanged are taken over with their attempts.
import { isDeepStrictEqual } from "node:util";
import { scenarioAttemptIdOf, scenarioRunIdOf } from "../../domain/ids.ts";
import { droppedSentence } from "../../domain/runs/rerun.ts";
import type { Run } from "../../models/runs/schema.ts";
import { attemptsOf, keepScenarioAttempt, plannedScenarios } from "../../models/scenarioRuns/ofRun.ts";
import { planOf, type ScenarioRun } from "../../models/scenarioRuns/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";

/** `dropped`: a sentence about scenarios of the earlier run that the project no longer has. */
export type JoinedScenarios = { records: ScenarioRun[]; dropped: string | null };

/**
 * Returns the scenarios to run. `planned`: every scenario as a full run would plan it. Scenarios missing from the earlier run are left
 * out. If the run is not a rerun, or its earlier run is gone, returns all of them.
 */
export async function joinScenarios(
  { models }: CommonDeps,
  run: Run,
  planned: readonly ScenarioRun[],
): Promise<JoinedScenarios> {
  const source = run.rerun?.runs[run.type];
  const before: ScenarioRun[] = [];
  if (source) for await (const some of plannedScenarios(models, source.runId)) before.push(...some);
  if (!source || before.length === 0) return { records: [...planned], dropped: null };
  const known = new Map(before.map((one) => [one.key, one]));
  const there = planned.filter(({ key }) => known.has(key));
  const keys = new Set(there.map(({ key }) => key));
  const gone = before.filter(({ key }) => !keys.has(key)).map(({ featureName, name }) => `${featureName}: ${name}`);
  const dropped = droppedSentence([...new Set(gone)], source.runId);
  if (there.length === 0) throw invalid(dropped ?? `${source.runId} has no scenarios that could be run again.`);
  const records: ScenarioRun[] = [];
  for (const one of there) {
    const place = { _id: scenarioRunIdOf(run._id, records.length), index: records.length };
    const earlier = known.get(one.key);
    if (source.all || earlier?.status !== "passed" || !isSameTest(one, earlier)) {
      records.push({ ...one, ...place });
      continue;
    }
    records.push({
      ...earlier,
      ...place,
      plan: one.plan,
      runId: run._id,
      carriedFrom: earlier.carriedFrom ?? source.runId,
    });
    for (const attempt of await attemptsOf(models, earlier._id))
      await keepScenarioAttempt(models, {
        ...attempt,
        _id: scenarioAttemptIdOf(place._id, attempt.attempt),
        scenarioRunId: place._id,
        runId: run._id,
      });
  }
  return { records, dropped };
}

/** Whether a scenario has the same actions and expectations as before. Its line numbers in the feature text do not matter. */
export function isSameTest(one: Tested, other: Tested): boolean {
  const stepsOf = (tested: Tested) => planOf(tested).steps.map(({ place: _, ...step }) => step);
  return one.links === other.links && isDeepStrictEqual(stepsOf(one), stepsOf(other));
}

type Tested = Pick<ScenarioRun, "plan" | "links">;
