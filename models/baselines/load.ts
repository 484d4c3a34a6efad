// Loads the baselines that a plan needs in two queries, and finds them part by part.

import { environmentsOf } from "../environments/queries.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import { type BaselineWanted, type ChosenBaseline, chooseBaseline } from "./choose.ts";
import {
  type BaselineKey,
  type BaselinePart,
  baselineBranchOf,
  baselineEnvironmentOf,
  keyOf,
  referenceEnvironmentOf,
} from "./key.ts";
import { type Baseline, STANDING } from "./schema.ts";

export type BaselineFinder = {
  /** Returns the key under which a shot of this run is promoted. */
  keyOf(part: BaselinePart): BaselineKey;
  /** Returns the baseline that a shot is compared with, or null. */
  find(part: BaselinePart): Baseline | null;
  /** Like `find`, but also returns which step of the look-up order matched. */
  choose(part: BaselinePart): ChosenBaseline | null;
};

/** A finder with all loaded baselines, for callers that choose by more than the look-up order. */
export type LoadedFinder = BaselineFinder & {
  loaded: readonly Baseline[];
  referenceEnvironmentId: string;
  /** Returns the main branch's baseline, even if the run's own branch has one. */
  chooseOfMain(part: BaselinePart): ChosenBaseline | null;
};

/** Loads the baselines that may apply to a run on this environment and branch. `withdrawn`: also load withdrawn baselines. */
export async function loadBaselines(
  models: Models,
  run: {
    project: Pick<Project, "_id" | "mainBranch" | "referenceEnvironmentId">;
    environmentId: string | null;
    branch: string | null;
    withdrawn?: boolean;
  },
): Promise<LoadedFinder> {
  const { project } = run;
  const [environments, baselines] = await Promise.all([
    environmentsOf(models, project._id, { fields: { name: 1, slug: 1 } }),
    readInTurns<Baseline>(models.baselines, { projectId: project._id, ...(!run.withdrawn && STANDING) }, {}),
  ]);
  const loaded = new Map(baselines.flatMap((b) => (b.withdrawn ? [] : [[b._id, b]])));
  const reference = referenceEnvironmentOf(project, environments);
  const place = {
    projectId: project._id,
    environmentId: baselineEnvironmentOf(run.environmentId, reference),
    branch: baselineBranchOf(run.branch, project.mainBranch),
  };
  const wanted = (part: BaselinePart): BaselineWanted => ({
    ...keyOf({ ...part, ...place }),
    mainBranch: project.mainBranch,
    referenceEnvironmentId: reference,
  });
  return {
    keyOf: (part) => keyOf({ ...part, ...place }),
    find: (part) => chooseBaseline(loaded, wanted(part))?.baseline ?? null,
    choose: (part) => chooseBaseline(loaded, wanted(part)),
    chooseOfMain: (part) => chooseBaseline(loaded, { ...wanted(part), branch: project.mainBranch }),
    loaded: baselines,
    referenceEnvironmentId: reference,
  };
}
