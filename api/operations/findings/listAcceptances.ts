// Lists the acceptances of a project, including expired ones.
import type { AuditPillar } from "../../../domain/audit/pillars.ts";
import { acceptanceIdOf, pageOfAcceptances } from "../../../models/acceptances/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { acceptanceView } from "./listFindings.ts";

const isAfter = (text: string): string | undefined =>
  /^[0-9a-f]{32}(:[0-9a-z-]{1,40})?$/.test(text) ? text : undefined;

export async function listAcceptances(
  ctx: OperationContext,
  caller: Caller,
  { project, pillar, limit = DEFAULT_LIMIT, cursor }: { project: Project; pillar?: AuditPillar } & Paging,
) {
  requireReadRight(caller);
  const after = decodeCursor(cursor, isAfter);
  const found = await pageOfAcceptances(ctx.models, project._id, { after, limit: limit + 1, pillar });
  const { entries, nextCursor } = page(found, limit, ({ _id }) => _id.slice(acceptanceIdOf(project._id, "").length));
  return {
    acceptances: entries.map((one) => ({
      ...acceptanceView(one, ctx.now()),
      fingerprint: one.fingerprint,
      pillar: one.pillar,
      rule: one.rule,
      severity: one.severity,
      page: one.page,
      target: one.target,
      message: one.message,
      branch: one.branch ?? null,
    })),
    nextCursor,
  };
}
