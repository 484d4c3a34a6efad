// Findings of the previous run that an audit no longer has.
import { FIXABLE, fixedFindings, STANDING, seenIn } from "../../../domain/audit/fixed.ts";
import { fieldsOfAuditParts } from "../../../models/auditPages/queries.ts";
import { SITE_INDEX } from "../../../models/auditPages/schema.ts";
import { findingsOfRun, findingsWithIds } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import { findRunOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { FixedFinding } from "./reportFinding.ts";

export const MAX_FIXED = 20;
/** Maximum number of findings of a run to compare. If there are more, none is reported as fixed, because unread ones may still exist. */
const MAX_READ = 100_000;
const NAMED = { fingerprint: 1, cause: 1, pages: 1, outcome: 1 } as const;
const KEYS = { ...NAMED, unsure: 1, failedBefore: 1, rule: 1, page: 1, pageIndex: 1 } as const;
type Key = Pick<FindingRecord, "_id" | keyof typeof KEYS>;

/** Returns at most `MAX_FIXED` of them; empty if the earlier run was deleted or a run has too many findings to compare. */
export async function fixedSince(ctx: OperationContext, run: Run, previousId: string): Promise<FixedFinding[]> {
  const fixed = await fixedKeys(ctx, run, previousId, KEYS);
  const named = fixed.slice(0, MAX_FIXED).map(({ _id }) => _id);
  const told = await findingsWithIds(ctx.models, previousId, named, { rule: 1, page: 1, message: 1 });
  const byId = new Map(told.map(({ _id, rule, page, message }) => [_id, { rule, page, message }]));
  return named.flatMap((id) => byId.get(id) ?? []);
}

/** Returns all fixed findings with these fields. */
export async function fixedKeys<F extends keyof FindingRecord>(
  ctx: OperationContext,
  run: Run,
  previousId: string,
  fields: Readonly<Record<F, 1>>,
): Promise<(Key & Pick<FindingRecord, F>)[]> {
  const previous = await findRunOf(ctx.models, run.projectId, previousId, { baseUrl: 1 });
  if (!previous) return [];
  const { models } = ctx;
  const limit = MAX_READ + 1;
  const wanted: Readonly<Record<F | keyof typeof KEYS, 1>> = { ...fields, ...KEYS };
  const [before, now, pages] = await Promise.all([
    findingsOfRun(models, previousId, { outcomes: FIXABLE, fields: wanted, limit }),
    findingsOfRun(models, run._id, { outcomes: STANDING, fields: NAMED, limit }),
    fieldsOfAuditParts(models, run._id, { index: 1, key: 1, status: 1, code: 1, rules: 1 }),
  ]);
  if (before.length > MAX_READ || now.length > MAX_READ) return [];
  return fixedFindings(before, now, seenIn(pages, SITE_INDEX), previous.baseUrl);
}
