import { type Check, type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { firstResults } from "../../../audit/firstResults.ts";
import { isExposedHttp, isHttps, withoutQuery } from "../addresses.ts";
import type { SecurityPage } from "../gathered.ts";
import { enforcedPolicies, sourcesOf } from "../policies.ts";

const ACTIVE_TYPES = new Set(["script", "stylesheet", "document", "xhr", "fetch", "font", "eventsource", "manifest"]);

export const mixedContent: Check<SecurityPage> = {
  rule: "mixed-content",
  severity: "serious",
  title: "A page over HTTPS loads nothing over plain HTTP.",
  fault: "HTTPS page loads content over HTTP",
  help: "Load it over HTTPS; `Content-Security-Policy: upgrade-insecure-requests` helps where the URLs cannot be changed.",
  run(page) {
    if (!isHttps(page.finalUrl)) return inapplicable("The page did not come over HTTPS.");
    const upgraded = sourcesOf(enforcedPolicies(page), "upgrade-insecure-requests").length > 0;
    const seen = new Map<string, { active: boolean; tag: string }>();
    for (const { url, active, tag } of upgraded ? [] : page.plainReferences)
      if (isExposedHttp(url)) seen.set(url, { active: active || seen.get(url)?.active === true, tag });
    // The redirect rule covers documents that were loaded over plain HTTP.
    for (const { url, type } of page.exchanges)
      if (isExposedHttp(url) && type !== "document")
        seen.set(url, { active: ACTIVE_TYPES.has(type) || seen.get(url)?.active === true, tag: type });
    if (seen.size === 0) return passed("Nothing is loaded over plain HTTP.");
    const results = [...seen].map(([url, { active, tag }]): CheckResult => {
      const evidence = { kind: tag, url, count: seen.size };
      const target = withoutQuery(url);
      return active
        ? failed(
            `The page loads a ${tag} over plain HTTP (${url}), which browsers block and others can change.`,
            target,
            {
              evidence,
            },
          )
        : warning(`The page loads a ${tag} over plain HTTP (${url}).`, target, { severity: "moderate", evidence });
    });
    return firstResults(results);
  },
};
