// Writes whole lists of plan rows: rows that differ are written one by one, and rows no longer wanted are removed last.
import { isDeepStrictEqual } from "node:util";
import { deleteRow, putRow, type Row, type RowKind } from "../../../models/trackingPlans/rows.ts";
import type { PlanContext } from "./rows.ts";

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
    await putRow(ctx.models, kind, projectId, { row, at: ctx.now() });
    counts[before ? "updated" : "created"] += 1;
  }
  return counts;
}

/** Removes the stored rows that are not wanted, and returns how many. */
export async function removeOthers<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  wanted: readonly Row<K>[],
  stored: readonly Row<K>[],
): Promise<number> {
  const kept = new Set(wanted.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !kept.has(id));
  for (const { id } of gone) await deleteRow(ctx.models, kind, projectId, id);
  return gone.length;
}
