// Failure histories of runs: of the named run, or of the newest run of every type on the main branch.

import { byName } from "../../../domain/guidance/facts.ts";
import { type FailureHistory, failureHistory, type RunResults } from "../../../domain/guidance/failureHistory.ts";
import { FULL_AUDIT, partsOfType, RUN_TYPE_OF, type StatusType } from "../../../domain/runTypes.ts";
import { PROBLEM_RUN_FIELDS, type ProblemRun, readRunProblems } from "../../../models/problems/refresh.ts";
import { FACTS_OF, type FactsOf } from "../../../models/runFacts/queries.ts";
import { runBefore } from "../../../models/runs/before.ts";
import { latestRunOfType, partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { GuidancePlace } from "./gatherFacts.ts";
import { RUN_FIELDS, type RunRow, runFact } from "./runFact.ts";
import { notMeasured } from "./testedPages.ts";

/** Fields needed to tell a run's failure history and to find the previous run. */
const STORY_FIELDS = {
  ...RUN_FIELDS,
  ...PROBLEM_RUN_FIELDS,
  ...FACTS_OF,
} as const;
type StoryRun = RunRow & ProblemRun & FactsOf;

/** Types of the pillar runs that a full audit consists of. */
const TYPES: readonly StatusType[] = [...new Set(Object.values(RUN_TYPE_OF))].sort(byName);

/** If `run` is null, reads the newest run of every type, whatever its result. A full audit is replaced by its pillars' runs. */
export async function readFailureHistories(
  ctx: OperationContext,
  caller: Caller,
  place: GuidancePlace,
  run: Run | null,
): Promise<FailureHistory[]> {
  requireReadRight(caller);
  const runs =
    run === null ? await newestOfAll(ctx, place) : run.type === FULL_AUDIT ? await childrenOf(ctx, run) : [run];
  const stories: FailureHistory[] = [];
  for (const one of runs) stories.push(await failureHistoryOf(ctx, place, one));
  return stories;
}

async function failureHistoryOf(
  ctx: OperationContext,
  { project, environment }: GuidancePlace,
  run: StoryRun,
): Promise<FailureHistory> {
  const { mainBranch } = project;
  const [results, before] = await Promise.all([
    readResults(ctx, run, mainBranch),
    runBefore(ctx.models, run, STORY_FIELDS).then((one) => one && readResults(ctx, one, mainBranch)),
  ]);
  const place = { project: project.slug, environment: environment?.slug ?? null, now: ctx.now().getTime() };
  return failureHistory({ place, results, before });
}

async function readResults(ctx: OperationContext, run: StoryRun, mainBranch: string): Promise<RunResults> {
  const [problems, unread] = await Promise.all([
    readRunProblems(ctx.models, run, { mainBranch }),
    partsOfType(run.type) === "pages" ? notMeasured(ctx, run) : [],
  ]);
  return { run: runFact(run), problems, notMeasured: unread };
}

async function newestOfAll(ctx: OperationContext, { project, environment }: GuidancePlace): Promise<StoryRun[]> {
  const place = { project, environmentId: environment?._id, branch: project.mainBranch };
  const found = await Promise.all(
    TYPES.map((type) => latestRunOfType(ctx.models, place, type, { fields: STORY_FIELDS })),
  );
  return found.filter((run) => run !== null);
}

async function childrenOf(ctx: OperationContext, { _id }: Pick<Run, "_id">): Promise<StoryRun[]> {
  const runs = await partsOf(ctx.models, _id, { fields: STORY_FIELDS });
  return runs.sort((a, b) => byName(a.type, b.type));
}
