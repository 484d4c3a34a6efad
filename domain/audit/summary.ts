// The summary of an audit run, read by status responses, reports and gates.
import type { Carried } from "../runs/rerun.ts";
import type { WORSE_NAMES } from "../words/units.ts";
import type { Finding, Severity } from "./finding.ts";

/** A figure is `better` or `worse` only if it changed by more than the normal variation between runs. */
export type Change = "better" | "worse" | "steady";

/** Average over the pages that two runs measured. In milliseconds, except for `cls` and `score`. */
export type FigureChange = { figure: string; from: number; to: number; change: Change };

/** The run of the base branch that was chosen by its history, and how this run's figures compare with it. */
export type BaseRun = {
  runId: string;
  /** Description such as "main at a1b2c3d, where this branch began". */
  against: string;
  score: number | null;
  /** Number of pages that both runs measured; set for pillars that measure figures. */
  pages?: number;
  figures?: FigureChange[];
};

export type WorseName = (typeof WORSE_NAMES)[number];

/** `message`: what was compared with what, or why nothing was compared. `figures`: figures that both runs have. */
export type WorseSummary = {
  reference: { runId: string; branch: string; commitSha: string | null } | null;
  message: string;
  figures: { name: WorseName; from: number; to: number; allowed: number; worse: boolean }[];
};

/** `passed`, `failed`, `warnings` and `review` count rules over pages; `bySeverity`, `new` and `fixed` count failed findings. */
export type AuditSummary = {
  pages: number;
  passed: number;
  failed: number;
  warnings: number;
  review: number;
  /** Number of pages that could not be measured. */
  notMeasured: number;
  /** Number of pages that now answer with an error but did not before; they are failures of the site. Absent if there are none. */
  pageErrors?: number;
  bySeverity: Record<Severity, number>;
  /** 0 to 100, or null if nothing was measured. */
  score: number | null;
  /** Number of failed findings that the previous comparable run did not have; 0 for the first run. */
  new: number;
  /** What `new` and `fixed` are compared with: "main at a1b2c3d, where this branch began". Absent: the latest earlier run. */
  against?: string;
  /** Set for a run on a branch other than main. Absent if the branch's history is unknown or main has no run. */
  base?: BaseRun;
  /** Sentences that compare the figures with those of `base`. */
  comparedWith?: string[];
  /** Number of failed findings of the previous run, on pages that were measured again, that are gone. */
  fixed: number;
  /** Number of accepted findings, which count nowhere else. Absent if there are none. */
  accepted?: number;
  verdict: "pass" | "fail";
  /** Whether the run passed without an earlier run to compare with, so that its findings were not judged. Missing in older runs. */
  startingPoint?: boolean;
  /** The figures that must not be worse, compared with the reference. Absent if not requested. */
  worse?: WorseSummary;
  /** Set for a rerun of failed pages: how many pages were visited again. Absent if all were. */
  rerun?: Carried;
  /** Reasons of the verdict as sentences; never empty. */
  reasons: string[];
};

/** A finding as stored with its run. */
export type RunFinding = Finding & {
  runId: string;
  projectId: string;
  /** Whether the previous comparable run (same project, type, environment and branch) did not have it. null if there was none. */
  isNew: boolean | null;
  /**
   * Whether the compared run of the base branch did not have it: the run at the commit where the branch began, otherwise the latest. null
   * if there was none, or if this is the base branch.
   */
  isNewOnBranch: boolean | null;
};
