import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, outcomeOf } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const domSize: Check<PerfFacts> = {
  rule: "dom-size",
  severity: "minor",
  title: "The page has a moderate number of elements.",
  fault: "Page has too many DOM elements",
  help: "Show long lists page by page or as they are scrolled to, and remove unneeded wrappers.",
  run: (facts) =>
    byAudit(facts, "dom-size-insight", ({ value }) => {
      if (value === null) return { outcome: "inapplicable", target: "", message: "The elements were not counted." };
      const message = `The page has ${value.toLocaleString("en-US")} elements.`;
      return { outcome: outcomeOf(value, THRESHOLD.domElements), target: "", message, evidence: { elements: value } };
    }),
};
