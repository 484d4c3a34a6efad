import { expect } from "chai";
import { OUTCOMES, type Outcome } from "../../../../domain/audit/finding.ts";
import type { SeoPage } from "../../../../domain/pillars/seo/gathered.ts";
import { PAGE_CHECKS } from "../../../../domain/pillars/seo/table.ts";
import { block, type documentOf, HOME, href, image, link, meta, SITE, seoPage, withMeta } from "./samples.ts";

type Case = [outcome: Outcome, name: string, page: SeoPage];

const GONE = seoPage({ status: 404 });
const inside = (change: Parameters<typeof documentOf>[0], page: Partial<SeoPage> = {}) => seoPage(page, change);
const robotsTxt = (allowed: boolean) => ({ ...seoPage().robotsTxt, allowed, line: 3 }) as SeoPage["robotsTxt"];
const crumb = (position: number, patch: object = {}) => ({
  "@type": "ListItem",
  position,
  name: "Home",
  item: `${SITE}/${position}`,
  ...patch,
});
const RATED = { "@type": "AggregateRating", ratingValue: 4.5, reviewCount: 10 };
const hreflang = (lang: string, address: string) => ({ ...href(address), lang });
const PRODUCT = { "@context": "https://schema.org", "@type": "Product", name: "Vase", image: "v.jpg" };
const OFFER = { "@type": "Offer", price: "18.00", priceCurrency: "USD", availability: "InStock" };
const served = (change: Partial<NonNullable<SeoPage["served"]>>) => {
  const base = seoPage().served;
  if (!base) throw new Error("the sample has a head");
  return { served: { ...base, ...change } };
};

