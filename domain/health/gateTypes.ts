// Input and result of the gate.
import type { Pillar } from "../audit/pillars.ts";
import type { GateThresholds } from "./gateThresholds.ts";
import type { LeftOpen } from "./leftOpen.ts";
import type { HealthReason, PillarHealth } from "./types.ts";

export const GATE_VERDICTS = ["pass", "warn", "fail", "inconclusive"] as const;
export type GateVerdict = (typeof GATE_VERDICTS)[number];
export const GATE_CODES = [
  "visual_failures",
  "visual_passed",
  "functional_failures",
  "functional_passed",
  "new_critical",
  "new_serious",
  "not_comparable",
  "no_new_findings",
  "health_fell",
  "health_held",
  "run_running",
  "run_not_completed",
  "nothing_measured",
  "partly_measured",
  "page_errors",
  "audit_failed",
  "score_locked",
  "pillar_required",
  "no_data",
] as const;
export type GateCode = (typeof GATE_CODES)[number];

/** `level`: the verdict if this were the only reason. */
export type GateReason = HealthReason & { code: GateCode; level: GateVerdict };
export type GateResult = { verdict: GateVerdict; reasons: GateReason[] };

/**
 * Counts of screenshots or functional scenarios. `passed` includes approved ones. Of the others, `errors` could not be judged, and
 * `pageErrors` are pages that now answer with an error but did not before.
 */
export type Counts = {
  total: number;
  passed: number;
  approved: number;
  noBaseline: number;
  errors?: number;
  pageErrors?: number;
};
/** Results that did not pass and that people set aside, by the kinds that the run counts. */
export type SetAside = { failures: number; errors: number; pageErrors: number };
/** `environment`: its name, if the gate is about several. */
export type GatedRun = { runId: string; environment?: string };

/**
 * `sentence`: result of the run, worded as everywhere else. `setAside`: results that people accepted or snoozed; omitted if none.
 * `earlier`: screenshots that the run did not take and that older runs of the branch left unreviewed. `notRun`: scenarios that failed in
 * older runs of the branch and that this run did not include. Both are omitted if there are none.
 */
export type CountedRun = Counts &
  LeftOpen &
  GatedRun & {
    state: "counted";
    sentence: string;
    setAside?: SetAside;
  };
/**
 * `scoreLocked`: whether the plan includes no score for what was measured. `failures`: limits of its own that the audit broke, as sentences;
 * omitted if none. `part`: whether it covers only a part of the site, so that its score says nothing about the whole.
 */
export type AuditedRun = GatedRun & {
  state: "audited";
  score: number | null;
  scoreLocked?: boolean;
  failures?: string[];
  part?: true;
  pages?: { total: number; notMeasured: number; errors: number };
  findings: NewFindings;
  /** The run of the base branch that was chosen by its history; set for a run of another branch. `asked`: set if the caller chose it. */
  base?: { against: string; score: number | null; asked?: true };
};

/** The latest run of a pillar on the branch: running, ended without completing (`why`), or completed. */
export type GateRun = (GatedRun & { state: "running" | "failed"; why?: string | null }) | CountedRun | AuditedRun;

/**
 * Failed findings that the base branch does not have, by severity. `compared` is false if there is nothing to compare with. `since`: what
 * they are new compared with, in words; absent if the history is unknown. `cut`: of more findings only this many, the worst, were read.
 */
export type NewFindings = { compared: boolean; critical: Group; serious: Group; since?: string; cut?: number };
/** Number of findings, and the message of the first. `notLookedAt`: number of findings on pages that only older runs of the branch visited. */
export type Group = { count: number; example: string | null; notLookedAt?: number };

export type GateInput = {
  /** Subject in words: `the branch "x"`, `pull request 7`. */
  subject: string;
  runs: Partial<Record<Pillar, GateRun>>;
  /** Rolling health without the runs above, each on the environment of its run. */
  health: readonly PillarHealth[];
  thresholds: GateThresholds;
};
