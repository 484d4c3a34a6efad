import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, ms, outcomeOf, shownItems } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const scriptExecution: Check<PerfFacts> = {
  rule: "script-execution",
  severity: "moderate",
  title: "Scripts take little time.",
  fault: "Scripts run too long",
  help: "Send less script: split it by page, drop libraries that are hardly used, and render on the server what does not change.",
  run: (facts) =>
    byAudit(facts, "bootup-time", ({ value, items }) => {
      const spent = value ?? 0;
      const message = `Scripts take ${ms(spent)} of the main thread.`;
      return {
        outcome: outcomeOf(spent, THRESHOLD.scriptMs),
        target: "",
        message,
        evidence: { ms: spent, items: shownItems(items) },
      };
    }),
};
