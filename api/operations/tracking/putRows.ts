// Whole lists of plan rows: those that differ are written one by one, those that are no longer wanted go last.
import { isDeepStrictEqual } from "node:util";
import { trackingId } from "../../../models/trackingPlan.ts";
import { type PlanContext, type Row, type RowKind, rowsOf } from "./rows.ts";

export type PlanCounts = { created: number; updated: number; unchanged: number; removed: number };

/** Writes what differs from `stored`; removes nothing. */
export async function putRows<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  wanted: readonly Row<K>[],
  stored: readonly Row<K>[],
): Promise<PlanCounts> {
  const known = new Map(stored.map((row) => [row.id, row]));
  const counts: PlanCounts = { created: 0, updated: 0, unchanged: 0, removed: 0 };
  for (const row of wanted) {
    const before = known.get(row.id);
    if (before && isDeepStrictEqual(before, row)) {
      counts.unchanged += 1;
      continue;
    }
    // The order of the plan is that of its making.
    const update = { $set: { ...row, projectId }, $inc: { rev: 1 }, $setOnInsert: { createdAt: ctx.now() } };
    await rowsOf(ctx, kind).updateOne({ _id: trackingId(projectId, row.id) }, update, {
      upsert: true,
    });
    counts[before ? "updated" : "created"] += 1;
  }
  return counts;
}

/** Removes the stored rows that are not wanted. Answers how many. */
export async function removeOthers<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  wanted: readonly Row<K>[],
  stored: readonly Row<K>[],
): Promise<number> {
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !kept.has(id));
  for (const { id } of gone) await rowsOf(ctx, kind).deleteOne({ _id: trackingId(projectId, id) });
  return gone.length;
}
