// What holds on a page where a rule is kept: the titles of all checks, for reports and tools, from the folders of the pillars.
import { AUDIT_PILLARS, type AuditPillar } from "../audit/pillars.ts";
import type { TableModule } from "./titledCheck.ts";

const titles = new Map<string, string>();
for (const pillar of AUDIT_PILLARS) {
  const { TITLES }: TableModule = await import(`./${pillar}/table.ts`);
  for (const { rule, title } of TITLES) titles.set(`${pillar}:${rule}`, title);
}

/** Undefined: the rule is none of our own checks (axe, budgets), or of an older version. */
export const titleOf = (pillar: AuditPillar, rule: string): string | undefined => titles.get(`${pillar}:${rule}`);
