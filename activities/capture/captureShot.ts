// One attempt at one shot: capture it, and where the picture is the baseline's own, decide at once.
import { type AwayMode, isSiteAway } from "../../domain/runs/siteAway.ts";
import type { ShotStatus } from "../../domain/visual/outcome.ts";
import type { CaptureDeps } from "../deps.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { onceDatabaseIsBack } from "../outageWait.ts";
import { isDecided, openShot } from "../verdicts.ts";
import type { CaptureAnswer } from "./answer.ts";
import { settleCaptured } from "./settleCaptured.ts";
import { settleEqual } from "./settleEqual.ts";
import { settleFailed } from "./settleFailed.ts";
import { takePicture } from "./takePicture.ts";

export type CaptureActivities = {
  captureShot(input: { shotId: string; attempt: number; away?: AwayMode }): Promise<CaptureAnswer>;
};

export function createCaptureActivities(deps: CaptureDeps): CaptureActivities {
  return {
    captureShot: ({ shotId, attempt, away }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await onceDatabaseIsBack(signal, () => openShot(deps, shotId));
        if (isDecided(shot)) return { state: "decided", status: shot.status as ShotStatus };
        if (shot.captures.some((c) => c.attempt === attempt && c.artifactId)) return { state: "captured" };
        const outcome = await takePicture(deps, shot, attempt, signal, note);
        if (away === "wait" && outcome.kind === "failed" && isSiteAway(outcome.reason)) return { state: "away" };
        note("storing");
        return onceDatabaseIsBack(signal, () => {
          if (outcome.kind === "failed") return settleFailed(deps, shot, attempt, outcome, away);
          if (outcome.equalsKnown && shot.baseline) return settleEqual(deps, shot, attempt, outcome);
          return settleCaptured(deps, shot, attempt, outcome);
        });
      }),
  };
}
