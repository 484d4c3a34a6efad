import type { Check } from "../audit/finding.ts";

type Words = Pick<Check<never>, "rule" | "severity" | "title" | "fault" | "help">;
/** The words of one rule. Rules of other tools have only the fault: the tool gives the rest with each finding. */
export type TitledCheck = Pick<Words, "rule" | "fault"> & Partial<Words>;
/** The part of `domain/pillars/<pillar>/table.ts` that holds the words. */
export type TableModule = { TITLES: readonly TitledCheck[] };

/** Returns the words of checks, for reports, tools and documents that do not need the checks themselves. */
export const titlesOf = (checks: readonly Words[]): readonly TitledCheck[] =>
  checks.map(({ rule, severity, title, fault, help }) => ({ rule, severity, title, fault, help }));
