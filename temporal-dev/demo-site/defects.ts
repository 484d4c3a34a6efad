/** The list of seeded defects, and the question every page asks of it. */
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
  /** What the audit makes of it, where that is not "failed". */
  outcome?: "review";
  /** Of functional defects: the feature that they fail; the rule is the class of the failure. */
  feature?: string;
  visual?: { scenarioLabel: string; viewports: string[]; kind: string };
  /** What else it breaks, in audits of any pillar. */
  also?: { pillar: Pillar; rule: string; page: string }[];
}

export const defects: readonly Defect[] = JSON.parse(readFileSync(new URL("./defects.json", import.meta.url), "utf8"));

const byId = new Map(defects.map((defect) => [defect.id, defect]));

/** Answers whether a defect shows, for one variant and one page. */
export function flawsOf(variant: Variant, path: string): (id: string) => boolean {
  return (id) => {
    const defect = byId.get(id);
    if (!defect) throw new Error(`No defect "${id}" in defects.json`);
    return variant === "flawed" && (defect.page === "*" || defect.page === path);
  };
}
