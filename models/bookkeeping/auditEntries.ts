// The audit log of organisations.
import { given } from "../../domain/given.ts";
import type { Models } from "../index.ts";
import type { AuditEntry } from "./schema.ts";

export async function insertAuditEntry(models: Models, entry: AuditEntry): Promise<void> {
  await models.audit.create(entry);
}

/** Returns entries, newest first. `before`: only those with a smaller id. `action`: a whole action, or a prefix. */
export function auditEntriesOf(
  models: Models,
  orgId: string,
  { before, action, who, limit }: { before: string | null; action?: string; who?: string; limit: number },
): Promise<AuditEntry[]> {
  return models.audit
    .find(
      given({
        orgId,
        _id: before === null ? undefined : { $lt: before },
        action: action ? { $gte: action, $lt: `${action}\uffff` } : undefined,
        who: who || undefined,
      }),
    )
    .sort({ _id: -1 })
    .limit(limit)
    .lean<AuditEntry[]>();
}
