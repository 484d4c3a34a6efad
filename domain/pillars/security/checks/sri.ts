import { type Check, type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { firstResults } from "../../../audit/firstResults.ts";
import { isExposedHttp, sameSite, withoutQuery } from "../addresses.ts";
import type { PageResource, SecurityPage } from "../gathered.ts";

/** Matches a version in the URL. Such a file never changes, so its hash can be specified. */
const FIXED_VERSION = /[@/_-]v?\d{1,4}\.\d{1,5}(?:\.\d{1,5})?(?:[/._-]|$)/;

export const sri: Check<SecurityPage> = {
  rule: "sri",
  severity: "moderate",
  title: "Third-party scripts and styles have an integrity hash.",
  fault: "Third-party file lacks subresource integrity",
  help: 'Add integrity and crossorigin="anonymous" to the element, or serve the file yourself. Files that may change at any time cannot be checked this way.',
  run(page) {
    const foreign = foreignResources(page);
    if (foreign.length === 0) return inapplicable("The page loads no script or style of another site.");
    const results = foreign.flatMap(judge);
    return results.length > 0
      ? firstResults(results)
      : passed(`All ${foreign.length} scripts and styles of other sites are checked by hash.`);
  },
};

export function foreignResources(page: Pick<SecurityPage, "resources" | "finalUrl">): PageResource[] {
  return page.resources.filter(({ url }) => /^https?:/.test(url) && !sameSite(url, page.finalUrl));
}

function judge({ kind, url, integrity, crossorigin }: PageResource): CheckResult[] {
  const evidence = { url, integrity, crossorigin };
  const target = withoutQuery(url);
  if (integrity && crossorigin) return [];
  if (integrity)
    return [
      failed(`The ${kind} ${url} has a hash but no crossorigin attribute, so browsers refuse it.`, target, {
        evidence,
      }),
    ];
  if (isExposedHttp(url))
    return [
      failed(`The ${kind} ${url} comes from another site over plain HTTP and is not checked.`, target, {
        severity: "serious",
        evidence,
      }),
    ];
  if (FIXED_VERSION.test(url))
    return [failed(`The ${kind} ${url} comes from another site and is not checked by its hash.`, target, { evidence })];
  return [
    warning(
      `The ${kind} ${url} is loaded from another site without an integrity check. Whoever controls that site controls the page.`,
      target,
      {
        severity: "minor",
        evidence,
      },
    ),
  ];
}
