import { failed, inapplicable, passed, warning } from "../../../audit/finding.ts";
import { originOf, targetOf } from "../address.ts";
import type { SeoPage } from "../gathered.ts";
import { canonicalOf, hreflangsOf } from "../indexing.ts";
import { onDocument } from "../judge.ts";
import type { SeoCheck } from "../seoCheck.ts";

/** Paths under which servers also serve a home page. */
const HOME = /^\/(?:(?:index|default|home|start|main)(?:\.[a-z]{2,5})?\/?|[a-z]{2}(?:[-_][a-z]{2})?\/?)$/i;

export const canonicalElsewhere: SeoCheck<SeoPage> = {
  rule: "canonical-elsewhere",
  severity: "moderate",
  weight: 4,
  title: "The canonical URL is the page's own, not the home page or another language.",
  fault: "Canonical URL points to a different page",
  help: "Use the URL of this page, or of the page with the same content. Each language version is its own canonical URL; list the others with hreflang.",
  run: onDocument((_document, page) => {
    const canonical = canonicalOf(page);
    if (canonical === null) return inapplicable("The page has no canonical URL that counts.");
    const { finalUrl } = page;
    if (canonical === finalUrl) return passed("The canonical URL is the page's own.");
    const evidence = { canonical, page: finalUrl };
    const versions = hreflangsOf(page);
    const own = versions.find(({ url }) => url === finalUrl);
    const other = versions.find(({ url, lang }) => url === canonical && lang.toLowerCase() !== own?.lang.toLowerCase());
    if (own && other)
      return failed(
        `The canonical URL ${targetOf(canonical, finalUrl)} is the ${other.lang.slice(0, 20)} version; this page is the ${own.lang.slice(0, 20)} one, which search engines drop.`,
        "",
        { evidence: { ...evidence, lang: own.lang.slice(0, 20), canonicalLang: other.lang.slice(0, 20) } },
      );
    const [from, to] = [new URL(finalUrl), new URL(canonical)];
    return originOf(canonical) === originOf(finalUrl) &&
      to.pathname === "/" &&
      to.search === "" &&
      from.pathname !== "/" &&
      !HOME.test(from.pathname)
      ? warning("The canonical URL is the home page, so search engines drop this page for it.", "", { evidence })
      : passed("The canonical URL is neither the home page nor another language.");
  }),
};
