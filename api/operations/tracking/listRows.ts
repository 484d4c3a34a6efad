// Lists pages and events of the plan in order, with paging.
import type { Project } from "../../../models/projects/schema.ts";
import { countRowsOf, type Row, type RowKind, rowOf, rowsOfKind } from "../../../models/trackingPlans/rows.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, type Paging } from "../../lib/paging.ts";

/** `cursor`: continues after this row. */
export type ListedRow =
  | { kind: "page"; row: Row<"page">; cursor: string }
  | { kind: "event"; row: Row<"event">; cursor: string };
export type RowList = { rows: ListedRow[]; more: boolean };

type Place = { kind: RowKind; at: number; id: string };
const placeOf = (text: string): Place | undefined => {
  const match = /^(page|event):(\d{1,15}):([\w.-]{1,120})$/.exec(text);
  return match ? { kind: match[1] as RowKind, at: Number(match[2]), id: String(match[3]) } : undefined;
};

/** Lists one kind after the other. `pageId`: only events of this page. */
export async function listRows(
  ctx: OperationContext,
  caller: Caller,
  { project, kinds, pageId, ...paging }: { project: Project; kinds: readonly RowKind[]; pageId?: string } & Paging,
): Promise<RowList> {
  requireRight(caller, "mcpRead");
  const limit = paging.limit ?? DEFAULT_LIMIT;
  const after = decodeCursor(paging.cursor, placeOf);
  const rows: ListedRow[] = [];
  for (const kind of after ? kinds.slice(Math.max(0, kinds.indexOf(after.kind))) : kinds) {
    const found = await rowsOfKind(ctx.models, kind, project._id, {
      pageId,
      after: after?.kind === kind ? { at: new Date(after.at), id: after.id } : null,
      limit: limit + 1 - rows.length,
    });
    for (const stored of found) {
      const cursor = encodeCursor(`${kind}:${stored.createdAt.getTime()}:${stored.id}`);
      rows.push({ kind, row: rowOf(kind, stored), cursor } as ListedRow);
    }
    if (rows.length > limit) break;
  }
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Returns the number of rows of each kind in a project's plan. The caller's rights must be checked before. */
export async function countRows(
  { models }: Pick<OperationContext, "models">,
  project: Project,
): Promise<{ pages: number; events: number }> {
  const [pages, events] = await Promise.all([
    countRowsOf(models, "page", project._id),
    countRowsOf(models, "event", project._id),
  ]);
  return { pages, events };
}
