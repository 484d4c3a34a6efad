// Cleanups are written first. This starts those that wait, ends those whose workflow is over without a word, and shows again what they had
// hidden.
import { messageOf } from "../../domain/errors.ts";
import { workflowIdOfCleanup } from "../../domain/ids.ts";
import { endCleanup, openCleanups } from "../../models/cleanups/queries.ts";
import { showHidden } from "../../models/retention/hideRuns.ts";
import { startCleanupWorkflow } from "../../platform/temporal/startCleanupWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";

const LOST = "Its workflow was ended from outside. Start it again.";

/** Safe to repeat. The trouble of one keeps no other from being looked at. */
export async function startCleanups({ models, client, queues, log, now }: ReconcileDeps): Promise<void> {
  const open = await openCleanups(models);
  for (const { _id } of open)
    try {
      const status = await workflowStatus(client, workflowIdOfCleanup(_id));
      if (status === null) await startCleanupWorkflow(client, queues, _id);
      else if (status !== "RUNNING") await endCleanup(models, _id, { at: now(), error: LOST });
    } catch (error) {
      log("warn", "a cleanup could not be started", { cleanupId: _id, error: messageOf(error) });
    }
  if (!open.some(({ kind }) => kind === "retention")) await showHidden(models);
}
