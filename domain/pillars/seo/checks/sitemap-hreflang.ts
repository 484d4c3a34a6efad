import { type CheckResult, failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { targetOf } from "../address.ts";
import { count, listed } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";
import type { SeoSite, SitePage } from "../site.ts";
import type { VersionProblem } from "../sitemapVersions.ts";

type Told = { lang: string; own: string; other: string; detail: string };

/** Whether a problem of the kind fails, and the end of the sentence after "the entry …". */
const PROBLEMS: Readonly<Record<VersionProblem["kind"], [fails: boolean, say: (told: Told) => string]>> = {
  code: [true, ({ lang, detail }) => `names a version with the language code "${lang}", which ${detail}.`],
  address: [true, ({ lang, other }) => `names the ${lang} version by "${other}", which is not an absolute URL.`],
  double: [true, ({ lang }) => `has two different URLs for ${lang}.`],
  self: [false, () => "names language versions, but not itself among them."],
  return: [
    false,
    ({ lang, other }) => `names the ${lang} version ${other}, whose own entry does not name it in return.`,
  ],
  default: [false, ({ other }) => `names another x-default version than the entry ${other}, which is a version of it.`],
};

export const sitemapHreflang: SeoCheck<SeoSite> = {
  rule: "sitemap-hreflang",
  severity: "moderate",
  weight: 3,
  title: "Language versions in sitemaps are valid and match the pages.",
  fault: "Hreflang in the sitemap is invalid or inconsistent",
  help: "Give each sitemap entry an xhtml:link for every language version, including itself, with valid codes and absolute URLs. List versions in one place only, or the same everywhere.",
  run({ sitemap, pages, baseUrl }) {
    const named = sitemap.versions;
    if (named === undefined || named.entries === 0) return inapplicable("No sitemap names language versions.");
    const conflicts = pages.flatMap((page) => [...conflictsOf(page), ...droppedBy(page)]);
    const problems = named.problems.map((problem, at): CheckResult => {
      const { entry, lang, address, kind, detail, file } = problem;
      const [fails, say] = PROBLEMS[kind];
      const [own, other] = [targetOf(entry, baseUrl), targetOf(address, baseUrl) || address];
      const more = at === named.problems.length - 1 && named.left > 0 ? ` There are ${count(named.left)} more.` : "";
      const message = `In the sitemap ${targetOf(file, baseUrl)} the entry ${own} ${say({ lang, own, other, detail })}${more}`;
      return (fails ? failed : warning)(message, `${own} ${lang}`, { page: file, evidence: { entry, lang, address } });
    });
    return listed([...conflicts, ...problems], passed("The language versions in the sitemaps are consistent."));
  },
};

/** Returns the languages for which the page and the sitemap name different URLs. */
function conflictsOf({ url, finalUrl, hreflangs }: SitePage): CheckResult[] {
  const own = hreflangs.filter(({ source }) => source !== "sitemap");
  return hreflangs.flatMap(({ lang, url: listed, source }) => {
    if (source !== "sitemap") return [];
    const same = own.filter((one) => one.lang.toLowerCase() === lang.toLowerCase());
    const [first] = same;
    return first === undefined || same.some((one) => one.url === listed)
      ? []
      : [
          failed(
            `For ${lang} the page names ${targetOf(first.url, finalUrl)}, but the sitemap ${targetOf(listed, finalUrl)}.`,
            `${lang} ${targetOf(first.url, finalUrl)}`,
            { page: url, evidence: { lang, page: first.url, sitemap: listed }, cause: `${lang} other` },
          ),
        ];
  });
}

/** The page's canonical URL is another language version in the sitemap. If the page lists its versions itself, canonical-elsewhere reports it. */
function droppedBy({ url, finalUrl, canonical, hreflangs }: SitePage): CheckResult[] {
  if (canonical === null || canonical === finalUrl || hreflangs.some(({ source }) => source !== "sitemap")) return [];
  const own = hreflangs.find((one) => one.url === finalUrl);
  const other = hreflangs.find((one) => one.url === canonical && one.lang.toLowerCase() !== own?.lang.toLowerCase());
  return own && other
    ? [
        failed(
          `The canonical URL ${targetOf(canonical, finalUrl)} is the ${other.lang} version of the sitemap; this page is the ${own.lang} one, which search engines drop.`,
          `${own.lang} ${targetOf(finalUrl, finalUrl)}`,
          {
            page: url,
            evidence: { canonical, page: finalUrl, lang: own.lang, canonicalLang: other.lang },
            cause: `${own.lang} dropped`,
          },
        ),
      ]
    : [];
}
