// Totals of what each rule did in a whole run, and which rules have not done anything for a while.
import type { RuleUse } from "../outcome.ts";
import type { ShotSpec } from "../shot.ts";

/**
 * Totals of one rule in one run. `shots`: shots under the rule; `hiding`: those in which something under it differs; for a content or page
 * rule those in which it matched something; for a tolerance those that passed because of it. `elements`: number of elements matched by a
 * content or page rule.
 */
export type RuleTotal = {
  id: string;
  shots: number;
  hiding: number;
  pixels: number;
  changedPixels: number;
  changes: number;
  elements?: number;
  /** Total pixels of the screenshots, of which `pixels` are a part. Missing: nothing was compared, or an earlier version counted. */
  pagePixels?: number;
};

/**
 * The counted fields of a shot. `applied`: number of elements matched by content and page rules, by rule id; missing if the page was not
 * captured.
 */
export type Counted = {
  spec: Pick<ShotSpec, "comparisonRules"> & Partial<Pick<ShotSpec, "contentRules" | "pageRules" | "toleranceOf">>;
  status?: string;
  changedPixels?: number | null;
  ruleUse?: readonly RuleUse[];
  applied?: Readonly<Record<string, number>>;
  /** Pixels of its screenshot. */
  page?: number;
};

/** Returns the totals per rule. A shot with equal screenshots counts as under its rules, with no difference there. */
export function ruleTotals(shots: readonly Counted[]): RuleTotal[] {
  const totals = new Map<string, RuleTotal>();
  const totalOf = (id: string): RuleTotal => {
    const total = totals.get(id) ?? { id, shots: 0, hiding: 0, pixels: 0, changedPixels: 0, changes: 0 };
    totals.set(id, total);
    total.shots += 1;
    return total;
  };
  for (const shot of shots) {
    for (const { id } of shot.spec.comparisonRules) addUse(totalOf(id), shot);
    addTolerance(shot, totalOf);
    if (shot.applied === undefined) continue;
    for (const { id } of [...(shot.spec.contentRules ?? []), ...(shot.spec.pageRules ?? [])])
      addElements(totalOf(id), shot.applied[id] ?? 0);
  }
  return [...totals.values()];
}

function addUse(total: RuleTotal, { ruleUse = [], page }: Counted): void {
  const use = ruleUse.find(({ id }) => id === total.id);
  if (!use) return;
  if (use.changedPixels > 0) total.hiding += 1;
  total.pixels += use.pixels;
  if (page !== undefined) total.pagePixels = (total.pagePixels ?? 0) + page;
  total.changedPixels += use.changedPixels;
  total.changes += use.changes;
}

function addElements(total: RuleTotal, elements: number): void {
  total.elements = (total.elements ?? 0) + elements;
  if (elements > 0) total.hiding += 1;
}

function addTolerance({ spec, status, changedPixels }: Counted, totalOf: (id: string) => RuleTotal): void {
  if (!spec.toleranceOf) return;
  const total = totalOf(spec.toleranceOf.id);
  if (status !== "passed" || !changedPixels) return;
  total.hiding += 1;
  total.changedPixels += changedPixels;
}

/** Number of runs considered before a rule is called unused. */
export const UNUSED_AFTER = 10;

export type RuleRecord = {
  runs: number;
  hiding: number;
  changedPixels: number;
  elements: number;
  unused: boolean;
  share: number | null;
};

/** Returns the excluded share of the pixels that were compared under the rule in the latest run with any. */
function shareOf(own: readonly RuleTotal[]): number | null {
  const last = own.find(({ pagePixels }) => pagePixels);
  return last?.pagePixels ? last.pixels / last.pagePixels : null;
}

/** `runs`: the totals of the latest runs, newest first. A rule is unused if it was in `UNUSED_AFTER` runs and did nothing in any of them. */
export function recordOf(id: string, runs: readonly (readonly RuleTotal[])[]): RuleRecord {
  const own = runs.flatMap((totals) => totals.filter((one) => one.id === id));
  const hiding = own.filter((one) => one.hiding > 0).length;
  const changedPixels = own.reduce((sum, one) => sum + one.changedPixels, 0);
  const elements = own.reduce((sum, one) => sum + (one.elements ?? 0), 0);
  return {
    runs: own.length,
    hiding,
    changedPixels,
    elements,
    unused: own.length >= UNUSED_AFTER && hiding === 0,
    share: shareOf(own),
  };
}
