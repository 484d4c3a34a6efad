// One attempt at one shot: captures it, and decides immediately if the screenshot equals the baseline.
import { type AwayMode, isSiteAway } from "../../domain/runs/siteAway.ts";
import type { ShotStatus } from "../../domain/visual/outcome.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CaptureDeps } from "../deps.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { isDecided, openShot } from "../verdicts.ts";
import type { CaptureAnswer } from "./answer.ts";
import { settleCaptured } from "./settleCaptured.ts";
import { settleEqual } from "./settleEqual.ts";
import { keepFailed, settleFailed } from "./settleFailed.ts";
import { takePicture } from "./takePicture.ts";

/** `confirms` and `rest`: see takePicture. */
export type CaptureInput = { shotId: string; attempt: number; away?: AwayMode; confirms?: boolean; rest?: boolean };
export type CaptureActivities = { captureShot(input: CaptureInput): Promise<CaptureAnswer> };

export function createCaptureActivities(deps: CaptureDeps): CaptureActivities {
  return {
    captureShot: ({ shotId, attempt, away, confirms = false, rest: asked = false }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await onceDatabaseIsBack(signal, () => openShot(deps, shotId));
        if (isDecided(shot)) return { state: "decided", status: shot.status as ShotStatus };
        if (shot.captures.some((c) => c.attempt === attempt && c.artifactId)) return { state: "captured" };
        const rest = asked || restsFor(shot, attempt);
        const outcome = await takePicture(deps, shot, { attempt, confirms, rest }, signal, note);
        if (away === "wait" && outcome.kind === "failed" && isSiteAway(outcome.reason)) return { state: "away" };
        note("storing");
        return onceDatabaseIsBack(signal, () => {
          if (outcome.kind === "failed")
            return confirms
              ? keepFailed(deps, shot, attempt, outcome)
              : settleFailed(deps, shot, attempt, outcome, away);
          // In a merge, one side's screenshot may lack changes of the other side.
          if (outcome.equalsKnown && shot.baseline && !shot.reference?.merge)
            return settleEqual(deps, shot, attempt, outcome);
          return settleCaptured(deps, shot, attempt, outcome, rest);
        });
      }),
  };
}

/**
 * Whether a screenshot is taken at rest: always if the baseline was, and at a second attempt if the baseline shows the page both
 * immediately and at rest, so that a list which loads late is waited for before a change is reported.
 */
function restsFor({ kind, baseline }: Pick<Shot, "kind" | "baseline">, attempt: number): boolean {
  return baseline?.rested === true || (kind === "visual" && attempt > 1 && baseline?.confirmed === true);
}
