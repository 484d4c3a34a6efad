// Executions of the installation's workflows in Temporal: listed, cancelled, and deleted with their histories.
import { type Client, isGrpcServiceError, WorkflowNotFoundError } from "@temporalio/client";
import { SEARCH_ATTRIBUTES } from "../../domain/workflowNames.ts";
import { GRPC } from "./grpc.ts";

export type Execution = {
  workflowId: string;
  runId: string;
  type: string;
  running: boolean;
  /** Slug of its project; null if it has none. */
  project: string | null;
};

/** Yields the executions of a task queue from Temporal's lists, which are seconds behind. */
export async function* executionsOn(client: Client, taskQueue: string, only = ""): AsyncGenerator<Execution> {
  const query = `TaskQueue = '${taskQueue}'${only && ` AND ${only}`}`;
  for await (const { workflowId, runId, type, status, typedSearchAttributes } of client.workflow.list({ query })) {
    const labels = typedSearchAttributes.getAll();
    const project = labels.find(({ key }) => key.name === SEARCH_ATTRIBUTES.project)?.value;
    yield {
      workflowId,
      runId,
      type,
      running: status.name === "RUNNING",
      project: typeof project === "string" ? project : null,
    };
  }
}

/** Returns the input it was started with, as JSON text, or "" if Temporal no longer has it. */
export async function inputOf(client: Client, { workflowId, runId }: Execution): Promise<string> {
  try {
    const { history } = await client.workflowService.getWorkflowExecutionHistory({
      namespace: client.options.namespace,
      execution: { workflowId, runId },
      maximumPageSize: 1,
    });
    const payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
    return payloads.map(({ data }) => (data ? Buffer.from(data).toString("utf8") : "")).join(" ");
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === GRPC.notFound) return "";
    throw error;
  }
}

/** Requests its cancellation; `kill` terminates it immediately. No-op if it has ended. */
export async function endExecution(client: Client, { workflowId, runId }: Execution, kill: boolean): Promise<void> {
  const handle = client.workflow.getHandle(workflowId, runId);
  try {
    if (kill) await handle.terminate("What it worked on was deleted.");
    else await handle.cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** Deletes the execution with its history and list entries; Temporal does so a moment later. */
export async function deleteExecution(client: Client, { workflowId, runId }: Execution): Promise<void> {
  try {
    await client.workflowService.deleteWorkflowExecution({
      namespace: client.options.namespace,
      workflowExecution: { workflowId, runId },
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== GRPC.notFound) throw error;
  }
}
