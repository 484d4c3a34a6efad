// Loads what a plan needs of a project's baselines in two queries, and finds them part by part.

import { given } from "../../domain/given.ts";
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
  referenceEnvironmentOf,
} from "./key.ts";
import { type Baseline, STANDING } from "./schema.ts";

export type BaselineFinder = {
  /** The key under which a shot of this run is promoted. */
  keyOf(part: BaselinePart): BaselineKey;
  /** The baseline that a shot is compared with, or null. */
  find(part: BaselinePart): Baseline | null;
  /** The same, and which step of the look-up order it came from. */
  choose(part: BaselinePart): ChosenBaseline | null;
};

/** Everything that was loaded, for those who choose by more than the look-up order. */
export type LoadedFinder = BaselineFinder & {
  loaded: readonly Baseline[];
  referenceEnvironmentId: string;
  /** The main branch's, whatever the run's own branch has. */
  chooseOfMain(part: BaselinePart): ChosenBaseline | null;
};

/** Loads the baselines that a run on this environment and branch may meet. `withdrawn`: also those that show nothing any more. */
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
  const keyOf = ({ scenarioId, selector, viewport, browser, mode }: BaselinePart): BaselineKey => ({
    projectId: project._id,
    environmentId: baselineEnvironmentOf(run.environmentId, reference),
    scenarioId,
    selector,
    viewport,
    browser,
    branch: baselineBranchOf(run.branch, project.mainBranch),
    ...given({ mode }),
  });
  const wanted = (part: BaselinePart): BaselineWanted => ({
    ...keyOf(part),
    mainBranch: project.mainBranch,
    referenceEnvironmentId: reference,
  });
  return {
    keyOf,
    find: (part) => chooseBaseline(loaded, wanted(part))?.baseline ?? null,
    choose: (part) => chooseBaseline(loaded, wanted(part)),
    chooseOfMain: (part) => chooseBaseline(loaded, { ...wanted(part), branch: project.mainBranch }),
    loaded: baselines,
    referenceEnvironmentId: reference,
  };
}
