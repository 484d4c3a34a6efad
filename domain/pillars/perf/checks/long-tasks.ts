import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { ms, outcomeOf, overRuns, shownItems } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

/** Ignores tasks that Lighthouse cannot attribute to a file: they belong to the browser and vary with the machine. */
export const longTasks: Check<PerfFacts> = {
  rule: "long-tasks",
  severity: "moderate",
  title: "No long task blocks the main thread.",
  fault: "Long task blocks the main thread",
  help: "Split the work into pieces that yield to input (scheduler.yield), or move it to a worker.",
  run: (facts) =>
    overRuns(facts, ({ audits }) => {
      const audit = audits["long-tasks"];
      if (audit === undefined || audit.mode === "" || audit.mode === "error")
        return { outcome: "inapplicable", target: "", message: "Lighthouse did not measure long tasks." };
      const tasks = audit.items.filter(({ url }) => url !== "");
      const longest = [...tasks].sort((a, b) => b.ms - a.ms)[0];
      if (longest === undefined) return { outcome: "passed", target: "", message: "No task takes 50 ms or more." };
      const outcome = outcomeOf(longest.ms, THRESHOLD.longestTaskMs);
      const message = `The longest task on the main thread takes ${ms(longest.ms)}, in ${longest.url}.`;
      return { outcome, target: "", message, evidence: { longestMs: longest.ms, items: shownItems(tasks) } };
    }),
};
