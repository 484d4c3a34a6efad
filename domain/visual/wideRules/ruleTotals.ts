// What each rule did over a whole run, and which rules have done nothing for a while.
import type { RuleUse } from "../outcome.ts";
import type { ShotSpec } from "../shot.ts";

/**
 * Of one rule in one run. `shots`: under the rule; `hiding`: those in which something under it differs, of a content or page rule those
 * in which it matched something, of a tolerance those that passed by it. `elements`: matched by a content or page rule.
 */
export type RuleTotal = {
  id: string;
  shots: number;
  hiding: number;
  pixels: number;
  changedPixels: number;
  changes: number;
  elements?: number;
  /** Pixels of the screenshots that `pixels` are a part of. Missing: none was compared, or an earlier version counted. */
  pagePixels?: number;
};

/** What of a shot is counted. `applied`: elements of content and page rules by id; missing: the page was not captured. */
export type Counted = {
  spec: Pick<ShotSpec, "comparisonRules"> & Partial<Pick<ShotSpec, "contentRules" | "pageRules" | "toleranceOf">>;
  status?: string;
  changedPixels?: number | null;
  ruleUse?: readonly RuleUse[];
  applied?: Readonly<Record<string, number>>;
  /** Pixels of its screenshot. */
  page?: number;
};

/** A shot whose pictures were equal is under its rules, and nothing differs there. */
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

/** Runs that are looked at to call a rule unused. */
export const UNUSED_AFTER = 10;

export type RuleRecord = {
  runs: number;
  hiding: number;
  changedPixels: number;
  elements: number;
  unused: boolean;
  share: number | null;
};

/** Of the screenshots that were compared under it in the newest run with any: the part of their pixels that it left out. */
function shareOf(own: readonly RuleTotal[]): number | null {
  const last = own.find(({ pagePixels }) => pagePixels);
  return last?.pagePixels ? last.pixels / last.pagePixels : null;
}

/** `runs`: the totals of the newest runs, the newest first. Unused: it was in as many runs as count, and did nothing in any. */
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
