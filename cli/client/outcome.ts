// How a run ended, in a word, an exit code and sentences: pure decisions.
import { CLIENT_EXIT, type ClientExit } from "./exit.ts";
import type { RunStatus } from "./runs.ts";

export type RunOutcome = {
  word: "passed" | "failed" | "errored" | "running";
  exit: ClientExit;
  /** Why, in sentences; empty of a run that goes on. */
  reasons: string[];
};

/** What could not be judged is neither a pass nor a failed test. */
export function outcomeOf(run: RunStatus): RunOutcome {
  if (run.status === "running") return { word: "running", exit: CLIENT_EXIT.timedOut, reasons: [] };
  if (run.status !== "completed" || run.summary === null)
    return { word: "errored", exit: CLIENT_EXIT.errored, reasons: [run.error ?? "The run could not be completed."] };
  const { summary, perfBudgetResult } = run;
  const budgets = perfBudgetResult?.pass === false ? perfBudgetResult.violations : [];
  const { failed = 0, errors = 0 } = summary;
  const against = summary.verdict === undefined ? failed > 0 : summary.verdict === "fail";
  // Every shot or scenario that is against it could not be taken: nothing was judged.
  if (against && failed > 0 && errors === failed && budgets.length === 0)
    return { word: "errored", exit: CLIENT_EXIT.errored, reasons: [sentence(run)] };
  if (against || budgets.length > 0) {
    const reasons = [...(against ? (summary.reasons ?? [sentence(run)]) : []), ...budgets];
    return { word: "failed", exit: CLIENT_EXIT.failed, reasons: [...new Set(reasons)] };
  }
  return { word: "passed", exit: CLIENT_EXIT.passed, reasons: summary.reasons ?? [sentence(run)] };
}

/** The counts of a run of shots or scenarios. */
function sentence({ summary }: RunStatus): string {
  const { total = 0, passed = 0, failed = 0, errors = 0, noBaseline = 0 } = summary ?? {};
  if (failed === 0) return `${passed} of ${total} passed.`;
  const parts = [
    ...(errors > 0 ? [`${errors} could not be judged`] : []),
    ...(noBaseline > 0 ? [`${noBaseline} without a baseline`] : []),
  ];
  return `${failed} of ${total} did not pass${parts.length > 0 ? ` (${parts.join(", ")})` : ""}.`;
}
