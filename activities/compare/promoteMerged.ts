// On the main branch, promotes a screenshot that equals a merge of what both sides accepted.
import { leavesOf } from "../../domain/history/mergeLeaves.ts";
import type { MergeOf } from "../../domain/history/reference.ts";
import { pictureOf } from "../../models/shots/facts.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import type { CompareDeps } from "../deps.ts";
import { moveMain } from "../promote/moveMain.ts";
import type { MetVersion } from "./merged.ts";

/** See `moveMain`: it may replace each of the combined screenshots. */
export async function promoteMerged(
  deps: CompareDeps,
  shot: Shot,
  { merge, test, met }: { merge: MergeOf; test: CaptureRecord; met: readonly MetVersion[] },
): Promise<void> {
  const picture = pictureOf(test);
  const [ours, decision] = [met[0]?.decision, (met[1] ?? met[0])?.decision];
  if (!shot.reference?.main?.own || !picture || !ours || !decision) return;
  await moveMain(deps, shot, { picture, decision, comparedWith: ours.versionId, over: new Set(leavesOf(merge)) });
}
