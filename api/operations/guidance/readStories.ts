// The stories of runs: of the one that is named, or of the newest of every type on the main branch.

import { byName } from "../../../domain/guidance/facts.ts";
import { type Story, storyOf } from "../../../domain/guidance/story.ts";
import { RUN_TYPE_OF, type StatusType } from "../../../domain/runTypes.ts";
import type { Run } from "../../../models/run.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { GuidancePlace } from "./gatherFacts.ts";
import { RUN_FIELDS, type RunRow, readResults } from "./results.ts";

/** A full audit is told by its pillars' runs, which are of these types. */
const TYPES: readonly StatusType[] = [...new Set(Object.values(RUN_TYPE_OF))].sort(byName);

/** `run` null: the newest of every type, whatever came of it. A full audit stands for its pillars' runs. */
export async function readStories(
  ctx: OperationContext,
  caller: Caller,
  place: GuidancePlace,
  run: Run | null,
): Promise<Story[]> {
  requireReadRight(caller);
  const runs =
    run === null ? await newestOfAll(ctx, place) : run.type === "full-suite" ? await childrenOf(ctx, run) : [run];
  const stories: Story[] = [];
  for (const one of runs) stories.push(await storyOfRun(ctx, place, one));
  return stories;
}

async function storyOfRun(ctx: OperationContext, { project, environment }: GuidancePlace, run: RunRow): Promise<Story> {
  const before = await runBefore(ctx, project._id, run);
  return storyOf({
    place: { project: project.slug, environment: environment?.slug ?? null, now: ctx.now().getTime() },
    results: await readResults(ctx, run),
    before: before && (await readResults(ctx, before)),
  });
}

/** The newest completed one before it of the same type, environment and branch. */
async function runBefore(ctx: OperationContext, projectId: string, run: RunRow): Promise<RunRow | null> {
  const { type, environmentId, branch, createdAt } = run;
  return ctx.models.runs
    .findOne({ projectId, type, environmentId, branch, status: "completed", createdAt: { $lt: createdAt } }, RUN_FIELDS)
    .sort({ createdAt: -1, _id: -1 })
    .lean<RunRow>();
}

async function newestOfAll(ctx: OperationContext, { project, environment }: GuidancePlace): Promise<RunRow[]> {
  const place = { projectId: project._id, ...(environment && { environmentId: environment._id }) };
  const found = await Promise.all(
    TYPES.flatMap((type) =>
      [project.mainBranch, null].map((branch) =>
        ctx.models.runs
          .findOne({ ...place, type, branch }, RUN_FIELDS)
          .sort({ createdAt: -1, _id: -1 })
          .lean<RunRow>(),
      ),
    ),
  );
  const newestFirst = found
    .filter((run) => run !== null)
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || byName(b._id, a._id));
  // The first of each type: a run without a branch and one of the main branch are the same to a visitor.
  return TYPES.flatMap((type) => newestFirst.find((run) => run.type === type) ?? []);
}

async function childrenOf(ctx: OperationContext, { _id }: Pick<Run, "_id">): Promise<RunRow[]> {
  const runs = await ctx.models.runs.find({ parentRunId: _id }, RUN_FIELDS).lean<RunRow[]>();
  return runs.sort((a, b) => byName(a.type, b.type));
}
