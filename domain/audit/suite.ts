// Decides how a full audit ends from the runs of its pillars. Pure.
import { errorOfFailure, type WorkFailure } from "../durable/end.ts";
import { countedVerdict } from "../runs/measured.ts";
import { namedSummary, type ToldRun } from "../runs/runSummary.ts";
import { scoreOf } from "../runs/score.ts";
import type { RunStatus, StatusType } from "../runTypes.ts";
import { FULL_AUDIT, RUN_NAME } from "../runTypes.ts";
import { startingPointWords } from "./startingPoint.ts";

export type SuiteChild = {
  runId: string;
  type: StatusType;
  status: RunStatus;
  verdict: "pass" | "fail" | null;
  score: number | null;
  /** Summary such as "Visual test failed: 9 of 12 screenshots changed." */
  told: string;
  /** Such as "starting point: 13 critical findings"; null if there was an earlier run to compare with. */
  start: string | null;
};

/** `total`: number of pillars that ran. `failed` includes pillars that could not be run. */
export type SuiteSummary = {
  total: number;
  passed: number;
  failed: number;
  /** Number of pillars that could not be judged; included in `failed`. Absent if there are none. */
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

/** Returns what a full audit uses of a pillar's run. */
export function suiteChildOf(run: ToldRun & Parameters<typeof startingPointWords>[0] & { _id: string }): SuiteChild {
  const { _id, type, status, verdict = null } = run;
  return {
    runId: _id,
    type,
    status,
    verdict,
    score: scoreOf(run),
    told: namedSummary(run),
    start: startingPointWords(run),
  };
}

/** Pillars without an earlier run to compare with passed; their findings are reported in addition. */
function passedReasons(children: readonly SuiteChild[]): string[] {
  const starts = children
    .filter(({ start }) => start !== null)
    .map(({ type, start }) => `${RUN_NAME[type]}: ${start}.`);
  return ["Every pillar passed.", ...starts];
}

/** The run did not complete, or its result says nothing about the site. */
const isUnjudged = ({ status, verdict }: SuiteChild): boolean => status !== "completed" || verdict === null;

/** The audit run is `failed` only if it was cancelled, could not be executed, or none of its pillars completed. */
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
