// Starts a run on behalf of another workflow and waits for it. Deterministic.
import { executeChild } from "@temporalio/workflow";
import type { RunStart } from "../domain/engine.ts";
import { workflowIdOfRun } from "../domain/ids.ts";
import { queuesAt } from "../domain/locations.ts";
import { WORKFLOW_OF } from "../domain/runTypes.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { childOptions } from "./childWork.ts";
import type { RunEnd } from "./partsRun.ts";

/** Rejects with WorkflowExecutionAlreadyStartedError if another execution is working on the run or has done so. */
export async function executeRun(child: RunStart, queues: QueueNames): Promise<RunEnd> {
  return (await executeChild(WORKFLOW_OF[child.type], {
    ...childOptions(child, queues, { runId: child.runId }),
    workflowId: workflowIdOfRun(child.runId),
    args: [{ ...child, queues: queuesAt(queues, child.location) }],
  })) as RunEnd;
}
