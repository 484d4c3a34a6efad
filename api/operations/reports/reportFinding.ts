// Findings of a pillar's report, as people and tools read them.
import type { Outcome, Severity } from "../../../domain/audit/finding.ts";

/** One thing that did not pass. Texts may come from the page. */
export type ReportFinding = {
  rule: string;
  /** null for screenshots, which have no severity. */
  severity: Severity | null;
  outcome: Outcome;
  page: string;
  target: string;
  message: string;
  /** null if there is no earlier run to compare with. */
  new: boolean | null;
  help: string;
  /** Number of pages that share the finding, if several; `page` is the first. */
  pageCount?: number;
  evidence: Record<string, unknown>;
  /** Signed link that expires; null if there is no screenshot. */
  picture: string | null;
};

/** Maximum number of fixed findings that a report lists. */
export const MAX_FIXED = 20;
export type FixedFinding = { rule: string; page: string; message: string };

/**
 * Failures in a run of counted results. `fixed`: the first of those that are fixed; `fixedCount`: the number of all. `previous`: the previous
 * completed run on the same environment and branch.
 */
export type Failures<T> = { failures: T[]; fixed: FixedFinding[]; fixedCount: number; previous: string | null };
