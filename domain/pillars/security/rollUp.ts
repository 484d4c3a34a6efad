// How the pages and the host of a run add up.
import type { Outcome } from "../../audit/finding.ts";
import type { PageResult } from "../../audit/page.ts";
import type { AuditedSite } from "./audit.ts";

export type SecurityRollUp = {
  score: number | null;
  passed: number;
  failed: number;
  warnings: number;
  review: number;
  warningSentences: string[];
};

/**
 * The score is the host's, which counts what any page has; without the host's part it is the worst page's, since the
 * facts of a host are only as good as where they are weakest.
 */
export function rollUp(
  pages: readonly PageResult[],
  site:
    | (Pick<AuditedSite, "rules"> & { metrics?: Record<string, number | null>; details?: Record<string, unknown> })
    | null,
): SecurityRollUp {
  const scores = pages.flatMap(({ score }) => (score === null ? [] : [score]));
  const rules = [...pages.flatMap((page) => page.rules), ...(site?.rules ?? [])];
  const count = (outcome: Outcome): number => rules.filter((rule) => rule.outcome === outcome).length;
  const warnings = site?.details?.warnings;
  return {
    score: scores.length === 0 ? null : (site?.metrics?.score ?? Math.min(...scores)),
    passed: count("passed"),
    failed: count("failed"),
    warnings: count("warning"),
    review: count("review"),
    warningSentences: Array.isArray(warnings) ? warnings.filter((one) => typeof one === "string") : [],
  };
}
