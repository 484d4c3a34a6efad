// Combines facts of a host that appear on each of its pages into one result with the list of pages.
import { type CheckResult, inapplicable, outcomeRank, passed } from "../../audit/finding.ts";
import { firstResults } from "../../audit/firstResults.ts";
import type { SitePage } from "./gathered.ts";

const MAX_PAGES_NAMED = 10;
const MAX_RESULTS = 60;

/** A rule's result for one page. `message` is a sentence without the full stop. */
export type Remark = CheckResult;

/**
 * Runs `remarks` on each page. Equal remarks about a target become one result that names the pages; if not all pages have it, the message
 * includes the count. Without pages, the rule is inapplicable with the message `otherwise.none`.
 */
export function overPages(
  pages: readonly SitePage[],
  remarks: (page: SitePage) => Remark[],
  otherwise: { good: string; none: string },
): CheckResult[] {
  if (pages.length === 0) return [inapplicable(otherwise.none)];
  const groups = new Map<string, { remark: Remark; urls: string[] }>();
  for (const page of pages) {
    for (const remark of remarks(page)) {
      const key = JSON.stringify([remark.target, remark.outcome, remark.message]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { remark, urls: [page.url] });
      else if (group.urls.at(-1) !== page.url) group.urls.push(page.url);
    }
  }
  if (groups.size === 0) return [passed(otherwise.good)];
  const results = [...groups.values()]
    .sort((a, b) => outcomeRank(a.remark) - outcomeRank(b.remark))
    .map(({ remark, urls }) => ({
      ...remark,
      message: `${remark.message}${urls.length === pages.length ? "" : ` (${urls.length} of ${pages.length} pages)`}.`,
      evidence: { ...remark.evidence, pages: urls.slice(0, MAX_PAGES_NAMED), pageCount: urls.length },
    }));
  return firstResults(results, MAX_RESULTS);
}
