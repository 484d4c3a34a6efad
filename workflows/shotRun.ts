// The shared body of visual and baseline runs: shoot, judge, promote. Deterministic.
import { condition, isCancellation, proxyActivities, setHandler } from "@temporalio/workflow";
import type { CaptureActivities } from "../activities/capture/captureShot.ts";
import type { CompareActivities } from "../activities/compare/compareShot.ts";
import type { PlanActivities } from "../activities/plan/planRun.ts";
import type { ProjectionActivities } from "../activities/projection/writeProjection.ts";
import type { PromoteActivities } from "../activities/promote/promoteShot.ts";
import { PILLAR_UNIT } from "../domain/audit/pillars.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import { codeOfFailure, sentenceOfFailure } from "../domain/failureSentences.ts";
import { shotIdOf } from "../domain/ids.ts";
import { turnOf } from "../domain/workflowNames.ts";
import { uploadsDoneSignal } from "./messages.ts";
import { type Parts, partsRun, type RunEnd, type RunInput } from "./partsRun.ts";
import { POLICIES } from "./policies.ts";
import type { SiteWaits } from "./siteWaits.ts";

export type ShotRunKind = "visual" | "baseline";

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
  const { compareShot, promoteShot } = proxyActivities<CompareActivities & PromoteActivities>({
    ...POLICIES.compare,
    taskQueue: input.queues.orchestration,
    priority,
  });

  const shoot = async (shotId: string, site: SiteWaits): Promise<boolean> => {
    for (const attempt of [1, 2]) {
      if (!input.uploads) {
        const captured = await site.ask(
          (away) => captureShot({ shotId, attempt, away }),
          ({ state }) => state === "away",
        );
        if (captured.state === "again") continue;
        if (captured.state === "decided") return captured.status !== "passed";
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

  let done = false;
  let showPhase: (change: { phase: string }) => void = () => undefined;
  if (input.uploads)
    setHandler(uploadsDoneSignal, () => {
      done = true;
    });
  /** The timer is what a sender that was killed leaves to wait for; the run's document knows how long. */
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
      progressDetails(kind === "baseline" ? "Baseline run" : "Visual run", PILLAR_UNIT.visual, progress),
    plan: input.uploads ? planWhenUploaded : planRun,
    planning(show) {
      showPhase = show;
    },
    async part(index, site) {
      const shotId = shotIdOf(runId, index);
      try {
        return await shoot(shotId, site);
      } catch (error) {
        if (isCancellation(error)) throw error;
        // The infrastructure gave up on this shot after its retries; the other shots go on.
        await failShot({ shotId, message: sentenceOfFailure(error), code: codeOfFailure(error) });
        return true;
      }
    },
    finish: finishRun,
  });
}
