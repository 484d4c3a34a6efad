import { eventually } from "../../support/eventually.ts";
import { withTemporal } from "../../support/faults.ts";
import type { Stage } from "../../support/killedWork.ts";

/** Longer than a machine is slow for. */
const ENDS_MS = 240_000;

/** Expects that the workflow completes according to Temporal. */
export const expectCompleted = ({ started }: Stage, workflowId: string): Promise<boolean> =>
  eventually(
    `the workflow ${workflowId} completes`,
    () =>
      withTemporal(started, async (client) => {
        const { status } = await client.workflow.getHandle(workflowId).describe();
        return status.name === "COMPLETED";
        // Temporal may still be cut off.
      }).catch(() => false),
    ENDS_MS,
  );
