/** What `domain/pillars/<pillar>/table.ts` says of each of its checks: what holds on a page where the rule is kept. */
export type TitledCheck = { rule: string; title: string };
/** What that file exports, as far as titles go. */
export type TableModule = { CHECKS: readonly TitledCheck[] };
