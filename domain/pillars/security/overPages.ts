// Facts of a host show on each of its pages: they become one result with the list of pages.
import { type CheckResult, inapplicable, OUTCOMES, passed } from "../../audit/finding.ts";
import type { SitePage } from "./gathered.ts";

const MAX_PAGES_NAMED = 10;
const MAX_RESULTS = 60;

/** What a rule says about one page; `message` is a sentence without its full stop. */
export type Remark = CheckResult;

/**
 * Asks each page that the rule is about. Equal remarks about a target become one result that names the pages; where not
 * all pages have it the message says how many. No page: inapplicable with `otherwise.none`.
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
  return [...groups.values()]
    .sort((a, b) => OUTCOMES.indexOf(a.remark.outcome) - OUTCOMES.indexOf(b.remark.outcome))
    .slice(0, MAX_RESULTS)
    .map(({ remark, urls }) => ({
      ...remark,
      message: `${remark.message}${urls.length === pages.length ? "" : ` (${urls.length} of ${pages.length} pages)`}.`,
      evidence: { ...remark.evidence, pages: urls.slice(0, MAX_PAGES_NAMED), pageCount: urls.length },
    }));
}
