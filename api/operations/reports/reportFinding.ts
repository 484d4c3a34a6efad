// The findings of a pillar's report, as people and tools read them.
import type { Outcome, Severity } from "../../../domain/audit/finding.ts";

/** One thing that did not pass. Texts may come from the page. */
export type ReportFinding = {
  rule: string;
  /** null: of a picture, which has none. */
  severity: Severity | null;
  outcome: Outcome;
  page: string;
  target: string;
  message: string;
  /** null: there is no earlier run to compare with. */
  new: boolean | null;
  help: string;
  /** Pages that share it, where there are several: `page` is the first. */
  pageCount?: number;
  evidence: Record<string, unknown>;
  /** Signed link that expires; null where there is no picture. */
  picture: string | null;
};

export type FixedFinding = { rule: string; page: string; message: string };

/** What is wrong in a run of counted results. `previous`: the completed run before it on the same environment and branch. */
export type Failures<T> = { failures: T[]; fixed: FixedFinding[]; previous: string | null };
