// Makes an older version of a baseline current again; the history keeps both.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { rollback } from "../../../models/baselines/history.ts";
import { findBaseline } from "../../../models/baselines/queries.ts";
import { projectOf } from "../../../models/projects/queries.ts";
import { decidedBy, describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requirePersonOnMain } from "../../lib/protectedMain.ts";
import { type BaselineVersionView, versionView } from "./listBaselines.ts";

export async function rollbackBaseline(
  ctx: OperationContext,
  caller: Caller,
  input: { baselineId: string; versionId: string },
): Promise<{ baselineId: string; changed: boolean; current: BaselineVersionView }> {
  requireRight(caller, "mcpWrite");
  const baseline = await findBaseline(ctx.models, input.baselineId);
  const own = caller.kind === "key" ? caller.projectId : null;
  const project =
    baseline && (own === null || own === baseline.projectId)
      ? await projectOf(ctx.models, caller.orgId, baseline.projectId)
      : null;
  if (!baseline || !project) throw new ProductError("not_found", `Baseline "${input.baselineId}" was not found.`);
  requirePersonOnMain(caller, project, baseline.branch, "reverting to an older screenshot");
  const done = await rollback(ctx.models, {
    baseline,
    toVersionId: input.versionId,
    by: describeCaller(caller),
    person: decidedBy(caller),
    at: ctx.now(),
    id: makeId("baselineVersion", ctx.ulid()),
  });
  if (done.kind === "unknown") throw new ProductError("not_found", `The baseline has no version "${input.versionId}".`);
  if (done.kind === "changed")
    await recordAudit(ctx, caller, "baseline.rollback", baseline._id, { to: input.versionId, made: done.version._id });
  return { baselineId: baseline._id, changed: done.kind === "changed", current: versionView(ctx, done.version) };
}
