// A full audit: one child run a pillar; a pillar that fails leaves the others. Deterministic.
import {
  defineSearchAttributeKey,
  SearchAttributeType,
  TypedSearchAttributes,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/common";
import {
  CancellationScope,
  ChildWorkflowCancellationType,
  executeChild,
  isCancellation,
  log,
  ParentClosePolicy,
  patched,
  proxyActivities,
} from "@temporalio/workflow";
import type { SuiteActivities } from "../activities/plan/suite.ts";
import { progressDetails } from "../domain/durable/progress.ts";
import type { RunStart } from "../domain/engine.ts";
import { workflowIdOfRun } from "../domain/ids.ts";
import { FULL_AUDIT, RUN_NAME, WORKFLOW_OF } from "../domain/runTypes.ts";
import { attributesOf, staticSummaryOf } from "../domain/workflowNames.ts";
import { partsRun, type RunEnd, type RunInput } from "./partsRun.ts";
import { POLICIES } from "./policies.ts";

/** A child that was cancelled by itself is a failed pillar; the audit goes on. */
const endedAlone = () => !CancellationScope.current().consideredCancelled && patched("child-cancelled-by-itself");

export async function fullSuite(input: RunInput): Promise<RunEnd> {
  const { queues, projectId, projectSlug, environment } = input;
  const { planSuite, childOf, childEnded, finishSuite } = proxyActivities<SuiteActivities>({
    ...POLICIES.database,
    taskQueue: queues.orchestration,
  });

  const run = async (child: RunStart): Promise<boolean> => {
    try {
      const ended = (await executeChild(WORKFLOW_OF[child.type], {
        workflowId: workflowIdOfRun(child.runId),
        taskQueue: queues.orchestration,
        args: [{ ...child, queues }],
        // A child that ended is not done again when this workflow is reset.
        workflowIdReusePolicy: "REJECT_DUPLICATE",
        // A parent that is ended from outside takes its children along, each writing its own end.
        parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
        cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
        typedSearchAttributes: new TypedSearchAttributes(
          attributesOf(child).map(([name, value]) => ({
            key: defineSearchAttributeKey(name, SearchAttributeType.KEYWORD),
            value,
          })),
        ),
        staticSummary: staticSummaryOf(child),
        priority: { fairnessKey: projectId },
      })) as RunEnd;
      return ended.verdict !== "pass";
    } catch (error) {
      if (isCancellation(error) && !endedAlone()) throw error;
      if (error instanceof WorkflowExecutionAlreadyStartedError) return childEnded({ runId: child.runId });
      // It has written its own end, or the reconciler does; the other pillars go on.
      log.warn("a pillar of the full audit failed", { runId: child.runId, error: String(error) });
      return true;
    }
  };

  return partsRun(input, {
    working: "auditing",
    details: (progress) => progressDetails(RUN_NAME[FULL_AUDIT], "pillars", progress),
    plan: planSuite,
    async part(index) {
      const { runId, type } = await childOf({ runId: input.runId, index });
      return run({ runId, type, projectId, projectSlug, environment });
    },
    finish: finishSuite,
  });
}
