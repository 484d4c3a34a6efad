// Loads the baselines that a caller asked to compare a run with: those of a branch, another environment or an earlier run.

import type { AskedReference } from "../../domain/history/asked.ts";
import type { Reference } from "../../domain/history/reference.ts";
import type { Models } from "../index.ts";
import { eachShotOfRun } from "../shots/queries.ts";
import type { Shot } from "../shots/schema.ts";
import { type Referenced, referenceOfPointer } from "./byHistory.ts";
import type { ReferenceFinder } from "./finder.ts";
import { partKeyOf } from "./key.ts";
import { loadBaselines } from "./load.ts";
import { acceptanceOf } from "./origin.ts";
import type { BaselineVersion } from "./schema.ts";
import { branchesOfBaselines, versionsWithIds } from "./versionQueries.ts";

type Asked = { place: Parameters<typeof loadBaselines>[1]; asked: AskedReference };

/** Promotions still use the run's own key, whatever the run is compared with. */
export async function loadAskedReferences(models: Models, { place, asked }: Asked): Promise<ReferenceFinder> {
  const { keyOf } = await loadBaselines(models, place);
  const run = asked.runs["vrt-test"];
  if (run) return { keyOf, find: await baselinesOfRun(models, run.runId, asked.words) };
  const { environmentId, branch } = asked;
  const of = asked.kind === "branch" ? { ...place, branch } : { ...place, environmentId };
  const { choose } = await loadBaselines(models, of);
  return {
    keyOf,
    find(part) {
      const chosen = choose(part);
      if (!chosen) return null;
      const reference: Reference = { ...referenceOfPointer(chosen), chosenBy: "asked", asked: asked.words };
      return { versionId: chosen.baseline.versionId, picture: chosen.baseline.picture, reference };
    },
  };
}

const FIELDS = {
  scenarioId: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  baselineVersionId: 1,
  baseline: 1,
  reference: 1,
  review: 1,
} as const;
type Had = Pick<Shot, keyof typeof FIELDS>;

/** Returns the baseline of each shot as that run had it, or the approved screenshot if it was approved since. */
async function baselinesOfRun(models: Models, runId: string, words: string): Promise<ReferenceFinder["find"]> {
  const shots: Had[] = [];
  await eachShotOfRun(models, runId, { fields: FIELDS }, (shot) => void shots.push(shot));
  const ids = shots.flatMap((shot) => versionOf(shot) ?? []);
  const versions = new Map((await versionsWithIds(models, ids)).map((one) => [one._id, one]));
  const branches = await branchesOfBaselines(models, [...new Set([...versions.values()].map((one) => one.baselineId))]);
  const found = new Map<string, Referenced>();
  for (const shot of shots) {
    const versionId = versionOf(shot);
    const version = versionId === null ? undefined : versions.get(versionId);
    if (versionId === null || !version) continue;
    const reference = referenceOf(version, branches.get(version.baselineId) ?? "", words);
    found.set(partKeyOf(shot), { versionId, picture: version.picture, reference });
  }
  return (part) => found.get(partKeyOf(part)) ?? null;
}

const versionOf = ({ review, baselineVersionId }: Had): string | null =>
  (review?.decision === "approved" ? review.versionId : null) ?? baselineVersionId;

function referenceOf(version: BaselineVersion, branch: string, words: string): Reference {
  const { by, commitSha, prNumber } = acceptanceOf(version);
  const at = version.at.toISOString();
  return {
    chosenBy: "asked",
    asked: words,
    version: { versionId: version._id, branch, commitSha, by, at, prNumber },
  };
}
