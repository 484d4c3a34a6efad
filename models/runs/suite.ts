// Updates a full audit when its parts were decided about after it ended: its counts and verdict follow theirs.
import { suiteChildOf, suiteEnd } from "../../domain/audit/suite.ts";
import { noteWorkChange } from "../changes/queries.ts";
import type { Models } from "../index.ts";
import { partsOf } from "./queries.ts";
import type { Run } from "./schema.ts";

/**
 * Sums up the parts of a completed full audit again, until nothing changes in between, and reports its commit status again. No-op if the
 * run is not part of a full audit, or the full audit has not completed.
 */
export async function refreshSuiteOf(models: Models, { parentRunId }: Pick<Run, "parentRunId">): Promise<void> {
  if (parentRunId === null) return;
  let end = await endOf(models, parentRunId);
  for (;;) {
    const { verdict, summary } = end;
    const written = await models.runs.updateOne(
      { _id: parentRunId, status: "completed" },
      { $set: { verdict, summary, outbox: "waiting" }, $inc: { resultsRevision: 1 } },
    );
    if (written.matchedCount === 0) return;
    await noteWorkChange(models, "run", parentRunId);
    const after = await endOf(models, parentRunId);
    if (JSON.stringify(after) === JSON.stringify(end)) return;
    end = after;
  }
}

const endOf = async (models: Models, runId: string) =>
  suiteEnd({ children: (await partsOf(models, runId)).map(suiteChildOf), failure: null, cancelledBy: null });
