// Findings of a run, worst first: failed before warnings before manual checks, critical before minor, new ones first.
import { findingRank, OPEN_OUTCOMES } from "../../../domain/audit/finding.ts";
import { isNewFinding } from "../../../domain/audit/findingStatus.ts";
import { worstOfRun } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

const KEYS = {
  runId: 1,
  outcome: 1,
  severity: 1,
  rule: 1,
  page: 1,
  pages: 1,
  isNew: 1,
  isNewOnBranch: 1,
  pageIndex: 1,
  order: 1,
} as const;

type FindingKey = Pick<FindingRecord, "_id" | keyof typeof KEYS>;

/** Returns the order only: small documents without texts and evidence. `cut`: whether the run has more findings. */
export async function orderedFindings(
  ctx: OperationContext,
  runId: string,
): Promise<{ found: FindingKey[]; cut: boolean }> {
  const { found, cut } = await worstOfRun(ctx.models, runId, { outcomes: OPEN_OUTCOMES, fields: KEYS });
  found.sort((a, b) => weight(a) - weight(b) || a.pageIndex - b.pageIndex || a.order - b.order);
  return { found, cut };
}

const weight = (f: FindingKey): number => findingRank(f) * 2 + (isNewFinding(f) === true ? 0 : 1);
