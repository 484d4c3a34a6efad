import { failed, inapplicable, passed } from "../../../audit/finding.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite } from "../site.ts";

export const robotsTxtLines: SeoCheck<SeoSite> = {
  rule: "robots-txt-lines",
  severity: "moderate",
  weight: 2,
  title: "robots.txt has only lines that search engines understand.",
  fault: "robots.txt has invalid lines",
  help: "Write each line as a directive, a colon and a value, below the User-agent it applies to. Search engines skip other lines silently, which may allow or block more than you intend.",
  run({ robotsTxt: found, baseUrl }) {
    if (found.state !== "read" || found.isHtml || found.problems === undefined)
      return inapplicable("The site has no robots.txt.");
    if (found.problems.length === 0) return passed("Each line of robots.txt can be read.");
    const more = found.problemsLeft ?? 0;
    const page = new URL("/robots.txt", baseUrl).href;
    // The target is the text, because inserting a line changes all line numbers below it.
    return found.problems.map(({ line, text, message }, at) =>
      failed(`Line ${line} of robots.txt, "${text}": ${message}`, text, {
        page,
        evidence: { line, text, ...(at === 0 && more > 0 ? { more } : {}) },
      }),
    );
  },
};
