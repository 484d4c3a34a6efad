// How a run ended, in a word, an exit code and sentences: pure decisions.
import { conclusionOf } from "../../domain/runs/measured.ts";
import { CLIENT_EXIT, type ClientExit } from "./exit.ts";
import type { RunStatus } from "./runs.ts";

export type RunOutcome = {
  word: "passed" | "failed" | "inconclusive" | "running";
  exit: ClientExit;
  /** Why, in sentences; empty of a run that goes on. */
  reasons: string[];
};

/** What could not be judged is neither a pass nor a failed test. */
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

/** In the service's words; one of an earlier version has none of visual and functional runs. */
const reasonsOf = ({ summary }: RunStatus): string[] =>
  summary?.reasons ?? (summary?.sentence === undefined ? [] : [summary.sentence]);

/** Whether somebody has to look at it: it failed, or says nothing about the site. */
export const needsLook = ({ word }: RunOutcome): boolean => word === "failed" || word === "inconclusive";

/** Between a run's title and its result. */
export const WORDS: Record<RunOutcome["word"], string> = {
  passed: "passed",
  failed: "failed",
  inconclusive: "is inconclusive",
  running: "is running",
};

/** The sentence that stands beside the word; "" where a service of an earlier version says none. What is inconclusive says why. */
export function firstOf({ summary }: Pick<RunStatus, "summary">, { word, reasons }: RunOutcome): string {
  const [why = ""] = reasons;
  return word === "inconclusive" ? why : (summary?.sentence ?? why);
}
