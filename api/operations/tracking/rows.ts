// Rows of a tracking plan, pages and events: found by id, and changed so that no writer undoes another's work.
import { createHash } from "node:crypto";
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

export type PlanContext = Pick<OperationContext, "models" | "now">;
export type RowChange = "created" | "updated" | "unchanged";

/** Attempts of one change against writers who are quicker. */
const TRIES = 20;

/** Throws not_found with the nearest ids. */
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

/** The error of a row that is not there. */
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
 * Makes the row what `change` answers for what it is now (null: it is not there), in one guarded write; when somebody else was
 * quicker, `change` is asked again. Throws what `change` throws, and conflict when others are always quicker. `seen`: the
 * revision that the change was made from ("": the row was not there); conflict when it is no longer that one.
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
    if (seen !== undefined) requireRevision(kind, id, stored, seen);
    const before = stored && rowOf(kind, stored);
    const after = await change(before);
    if (before && isDeepStrictEqual(before, after)) return { before, after, change: "unchanged" };
    const written = stored
      ? await changeUnchangedRow(ctx.models, kind, stored, after)
      : await createRow(ctx, kind, projectId, after);
    if (written) return { before, after, change: stored ? "updated" : "created" };
  }
  throw new ProductError("conflict", `The ${kind} "${id}" is being changed by others all the time. Call again.`);
}

/**
 * What tells a row from an older or newer one of its id; "" where there is none. A digest of what people see, since `rev` is
 * raised by writes that change nothing of it.
 */
export function revisionOf<K extends RowKind>(kind: K, stored: StoredRow<K> | null): string {
  return stored === null ? "" : revisionOfRow(rowOf(kind, stored));
}

/** In whatever order its fields are. */
export function revisionOfRow(row: Row<RowKind>): string {
  const sorted = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex").slice(0, 16);
}

function requireRevision<K extends RowKind>(kind: K, id: string, stored: StoredRow<K> | null, seen: string): void {
  const rev = revisionOf(kind, stored);
  if (rev === seen) return;
  const what = rev === "" ? "was deleted" : seen === "" ? "was created" : "was changed";
  throw new ProductError(
    "conflict",
    `The ${kind} "${id}" ${what} by somebody else. Reload it and repeat your change.`,
    { reason: "version_conflict", rev, now: stored && rowOf(kind, stored) },
  );
}

/** False: there is a row of this id. */
export const createRow = <K extends RowKind>(
  { models, now }: PlanContext,
  kind: K,
  projectId: string,
  row: Row<K>,
): Promise<boolean> => insertRow(models, kind, projectId, { row, at: now() });

/** Takes the row away unless it is changed meanwhile; `check` may refuse by throwing. Throws not_found. */
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
    if (seen !== undefined) requireRevision(kind, id, stored, seen);
    const row = rowOf(kind, stored);
    await check(row);
    if (await deleteUnchangedRow(ctx.models, kind, stored)) return row;
  }
  throw new ProductError("conflict", `The ${kind} "${id}" is being changed by others all the time. Call again.`);
}
