// The words of all rules, for reports and tools, from the folders of the pillars.
import { AUDIT_PILLARS, type AuditPillar } from "../audit/pillars.ts";
import type { TableModule, TitledCheck } from "./titledCheck.ts";

export type RuleWords = Partial<Pick<TitledCheck, "title" | "fault">>;

const words = new Map<string, RuleWords>();
for (const pillar of AUDIT_PILLARS) {
  const { TITLES }: TableModule = await import(`./${pillar}/table.ts`);
  for (const { rule, ...one } of TITLES) words.set(`${pillar}:${rule}`, one);
}

const NONE: RuleWords = {};

/** What holds on a good page, and what is wrong on a bad one. Empty: a rule of an older version, or an axe rule without words. */
export const wordsOf = (pillar: AuditPillar, rule: string): RuleWords => words.get(`${pillar}:${rule}`) ?? NONE;

/** What holds on a good page. Undefined: not one of our own checks, or of an older version. */
export const titleOf = (pillar: AuditPillar, rule: string): string | undefined => wordsOf(pillar, rule).title;

/** What is wrong, which titles findings. Undefined: the rule has no words, so the finding's message titles it. */
export const faultOf = (pillar: AuditPillar, rule: string): string | undefined => wordsOf(pillar, rule).fault;
