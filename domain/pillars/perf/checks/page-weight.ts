import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, outcomeOf, shownItems, size } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const pageWeight: Check<PerfFacts> = {
  rule: "page-weight",
  severity: "moderate",
  title: "The page is not heavy.",
  fault: "Page loads too much data",
  help: "Start with the largest files: smaller images, no autoplaying video, less script.",
  run: (facts) =>
    byAudit(facts, "total-byte-weight", ({ value, items }) => {
      const bytes = value ?? 0;
      const message = `The page loads ${size(bytes)} in all.`;
      return {
        outcome: outcomeOf(bytes, THRESHOLD.pageBytes),
        target: "",
        message,
        evidence: { bytes, items: shownItems(items) },
      };
    }),
};
