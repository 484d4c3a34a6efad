// A full audit: one child run per pillar. A pillar that fails does not affect the others. Deterministic.
import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { CancellationScope, isCancellation, log, patched, proxyActivities } from "@temporalio/workflow";
import type { SuiteActivities } from "../activities/plan/suite.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import type { RunStart } from "../domain/engine.ts";
import { FULL_AUDIT, RUN_NAME } from "../domain/runTypes.ts";
import { executeRun } from "./childRun.ts";
import { partsRun, type RunEnd, type RunInput } from "./partsRun.ts";
import { POLICIES } from "./policies.ts";

/** Whether only the child was cancelled. It then counts as a failed pillar, and the audit continues. */
const endedAlone = () => !CancellationScope.current().consideredCancelled && patched("child-cancelled-by-itself");

export async function fullSuite(input: RunInput): Promise<RunEnd> {
  const { queues, orgId, projectId, projectSlug, environment, location, weight, urgency } = input;
  // Missing fields stay missing, so that a child's input contains the same fields as its parent's.
  const shared = {
    projectId,
    projectSlug,
    environment,
    ...(location !== undefined && { location }),
    ...(weight !== undefined && { weight }),
    ...(urgency !== undefined && { urgency }),
  };
  const { planSuite, childOf, childEnded, finishSuite } = proxyActivities<SuiteActivities>({
    ...POLICIES.database,
    taskQueue: queues.orchestration,
  });

  const run = async (child: RunStart): Promise<boolean> => {
    try {
      const ended = await executeRun(child, queues);
      return ended.verdict !== "pass";
    } catch (error) {
      if (isCancellation(error) && !endedAlone()) throw error;
      if (error instanceof WorkflowExecutionAlreadyStartedError) return childEnded({ runId: child.runId });
      // The child has written its own end, or the reconciler will; the other pillars continue.
      log.warn("a pillar of the full audit failed", { runId: child.runId, error: String(error) });
      return true;
    }
  };

  return partsRun(input, {
    working: "auditing",
    details: (progress) => progressDetails(RUN_NAME[FULL_AUDIT], "pillars", progress),
    plan: planSuite,
    async part(index) {
      const child = await childOf({ runId: input.runId, index });
      return run({ ...child, orgId, ...shared });
    },
    finish: finishSuite,
  });
}
