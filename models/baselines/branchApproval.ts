// Finds out whether pixels captured on the main branch were already approved: loads the histories and leaves the decision to domain/history.
import { type Answer, type Entry, type History, judgeBranchApproval } from "../../domain/history/branchApproval.ts";
import { mergedPulls } from "../../domain/history/mergedPulls.ts";
import { protectsMain } from "../../domain/history/protection.ts";
import { loadGraph } from "../commits/queries.ts";
import { environmentsOf } from "../environments/queries.ts";
import type { Models } from "../index.ts";
import type { Project } from "../projects/schema.ts";
import type { Shot } from "../shots/schema.ts";
import { type BaselineKey, baselineIdOf, referenceEnvironmentOf } from "./key.ts";
import { historiesOf } from "./queries.ts";
import type { Baseline, BaselineVersion } from "./schema.ts";

type Asking = {
  project: Pick<Project, "_id" | "mainBranch" | "referenceEnvironmentId" | "settings">;
  shotId: string;
  /** Key on the main branch. */
  key: BaselineKey;
  pixelSha256: string;
  /** Commit of the run. */
  commitSha?: string | null;
};

/** Reads everything again on each call, so that a caller that retries after a lost race sees the current state. */
export async function findBranchApproval(
  models: Models,
  { project, shotId, key, pixelSha256, commitSha = null }: Asking,
): Promise<Answer<BaselineVersion>> {
  const { projectId, environmentId, scenarioId, selector, viewport, browser, mode } = key;
  const pointers = await models.baselines
    .find({ projectId, scenarioId }, { environmentId: 1, selector: 1, viewport: 1, browser: 1, branch: 1, mode: 1 })
    .lean<Pick<Baseline, "_id" | "environmentId" | "selector" | "viewport" | "browser" | "branch" | "mode">[]>();
  const places = pointers.filter(
    (one) =>
      one.environmentId === environmentId &&
      one.selector === selector &&
      one.viewport === viewport &&
      one.browser === browser &&
      one.mode === mode,
  );
  const mainId = baselineIdOf(key);
  const ids = [...new Set([mainId, ...places.map(({ _id }) => _id)])];
  const equal = await models.baselineVersions
    .find({ baselineId: { $in: ids }, "picture.pixelSha256": pixelSha256 }, { baselineId: 1 })
    .lean<Pick<BaselineVersion, "_id" | "baselineId">[]>();
  const met = new Set(equal.map(({ baselineId }) => baselineId));
  if (met.size === 0) return { kind: "unknown" };

  const environments = await environmentsOf(models, projectId, { fields: { name: 1, slug: 1 } });
  const reference = { ...key, environmentId: referenceEnvironmentOf(project, environments) };
  const [main, standIn, branches] = await Promise.all([
    historiesOf(models, [mainId]),
    reference.environmentId === environmentId ? [] : historiesOf(models, [baselineIdOf(reference)]),
    Promise.all(
      places
        .filter(({ _id }) => _id !== mainId && met.has(_id))
        .map(async ({ _id, branch }): Promise<History<BaselineVersion>> => {
          return { branch, entries: await withComparedOf(models, await historiesOf(models, [_id])) };
        }),
    ),
  ]);
  const ofPulls = commitSha !== null && branches.some(({ entries }) => entries.some((one) => one.prNumber != null));
  const isMerged = ofPulls ? mergedPulls(await loadGraph(models, projectId), commitSha) : null;
  return judgeBranchApproval<BaselineVersion>({
    pixelSha256,
    shotId,
    main: { branch: key.branch, entries: main },
    reference: standIn,
    branches,
    peopleOnly: protectsMain(project),
    isMerged,
  });
}

/** Entries of earlier versions lack `comparedWith`; it is taken from the shot they came from, as long as that is kept. */
async function withComparedOf<E extends Entry>(models: Models, entries: E[]): Promise<E[]> {
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.comparedWith !== undefined || entry.fromShotId === null) return entry;
      const shot = await models.shots
        .findById(entry.fromShotId, { baselineVersionId: 1 })
        .lean<Pick<Shot, "baselineVersionId">>();
      return shot ? { ...entry, comparedWith: shot.baselineVersionId } : entry;
    }),
  );
}
