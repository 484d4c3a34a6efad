// What the gate is given and what it answers.
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
  "score_locked",
  "pillar_required",
  "no_data",
] as const;
export type GateCode = (typeof GATE_CODES)[number];

/** `level` is what this reason alone would make of the verdict. */
export type GateReason = HealthReason & { code: GateCode; level: GateVerdict };
export type GateResult = { verdict: GateVerdict; reasons: GateReason[] };

/**
 * Of pictures or functional scenarios. `passed` includes what was approved. Among the others: `errors` could not be judged, and
 * `pageErrors` are pages that answer with an error where they answered before.
 */
export type Counts = {
  total: number;
  passed: number;
  approved: number;
  noBaseline: number;
  errors?: number;
  pageErrors?: number;
};
/** Results of a run that did not pass, and that people set aside; of each kind in which the run counts them. */
export type SetAside = { failures: number; errors: number; pageErrors: number };
/**
 * `sentence`: what the run came to, as every face says it. `setAside`: what of it people accepted or snoozed; left out: nothing. `earlier`:
 * screenshots that it did not take and that older runs of the branch left open; `notRun`: scenarios that failed in older runs of the branch
 * and that it did not run; left out: none.
 */
export type CountedRun = Counts &
  LeftOpen & {
    runId: string;
    state: "counted";
    sentence: string;
    setAside?: SetAside;
  };
/** `scoreLocked`: the plan has no score for what was measured. */
export type AuditedRun = {
  runId: string;
  state: "audited";
  score: number | null;
  scoreLocked?: boolean;
  pages?: { total: number; notMeasured: number; errors: number };
  findings: NewFindings;
  /** The run of the base branch that the history chose, for a run of another branch. `asked`: the caller chose it. */
  base?: { against: string; score: number | null; asked?: true };
};

/** The latest run of one pillar on the branch: still going, ended without completing (`why`), or completed. */
export type GateRun = { runId: string; state: "running" | "failed"; why?: string | null } | CountedRun | AuditedRun;

/**
 * Failed findings that the base branch does not have, by severity; `compared` false: there is nothing to compare with. `since`:
 * what they are new since, in words; absent: no history tells it.
 */
export type NewFindings = { compared: boolean; critical: Group; serious: Group; since?: string };
/** How many, and the message of the first. `notLookedAt`: how many of them are on pages that only older runs of the branch had. */
export type Group = { count: number; example: string | null; notLookedAt?: number };

export type GateInput = {
  /** In words: `the branch "x"`, `pull request 7`. */
  subject: string;
  runs: Partial<Record<Pillar, GateRun>>;
  /** Rolling health without the runs above. */
  health: readonly PillarHealth[];
  thresholds: GateThresholds;
};
