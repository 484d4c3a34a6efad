import { proxyActivities } from "@temporalio/workflow";
import type { ReportActivities, ReportRequest } from "../activities/report/renderReport.ts";
import type { QueueNames } from "../domain/workflowNames.ts";
import { POLICIES } from "./policies.ts";

/** Creates the report of a run on request; returns its artifact id. Printing needs a browser. */
export async function renderReport(input: ReportRequest & { queues: QueueNames }): Promise<string> {
  const { renderReport: render } = proxyActivities<ReportActivities>({
    ...POLICIES.report,
    taskQueue: input.queues.browser,
  });
  return render({ runId: input.runId, format: input.format });
}
