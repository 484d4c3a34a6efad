// Waits until Temporal responds for the namespace, then adds Plumbline's search attributes.
import { Connection, type WorkflowService } from "@temporalio/client";
import { ensureSearchAttributes } from "../platform/temporal/searchAttributes.ts";
import type { TemporalConnectionOptions } from "../platform/temporal/temporalConnection.ts";

const callMs = 3_000;

/**
 * Reads the namespace's search attributes from the server and adds the missing ones (start-dev also accepts them as flags, but ignores
 * them if the database file exists).
 * @throws Error if the server or the namespace is not available
 */
export async function prepareTemporal(
  options: TemporalConnectionOptions,
  namespace: string,
  /** Verifies that the server is the right one before anything is changed there. */
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
