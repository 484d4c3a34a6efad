// The audit log of an organisation, page by page.
import { auditEntriesOf } from "../../../models/bookkeeping/auditEntries.ts";
import type { AuditEntry } from "../../../models/bookkeeping/schema.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";

export type AuditEntryView = Omit<AuditEntry, "_id" | "orgId" | "at"> & { id: string; at: string };

/** Returns entries, newest first. `action`: a full action name or a prefix. */
export async function readAuditLog(
  ctx: Pick<OperationContext, "models">,
  caller: Caller,
  { action, who, limit = DEFAULT_LIMIT, cursor }: Paging & { action?: string; who?: string },
): Promise<{ entries: AuditEntryView[]; nextCursor: string | null }> {
  mustBeAllowed(caller, "administer");
  // Ids begin with the creation time, so they give the order and are the cursor.
  const before = decodeCursor(cursor, (text) => (/^aud_[0-9a-z]{26}$/.test(text) ? text : undefined));
  const found = await auditEntriesOf(ctx.models, caller.orgId, { before, action, who, limit: limit + 1 });
  const { entries, nextCursor } = page(found, limit, ({ _id }) => _id);
  return {
    entries: entries.map(({ _id, at, ...rest }) => ({
      id: _id,
      at: at.toISOString(),
      who: rest.who,
      action: rest.action,
      target: rest.target,
      details: rest.details,
    })),
    nextCursor,
  };
}
