// The origin of an accepted picture: what it was compared with, the commit, the pull request and the person.

import { given } from "../../domain/given.ts";
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import type { Shot } from "../shots/schema.ts";
import type { Acceptance, BaselineOrigin, BaselineVersion } from "./schema.ts";

/** Returns the origin of a shot's picture. `person`: who accepted it; by default whoever started the run. */
export async function originOf(
  models: Models,
  { runId, baselineVersionId }: Pick<Shot, "runId" | "baselineVersionId">,
  person?: string,
): Promise<BaselineOrigin> {
  const run = await models.runs
    .findById(runId, { commitSha: 1, prNumber: 1, createdAt: 1, requestedBy: 1, requestedByApp: 1 })
    .lean<Pick<Run, "commitSha" | "prNumber" | "createdAt" | "requestedBy" | "requestedByApp">>();
  return {
    comparedWith: baselineVersionId,
    commitSha: run?.commitSha ?? null,
    prNumber: run?.prNumber ?? null,
    ...given({ runAt: run?.createdAt }),
    person: person ?? (run?.requestedByApp ? `key ${run.requestedByApp}` : (run?.requestedBy ?? null)),
  };
}

/**
 * Returns the origin of a picture that was rolled back to: it keeps the original `comparedWith`. `to`: null if there is none now.
 * `person`: who decided it.
 */
export function originOfReturn(to: BaselineVersion | null, person: string): Partial<BaselineOrigin> {
  if (!to) return { person };
  const { comparedWith, commitSha = null, prNumber = null } = to;
  return { ...(comparedWith !== undefined && { comparedWith }), commitSha, prNumber, person };
}

/** Returns whether the run, on a protected main branch, creates baselines only where there are none. */
export async function promotesFirstOnly(models: Models, runId: string): Promise<boolean> {
  const run = await models.runs.findById(runId, { firstPicturesOnly: 1 }).lean<Pick<Run, "firstPicturesOnly">>();
  return run?.firstPicturesOnly === true;
}

/** Returns who accepted the picture of an entry; if it moved to the main branch, who accepted it on the branch. */
export function acceptanceOf({ how, promotedBy, person, decision, ...entry }: BaselineVersion): Acceptance {
  const { commitSha = null, prNumber = null } = entry;
  const by = how === "baseline_run" ? "run" : (decision?.by ?? person ?? promotedBy);
  return { by, commitSha, prNumber: decision?.prNumber ?? prNumber };
}
