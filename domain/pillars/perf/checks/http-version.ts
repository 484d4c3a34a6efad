import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, countNamed, ms, outcomeOf, shownItems } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const httpVersion: Check<PerfFacts> = {
  rule: "http-version",
  severity: "minor",
  title: "Files are served over HTTP/2 or HTTP/3.",
  fault: "Files do not use HTTP/2 or HTTP/3",
  help: "Enable HTTP/2 or HTTP/3 on the server or its proxy.",
  run: (facts) =>
    byAudit(facts, "modern-http-insight", ({ savings, items, count: files }) => {
      const saved = savings.LCP ?? 0;
      const outcome = outcomeOf(saved, THRESHOLD.httpSavingsMs);
      const message =
        outcome === "passed"
          ? "A newer version of HTTP would gain little."
          : `${ms(saved)} could be saved by HTTP/2 for ${countNamed(items, files, "file")}.`;
      return { outcome, target: "", message, evidence: { savedMs: saved, items: shownItems(items) } };
    }),
};