const CASES: Record<string, Case[]> = {
  status: [
    ["failed", "not found", GONE],
    ["failed", "a server's error", seoPage({ status: 503, document: null })],
    ["passed", "200", seoPage()],
  ],
  "page-redirects": [
    ["warning", "two in a row", seoPage({ redirects: [1, 2].map(() => ({ status: 301, from: "a", to: "b" })) })],
    ["passed", "one", seoPage({ redirects: [{ status: 301, from: "a", to: "b" }] })],
    ["inapplicable", "none", seoPage()],
  ],
  noindex: [
    ["failed", "meta robots", inside({ metas: [meta("robots", "NoIndex, follow")] })],
    ["failed", "none stands for noindex", inside({ metas: [meta("googlebot", "none")] })],
    ["failed", "the header", seoPage({ robotsHeaders: ["noindex"] })],
    ["failed", "the header for Googlebot", seoPage({ robotsHeaders: ["otherbot: nofollow, googlebot: noindex"] })],
    ["warning", "another robot's", seoPage({ robotsHeaders: ["bingbot: noindex"] })],
    ["failed", "a time that is over", seoPage({ robotsHeaders: ["unavailable_after: 25 Jun 2010 15:00:00 PST, all"] })],
    [
      "failed",
      "with a weekday",
      seoPage({ robotsHeaders: ["googlebot: unavailable_after: Friday, 25-Jun-10 15:00:00 GMT"] }),
    ],
    ["failed", "in a meta element", inside({ metas: [meta("robots", "all, Unavailable_After: 2010-06-25")] })],
    ["warning", "over for another robot", seoPage({ robotsHeaders: ["bingbot: unavailable_after: 2010-06-25"] })],
    ["warning", "no date", seoPage({ robotsHeaders: ["unavailable_after: soon"] })],
    ["passed", "a date is no robot", seoPage({ robotsHeaders: ["unavailable_after: 25 Jun 2030 15:00:00 PST"] })],
    ["passed", "index, follow", inside({ metas: [meta("robots", "index, follow, max-snippet:-1")] })],
    ["inapplicable", "an error page", GONE],
  ],
  "robots-blocked": [
    ["failed", "a Disallow line", seoPage({ robotsTxt: robotsTxt(false) })],
    [
      "review",
      "no answer",
      seoPage({ robotsTxt: { state: "unreachable", status: 503, reason: "It answered 503.", sitemaps: [] } }),
    ],
    ["passed", "allowed", seoPage({ robotsTxt: robotsTxt(true) })],
    ["inapplicable", "no file", seoPage({ robotsTxt: { state: "absent", status: 404, sitemaps: [] } })],
  ],
  "title-missing": [
    ["failed", "none", inside({ titles: [] })],
    ["failed", "empty", inside({ titles: [" \n "] })],
    ["review", "none yet, while the page loads", inside({ titles: [] }, { loaded: false })],
    ["passed", "one", seoPage()],
    ["inapplicable", "no HTML", seoPage({ document: null })],
  ],
  "title-multiple": [
    ["warning", "two", inside({ titles: ["One", "Two"] })],
    ["passed", "one", seoPage()],
    ["inapplicable", "none", inside({ titles: [] })],
  ],
  "title-length": [
    ["warning", "long", inside({ titles: ["a".repeat(92)] })],
    ["warning", "short", inside({ titles: ["Home"] })],
    ["passed", "60 signs of two units each", inside({ titles: ["😀".repeat(60)] })],
    ["inapplicable", "none", inside({ titles: [""] })],
  ],
  "description-missing": [
    ["failed", "none", withMeta("description", null)],
    ["failed", "empty", withMeta("description", "  ")],
    ["passed", "one", seoPage()],
    ["inapplicable", "an error page", GONE],
  ],
  "description-length": [
    ["warning", "long", withMeta("description", "a".repeat(161))],
    ["warning", "short", withMeta("description", "Vases")],
    ["passed", "right", seoPage()],
    ["inapplicable", "none", withMeta("description", null)],
  ],
  "canonical-missing": [
    ["warning", "none", inside({ canonicals: [] })],
    ["passed", "a header", inside({ canonicals: [] }, { headerCanonicals: [HOME] })],
    ["inapplicable", "in the body alone", inside({ canonicals: [href(HOME, false)] })],
    ["inapplicable", "noindex", inside({ canonicals: [], metas: [meta("robots", "noindex")] })],
  ],
  "canonical-multiple": [
    ["failed", "two that differ", inside({ canonicals: [href(HOME), href(`${SITE}/bowls`)] })],
    ["failed", "a header that differs", inside({}, { headerCanonicals: ["/bowls"] })],
    ["warning", "the same twice", inside({ canonicals: [href(HOME), href(HOME)] })],
    [
      "warning",
      "the same, written differently",
      inside({ canonicals: [href(HOME), href("https://SHOP.example:443/vases")] }),
    ],
    ["passed", "a header that agrees", inside({}, { headerCanonicals: ["/vases"] })],
    ["passed", "another one in the body", inside({ canonicals: [href(HOME), href(`${SITE}/bowls`, false)] })],
    ["passed", "one", seoPage()],
    ["inapplicable", "none", inside({ canonicals: [] })],
  ],
  "canonical-invalid": [
    ["failed", "in the body", inside({ canonicals: [href(HOME, false)] })],
    ["failed", "no address", inside({ canonicals: [{ href: "javascript:", url: null, inHead: true }] })],
    ["failed", "no address in a header", inside({ canonicals: [] }, { headerCanonicals: ["https:// shop.example"] })],
    ["warning", "relative", inside({ canonicals: [href("/vases")] })],
    ["warning", "relative in a header", inside({ canonicals: [] }, { headerCanonicals: ["/vases"] })],
    ["passed", "one in the body beside it", inside({ canonicals: [href(HOME), href("/x", false)] })],
    ["passed", "absolute", seoPage()],
    ["inapplicable", "none", inside({ canonicals: [] })],
  ],
  "canonical-elsewhere": [
    [
      "failed",
      "another language",
      inside({
        canonicals: [href(`${SITE}/de/vasen`)],
        hreflangs: [hreflang("en", HOME), hreflang("de", `${SITE}/de/vasen`)],
      }),
    ],
    [
      "failed",
      "another language of the header",
      inside(
        { canonicals: [href(`${SITE}/de/vasen`)], hreflangs: [hreflang("en", HOME)] },
        { headerHreflangs: [hreflang("de", `${SITE}/de/vasen`)] },
      ),
    ],
    ["warning", "the home page", inside({ canonicals: [href(`${SITE}/`)] })],
    ["warning", "the home page, of a header", inside({ canonicals: [] }, { headerCanonicals: ["/"] })],
    ["passed", "of an index file", inside({ canonicals: [href(`${SITE}/`)] }, { finalUrl: `${SITE}/index.html` })],
    ["passed", "of a language's root", inside({ canonicals: [href(`${SITE}/`)] }, { finalUrl: `${SITE}/en/` })],
    ["passed", "another site's root", inside({ canonicals: [href("https://other.example/")] })],
    ["passed", "a similar page", inside({ canonicals: [href(`${SITE}/vases/all`)] })],
    [
      "passed",
      "a language version outside of the head",
      inside({
        canonicals: [href(`${SITE}/de/vasen`)],
        hreflangs: [hreflang("en", HOME), { ...hreflang("de", `${SITE}/de/vasen`), inHead: false }],
      }),
    ],
    ["passed", "its own", seoPage()],
    ["inapplicable", "none", inside({ canonicals: [] })],
  ],
  h1: [
    ["failed", "none", inside({ headings: [{ level: 2, text: "Vases" }] })],
    ["failed", "without text", inside({ headings: [{ level: 1, text: "" }] })],
    ["warning", "two", inside({ headings: [1, 1].map((level) => ({ level, text: "Vases" })) })],
    ["passed", "one", seoPage()],
    ["inapplicable", "an error page", GONE],
  ],
  "heading-order": [
    ["failed", "h4 after h1", inside({ headings: [1, 4].map((level) => ({ level, text: "Orders" })) })],
    ["passed", "up by several levels", inside({ headings: [1, 2, 3, 4, 2].map((level) => ({ level, text: "x" })) })],
    ["inapplicable", "one heading", inside({ headings: [{ level: 3, text: "x" }] })],
  ],
  lang: [
    ["failed", "none", inside({ lang: null })],
    ["failed", "unknown", inside({ lang: "english" })],
    ["failed", "underscore", inside({ lang: "en_US" })],
    ["passed", "with script and region", inside({ lang: "zh-Hant-TW" })],
    ["passed", "a language of few speakers", inside({ lang: "lld" })],
    ["inapplicable", "an error page", GONE],
  ],
  viewport: [
    ["failed", "none", withMeta("viewport", null)],
    ["warning", "of a fixed width", withMeta("viewport", "width=1024")],
    ["passed", "of the device", seoPage()],
    ["inapplicable", "no HTML", seoPage({ document: null })],
  ],
  "hreflang-invalid": [
    ["failed", "UK is not GB", inside({ hreflangs: [hreflang("en-UK", HOME)] })],
    ["failed", "no country", inside({ hreflangs: [hreflang("en-EU", HOME)] })],
    ["failed", "three letters for two", inside({ hreflangs: [hreflang("eng-US", HOME)] })],
    ["failed", "underscore", inside({ hreflangs: [hreflang("en_GB", HOME)] })],
    ["failed", "no language", inside({ hreflangs: [hreflang("qq", HOME)] })],
    ["failed", "relative", inside({ hreflangs: [hreflang("de", "/de")] })],
    ["failed", "in a header", seoPage({ headerHreflangs: [hreflang("en_GB", HOME)] })],
    ["warning", "outside of the head", inside({ hreflangs: [{ ...hreflang("en_GB", HOME), inHead: false }] })],
    [
      "passed",
      "some outside of the head",
      inside({ hreflangs: [hreflang("de", HOME), { ...hreflang("qq", HOME), inHead: false }] }),
    ],
    ["failed", "two for one", inside({ hreflangs: [hreflang("de", `${SITE}/a`), hreflang("DE", `${SITE}/b`)] })],
    [
      "passed",
      "valid ones",
      inside({ hreflangs: ["x-default", "en-GB", "zh-Hant", "es-419"].map((lang) => hreflang(lang, HOME)) }),
    ],
    ["inapplicable", "none", seoPage()],
  ],
  "hreflang-self": [
    ["warning", "not there", inside({ hreflangs: [hreflang("de", `${SITE}/de`)] })],
    ["passed", "there", inside({ hreflangs: [hreflang("en", HOME)] })],
    ["passed", "there in a header", seoPage({ headerHreflangs: [hreflang("en", HOME)] })],
    ["inapplicable", "none", seoPage()],
  ],
  "json-ld-invalid": [
    ["failed", "a comma too many", inside({ jsonLd: [block('{"@type":"Organization",}')] })],
    ["failed", "empty", inside({ jsonLd: [block(" ")] })],
    ["review", "cut", inside({ jsonLd: [{ text: '{"a":', truncated: true }] })],
    ["passed", "fine", inside({ jsonLd: [block({ "@type": "Thing" })] })],
    ["inapplicable", "none", seoPage()],
  ],
  "json-ld-properties": [
    ["failed", "a product that nobody sells", inside({ jsonLd: [block(PRODUCT)] })],
    [
      "failed",
      "an offer without a price",
      inside({ jsonLd: [block({ ...PRODUCT, offers: [OFFER, { "@type": "Offer" }] })] }),
    ],
    ["failed", "in a graph", inside({ jsonLd: [block({ "@graph": [{ "@type": "FAQPage" }] })] })],
    ["failed", "a recipe without a picture", inside({ jsonLd: [block({ "@type": "Recipe", name: "Soup" })] })],
    ["failed", "an event nowhere", inside({ jsonLd: [block({ "@type": "Event", name: "Fair", startDate: "2030" })] })],
    ["failed", "a shop without an address", inside({ jsonLd: [block({ "@type": "LocalBusiness", name: "Shop" })] })],
    [
      "failed",
      "a question of a Q&A page without its count",
      inside({
        jsonLd: [
          block({
            "@type": "QAPage",
            mainEntity: { "@type": "Question", name: "Why?", acceptedAnswer: { text: "So." } },
          }),
        ],
      }),
    ],
    [
      "failed",
      "a product in a list",
      inside({
        jsonLd: [
          block({
            "@type": "ItemList",
            itemListElement: [
              { "@type": "ListItem", position: 1, item: { "@type": ["Product"], name: "Vase", image: "v.jpg" } },
            ],
          }),
        ],
      }),
    ],
    [
      "failed",
      "a shop of a narrower type",
      inside({ jsonLd: [block({ "@type": "https://schema.org/Bakery", name: "Bread" })] }),
    ],
    [
      "failed",
      "a profile of nobody",
      inside({ jsonLd: [block({ "@type": "ProfilePage", mainEntity: { "@type": "Person" } })] }),
    ],
    ["warning", "an article needs nothing, and gains from all", inside({ jsonLd: [block({ "@type": "Article" })] })],
    ["warning", "an organization needs nothing either", inside({ jsonLd: [block({ "@type": ["Organization"] })] })],
    [
      "passed",
      "a question of an FAQ page",
      inside({
        jsonLd: [
          block({
            "@type": "FAQPage",
            mainEntity: [{ "@type": "Question", name: "Why?", acceptedAnswer: { text: "So." } }],
          }),
        ],
      }),
    ],
    [
      "passed",
      "one of several places",
      inside({
        jsonLd: [
          block({
            "@type": "MusicEvent",
            name: "Fair",
            startDate: "2030",
            endDate: "2030",
            image: "f.jpg",
            location: [{ "@type": "Place", address: "Main St" }, "Online"],
          }),
        ],
      }),
    ],
    ["inapplicable", "a person by itself", inside({ jsonLd: [block({ "@type": "Person" })] })],
    ["warning", "an article of nobody", inside({ jsonLd: [block({ "@type": "BlogPosting", headline: "A" })] })],
    ["passed", "complete", inside({ jsonLd: [block([{ ...PRODUCT, offers: OFFER }])] })],
    [
      "passed",
      "breadcrumbs",
      inside({
        jsonLd: [
          block({
            "@type": "BreadcrumbList",
            itemListElement: [{ "@type": "ListItem", position: 1, item: { "@id": HOME, name: "Home" } }],
          }),
        ],
      }),
    ],
    [
      "failed",
      "a breadcrumb without a name",
      inside({ jsonLd: [block({ "@type": "BreadcrumbList", itemListElement: [crumb(1, { name: undefined })] })] }),
    ],
    [
      "failed",
      "a breadcrumb that leads nowhere before the last",
      inside({
        jsonLd: [block({ "@type": "BreadcrumbList", itemListElement: [crumb(1, { item: undefined }), crumb(2)] })],
      }),
    ],
    [
      "passed",
      "a last breadcrumb that leads nowhere, written first",
      inside({
        jsonLd: [block({ "@type": "BreadcrumbList", itemListElement: [crumb(2, { item: undefined }), crumb(1)] })],
      }),
    ],
    ["failed", "a rating of nothing", inside({ jsonLd: [block(RATED)] })],
    ["passed", "a rating that another item may refer to", inside({ jsonLd: [block({ ...RATED, "@id": "#rating" })] })],
    [
      "failed",
      "a product of a page",
      inside({ jsonLd: [block({ "@type": "WebPage", mainEntity: { "@type": "Product" } })] }),
    ],
    ["inapplicable", "a reference", inside({ jsonLd: [block({ "@type": "Product", "@id": "#vase" })] })],
    ["inapplicable", "a type of no rule", inside({ jsonLd: [block({ "@type": "constructor" })] })],
  ],
  "open-graph-missing": [
    ["failed", "none", inside({ metas: [] })],
    ["warning", "some", withMeta("og:image", null)],
    ["passed", "all", seoPage()],
    ["inapplicable", "an error page", GONE],
  ],
  "open-graph-image": [
    ["warning", "relative", withMeta("og:image", "/share.jpg")],
    ["passed", "absolute", seoPage()],
    ["inapplicable", "none", withMeta("og:image", null)],
  ],
  "twitter-card": [
    ["failed", "an unknown kind", withMeta("twitter:card", "huge")],
    ["warning", "none", withMeta("twitter:card", null)],
    ["passed", "a known kind", seoPage()],
    ["inapplicable", "an error page", GONE],
  ],
  "image-alt": [
    ["failed", "without", inside({ images: [image(), image({ alt: null })] })],
    ["passed", "a decoration", inside({ images: [image({ alt: "" })] })],
    ["inapplicable", "only hidden ones", inside({ images: [image({ alt: null, ignorable: true })] })],
  ],
  "link-text": [
    ["failed", "no text", inside({ links: [link({ name: "" })] })],
    ["warning", "an empty word", inside({ links: [link({ name: "Read more …" })] })],
    ["warning", "an empty word of its own language", inside({ links: [link({ name: "Weiterlesen »", lang: "de" })] })],
    ["warning", "an empty word of the page's language", inside({ lang: "fr-CA", links: [link({ name: "ici" })] })],
    ["warning", "its own address", inside({ links: [link({ name: `${SITE}/about` })] })],
    [
      "passed",
      "another site's address",
      inside({ links: [link({ name: "https://b.test/", url: "https://b.test/" })] }),
    ],
    ["passed", "a word of another language", inside({ links: [link({ name: "Das" })] })],
    ["passed", "on the page itself", inside({ links: [link({ name: "here", href: "#size", url: HOME })] })],
    ["passed", "not to be followed", inside({ links: [link({ name: "here", rel: "noopener nofollow" })] })],
    ["passed", "telling", seoPage()],
    ["inapplicable", "none that is shown", inside({ links: [link({ name: "", rendered: false })] })],
  ],
  "link-crawlable": [
    ["failed", "a script", inside({ links: [link({ href: "javascript:", url: null })] })],
    ["failed", "a handler alone", inside({ links: [link({ href: null, url: null, scripted: true })] })],
    [
      "failed",
      "a link's attributes without an address",
      inside({ links: [link({ href: null, url: null, unaddressed: true })] }),
    ],
    ["failed", "a file", inside({ links: [link({ href: "file:", url: null })] })],
    ["failed", "no address", inside({ links: [link({ href: "https://", url: null })] })],
    [
      "failed",
      "no address of another scheme",
      inside({ links: [link({ href: "ftp:", url: null, unreadable: true })] }),
    ],
    ["failed", "a blank in a script's scheme", inside({ links: [link({ href: "javascript :void(0)" })] })],
    ["passed", "a colon in a path", inside({ links: [link({ href: "category :all" })] })],
    ["passed", "a placeholder", inside({ links: [link({ href: null, url: null })] })],
    ["passed", "empty, the page itself", inside({ links: [link({ href: "", url: null })] })],
    ["passed", "addresses", inside({ links: [link(), link({ href: "mailto:", url: null })] })],
    ["inapplicable", "a button", inside({ links: [link({ href: "javascript:", url: null, role: "button" })] })],
  ],
  charset: [
    ["warning", "none", inside({ charset: "windows-1252", charsetDeclared: false })],
    ["warning", "another", inside({ charset: "windows-1252" })],
    ["passed", "UTF-8", seoPage()],
    ["inapplicable", "an error page", GONE],
  ],
  favicon: [
    ["warning", "none", inside({ hasIcon: false })],
    ["passed", "one", seoPage()],
    ["inapplicable", "an error page", GONE],
  ],
  "meta-refresh": [
    ["warning", "elsewhere", inside({ refresh: "0; url=/bowls" })],
    ["passed", "itself", inside({ refresh: "300" })],
    ["inapplicable", "none", seoPage()],
  ],
  "served-head": [
    ["warning", "a title of scripts", seoPage(served({ title: "" }))],
    ["warning", "a canonical of scripts", seoPage(served({ canonicals: [] }))],
    ["warning", "noindex taken away", seoPage(served({ robotMetas: [meta("robots", "noindex")] }))],
    ["warning", "noindex for Google taken away", seoPage(served({ robotMetas: [meta("googlebot", "noindex")] }))],
    ["warning", "noindex for Google added", inside({ metas: [meta("googlebot", "noindex")] })],
    ["passed", "another robot's", seoPage(served({ robotMetas: [meta("bingbot", "noindex")] }))],
    ["passed", "the same", seoPage()],
    ["passed", "a title that was not decoded", seoPage(served({ title: null }))],
    ["inapplicable", "not read", seoPage({ served: null, servedReason: "It was not read." })],
  ],
};

