// Signals that somebody decided about a run's results, so that commit statuses and comments are updated within seconds.
import { messageOf } from "../../domain/errors.ts";
import { slugsOf } from "../../models/projects/queries.ts";
import { reopenOutbox } from "../../models/runs/writes.ts";
import type { OperationContext } from "./context.ts";

/** Call it after the decision. Never rejects: the decision stands, and the periodic notification check picks the run up if the signal is lost. */
export async function decided(
  { models, engine, log }: Pick<OperationContext, "models" | "engine" | "log">,
  projectId: string,
  runIds: readonly string[],
): Promise<void> {
  try {
    for (const runId of runIds) await reopenOutbox(models, runId);
    const projectSlug = (await slugsOf(models, [projectId])).get(projectId) ?? "";
    await engine.decided(projectId, { projectSlug });
  } catch (error) {
    log("warn", "a decision is reported later", { projectId, error: messageOf(error) });
  }
}
