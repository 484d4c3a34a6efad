import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, ms, outcomeOf, shownItems } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

export const fontDisplay: Check<PerfFacts> = {
  rule: "font-display",
  severity: "minor",
  title: "Text shows while its font is still loading.",
  fault: "Text is invisible while fonts load",
  help: "Set font-display: swap or optional in each @font-face.",
  run: (facts) =>
    byAudit(facts, "font-display-insight", ({ items }) => {
      const longest = Math.max(0, ...items.map(({ wastedMs }) => wastedMs));
      const outcome = outcomeOf(longest, THRESHOLD.fontSwapMs);
      const message =
        outcome === "passed"
          ? "Text does not wait for fonts."
          : `Text stays invisible for ${ms(longest)} while a font loads.`;
      return { outcome, target: "", message, evidence: { items: shownItems(items) } };
    }),
};
