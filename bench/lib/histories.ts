// Reads what Temporal stores for a run.
import { Client, Connection } from "@temporalio/client";
import { workflowIdOfRun } from "../../domain/ids.ts";

/** Covers all executions of the run's workflow: their number, and the longest of their histories. */
export async function historyOf(
  address: string,
  runId: string,
): Promise<{ executions: number; events: number; bytes: number }> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection });
    let executions = 0;
    let events = 0;
    let bytes = 0;
    for await (const one of client.workflow.list({ query: `WorkflowId = '${workflowIdOfRun(runId)}'` })) {
      executions += 1;
      events = Math.max(events, Number(one.historyLength));
      bytes = Math.max(bytes, Number(one.historySize ?? 0));
    }
    return { executions, events, bytes };
  } finally {
    await connection.close();
  }
}