/** Every gathered page has a status. */
const ALWAYS_APPLIES = ["status"];

describe("SEO rules of a page", () => {
  for (const check of PAGE_CHECKS)
    describe(check.rule, () => {
      const cases = CASES[check.rule] ?? [];
      it("has a case of each kind", () => {
        const outcomes = new Set(cases.map(([outcome]) => outcome));
        expect(outcomes.has("failed") || outcomes.has("warning")).to.equal(true);
        expect(outcomes.has("passed")).to.equal(true);
        expect(outcomes.has("inapplicable")).to.equal(!ALWAYS_APPLIES.includes(check.rule));
      });
      for (const [outcome, name, page] of cases)
        it(`${outcome}: ${name}`, () => {
          const results = [check.run(page)].flat();
          expect(results[0]?.outcome).to.equal(outcome);
          const milder = OUTCOMES.slice(OUTCOMES.indexOf(outcome));
          expect(milder).to.include.members(results.map((result) => result.outcome));
          expect(results[0]?.message).to.match(/^.+\.$/s);
        });
    });

  it("have no cases of rules that are not there", () => {
    expect(Object.keys(CASES).sort()).to.deep.equal(PAGE_CHECKS.map(({ rule }) => rule).sort());
  });

  it("hold nothing against the sample page", () => {
    const outcomes = PAGE_CHECKS.flatMap((check) => [check.run(seoPage())].flat().map(({ outcome }) => outcome));
    expect(outcomes).to.include("passed").and.not.include.members(["failed"]);
    expect(outcomes).to.not.include("warning");
  });

  it("say how many more there are of what one page has by the thousand", () => {
    const many = Array.from({ length: 3_000 }, (_, index) => image({ src: `${SITE}/${index}.webp`, alt: null }));
    const check = PAGE_CHECKS.find(({ rule }) => rule === "image-alt");
    const results = [check?.run(inside({ images: many })) ?? []].flat();
    expect(results).to.have.length(20);
    expect(results.at(-1)?.message).to.equal(
      "The image /19.webp has no alt attribute. There are 2,980 more of this kind.",
    );
    expect(results.at(-1)?.evidence).to.include({ elements: 3_000, further: 2_980 });
  });

  for (const [header, who] of [
    ["noindex", "search engines leave"],
    ["googlebot: noindex", "Google leaves"],
  ])
    it(`say who leaves the page out by "${header}"`, () => {
      const check = PAGE_CHECKS.find(({ rule }) => rule === "noindex");
      const [result] = [check?.run(seoPage({ robotsHeaders: [header ?? ""] })) ?? []].flat();
      expect(result?.message).to.equal(`The X-Robots-Tag header is noindex, so ${who} the page out.`);
    });

  it("note what would fail if it is still there when the page has loaded", () => {
    const check = PAGE_CHECKS.find(({ rule }) => rule === "title-missing");
    const unsure = (loaded: boolean) => [check?.run(inside({ titles: [] }, { loaded })) ?? []].flat()[0]?.unsure;
    expect([unsure(false), unsure(true)]).to.deep.equal([true, undefined]);
  });

  it("give figures in whole sentences", () => {
    const check = PAGE_CHECKS.find(({ rule }) => rule === "title-length");
    const [result] = [check?.run(inside({ titles: ["a".repeat(92)] })) ?? []].flat();
    expect(result?.message).to.equal("The title has 92 characters; results show about 60.");
  });
});
