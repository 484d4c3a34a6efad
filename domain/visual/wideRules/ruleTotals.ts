// What each rule left out over a whole run, and which rules have hidden nothing for a while.
import type { RuleUse } from "../outcome.ts";
import type { ShotSpec } from "../shot.ts";

/** Of one rule in one run. `shots`: under the rule; `hiding`: those in which something under it differs. */
export type RuleTotal = {
  id: string;
  shots: number;
  hiding: number;
  pixels: number;
  changedPixels: number;
  changes: number;
};

type Counted = { spec: Pick<ShotSpec, "comparisonRules">; ruleUse?: readonly RuleUse[] };

/** A shot whose pictures were equal is under its rules, and nothing differs there. */
export function ruleTotals(shots: readonly Counted[]): RuleTotal[] {
  const totals = new Map<string, RuleTotal>();
  for (const { spec, ruleUse = [] } of shots)
    for (const { id } of spec.comparisonRules) {
      const total = totals.get(id) ?? { id, shots: 0, hiding: 0, pixels: 0, changedPixels: 0, changes: 0 };
      totals.set(id, total);
      total.shots += 1;
      const use = ruleUse.find((one) => one.id === id);
      if (!use) continue;
      if (use.changedPixels > 0) total.hiding += 1;
      total.pixels += use.pixels;
      total.changedPixels += use.changedPixels;
      total.changes += use.changes;
    }
  return [...totals.values()];
}

/** Runs that are looked at to call a rule unused. */
export const UNUSED_AFTER = 10;

export type RuleRecord = { runs: number; hiding: number; changedPixels: number; unused: boolean };

/** `runs`: the totals of the newest runs. Unused: it was in as many runs as count, and hid nothing in any. */
export function recordOf(id: string, runs: readonly (readonly RuleTotal[])[]): RuleRecord {
  const own = runs.flatMap((totals) => totals.filter((one) => one.id === id));
  const hiding = own.filter((one) => one.changedPixels > 0).length;
  const changedPixels = own.reduce((sum, one) => sum + one.changedPixels, 0);
  return { runs: own.length, hiding, changedPixels, unused: own.length >= UNUSED_AFTER && hiding === 0 };
}
