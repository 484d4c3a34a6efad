// Holds runs before they are decided about or built upon, so that a sweep deletes them either before that, which is reported, or afterwards.
import { ProductError } from "../../domain/errors.ts";
import { holdRun } from "../../models/runs/hold.ts";
import type { OperationContext } from "./context.ts";

/** Protects the runs from sweeps for an hour. Throws not_found if one is being deleted. */
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
