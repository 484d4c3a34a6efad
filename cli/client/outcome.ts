// How a run ended, in a word, an exit code and sentences: pure decisions.
import { conclusionOf } from "../../domain/runs/measured.ts";
import { changesWords } from "../../domain/visual/summary.ts";
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
    return { word: "inconclusive", exit: CLIENT_EXIT.errored, reasons: summary.reasons ?? [sentence(run)] };
  const against = conclusion === "failed";
  if (against || budgets.length > 0) {
    const reasons = [...(against ? (summary.reasons ?? [sentence(run)]) : []), ...budgets];
    return { word: "failed", exit: CLIENT_EXIT.failed, reasons: [...new Set(reasons)] };
  }
  return { word: "passed", exit: CLIENT_EXIT.passed, reasons: summary.reasons ?? [sentence(run)] };
}

/** The counts of a run of shots or scenarios. */
function sentence({ summary }: RunStatus): string {
  const { total = 0, passed = 0, failed = 0, errors = 0, noBaseline = 0, pageErrors = 0 } = summary ?? {};
  const changes = changesWords(summary ?? {});
  if (failed === 0) return `${passed} of ${total} passed.`;
  const parts = [
    ...(changes === null ? [] : [changes]),
    ...(pageErrors > 0 ? [`${pageErrors} ${pageErrors === 1 ? "answers" : "answer"} with an error`] : []),
    ...(errors > 0 ? [`${errors} not measured`] : []),
    ...(noBaseline > 0 ? [`${noBaseline} without a baseline`] : []),
  ];
  return `${failed} of ${total} did not pass${parts.length > 0 ? ` (${parts.join(", ")})` : ""}.`;
}
