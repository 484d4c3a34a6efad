/** The words of one rule. `title`: what holds on a good page; other tools' rules have none. `fault`: what is wrong. */
export type TitledCheck = { rule: string; title?: string; fault: string };
/** What `domain/pillars/<pillar>/table.ts` exports, as far as titles go. */
export type TableModule = { TITLES: readonly TitledCheck[] };

/** For reports and tools, which need no more of a check. */
export const titlesOf = (checks: readonly Required<TitledCheck>[]): readonly TitledCheck[] =>
  checks.map(({ rule, title, fault }) => ({ rule, title, fault }));
