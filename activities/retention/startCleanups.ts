// Cleanups are stored first. This starts those that are waiting, ends those whose workflow ended without a result, and shows the runs
// these had hidden.
import { workflowIdOfCleanup } from "../../domain/ids.ts";
import { endCleanup, openCleanups } from "../../models/cleanups/queries.ts";
import { showHidden } from "../../models/retention/hideRuns.ts";
import { startCleanupWorkflow } from "../../platform/temporal/startCleanupWorkflow.ts";
import type { ReconcileDeps } from "../deps.ts";
import { startWritten } from "../projection/startWritten.ts";

const LOST = "Its workflow was ended from outside. Start it again.";

/** Safe to repeat. A failing cleanup does not prevent the others from being checked. */
export async function startCleanups(deps: ReconcileDeps): Promise<void> {
  const { models, client, queues, log, now } = deps;
  const open = await openCleanups(models);
  await startWritten(deps, {
    ids: open.map(({ _id }) => _id),
    workflowIdOf: workflowIdOfCleanup,
    start: (id) => startCleanupWorkflow(client, queues, id),
    lose: (id) => endCleanup(models, id, { at: now(), error: LOST }),
    failed: (cleanupId, error) => log("warn", "a cleanup could not be started", { cleanupId, error }),
  });
  if (!open.some(({ kind }) => kind === "retention")) await showHidden(models);
}
