// What the health and the gate of one project read, each once however often one request asks for it.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import type { LeftOpen } from "../../../domain/health/leftOpen.ts";
import { readOnce } from "../../../models/lib/readOnce.ts";
import type { NewestRun } from "../../../models/problems/earlier.ts";
import { type Decisions, decisionsOnce } from "../../../models/problems/ofRun.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { factsOf } from "../../../models/runFacts/queries.ts";
import { readyFeatures } from "../../../models/scenarioRuns/ofRun.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { type HealthScope, type RunRow, searchRuns } from "./healthRuns.ts";
import { leftOpenOf } from "./leftOpenOf.ts";

/** Maximum number of scenarios read. */
const MAX_SCENARIOS = 5_000;
const SCENARIO_FIELDS = { label: 1, url: 1, viewports: 1 } as const;

export type ProjectReads = {
  mainBranch: string;
  /** What people decided about problems. */
  decisions: Decisions;
  /** Scenarios that runs of the main branch visit, by label. */
  scenarios(): Promise<Pick<Scenario, "_id" | keyof typeof SCENARIO_FIELDS>[]>;
  features(): ReturnType<typeof readyFeatures>;
  /** Runs that `countedRuns` chooses from. */
  runs(asked: Pick<HealthScope, "environmentId"> & { pillar: Pillar }): Promise<RunRow[]>;
  /** Ids of the places that runs cover, by run id; of audits, the scenarios of their pages. */
  covered(runs: readonly RunRow[]): Promise<ReadonlyMap<string, readonly string[]>>;
  leftOpen(run: NewestRun): Promise<LeftOpen>;
};

/** Everything is as it was when it was first asked for, so keep it for one request only. */
export function readsOf(ctx: OperationContext, project: Project): ProjectReads {
  const { models } = ctx;
  const { _id: projectId, mainBranch } = project;
  const judging = { mainBranch, decisions: decisionsOnce(models, projectId) };
  // Scenarios that only other branches visit do not count, because health is about the main branch.
  const visited = {
    declared: true,
    visitedFrom: null,
    fields: SCENARIO_FIELDS,
    by: "label",
    limit: MAX_SCENARIOS,
  } as const;
  const scenarios = readOnce((id: string) => scenariosOf(models, id, visited));
  const features = readOnce((id: string) => readyFeatures(models, id));
  const covered = new Map<string, readonly string[]>();
  return {
    ...judging,
    scenarios: () => scenarios(projectId),
    features: () => features(projectId),
    runs: readOnce(
      ({ pillar, environmentId }) => searchRuns(ctx, pillar, { project, environmentId }, ctx.now().getTime()),
      ({ pillar, environmentId }) => `${pillar} ${environmentId}`,
    ),
    async covered(runs) {
      const missing = runs.filter(({ _id }) => !covered.has(_id));
      const found = missing.length > 0 ? await factsOf(models, missing, "covered") : new Map<string, string[]>();
      for (const { _id } of missing) covered.set(_id, found.get(_id) ?? []);
      return covered;
    },
    leftOpen: readOnce(
      (run: NewestRun) => leftOpenOf(ctx, run, judging),
      ({ _id }) => _id,
    ),
  };
}
