/** The words of one rule. `title`: what a good page fulfills; rules of other tools have no title. `fault`: what is wrong. */
export type TitledCheck = { rule: string; title?: string; fault: string };
/** The part of `domain/pillars/<pillar>/table.ts` that holds the titles. */
export type TableModule = { TITLES: readonly TitledCheck[] };

/** Returns the words of checks, for reports and tools that do not need the checks themselves. */
export const titlesOf = (checks: readonly Required<TitledCheck>[]): readonly TitledCheck[] =>
  checks.map(({ rule, title, fault }) => ({ rule, title, fault }));
