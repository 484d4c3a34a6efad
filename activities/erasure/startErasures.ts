// Erasures are written first. This starts those that wait, and ends those whose workflow is over without a word.
import { messageOf } from "../../domain/errors.ts";
import { workflowIdOfErasure } from "../../domain/ids.ts";
import { endErasure, openErasures } from "../../models/erasures/queries.ts";
import { startErasureWorkflow } from "../../platform/temporal/startErasureWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";

const LOST = "Its workflow was ended from outside. Try again: it continues with what is left.";

/** Safe to repeat. The trouble of one keeps no other from being looked at. */
export async function startErasures({ models, client, queues, log, now }: ReconcileDeps): Promise<void> {
  for (const { _id } of await openErasures(models, now()))
    try {
      const status = await workflowStatus(client, workflowIdOfErasure(_id));
      if (status === null) await startErasureWorkflow(client, queues, _id);
      else if (status !== "RUNNING") await endErasure(models, _id, { at: now(), error: LOST });
    } catch (error) {
      log("warn", "an erasure could not be started", { erasureId: _id, error: messageOf(error) });
    }
}
