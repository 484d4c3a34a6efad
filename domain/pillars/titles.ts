// The words of all rules for reports and tools, collected from the pillars' folders.
import { AUDIT_PILLARS, type AuditPillar } from "../audit/pillars.ts";
import { given } from "../given.ts";
import type { TableModule, TitledCheck } from "./titledCheck.ts";

export type RuleWords = Partial<Pick<TitledCheck, "title" | "fault">>;

const words = new Map<string, RuleWords>();
for (const pillar of AUDIT_PILLARS) {
  const { TITLES }: TableModule = await import(`./${pillar}/table.ts`);
  for (const { rule, title, fault } of TITLES) words.set(`${pillar}:${rule}`, given({ title, fault }));
}

const NONE: RuleWords = {};

/** Returns what a good page fulfills and what is wrong on a bad one. Empty for rules of older versions and for axe rules without words. */
export const wordsOf = (pillar: AuditPillar, rule: string): RuleWords => words.get(`${pillar}:${rule}`) ?? NONE;

/** Returns what is wrong: the title of the rule's findings. If undefined, the finding's message is its title. */
export const faultOf = (pillar: AuditPillar, rule: string): string | undefined => wordsOf(pillar, rule).fault;
