// The summary of an audit run, which status answers, reports and gates read.
import type { Carried } from "../runs/rerun.ts";
import type { WORSE_NAMES } from "../words/units.ts";
import type { Finding, Severity } from "./finding.ts";

/** Worse or better only beyond what the runs of the pages differ by anyhow. */
export type Change = "better" | "worse" | "steady";

/** An average over the pages that two runs measured. Milliseconds, but for `cls` and `score`. */
export type FigureChange = { figure: string; from: number; to: number; change: Change };

/** The run of the base branch that the history chose, and how the figures stand beside its own. */
export type BaseRun = {
  runId: string;
  /** In words: "main at a1b2c3d, where this branch began". */
  against: string;
  score: number | null;
  /** Of pillars that measure figures; `pages`: that both runs measured. */
  pages?: number;
  figures?: FigureChange[];
};

export type WorseName = (typeof WORSE_NAMES)[number];

/** `message`: what was compared with what, or why nothing was. Of figures that both runs have. */
export type WorseSummary = {
  reference: { runId: string; branch: string; commitSha: string | null } | null;
  message: string;
  figures: { name: WorseName; from: number; to: number; allowed: number; worse: boolean }[];
};

/** `passed`, `failed`, `warnings` and `review` count rules over pages; `bySeverity`, `new` and `fixed` count findings that failed. */
export type AuditSummary = {
  pages: number;
  passed: number;
  failed: number;
  warnings: number;
  review: number;
  /** Pages about which nothing can be said. */
  notMeasured: number;
  /** Pages that answer with an error where they answered before: failures of the site. Absent: none. */
  pageErrors?: number;
  bySeverity: Record<Severity, number>;
  /** 0 to 100; null when nothing was measured. */
  score: number | null;
  /** Failed findings that the previous comparable run did not have; 0 for the first run. */
  new: number;
  /** What `new` and `fixed` compare with, in words: "main at a1b2c3d, where this branch began". Absent: the newest run before, by time. */
  against?: string;
  /** Of a run of another branch than main. Absent: its history is not known, or main has no run. */
  base?: BaseRun;
  /** How the figures stand beside those of `base`, in sentences. */
  comparedWith?: string[];
  /** Failed findings of the previous run, of pages that were measured now, that are gone. */
  fixed: number;
  /** Findings that a person accepted: they count nowhere else. Absent: none. */
  accepted?: number;
  verdict: "pass" | "fail";
  /** It passed, and there was no earlier run to compare with: no judgement of what was found. Older runs do not say it. */
  startingPoint?: boolean;
  /** What it may not be worse than, and how it stands beside that. Absent: nobody asked. */
  worse?: WorseSummary;
  /** Of a run of what failed before: how many pages were visited again. Absent: all. */
  rerun?: Carried;
  /** Why, in sentences; never empty. */
  reasons: string[];
};

/** A finding as it is stored with its run. */
export type RunFinding = Finding & {
  runId: string;
  projectId: string;
  /** Not in the previous comparable run (same project, type, environment and branch). Null: there was none. */
  isNew: boolean | null;
  /** Not in the run of the base branch that is compared with: by its history where the branch began, else the latest. Null: there was none, or this is the base branch. */
  isNewOnBranch: boolean | null;
};
