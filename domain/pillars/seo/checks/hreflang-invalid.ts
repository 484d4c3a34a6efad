import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { plural } from "../../../text.ts";
import { targetOf } from "../address.ts";
import type { SeoPage } from "../gathered.ts";
import { hreflangsOf } from "../indexing.ts";
import { capped, onDocument, short } from "../judge.ts";
import { hreflangProblem } from "../languages.ts";
import type { SeoCheck } from "../seoCheck.ts";

export const hreflangInvalid: SeoCheck<SeoPage> = {
  rule: "hreflang-invalid",
  severity: "moderate",
  weight: 4,
  title: "Language versions have valid codes and absolute URLs.",
  fault: "Hreflang link is invalid",
  help: "Use a language (ISO 639-1) with an optional region (ISO 3166-1), or x-default, and an absolute URL.",
  run: onDocument((document, page) => {
    const { finalUrl } = page;
    const hreflangs = hreflangsOf(page);
    const outside = document.hreflangs.length - document.hreflangs.filter(({ inHead }) => inHead).length;
    if (hreflangs.length === 0 && outside > 0)
      return warning(
        `${plural(outside, "language version is", "language versions are")} named outside of the head, where search engines ignore them.`,
        "hreflang outside of the head",
        { severity: "minor", evidence: { outside } },
      );
    if (hreflangs.length === 0) return inapplicable("The page names no language versions.");
    const byLang = new Map<string, string | null>();
    const results = hreflangs.flatMap(({ lang, href, url }) => {
      const target = `hreflang ${short(lang, 30)} ${url === null ? "" : targetOf(url, finalUrl)}`.trim();
      const evidence = { lang: short(lang, 30), href: short(href, 200) };
      const problem = hreflangProblem(lang);
      if (problem !== null) return [failed(`The language code "${short(lang, 30)}" ${problem}.`, target, { evidence })];
      if (url === null || !/^https?:\/\//i.test(href.trim()))
        return [failed(`The URL of the ${lang} version, "${short(href)}", is not absolute.`, target, { evidence })];
      const known = byLang.get(lang.toLowerCase());
      byLang.set(lang.toLowerCase(), url);
      return known !== undefined && known !== url
        ? [
            failed(`There are two different URLs for ${lang}.`, target, {
              evidence: { ...evidence, other: known },
            }),
          ]
        : [];
    });
    return capped(results, passed("All language versions are valid."));
  }),
};
