// The findings of the run before that an audit no longer has.
import { fixedFindings } from "../../../domain/audit/fixed.ts";
import type { AuditPageRecord } from "../../../models/auditPage.ts";
import type { FindingRecord } from "../../../models/finding.ts";
import type { Run } from "../../../models/run.ts";
import { findRunOf } from "../../../models/runQueries.ts";
import type { OperationContext } from "../../lib/context.ts";
import type { FixedFinding } from "./reportFinding.ts";

export const MOST_FIXED = 20;
const KEYS = { fingerprint: 1, page: 1, pageIndex: 1, rule: 1, message: 1, outcome: 1 } as const;
type Key = Pick<FindingRecord, "fingerprint" | "page" | "pageIndex" | "rule" | "message">;

/** At most MOST_FIXED of them; [] where the earlier run is gone. */
export async function fixedSince(ctx: OperationContext, run: Run, previousId: string): Promise<FixedFinding[]> {
  const previous = await findRunOf(ctx.models, run.projectId, previousId, { baseUrl: 1 });
  if (!previous) return [];
  const failed = (runId: string) => ctx.models.findings.find({ runId, outcome: "failed" }, KEYS).lean<Key[]>();
  const [before, now, pages] = await Promise.all([
    failed(previousId),
    failed(run._id),
    ctx.models.auditPages
      .find({ runId: run._id }, { index: 1, key: 1, status: 1 })
      .lean<Pick<AuditPageRecord, "index" | "key" | "status">[]>(),
  ]);
  const measured = pages.filter(({ status }) => status === "passed" || status === "failed");
  const seen = {
    measuredKeys: new Set(measured.filter(({ index }) => index >= 0).map(({ key }) => key)),
    siteMeasured: measured.some(({ index }) => index === -1),
  };
  return fixedFindings(before, new Set(now.map(({ fingerprint }) => fingerprint)), seen, previous.baseUrl)
    .slice(0, MOST_FIXED)
    .map(({ rule, page, message }) => ({ rule, page, message }));
}
