// State of scenarios in visual tests: whether they have baselines, and the result of their last test.

import { BROWSERS } from "../../../domain/visual/shot.ts";
import { loadBaselines } from "../../../models/baselines/load.ts";
import { partsOfScenario } from "../../../models/baselines/partsOfScenario.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import { countScenariosOf, scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";

export type LastTest = { runId: string; verdict: "pass" | "fail"; passed: number; failed: number };
export type ScenarioState = {
  scenario: Scenario;
  /** `have` of `of` screenshots (parts × viewports × modes) have a baseline, in any browser. */
  baselines: { state: "complete" | "partial" | "none"; have: number; of: number };
  /** null if it was in none of the latest tests. */
  lastTest: LastTest | null;
};

/** Maximum number of completed tests searched for each scenario's last result. */
const LATEST_TESTS = 20;

/** Returns a page of the project's scenarios by label. */
export async function listScenarioStates(
  ctx: OperationContext,
  caller: Caller,
  {
    project,
    environment,
    limit = DEFAULT_LIMIT,
    cursor,
  }: { project: Project; environment: Environment | null } & Paging,
): Promise<{ total: number; scenarios: ScenarioState[]; nextCursor: string | null }> {
  requireReadRight(caller);
  const after = decodeCursor(cursor, (text) => text || undefined);
  const [total, found] = await Promise.all([
    countScenariosOf(ctx.models, project._id),
    scenariosOf(ctx.models, project._id, { after, by: "label", limit: limit + 1 }),
  ]);
  const { entries, nextCursor } = page(found, limit, ({ label }) => label);
  return { total, scenarios: await scenarioStates(ctx, project, environment, entries), nextCursor };
}

export async function scenarioStates(
  { models }: Pick<OperationContext, "models">,
  project: Project,
  environment: Environment | null,
  scenarios: Scenario[],
): Promise<ScenarioState[]> {
  const [baselines, tests] = await Promise.all([
    loadBaselines(models, { project, environmentId: environment?._id ?? null, branch: null }),
    lastTests({ models }, project, environment, scenarios),
  ]);
  const states: ScenarioState[] = [];
  await inTurns(scenarios, (scenario) => {
    const parts = partsOfScenario(scenario, project);
    const have = parts.filter((part) => BROWSERS.some((browser) => baselines.find({ ...part, browser }))).length;
    const state = have === 0 ? "none" : have < parts.length ? "partial" : "complete";
    const lastTest = tests.get(scenario._id) ?? null;
    states.push({ scenario, baselines: { state, have, of: parts.length }, lastTest });
  });
  return states;
}

/** Searches from the newest test backwards until every scenario was found. */
async function lastTests(
  { models }: Pick<OperationContext, "models">,
  project: Project,
  environment: Environment | null,
  scenarios: Scenario[],
): Promise<Map<string, LastTest>> {
  const place = { project, environmentId: environment?._id };
  const wanted = { status: "completed", limit: LATEST_TESTS, fields: { _id: 1 } } as const;
  const runs = await latestRunsOfType(models, place, "vrt-test", wanted);
  const tests = new Map<string, LastTest>();
  for (const { _id: runId } of runs) {
    const missing = scenarios.filter(({ _id }) => !tests.has(_id)).map(({ _id }) => _id);
    if (missing.length === 0) break;
    const fields = { scenarioId: 1, status: 1 } as const;
    const shots = await shotsOf(models, { runId, scenarioIds: missing }, { fields });
    for (const [scenarioId, results] of Map.groupBy(shots, (shot) => shot.scenarioId)) {
      const passed = results.filter(({ status }) => status === "passed" || status === "approved").length;
      const failed = results.length - passed;
      tests.set(scenarioId, { runId, verdict: failed === 0 ? "pass" : "fail", passed, failed });
    }
  }
  return tests;
}
