// Groups findings of several pages by cause: low contrast in a header is one defect, however many pages show it.
import { pageKey } from "./runChecks.ts";

/** Number of pages listed in a finding itself; all of its pages are stored separately. */
export const FIRST_PAGES = 20;
/** Maximum number of stored pages per finding. */
export const MAX_FINDING_PAGES = 5_000;

/** The pages on which a finding was seen. `of`: number of measured pages. */
export type FindingPages = { count: number; of: number; first: { page: string; target: string }[] };

/** Returns the sentence of a finding of several pages, with the first page as an example. `times`: number of elements on all pages. */
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
 * Returns a function that names findings in a comparison of runs. If one of the runs has a finding that stands for several pages, all
 * findings with its cause are named by that cause, however many pages show it. All other findings are named by their fingerprint.
 */
export function namesIn(...runs: readonly (readonly Known[])[]): (finding: Known) => string {
  const shared = new Set<string>();
  for (const run of runs) for (const { fingerprint, pages } of run) if (pages != null) shared.add(fingerprint);
  return ({ fingerprint, cause }) => (cause != null && shared.has(cause) ? cause : fingerprint);
}

/**
 * Returns whether an earlier finding would have been found again if it still existed. `named`: the pages that the finding lists. A few
 * clean pages do not prove that a finding of several pages is gone: at least half of them must have been measured.
 */
export const wasLookedAt = (named: readonly string[], isMeasured: (page: string) => boolean): boolean =>
  named.filter(isMeasured).length * 2 >= named.length;

/** Returns the pages that a finding lists: its own page, or the first of several. */
export const pagesNamed = ({ page, pages }: { page: string; pages?: FindingPages | null }): string[] =>
  pages?.first.map((one) => one.page) ?? [page];

/** Returns the minimum number of pages with findings. Pages beyond those that a finding lists are unknown here. */
export const countPages = (findings: readonly { page: string; pages?: FindingPages | null }[]): number =>
  findings.reduce((most, { pages }) => Math.max(most, pages?.count ?? 0), new Set(findings.flatMap(pagesNamed)).size);

/**
 * Returns a function that tests whether a finding is among others: the same finding, a part of a finding of several pages, or a finding of
 * several pages of which a single page was known.
 */
export function isAmong(others: readonly Known[]): (finding: Known) => boolean {
  const fingerprints = new Set(others.map(({ fingerprint }) => fingerprint));
  const causes = new Set(others.flatMap(({ cause }) => cause ?? []));
  return ({ fingerprint, cause, pages }) =>
    fingerprints.has(fingerprint) ||
    (cause != null && fingerprints.has(cause)) ||
    (pages != null && causes.has(fingerprint));
}
