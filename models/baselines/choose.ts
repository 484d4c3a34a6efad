// Chooses which baseline a shot is compared with: a pure function over loaded baselines.

import { type BaselineKey, baselineIdOf } from "./key.ts";
import type { Baseline } from "./schema.ts";

/** The key of a shot's baseline, and where to fall back to. */
export type BaselineWanted = BaselineKey & { mainBranch: string; referenceEnvironmentId: string };

export const BASELINE_SOURCES = ["branch", "main", "reference"] as const;
export type BaselineSource = (typeof BASELINE_SOURCES)[number];
export type ChosenBaseline = { baseline: Baseline; from: BaselineSource };

/** Returns the keys to look up, in order and without duplicates: own branch, main branch, main branch of the reference environment. */
export function lookupOrder(wanted: BaselineWanted): { key: BaselineKey; from: BaselineSource }[] {
  const { mainBranch, referenceEnvironmentId, ...own } = wanted;
  const main = { ...own, branch: mainBranch };
  const order: { key: BaselineKey; from: BaselineSource }[] = [
    { key: own, from: "branch" },
    { key: main, from: "main" },
    { key: { ...main, environmentId: referenceEnvironmentId }, from: "reference" },
  ];
  const seen = new Set<string>();
  // On the main branch the first two keys are equal, and the source is `main`.
  if (own.branch === mainBranch) order.shift();
  return order.filter(({ key }) => {
    const id = baselineIdOf(key);
    return !seen.has(id) && seen.add(id);
  });
}

export type LoadedBaselines = ReadonlyMap<string, Baseline>;

/** Returns the first existing baseline in look-up order, or null. */
export function chooseBaseline(loaded: LoadedBaselines, wanted: BaselineWanted): ChosenBaseline | null {
  for (const { key, from } of lookupOrder(wanted)) {
    const baseline = loaded.get(baselineIdOf(key));
    if (baseline) return { baseline, from };
  }
  return null;
}
