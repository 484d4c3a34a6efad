// Runs that a sweep deletes are hidden first, each by one write: from then on nobody finds them, and what begins to build on one is refused.
import { HIDDEN, hiddenOwner } from "../../domain/retention/hidden.ts";
import type { Models } from "../index.ts";
import { HELD_MS } from "../runs/hold.ts";
import type { HiddenRun, Run } from "../runs/schema.ts";
import type { ExpiredRun } from "./expiredRuns.ts";

const FIELDS = { status: 1, orgId: 1, projectId: 1, parentRunId: 1, outbox: 1, startOutbox: 1, heldAt: 1 } as const;
type Row = Pick<Run, "_id" | keyof typeof FIELDS>;

/** Hidden runs that are read at once. */
const BATCH = 200;

export type Hidden = { _id: string; hidden: HiddenRun };

/** Hides those that ended, wait for no report, and that nobody held within the hour. Answers them, in the given order. */
export async function hideRuns(models: Models, runs: readonly ExpiredRun[], at: Date): Promise<Hidden[]> {
  const ids = runs.map(({ id }) => id);
  const found = await models.runs.find({ _id: { $in: ids } }, FIELDS).lean<Row[]>();
  const rows = new Map(found.map((row) => [row._id, row]));
  const before = at.getTime() - HELD_MS;
  const hidden: Hidden[] = [];
  for (const { id: _id, kind } of runs) {
    const row = rows.get(_id);
    if (row === undefined || !["completed", "failed"].includes(row.status)) continue;
    if (row.outbox === "waiting" || row.startOutbox === "waiting") continue;
    const { status, orgId, projectId, parentRunId = null, heldAt = null } = row;
    if (heldAt !== null && heldAt.getTime() > before) continue;
    const was: HiddenRun = { kind, at, status, orgId, projectId, parentRunId };
    const { modifiedCount } = await models.runs.collection.updateOne({ _id, status, projectId, heldAt } as object, {
      $set: {
        status: HIDDEN,
        orgId: hiddenOwner(orgId),
        projectId: hiddenOwner(projectId),
        parentRunId: parentRunId && hiddenOwner(parentRunId),
        hidden: was,
      },
    });
    if (modifiedCount === 1) hidden.push({ _id, hidden: was });
  }
  return hidden;
}

/** As it was before it was hidden. */
export async function showRun(models: Models, { _id, hidden }: Hidden): Promise<void> {
  const { status, orgId, projectId, parentRunId } = hidden;
  await models.runs.collection.updateOne({ _id, status: HIDDEN } as object, {
    $set: { status, orgId, projectId, parentRunId, hidden: null },
  });
}

/** Some that a killed sweep left, the oldest first. */
export async function hiddenRuns(models: Models): Promise<Hidden[]> {
  const filter = { status: HIDDEN } as object;
  const options = { projection: { hidden: 1 }, sort: { createdAt: 1 as const }, limit: BATCH };
  return (await models.runs.collection.find(filter, options).toArray()) as unknown as Hidden[];
}
