// Rows of a tracking plan (pages and events): found by id, and changed so that no writer overwrites another's changes.
import { isDeepStrictEqual } from "node:util";
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import {
  changeUnchangedRow,
  deleteUnchangedRow,
  insertRow,
  type Row,
  type RowKind,
  rowIds,
  rowOf,
  type StoredRow,
  storedRow,
} from "../../../models/trackingPlans/rows.ts";
import type { OperationContext } from "../../lib/context.ts";
import { requireCurrent, revisionOf } from "../../lib/versionConflict.ts";

export type PlanContext = Pick<OperationContext, "models" | "now">;
export type RowChange = "created" | "updated" | "unchanged";

/** Maximum attempts of one change if others write at the same time. */
const TRIES = 20;

/** Throws `not_found` with the closest ids. */
export async function findRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  id: string,
): Promise<Row<K>> {
  const stored = await storedRow(ctx.models, kind, projectId, id);
  if (stored) return rowOf(kind, stored);
  throw await unknownRow(ctx, kind, projectId, id);
}

/** Returns the error for a row that does not exist. */
export async function unknownRow(
  ctx: PlanContext,
  kind: RowKind,
  projectId: string,
  id: string,
): Promise<ProductError> {
  const ids = await rowIds(ctx.models, kind, projectId);
  const lists = `tracking_list_${kind}s lists them.`;
  const none = `The plan has no ${kind} yet: create it with tracking_upsert_${kind}.`;
  const hint = hintOf(id, ids, ids.length > 0 ? lists : none);
  return new ProductError("not_found", `The tracking plan has no ${kind} "${id.slice(0, 120)}".${hint}`);
}

/**
 * Replaces the row by what `change` returns for its current value (null if it does not exist), in one guarded write; if somebody else
 * wrote first, calls `change` again. Throws what `change` throws, and `conflict` if others always write first. `seen`: revision that the
 * change was made from ("" if the row did not exist); throws `conflict` if it is no longer current.
 */
export async function changeRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  id: string,
  change: (before: Row<K> | null) => Row<K> | Promise<Row<K>>,
  seen?: string,
): Promise<{ before: Row<K> | null; after: Row<K>; change: RowChange }> {
  for (let i = 0; i < TRIES; i++) {
    const stored = await storedRow(ctx.models, kind, projectId, id);
    requireSeen(kind, id, stored, seen);
    const before = stored && rowOf(kind, stored);
    const after = await change(before);
    if (before && isDeepStrictEqual(before, after)) return { before, after, change: "unchanged" };
    const written = stored
      ? await changeUnchangedRow(ctx.models, kind, stored, after)
      : await createRow(ctx, kind, projectId, after);
    if (written) return { before, after, change: stored ? "updated" : "created" };
  }
  throw new ProductError("conflict", `Others keep changing the ${kind} "${id}". Call again.`);
}

/** Independent of the order of the fields; "" if there is no row. */
export const revisionOfRow = (row: Row<RowKind> | null): string =>
  revisionOf(row && Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

function requireSeen<K extends RowKind>(kind: K, id: string, stored: StoredRow<K> | null, seen?: string): void {
  const row = stored && rowOf(kind, stored);
  if (seen !== undefined) requireCurrent(`the ${kind} "${id}"`, { row, rev: revisionOfRow(row) }, seen);
}

/** Returns false if a row with this id exists. */
export const createRow = <K extends RowKind>(
  { models, now }: PlanContext,
  kind: K,
  projectId: string,
  row: Row<K>,
): Promise<boolean> => insertRow(models, kind, projectId, { row, at: now() });

/** Removes the row unless it is changed at the same time; `check` may refuse by throwing. Throws `not_found`. */
export async function removeRow<K extends RowKind>(
  ctx: PlanContext,
  kind: K,
  projectId: string,
  id: string,
  check: (row: Row<K>) => Promise<void> = async () => {},
  seen?: string,
): Promise<Row<K>> {
  for (let i = 0; i < TRIES; i++) {
    const stored = await storedRow(ctx.models, kind, projectId, id);
    if (!stored) throw await unknownRow(ctx, kind, projectId, id);
    requireSeen(kind, id, stored, seen);
    const row = rowOf(kind, stored);
    await check(row);
    if (await deleteUnchangedRow(ctx.models, kind, stored)) return row;
  }
  throw new ProductError("conflict", `Others keep changing the ${kind} "${id}". Call again.`);
}
