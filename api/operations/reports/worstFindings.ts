// Findings of a run, worst first: failed before warnings before manual checks, critical before minor, new ones first.
import { findingRank, OPEN_OUTCOMES, type Outcome } from "../../../domain/audit/finding.ts";
import { isNewFinding } from "../../../domain/audit/findingStatus.ts";
import { findingsWithIds, worstOfRun } from "../../../models/findings/queries.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Maximum number of findings of a run that are listed. */
const MAX_ORDERED = 20_000;
const KEYS = {
  ...({
    outcome: 1,
    severity: 1,
    rule: 1,
    page: 1,
    pages: 1,
    isNew: 1,
    isNewOnBranch: 1,
    pageIndex: 1,
    order: 1,
  } as const),
};

export type FindingKey = Pick<FindingRecord, "_id" | keyof typeof KEYS>;

/** Returns the order only: small documents without texts and evidence. */
export async function orderedFindings(
  ctx: OperationContext,
  runId: string,
  outcomes: readonly Outcome[] = OPEN_OUTCOMES,
): Promise<FindingKey[]> {
  const { found } = await worstOfRun(ctx.models, runId, { outcomes, fields: KEYS, limit: MAX_ORDERED });
  return found.sort(worstFirst);
}

/** Returns the findings for some of the keys, in their order. */
export async function findingsOf(
  ctx: OperationContext,
  runId: string,
  keys: readonly FindingKey[],
): Promise<FindingRecord[]> {
  if (keys.length === 0) return [];
  const wanted = keys.map(({ _id }) => _id);
  const found = await findingsWithIds(ctx.models, runId, wanted);
  const byId = new Map(found.map((record) => [record._id, record]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

function worstFirst(a: FindingKey, b: FindingKey): number {
  return weight(a) - weight(b) || a.pageIndex - b.pageIndex || a.order - b.order;
}

const weight = (f: FindingKey): number => findingRank(f) * 2 + (isNewFinding(f) === true ? 0 : 1);
