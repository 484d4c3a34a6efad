// Writes an audit log entry for each tag rule that was deleted along with the tag's last scenario.
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export async function auditDropped(
  ctx: OperationContext,
  caller: Caller,
  project: string,
  dropped: readonly KeptWideRule[],
): Promise<void> {
  for (const { id, ...rule } of dropped)
    await recordAudit(ctx, caller, "wideRule.remove", id, {
      project,
      ...rule,
      reason: "No scenario has the tag.",
    });
}
