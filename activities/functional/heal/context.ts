// Input for healing a failed step: the failed run, the current tests, and what the element looked like.
import { isDeepStrictEqual } from "node:util";
import { withoutEarlier } from "../../../domain/functional/heal/bothWays.ts";
import type { HealOutcome, HealStep } from "../../../domain/functional/heal/outcome.ts";
import { NOTHING_HEALED } from "../../../domain/functional/heal/outcome.ts";
import { applyPatches, type HealPatch, type Tests } from "../../../domain/functional/heal/patch.ts";
import type { PlannedScenario, PlannedStep } from "../../../domain/functional/plan.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import { findElementPrint } from "../../../models/elementPrints/queries.ts";
import { type ElementPrint, elementPrintId } from "../../../models/elementPrints/schema.ts";
import { findFeature, findStepDef } from "../../../models/features/queries.ts";
import type { FeatureRecord } from "../../../models/features/schema.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { scenarioRunOf } from "../../../models/scenarioRuns/queries.ts";
import { planOf, type ScenarioRun } from "../../../models/scenarioRuns/schema.ts";
import { invalid } from "../../failures.ts";
import { readRun } from "../../readRun.ts";
import type { ScenarioDeps } from "../performAttempt.ts";
import { usableStepDefs } from "../readFeatures.ts";

/** Input of a healing job. `action`: its index in the step. */
export type HealInput = { scenarioRunId: string; step: number; action: number };

export type HealContext = {
  run: Run;
  scenario: ScenarioRun;
  feature: FeatureRecord;
  tests: Tests;
  /** The scenario and step as currently defined, which match the run except for what was healed since. */
  planned: PlannedScenario;
  step: PlannedStep;
  action: number;
  /** Version of the definition that contains the action; null: it is built in. */
  stepDefVersion: number | null;
  print: ElementPrint;
  told: HealStep;
};

/**
 * Returns an outcome if nothing can be healed. `behind`: a step after those the patches heal, instead of the job's own.
 * Rejects with a non-retryable failure if the job refers to something outside its project.
 */
export async function healContext(
  deps: Pick<ScenarioDeps, "models">,
  job: Job,
  behind?: Pick<HealInput, "step" | "action"> & { patches: readonly HealPatch[] },
): Promise<{ context: HealContext } | { outcome: HealOutcome }> {
  const { models } = deps;
  const { scenarioRunId, step: index, action } = { ...(job.input as HealInput), ...behind };
  const { projectId } = job;
  const scenario = await scenarioRunOf(models, projectId, scenarioRunId);
  if (!scenario) throw invalid(`The scenario ${scenarioRunId} does not belong to the project.`);
  const run = await readRun(deps, scenario.runId);
  const ran = planOf(scenario).steps[index];
  const acted = ran?.actions[action];
  if (ran === undefined || acted === undefined) throw invalid(`The scenario ${scenarioRunId} has no such action.`);
  const told: HealStep = { index, line: ran.place.line, text: ran.text, stepDefId: acted.stepDefId };
  const none = (why: HealOutcome["why"], message: string) => ({
    outcome: { ...NOTHING_HEALED, step: told, why, message },
  });

  const feature = await findFeature(models, { projectId, featureId: scenario.featureId });
  if (!feature) return none("changed", `The feature "${scenario.featureId}" was deleted since the run.`);
  const stored = { text: feature.gherkin, defs: await usableStepDefs(models, projectId) };
  const plannedIn = ({ text, defs }: Tests) => planFeature(text, defs).find(({ id }) => id === scenario.scenarioId);
  const known = plannedIn(stored)?.steps[index];
  const tests = applyPatches(stored, behind?.patches ?? []);
  const planned = typeof tests === "string" ? undefined : plannedIn(tests);
  const step = planned?.steps[index];
  const did = step?.actions[action];
  if (
    typeof tests === "string" ||
    known?.text !== ran.text ||
    !isDeepStrictEqual(known.actions, ran.actions.map(withoutEarlier)) ||
    !planned ||
    !step ||
    !did
  )
    return none(
      "changed",
      `The step "${ran.text}" has changed since the run. Run the feature again, and heal what fails then.`,
    );
  const locators = did.action.target?.locators ?? [];
  const id = elementPrintId({ projectId, stepDefId: did.stepDefId, action: did.index, locators });
  const print = await findElementPrint(models, id);
  if (!print)
    return none(
      "never_passed",
      `The step "${ran.text}" has not passed with this locator since elements are recorded, so its element is unknown. Change the locator manually.`,
    );
  const stepDefVersion = (await findStepDef(models, projectId, did.stepDefId))?.version ?? null;
  return { context: { run, scenario, feature, tests, planned, step, action, stepDefVersion, print, told } };
}
