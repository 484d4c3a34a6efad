import type { Check } from "../../../audit/finding.ts";
import { capital } from "../../../text.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, count, ms, outcomeOf, shownItems } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const redirects: Check<PerfFacts> = {
  rule: "redirects",
  severity: "moderate",
  title: "The URL leads to the page without redirects.",
  fault: "Redirects delay the page",
  help: "Link to the final URL, and redirect each old URL to it in one step.",
  run: (facts) =>
    byAudit(facts, "redirects", ({ items, count: documents, value }) => {
      // The last row is the page itself.
      const hops = Math.max(0, documents - 1);
      if (hops === 0) return { outcome: "passed", target: "", message: "Nothing redirects on the way to the page." };
      const outcome = outcomeOf(hops, THRESHOLD.redirects);
      const message = `${capital(count(hops, "redirect"))} on the way to the page ${hops === 1 ? "costs" : "cost"} about ${ms(value ?? 0)}.`;
      return { outcome, target: "", message, evidence: { wastedMs: value, items: shownItems(items) } };
    }),
};
