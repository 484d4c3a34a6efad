// Flakiness of a project's scenarios over its newest tests: a ranking, and the places of one scenario.
import { FLAKY_RUNS, flakinessOf, flakinessOfAll, unsteadyOf } from "../../../domain/visual/flakiness.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { FACTS_OF } from "../../../models/runFacts/queries.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { type SeenPlace, seenInRuns } from "../../../models/shots/flaky.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type PlaceInput, placeOf } from "../projects/place.ts";
import { requireScenario } from "../rules/upsertRule.ts";

/** Returns the newest completed tests of an environment on all branches, oldest first. */
async function runsOf({ models }: OperationContext, project: Project, environmentId: string | undefined) {
  const wanted = {
    status: "completed",
    limit: FLAKY_RUNS,
    fields: { ...FACTS_OF, environmentId: 1, branch: 1, commitSha: 1, finishedAt: 1 },
  } as const;
  const runs = await latestRunsOfType(models, { project, ...(environmentId && { environmentId }) }, "vrt-test", wanted);
  return runs.toReversed().map((run) => ({ ...run, branch: run.branch ?? project.mainBranch }));
}

/** Returns every scenario in the newest tests, flakiest first. */
export async function rankFlakiness(ctx: OperationContext, caller: Caller, slug: string, input: PlaceInput) {
  requireReadRight(caller);
  const { project, environment } = await placeOf(ctx, caller, slug, input);
  const runs = await runsOf(ctx, project, environment?._id);
  const [places, scenarios] = await Promise.all([
    seenInRuns(ctx.models, runs),
    scenariosOf(ctx.models, project._id, { fields: { label: 1 } }),
  ]);
  const byScenario = Map.groupBy(places, ({ scenarioId }) => scenarioId);
  const ranked = scenarios.flatMap(({ _id: scenarioId, label }) => {
    const own = byScenario.get(scenarioId);
    return own ? [{ scenarioId, label, ...flakinessOfAll(own.map(({ seen }) => flakinessOf(seen))) }] : [];
  });
  return { runs: runs.length, scenarios: ranked.toSorted((a, b) => (b.percent ?? -1) - (a.percent ?? -1)) };
}

/** Returns the flakiness of one scenario: overall, per place, and per test. */
export async function scenarioFlakiness(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { label, ...input }: PlaceInput & { label: string },
) {
  requireReadRight(caller);
  const { project, environment } = await placeOf(ctx, caller, slug, input);
  const { _id: scenarioId } = await requireScenario(ctx, project._id, label);
  const runs = await runsOf(ctx, project, environment?._id);
  const places = await seenInRuns(ctx.models, runs, { scenarioId });
  const history = new Map(runs.map((run) => [run._id, { run, results: 0, failed: 0, unstable: 0, flipped: 0 }]));
  for (const { seen } of places) countTests(seen, history);
  return {
    ...flakinessOfAll(places.map(({ seen }) => flakinessOf(seen))),
    places: places.map(({ seen, selector, viewport, browser, mode }) => ({
      viewport,
      browser,
      ...modeField({ mode }),
      selector: selector || null,
      ...flakinessOf(seen),
    })),
    history: [...history.values()].flatMap(({ run, ...counts }) => {
      const { _id: runId, branch, finishedAt, createdAt } = run;
      return counts.results === 0 ? [] : [{ runId, branch, at: (finishedAt ?? createdAt).toISOString(), ...counts }];
    }),
  };
}

type Counts = { results: number; failed: number; unstable: number; flipped: number };

function countTests(seen: SeenPlace["seen"], history: ReadonlyMap<string, Counts>): void {
  for (const [at, unsteady] of unsteadyOf(seen).entries()) {
    const { runId, failed } = seen[at]!;
    const counts = history.get(runId);
    if (!counts || failed === null) continue;
    counts.results += 1;
    if (failed) counts.failed += 1;
    if (unsteady) counts[unsteady] += 1;
  }
}
