import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, countNamed, ms, outcomeOf, shownItems, size, worse } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const thirdParty: Check<PerfFacts> = {
  rule: "third-party",
  severity: "moderate",
  title: "Third-party code takes little of the page's time.",
  fault: "Third-party code slows down the page",
  help: "Remove unneeded third parties, load the others after the content, and show a placeholder for a heavy widget until it is used.",
  run: (facts) =>
    byAudit(facts, "third-parties-insight", ({ items, sum, count: parties }) => {
      if (parties === 0)
        return { outcome: "inapplicable", target: "", message: "The page loads nothing from third parties." };
      const outcome = worse(outcomeOf(sum.ms, THRESHOLD.thirdPartyMs), outcomeOf(sum.bytes, THRESHOLD.thirdPartyBytes));
      const message = `The page takes ${size(sum.bytes)} from ${countNamed(items, parties, "third party", "third parties")}, which ${parties === 1 ? "keeps" : "keep"} the main thread for ${ms(sum.ms)}.`;
      return { outcome, target: "", message, evidence: { ms: sum.ms, bytes: sum.bytes, items: shownItems(items) } };
    }),
};
