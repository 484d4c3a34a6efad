// Temporal is ready when it answers for the namespace; then it gets the search attributes that Plumbline uses.
import { Connection, type WorkflowService } from "@temporalio/client";
import { ensureSearchAttributes } from "../platform/temporal/searchAttributes.ts";
import type { TemporalConnectionOptions } from "../platform/temporal/temporalConnection.ts";

const callMs = 3_000;

/**
 * Asks the server for the namespace's search attributes and adds the missing ones (start-dev takes them as flags too,
 * but ignores those on a database file that exists).
 * @throws Error while the server or the namespace is not there
 */
export async function prepareTemporal(
  options: TemporalConnectionOptions,
  namespace: string,
  /** Says that the server is ours before anything is changed there. */
  ours: (service: WorkflowService) => Promise<void> = async () => {},
): Promise<void> {
  const connection = await Connection.connect({ ...options, connectTimeout: callMs });
  try {
    await connection.withDeadline(Date.now() + callMs, async () => {
      await ours(connection.workflowService);
      await ensureSearchAttributes(connection.operatorService, namespace);
    });
  } finally {
    await connection.close();
  }
}
