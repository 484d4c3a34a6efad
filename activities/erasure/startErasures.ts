// Erasures are written first. This starts those that wait, and ends those whose workflow is over without a word.
import { workflowIdOfErasure } from "../../domain/ids.ts";
import { endErasure, openErasures } from "../../models/erasures/queries.ts";
import { startErasureWorkflow } from "../../platform/temporal/startErasureWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { startWritten } from "../projection/startWritten.ts";

const LOST = "Its workflow was ended from outside. Try again: it continues with what is left.";

/** Safe to repeat. The trouble of one keeps no other from being looked at. */
export async function startErasures(deps: ReconcileDeps): Promise<void> {
  const { models, client, queues, log, now } = deps;
  await startWritten(deps, {
    ids: (await openErasures(models, now())).map(({ _id }) => _id),
    workflowIdOf: workflowIdOfErasure,
    start: (id) => startErasureWorkflow(client, queues, id),
    lose: (id) => endErasure(models, id, { at: now(), error: LOST }),
    failed: (erasureId, error) => log("warn", "an erasure could not be started", { erasureId, error }),
  });
}
