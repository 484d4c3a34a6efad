// Writes the result of an attempt to its shot, which stays undecided.
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { changeShotAt } from "../../models/shots/writes.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { withRecord } from "./records.ts";

/** Returns the fields as stored. */
export async function keepAttempt(
  { models }: Pick<CommonDeps, "models">,
  shot: Shot,
  record: CaptureRecord,
  artifactIds: Partial<Shot["artifacts"]> = {},
) {
  const captures = withRecord(shot, record);
  const kept = {
    captures,
    attempts: captures.length,
    artifacts: { ...shot.artifacts, ...artifactIds },
    timings: record.timings,
  };
  await changeShotAt(models, shot, kept);
  return kept;
}
