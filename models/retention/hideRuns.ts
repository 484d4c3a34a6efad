// Hides runs before a sweep deletes them, each with one write: from then on nobody finds them, and anything that starts to build on one is
// rejected.
import { HIDDEN, hiddenOwner } from "../../domain/retention/hidden.ts";
import type { Models } from "../index.ts";
import { HELD_MS } from "../runs/hold.ts";
import type { HiddenRun, Run } from "../runs/schema.ts";
import { refreshSuiteOf } from "../runs/suite.ts";
import type { ExpiredRun } from "./expiredRuns.ts";

const FIELDS = {
  status: 1,
  orgId: 1,
  projectId: 1,
  parentRunId: 1,
  outbox: 1,
  startOutbox: 1,
  resultsRevision: 1,
  heldAt: 1,
} as const;
type Row = Pick<Run, "_id" | keyof typeof FIELDS>;

export type Hidden = { _id: string; hidden: HiddenRun };

/**
 * Hides runs that have ended, wait for no report, and were not held within the hour. A full audit and its parts are hidden together or not
 * at all. Returns the families in the given order, each with its full audit first.
 */
export async function hideRuns(models: Models, runs: readonly ExpiredRun[], at: Date): Promise<Hidden[][]> {
  const ids = runs.map(({ id }) => id);
  const found = await models.runs.find({ _id: { $in: ids } }, FIELDS).lean<Row[]>();
  const rows = new Map(found.map((row) => [row._id, row]));
  const families: Hidden[][] = [];
  for (const [head, family] of Map.groupBy(runs, (run) => run.head)) {
    // A run that was already deleted does not block the others.
    const there = family.flatMap(({ id, kind }) => {
      const row = rows.get(id);
      return row === undefined ? [] : [{ row, kind }];
    });
    if (there.length === 0 || !there.every(({ row }) => mayGo(row, at))) continue;
    const hidden: Hidden[] = [];
    for (const { row, kind } of there) {
      const one = await hide(models, row, kind, at);
      if (one === null) break;
      hidden.push(one);
    }
    if (hidden.length === there.length) {
      families.push(hidden);
      continue;
    }
    await showFamily(models, hidden);
    // The concurrent writer may have summed up the full audit without the parts that were hidden at that moment.
    if (family.length > 1) await refreshSuiteOf(models, { parentRunId: head });
  }
  return families;
}

function mayGo({ status, outbox, startOutbox, heldAt }: Row, at: Date): boolean {
  if (!["completed", "failed"].includes(status)) return false;
  if (outbox === "waiting" || startOutbox === "waiting") return false;
  return !heldAt || heldAt.getTime() <= at.getTime() - HELD_MS;
}

/** Returns null if the run changed since it was read. */
async function hide(models: Models, row: Row, kind: HiddenRun["kind"], at: Date): Promise<Hidden | null> {
  const { _id, status, orgId, projectId, parentRunId = null, heldAt = null } = row;
  const { outbox = null, startOutbox = null, resultsRevision = null } = row;
  const was: HiddenRun = { kind, at, status, orgId, projectId, parentRunId };
  const asRead = { _id, status, projectId, heldAt, outbox, startOutbox, resultsRevision };
  const { modifiedCount } = await models.runs.collection.updateOne(asRead as object, {
    $set: {
      status: HIDDEN,
      orgId: hiddenOwner(orgId),
      projectId: hiddenOwner(projectId),
      parentRunId: parentRunId && hiddenOwner(parentRunId),
      hidden: was,
    },
  });
  return modifiedCount === 1 ? { _id, hidden: was } : null;
}

/** Restores the run to its state before it was hidden, unless its deletion has begun. */
export async function showRun(models: Models, { _id, hidden }: Hidden): Promise<void> {
  const { status, orgId, projectId, parentRunId } = hidden;
  const filter = { _id, status: HIDDEN, "hidden.deleting": { $ne: true } } as object;
  await models.runs.collection.updateOne(filter, { $set: { status, orgId, projectId, parentRunId, hidden: null } });
}

/** Shows the full audit last, so that it is never visible without its parts. */
export async function showFamily(models: Models, family: readonly Hidden[]): Promise<void> {
  for (const one of family.toReversed()) await showRun(models, one);
}

/** Marks a family for deletion; from then on it is never shown again. Returns false if one of them was shown in the meantime; then all are shown. */
export async function markDeleting(models: Models, family: readonly Hidden[]): Promise<boolean> {
  const { collection } = models.runs;
  const mark = (id: string, deleting: boolean) =>
    collection.updateOne({ _id: id, status: HIDDEN } as object, { $set: { "hidden.deleting": deleting } });
  for (const [at, { _id }] of family.entries()) {
    if ((await mark(_id, true)).matchedCount === 1) continue;
    for (const one of family.slice(0, at)) await mark(one._id, false);
    await showFamily(models, family);
    return false;
  }
  return true;
}

/** Returns what an interrupted sweep left hidden, oldest first, each full audit with its parts. `deleting`: part of it may be deleted already. */
export async function hiddenFamilies(models: Models): Promise<{ family: Hidden[]; deleting: boolean }[]> {
  const options = { projection: { hidden: 1 }, sort: { createdAt: 1 as const } };
  // A sweep hides few at a time.
  const found = await models.runs.collection.find({ status: HIDDEN } as object, options).toArray();
  const hidden = found as unknown as Hidden[];
  return [...Map.groupBy(hidden, headOf).values()].map((family) => ({
    family: family.toSorted((a, b) => rankOf(a) - rankOf(b)),
    deleting: family.some((one) => one.hidden.deleting === true),
  }));
}

/** Returns the full audit that a run is part of, otherwise the run itself. */
export const headOf = ({ _id, hidden }: Hidden): string => hidden.parentRunId ?? _id;
const rankOf = ({ hidden }: Hidden): number => (hidden.parentRunId === null ? 0 : 1);

/** Shows the runs again that an interrupted sweep had only hidden; deletes nothing. */
export async function showHidden(models: Models): Promise<void> {
  for (const { family, deleting } of await hiddenFamilies(models)) if (!deleting) await showFamily(models, family);
}

/** Returns whether there are hidden runs not marked for deletion, left by a sweep or by one that is running. */
export async function hasHidden({ runs }: Models): Promise<boolean> {
  const filter = { status: HIDDEN, "hidden.deleting": { $ne: true } } as object;
  return (await runs.collection.findOne(filter, { projection: { _id: 1 } })) !== null;
}
