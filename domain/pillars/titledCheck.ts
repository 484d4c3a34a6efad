/** What `domain/pillars/<pillar>/table.ts` says of each of its checks: what holds on a page where the rule is kept. */
export type TitledCheck = { rule: string; title: string };
/** What that file exports, as far as titles go. */
export type TableModule = { TITLES: readonly TitledCheck[] };

/** For reports and tools, which need no more of a check. */
export const titlesOf = (checks: readonly TitledCheck[]): readonly TitledCheck[] =>
  checks.map(({ rule, title }) => ({ rule, title }));
