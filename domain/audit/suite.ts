// How a full audit ends: a pure decision over its pillars' runs.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { countedVerdict } from "../runs/measured.ts";
import { namedSummary, type ToldRun } from "../runs/runSummary.ts";
import type { RunStatus, StatusType } from "../runTypes.ts";
import { FULL_AUDIT, RUN_NAME } from "../runTypes.ts";
import { startingPointWords } from "./startingPoint.ts";

export type SuiteChild = {
  runId: string;
  type: StatusType;
  status: RunStatus;
  verdict: "pass" | "fail" | null;
  score: number | null;
  /** "Visual test failed: 9 of 12 screenshots changed." */
  told: string;
  /** "starting point: 13 critical findings"; null of a run that had an earlier one to compare with. */
  start: string | null;
};

/** `total` = pillars run; a pillar that could not be run counts as `failed` too. */
export type SuiteSummary = {
  total: number;
  passed: number;
  failed: number;
  /** Pillars that could not be judged; among the failed ones. Absent: none. */
  errors?: number;
  scores: Record<string, number | null>;
  verdict: "pass" | "fail";
  reasons: string[];
};

export type SuiteEnd = {
  status: "completed" | "failed";
  verdict: "pass" | "fail" | null;
  error: string | null;
  summary: SuiteSummary | null;
};

/** What a full audit takes of the run of a pillar. */
export function suiteChildOf(run: ToldRun & Parameters<typeof startingPointWords>[0] & { _id: string }): SuiteChild {
  const { _id, type, status, verdict = null, summary } = run;
  const score = summary && "score" in summary ? (summary.score as number | null) : null;
  return { runId: _id, type, status, verdict, score, told: namedSummary(run), start: startingPointWords(run) };
}

/** A pillar without an earlier run to compare with passed, and says beside it what it found. */
function passedReasons(children: readonly SuiteChild[]): string[] {
  const starts = children
    .filter(({ start }) => start !== null)
    .map(({ type, start }) => `${RUN_NAME[type]}: ${start}.`);
  return ["Every pillar passed.", ...starts];
}

/** It did not complete, or says nothing about the site. */
const isUnjudged = ({ status, verdict }: SuiteChild): boolean => status !== "completed" || verdict === null;

/** The audit fails as a run only when it was cancelled, could not be worked on, or none of its pillars completed. */
export function suiteEnd(input: {
  children: SuiteChild[];
  failure: WorkFailure | null;
  cancelledBy: string | null;
}): SuiteEnd {
  const { children, failure } = input;
  const passed = children.filter((c) => c.verdict === "pass");
  const unjudged = children.filter(isUnjudged).length;
  const reasons = children.filter((c) => c.verdict !== "pass").map(({ told }) => told);
  const summary: SuiteSummary | null =
    children.length === 0
      ? null
      : {
          total: children.length,
          passed: passed.length,
          failed: children.length - passed.length,
          ...(unjudged > 0 && { errors: unjudged }),
          scores: Object.fromEntries(children.map((c) => [c.type, c.score])),
          verdict: reasons.length === 0 ? "pass" : "fail",
          reasons: reasons.length === 0 ? passedReasons(children) : reasons,
        };
  const failed = (error: string): SuiteEnd => ({ status: "failed", verdict: null, error, summary });
  if (failure) return failed(errorOfFailure(failure, input.cancelledBy));
  if (!children.some((c) => c.status === "completed")) return failed("No pillar of the audit could be completed.");
  return { status: "completed", verdict: summary && countedVerdict(FULL_AUDIT, summary), error: null, summary };
}
