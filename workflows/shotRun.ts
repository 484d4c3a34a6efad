// The common body of visual and baseline runs: capture, judge, confirm, promote. Deterministic.

import { condition, isCancellation, patched, proxyActivities, setHandler } from "@temporalio/workflow";
import type { CaptureActivities } from "../activities/capture/captureShot.ts";
import type { CompareActivities } from "../activities/compare/compareShot.ts";
import type { PlanActivities } from "../activities/plan/planRun.ts";
import type { ProjectionActivities } from "../activities/projection/writeProjection.ts";
import type { ConfirmActivities } from "../activities/promote/confirmShot.ts";
import type { PromoteActivities } from "../activities/promote/promoteShot.ts";
import { PILLAR_PARTS } from "../domain/audit/pillars.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import { turnOf } from "../domain/durable/turn.ts";
import { codeOfFailure, sentenceOfFailure } from "../domain/failureSentences.ts";
import { shotIdOf } from "../domain/shotIds.ts";
import { MAX_CONFIRMING } from "../domain/visual/confirm.ts";
import { uploadsDoneSignal } from "./messages.ts";
import { type Parts, partsRun, type RunEnd, type RunInput } from "./partsRun.ts";
import { POLICIES } from "./policies.ts";
import type { SiteWaits } from "./siteWaits.ts";

export type ShotRunKind = "visual" | "baseline";

/** Runs started before this patch promote what they captured once. */
const CONFIRMED = "baselines-are-confirmed";
/**
 * Weight of confirming captures: each counts as two of the project's share, so captures of other projects go first. A lower priority key
 * would make them wait as long as anybody else's captures are waiting, which in a busy installation is forever.
 */
const LATER = 0.5;

/** Runs all shots and ends with the verdict written. */
export async function shotRun(kind: ShotRunKind, input: RunInput): Promise<RunEnd> {
  const { runId } = input;
  const priority = turnOf(input);
  const { planRun, finishRun, failShot } = proxyActivities<PlanActivities & ProjectionActivities>({
    ...POLICIES.database,
    taskQueue: input.queues.orchestration,
  });
  const { captureShot } = proxyActivities<CaptureActivities>({
    ...POLICIES.capture,
    taskQueue: input.queues.browser,
    priority,
  });
  const { captureShot: captureLater } = proxyActivities<CaptureActivities>({
    ...POLICIES.capture,
    taskQueue: input.queues.browser,
    priority: { ...priority, fairnessWeight: LATER * (input.weight ?? 1) },
  });
  const { compareShot, promoteShot, confirmShot } = proxyActivities<
    CompareActivities & PromoteActivities & ConfirmActivities
  >({
    ...POLICIES.compare,
    taskQueue: input.queues.orchestration,
    priority,
  });
  // Uploaded screenshots cannot be captured again.
  const confirms = kind === "baseline" && !input.uploads && patched(CONFIRMED);
  /** The attempt that produced the first screenshot of each shot, by shot index. */
  const firstPictures = new Map<number, number>();

  const shoot = async (index: number, site: SiteWaits): Promise<boolean | "open"> => {
    const shotId = shotIdOf(runId, index);
    for (const attempt of [1, 2]) {
      if (!input.uploads) {
        const captured = await site.ask(
          (away) => captureShot({ shotId, attempt, away }),
          ({ state }) => state === "away",
        );
        if (captured.state === "again") continue;
        if (captured.state === "decided") return captured.status !== "passed";
      }
      if (confirms) {
        firstPictures.set(index, attempt);
        return "open";
      }
      if (kind === "baseline") {
        await promoteShot({ shotId, attempt });
        return false;
      }
      const judged = await compareShot({ shotId, attempt });
      if (judged.state === "decided") return judged.status !== "passed";
    }
    return false;
  };

  const confirm = async (index: number, site: SiteWaits): Promise<boolean> => {
    const shotId = shotIdOf(runId, index);
    const first = firstPictures.get(index) ?? 1;
    let rest = true;
    for (let tries = 1; tries <= MAX_CONFIRMING; tries += 1) {
      const captured = await site.ask(
        (away) => captureLater({ shotId, attempt: first + tries, confirms: true, rest, away }),
        ({ state }) => state === "away",
      );
      if (captured.state === "decided") return captured.status !== "passed";
      const confirmed = await confirmShot({ shotId });
      if (confirmed.state === "decided") return confirmed.status !== "passed";
      rest = confirmed.rest;
    }
    return false;
  };
  /** If the infrastructure gives up on a shot after its retries, marks the shot as failed; the other shots continue. */
  const orFailed =
    <T>(work: (index: number, site: SiteWaits) => Promise<T>) =>
    async (index: number, site: SiteWaits): Promise<T | true> => {
      try {
        return await work(index, site);
      } catch (error) {
        if (isCancellation(error)) throw error;
        const shotId = shotIdOf(runId, index);
        await failShot({ shotId, message: sentenceOfFailure(error), code: codeOfFailure(error) });
        return true;
      }
    };

  let done = false;
  let showPhase: (change: { phase: string }) => void = () => undefined;
  if (input.uploads)
    setHandler(uploadsDoneSignal, () => {
      done = true;
    });
  /** The timeout covers uploaders that were killed; the plan returns how long to wait, which is stored in the run's document. */
  const planWhenUploaded: Parts["plan"] = async (execution) => {
    for (;;) {
      done = false;
      const plan = await planRun(execution);
      if (plan.waitMs === undefined) return plan;
      showPhase({ phase: "uploading" });
      await condition(() => done, plan.waitMs);
    }
  };

  return partsRun(input, {
    working: kind === "baseline" ? "capturing" : "testing",
    details: (progress) =>
      progressDetails(kind === "baseline" ? "Baseline run" : "Visual run", PILLAR_PARTS.visual, progress),
    plan: input.uploads ? planWhenUploaded : planRun,
    planning(show) {
      showPhase = show;
    },
    part: orFailed(shoot),
    again: { phase: "confirming", part: orFailed(confirm) },
    finish: finishRun,
  });
}
