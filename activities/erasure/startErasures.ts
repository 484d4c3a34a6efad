// Erasures are stored first. This starts those that are waiting, and ends those whose workflow ended without a result.
import { workflowIdOfErasure } from "../../domain/ids.ts";
import { endErasure, openErasures } from "../../models/erasures/queries.ts";
import { startErasureWorkflow } from "../../platform/temporal/startErasureWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { startWritten } from "../projection/startWritten.ts";

const LOST = "Its workflow was ended from outside. Try again: it continues with what is left.";

/** Safe to repeat. A failing erasure does not prevent the others from being checked. */
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
