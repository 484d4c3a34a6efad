// Derives a run's outcome: a word, an exit code and sentences. Pure functions.
import { conclusionOf } from "../../domain/runs/measured.ts";
import { CLIENT_EXIT, type ClientExit } from "./exit.ts";
import type { RunStatus } from "./runs.ts";

export type RunOutcome = {
  word: "passed" | "failed" | "inconclusive" | "running";
  exit: ClientExit;
  /** Reasons as sentences; empty while the run is running. */
  reasons: string[];
};

/** Returns the outcome. A run that is inconclusive is neither passed nor failed. */
export function outcomeOf(run: RunStatus): RunOutcome {
  if (run.status === "running") return { word: "running", exit: CLIENT_EXIT.timedOut, reasons: [] };
  if (run.status !== "completed" || run.summary === null)
    return {
      word: "inconclusive",
      exit: CLIENT_EXIT.errored,
      reasons: [run.error ?? "The run could not be completed."],
    };
  const { summary, perfBudgetResult } = run;
  const budgets = perfBudgetResult?.pass === false ? perfBudgetResult.violations : [];
  const conclusion = conclusionOf({ ...run, summary });
  if (conclusion === "inconclusive" && budgets.length === 0)
    return { word: "inconclusive", exit: CLIENT_EXIT.errored, reasons: reasonsOf(run) };
  const against = conclusion === "failed";
  if (against || budgets.length > 0) {
    const reasons = [...(against ? reasonsOf(run) : []), ...budgets];
    return { word: "failed", exit: CLIENT_EXIT.failed, reasons: [...new Set(reasons)] };
  }
  return { word: "passed", exit: CLIENT_EXIT.passed, reasons: reasonsOf(run) };
}

/** Returns the service's own words; an earlier version has none for visual and functional runs. */
const reasonsOf = ({ summary }: RunStatus): string[] =>
  summary?.reasons ?? (summary?.sentence === undefined ? [] : [summary.sentence]);

/** Whether somebody must look at it: it failed, or is inconclusive. */
export const needsAttention = ({ word }: RunOutcome): boolean => word === "failed" || word === "inconclusive";

/** Words between a run's title and its result. */
export const WORDS: Record<RunOutcome["word"], string> = {
  passed: "passed",
  failed: "failed",
  inconclusive: "is inconclusive",
  running: "is running",
};

/**
 * Returns the sentence shown beside the word: the reason if the run is inconclusive, otherwise the result; "" if an earlier version of the
 * service sends none.
 */
export function firstOf({ summary }: Pick<RunStatus, "summary">, { word, reasons }: RunOutcome): string {
  const [why = ""] = reasons;
  return word === "inconclusive" ? why : (summary?.sentence ?? why);
}
