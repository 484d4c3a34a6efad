// What the checks of bytes that could be saved have in common.
import type { Check } from "../../../audit/finding.ts";
import type { PerfFacts } from "../facts.ts";
import { byAudit, capital, count, outcomeOf, shownItems, size } from "../judge.ts";
import { THRESHOLD } from "../thresholds.ts";

type SavingsCheck = Omit<Check<PerfFacts>, "run"> & {
  /** Lighthouse's audit. */
  audit: string;
  threshold: keyof typeof THRESHOLD;
  /** What a row of it is: "script". */
  unit: string;
  /** Ends the sentence that begins with the size: "of script are not run by this page". */
  saved: string;
};

/** Judges the wasted bytes of one audit, summed over its rows. */
export function savingsCheck({ audit, threshold, unit, saved, ...check }: SavingsCheck): Check<PerfFacts> {
  return {
    ...check,
    run: (facts) =>
      byAudit(facts, audit, ({ sum, items, count: rows }) => {
        const { wastedBytes } = sum;
        const outcome = outcomeOf(wastedBytes, THRESHOLD[threshold]);
        const message =
          wastedBytes < 1_024
            ? "There is nothing worth saving."
            : `${capital(size(wastedBytes))} ${saved} (${count(rows, unit)}).`;
        return { outcome, target: "", message, evidence: { wastedBytes, items: shownItems(items) } };
      }),
  };
}
