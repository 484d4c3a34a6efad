import { type Client, WorkflowNotFoundError } from "@temporalio/client";

/** Returns Temporal's status of a workflow (RUNNING, TERMINATED …); null: there is no such workflow. */
export async function workflowStatus(client: Client, workflowId: string): Promise<string | null> {
  try {
    return (await client.workflow.getHandle(workflowId).describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
