// Which stored findings count: those that failed, and accepted ones whose end date has passed since their run.
import type { FindingRecord } from "./finding.ts";
import type { FindingPage, FindingPagesRecord } from "./findingPages.ts";
import type { Models } from "./index.ts";

/** Alternatives for a filter of findings. */
export const countsAt = (at: Date) => [
  { outcome: "failed" as const },
  { outcome: "accepted" as const, was: "failed" as const, acceptedUntil: { $lte: at } },
];

/** The same of one finding. */
export const counts = (
  { outcome, was, acceptedUntil }: Pick<FindingRecord, "outcome" | "was" | "acceptedUntil">,
  at: Date,
): boolean =>
  outcome === "failed" ||
  (outcome === "accepted" && was === "failed" && acceptedUntil != null && acceptedUntil.getTime() <= at.getTime());

/** The findings of several pages that one page has: their ids, and what was said of this page. */
export async function sharedFindingsOf(
  models: Models,
  runId: string,
  pageIndex: number,
): Promise<Map<string, FindingPage>> {
  const found = await models.findingPages.find({ runId, indexes: pageIndex }).lean<FindingPagesRecord[]>();
  return new Map(
    found.flatMap(({ _id, pages }) => {
      const own = pages.find((one) => one.pageIndex === pageIndex);
      return own ? [[_id, own] as const] : [];
    }),
  );
}
