// Makes a screenshot the baseline of its key unconfirmed: an uploaded one cannot be captured again.
import type { ShotStatus } from "../../domain/visual/outcome.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { isDecided, openShot } from "../verdicts.ts";
import { promotePicture } from "./promotePicture.ts";

export type PromoteActivities = { promoteShot(input: { shotId: string; attempt: number }): Promise<ShotStatus> };

export function createPromoteActivities(deps: CompareDeps): PromoteActivities {
  return {
    promoteShot: ({ shotId, attempt }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await openShot(deps, shotId);
        if (isDecided(shot)) return shot.status as ShotStatus;
        if (shot.kind !== "baseline") throw invalid(`The shot ${shotId} does not belong to a baseline run.`);
        const record = shot.captures.find((c) => c.attempt === attempt);
        if (!record?.artifactId) throw invalid(`Attempt ${attempt} of the shot ${shotId} left no screenshot.`);
        const { restless = [], notes } = record;
        return promotePicture(deps, shot, record, { restless, notes }, { signal, note });
      }),
  };
}
