// A page and a site without any defect, for tests to change.
import type { SeoDocument, SeoImage, SeoLink, SeoPage } from "../../../../domain/pillars/seo/gathered.ts";
import type { Probe, SeoSite, SiteLink, SitePage } from "../../../../domain/pillars/seo/site.ts";

export const SITE = "https://shop.example";
export const HOME = `${SITE}/vases`;

export const meta = (name: string, content: string) => ({ name, content, inHead: true });
export const href = (address: string, inHead = true) => ({
  href: address,
  url: URL.parse(address, HOME)?.href ?? null,
  inHead,
});
export const link = (change: Partial<SeoLink> = {}): SeoLink => ({
  href: "/about",
  url: `${SITE}/about`,
  name: "About us",
  rel: "",
  rendered: true,
  scripted: false,
  role: "",
  ...change,
});
export const image = (change: Partial<SeoImage> = {}): SeoImage => ({
  src: `${SITE}/vase.webp`,
  alt: "A vase",
  ignorable: false,
  ...change,
});
export const block = (value: unknown) => ({
  text: typeof value === "string" ? value : JSON.stringify(value),
  truncated: false,
});

export function documentOf(change: Partial<SeoDocument> = {}): SeoDocument {
  return {
    titles: ["Vases from our workshop | Shop"],
    metas: [
      meta("description", "Hand-thrown vases of stoneware, each one with the name of the person who made it."),
      meta("viewport", "width=device-width, initial-scale=1"),
      meta("og:title", "Vases"),
      meta("og:type", "website"),
      meta("og:image", `${SITE}/share.jpg`),
      meta("og:url", HOME),
      meta("twitter:card", "summary"),
    ],
    canonicals: [href(HOME)],
    hreflangs: [],
    headings: [
      { level: 1, text: "Vases" },
      { level: 2, text: "Large" },
      { level: 3, text: "Blue" },
      { level: 2, text: "Small" },
    ],
    lang: "en",
    jsonLd: [],
    images: [image()],
    links: [link()],
    refresh: "",
    charset: "UTF-8",
    charsetDeclared: true,
    hasIcon: true,
    counts: { headings: 4, images: 1, links: 1, jsonLd: 0, hreflangs: 0 },
    ...change,
  };
}

export function seoPage(change: Partial<SeoPage> = {}, inDocument: Partial<SeoDocument> = {}): SeoPage {
  return {
    at: "2026-10-01T12:00:00.000Z",
    asked: HOME,
    finalUrl: HOME,
    status: 200,
    loaded: true,
    redirects: [],
    contentType: "text/html; charset=utf-8",
    robotsHeaders: [],
    headerCanonicals: [],
    robotsTxt: { state: "read", allowed: true, line: null, sitemaps: [], truncated: false, isHtml: false },
    document: documentOf(inDocument),
    served: {
      title: "Vases from our workshop | Shop",
      titleCount: 1,
      canonicals: [HOME],
      robotMetas: [],
      hreflangs: [],
    },
    servedReason: "",
    ...change,
  };
}

/** A good page whose metas of this name are replaced; null removes them. */
export function withMeta(name: string, content: string | null): SeoPage {
  const others = documentOf().metas.filter((one) => one.name !== name);
  return seoPage({}, { metas: content === null ? others : [...others, meta(name, content)] });
}

export const sitePage = (path: string, change: Partial<SitePage> = {}): SitePage => ({
  url: `${SITE}${path}`,
  finalUrl: `${SITE}${path}`,
  status: 200,
  indexable: true,
  title: `Title of ${path}`,
  description: `Description of ${path}`,
  canonical: null,
  hreflangs: [],
  ...change,
});

type Answered = Extract<Probe, { state: "answered" }>;
export const answered = (status: number, change: Partial<Answered> = {}): Probe => ({
  state: "answered",
  status,
  finalUrl: SITE,
  redirects: [],
  noindex: false,
  canonical: null,
  hreflangs: null,
  ...change,
});
export const hops = (number: number) =>
  Array.from({ length: number }, (_, index) => ({ status: 301, from: `${SITE}/${index}`, to: `${SITE}/${index + 1}` }));
export const siteLink = (url: string, change: Partial<SiteLink> = {}): SiteLink => ({
  url,
  own: url.startsWith(SITE),
  page: HOME,
  pages: 1,
  alsoOn: [],
  text: "A link",
  ...change,
});

export function seoSite(change: Partial<SeoSite> = {}, probes: Record<string, Probe> = {}): SeoSite {
  return {
    baseUrl: SITE,
    pages: [],
    links: [],
    sitemap: { files: [], own: 0, foreign: [], asked: [], listed: [], complete: true },
    robotsTxt: seoPage().robotsTxt,
    probes: Object.entries(probes),
    notChecked: [],
    ...change,
  };
}
