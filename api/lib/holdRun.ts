// Who decides about a run, or builds on it, holds it first: so a sweep that deletes it comes before, and is told of, or after.
import { ProductError } from "../../domain/errors.ts";
import { holdRun } from "../../models/runs/hold.ts";
import type { OperationContext } from "./context.ts";

/** Keeps sweeps away from the runs for an hour. Throws not_found for one that is being deleted. */
export async function holdRuns(
  { models, now }: Pick<OperationContext, "models" | "now">,
  runIds: Iterable<string>,
): Promise<void> {
  for (const runId of new Set(runIds))
    if (!(await holdRun(models, runId, now())))
      throw new ProductError(
        "not_found",
        `Run "${runId}" was deleted because it is older than the project keeps runs.`,
      );
}
