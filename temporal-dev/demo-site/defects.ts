/** The list of seeded defects, and the check whether a page shows one. */
import { readFileSync } from "node:fs";
import type { Pillar } from "../../domain/audit/pillars.ts";
import type { Variant } from "./core.ts";

export interface Defect {
  id: string;
  pillar: Pillar;
  /** A path, or `*` for all pages. */
  page: string;
  rule: string;
  description: string;
  /** Outcome of the audit, if it is not "failed". */
  outcome?: "review";
  /** For functional defects: the feature that fails. `rule` is then the class of the failure. */
  feature?: string;
  visual?: { scenarioLabel: string; viewports: string[]; kind: string };
  /** Other findings it causes, in audits of any pillar. */
  also?: { pillar: Pillar; rule: string; page: string }[];
}

export const defects: readonly Defect[] = JSON.parse(readFileSync(new URL("./defects.json", import.meta.url), "utf8"));

const byId = new Map(defects.map((defect) => [defect.id, defect]));

/** Returns a function that tells whether a defect shows in this variant on this page. */
export function flawsOf(variant: Variant, path: string): (id: string) => boolean {
  return (id) => {
    const defect = byId.get(id);
    if (!defect) throw new Error(`No defect "${id}" in defects.json`);
    return variant === "flawed" && (defect.page === "*" || defect.page === path);
  };
}
