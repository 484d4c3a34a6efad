import { proxyActivities } from "@temporalio/workflow";
import type { InspectActivities } from "../activities/inspect/inspectPage.ts";
import type { InspectionRequest, PageInspection } from "../domain/inspect/inspection.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { POLICIES } from "./policies.ts";

/** Inspects one page while somebody waits for the result; stores nothing. */
export async function inspectPage(input: InspectionRequest & { queues: QueueNames }): Promise<PageInspection> {
  const { queues, ...request } = input;
  const { inspectPage: look } = proxyActivities<InspectActivities>({ ...POLICIES.look, taskQueue: queues.browser });
  return look(request);
}
