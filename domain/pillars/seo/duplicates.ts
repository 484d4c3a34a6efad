// Finds indexable pages with the same title or description.
import { type CheckResult, failed, inapplicable, passed } from "../../audit/finding.ts";
import { targetOf } from "./address.ts";
import { listed, short } from "./judge.ts";
import type { SeoSite, SitePage } from "./site.ts";

const MAX_OTHERS = 10;

export function duplicates({ pages }: SeoSite, what: "title" | "description"): CheckResult | CheckResult[] {
  // URLs with the same canonical page are one page.
  const distinct = new Map<string, SitePage>();
  for (const page of pages) {
    const address = page.canonical ?? page.finalUrl;
    if (page.indexable && page[what] !== "" && !distinct.has(address)) distinct.set(address, page);
  }
  if (distinct.size < 2) return inapplicable(`Fewer than two pages with a ${what} were audited.`);
  const groups = Map.groupBy(distinct.values(), (page) => page[what].toLowerCase());
  const results = [...groups.values()].flatMap((group) =>
    group.length < 2
      ? []
      : group.map((page) => {
          const others = group
            .slice(0, MAX_OTHERS + 1)
            .filter((other) => other !== page)
            .slice(0, MAX_OTHERS)
            .map((other) => targetOf(other.finalUrl, page.finalUrl));
          const more = group.length > 2 ? ` and ${group.length - 2} more` : "";
          return failed(`The ${what} "${short(page[what], 60)}" is the one of ${others[0]}${more} too.`, what, {
            page: page.url,
            cause: `${what} ${page[what].toLowerCase()}`,
            evidence: { [what]: short(page[what], 200), others },
          });
        }),
  );
  return listed(results, passed(`All ${distinct.size} pages have a ${what} of their own.`));
}
