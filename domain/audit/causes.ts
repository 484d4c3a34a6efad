// What findings of several pages have in common: a header's contrast is one defect, on however many pages it shows.
import { pageKey } from "./runChecks.ts";

/** Pages that a finding names by itself; all of them are kept beside it. */
export const FIRST_PAGES = 20;
/** Pages of one finding that are kept. */
export const MAX_FINDING_PAGES = 5_000;

/** Where a finding of several pages was seen. `of`: pages that were measured. */
export type FindingPages = { count: number; of: number; first: { page: string; target: string }[] };

/** The sentence of a finding of several pages, with the first of them. `times`: elements on all of them. */
export function sentenceOfPages(
  message: string,
  { count, of }: Pick<FindingPages, "count" | "of">,
  { page, times }: { page: string; times: number },
  baseUrl: string,
): string {
  const often = times > count ? `, ${times} times` : "";
  return `On ${count} of ${of} pages${often}, such as ${pageKey(page, baseUrl) || page}: ${message}`;
}

type Known = { fingerprint: string; cause?: string | null; pages?: unknown };

/**
 * The name of a finding in a comparison of runs. A cause that stands for several pages in one of them is one finding in all of them,
 * on however many pages it shows; every other finding is named by its fingerprint.
 */
export function namesIn(...runs: readonly (readonly Known[])[]): (finding: Known) => string {
  const shared = new Set<string>();
  for (const run of runs) for (const { fingerprint, pages } of run) if (pages != null) shared.add(fingerprint);
  return ({ fingerprint, cause }) => (cause != null && shared.has(cause) ? cause : fingerprint);
}

/**
 * Whether an earlier finding would be found again if it were still there. `named`: the pages that it names. One of several pages is
 * not gone because a few of them are clean: at least half must have been looked at.
 */
export const wasLookedAt = (named: readonly string[], isMeasured: (page: string) => boolean): boolean =>
  named.filter(isMeasured).length * 2 >= named.length;

/** The pages that a finding names: its own, or the first of several. */
export const pagesNamed = ({ page, pages }: { page: string; pages?: FindingPages | null }): string[] =>
  pages?.first.map((one) => one.page) ?? [page];

/** On how many pages findings are, at least: those of one that stands for more than it names are not known here. */
export const countPages = (findings: readonly { page: string; pages?: FindingPages | null }[]): number =>
  findings.reduce((most, { pages }) => Math.max(most, pages?.count ?? 0), new Set(findings.flatMap(pagesNamed)).size);

/**
 * Whether a finding is among others: the same one, a part of one that stands for several pages, or one of several pages of which
 * a single page was known.
 */
export function isAmong(others: readonly Known[]): (finding: Known) => boolean {
  const fingerprints = new Set(others.map(({ fingerprint }) => fingerprint));
  const causes = new Set(others.flatMap(({ cause }) => cause ?? []));
  return ({ fingerprint, cause, pages }) =>
    fingerprints.has(fingerprint) ||
    (cause != null && fingerprints.has(cause)) ||
    (pages != null && causes.has(fingerprint));
}
