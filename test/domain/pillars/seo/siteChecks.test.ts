import { expect } from "chai";
import type { Outcome } from "../../../../domain/audit/finding.ts";
import type { Probe, SeoSite, SitemapFile } from "../../../../domain/pillars/seo/site.ts";
import type { VersionProblem } from "../../../../domain/pillars/seo/sitemapVersions.ts";
import { SITE_CHECKS } from "../../../../domain/pillars/seo/table.ts";
import { answered, hops, SITE, seoSite, siteLink, sitePage } from "./samples.ts";

type Case = [outcome: Outcome, name: string, site: SeoSite];

const withProblems = (problems: { line: number; text: string; message: string }[]) =>
  ({ ...seoSite().robotsTxt, problems }) as SeoSite["robotsTxt"];
const file = (change: Partial<SitemapFile> = {}): SitemapFile => ({
  url: `${SITE}/sitemap.xml`,
  state: "read",
  reason: "",
  entries: 1,
  badEntries: 0,
  truncated: false,
  named: true,
  ...change,
});
const sitemap = (change: Partial<SeoSite["sitemap"]> = {}) => ({
  ...seoSite().sitemap,
  files: [file()],
  own: 1,
  ...change,
});
const A = `${SITE}/a`;
const B = `${SITE}/b`;
const FOREIGN = "https://other.example/page";
const failedProbe: Probe = { state: "failed", kind: "dns", reason: "no such host", redirects: [] };
const pointing = (probe?: Probe) =>
  seoSite({ pages: [sitePage("/a", { canonical: B })] }, probe === undefined ? {} : { [B]: probe });
const linking = (url: string, probe: Probe) => seoSite({ links: [siteLink(url)] }, { [url]: probe });
const listing = (probe: Probe) =>
  seoSite({ sitemap: sitemap({ asked: [{ url: A, file: file().url }] }) }, { [A]: probe });
const translated = (probe: Probe) =>
  seoSite({ pages: [sitePage("/a", { hreflangs: [A, B].map((url) => ({ lang: "de", url })) })] }, { [B]: probe });
const versions = (problems: VersionProblem[] = [], left = 0) =>
  sitemap({ versions: { entries: 2, problems, left, complete: true } });
const problem = (kind: VersionProblem["kind"], change: Partial<VersionProblem> = {}): VersionProblem => ({
  file: file().url,
  entry: A,
  lang: "de",
  address: B,
  kind,
  detail: "",
  ...change,
});
/** A page that names B for German, but whose sitemap entry names another address. */
const twoSources = (lang: string, listed: string) =>
  seoSite({
    sitemap: versions(),
    pages: [
      sitePage("/a", {
        hreflangs: [
          { lang: "de", url: B },
          { lang, url: listed, source: "sitemap" },
        ],
      }),
    ],
  });
/** The German page B, whose versions are listed in the sitemap. */
const listedVersions = (canonical: string) =>
  seoSite({
    sitemap: versions(),
    pages: [
      sitePage("/b", {
        canonical,
        hreflangs: [
          { lang: "en", url: A, source: "sitemap" },
          { lang: "de", url: B, source: "sitemap" },
        ],
      }),
    ],
  });
/** Two audited pages that name each other, each with its own default. */
const defaults = (ofA: string, ofB: string) => {
  const list = (xDefault: string) => [
    { lang: "en", url: A },
    { lang: "de", url: B },
    { lang: "x-default", url: xDefault },
  ];
  return seoSite(
    { pages: [sitePage("/a", { hreflangs: list(ofA) }), sitePage("/b", { hreflangs: list(ofB) })] },
    { [A]: answered(200, { hreflangs: [A, B, ofA] }), [B]: answered(200, { hreflangs: [A, B, ofB] }) },
  );
};
const same = (what: "title" | "description") => [
  sitePage("/a", { [what]: "Vases" }),
  sitePage("/b", { [what]: "vases" }),
];

const CASES: Record<string, Case[]> = {
  "title-duplicate": [
    ["failed", "two pages", seoSite({ pages: same("title") })],
    ["passed", "none", seoSite({ pages: [sitePage("/a"), sitePage("/b")] })],
    [
      "inapplicable",
      "two addresses of one page",
      seoSite({
        pages: [sitePage("/a", { title: "V", canonical: A }), sitePage("/a?x=1", { title: "V", canonical: A })],
      }),
    ],
    ["inapplicable", "noindex", seoSite({ pages: same("title").map((page) => ({ ...page, indexable: false })) })],
  ],
  "description-duplicate": [
    ["failed", "two pages", seoSite({ pages: same("description") })],
    ["passed", "none", seoSite({ pages: [sitePage("/a"), sitePage("/b")] })],
    ["inapplicable", "one page", seoSite({ pages: [sitePage("/a")] })],
  ],
  "canonical-broken": [
    ["failed", "not found", pointing(answered(404))],
    ["failed", "redirected", pointing(answered(200, { redirects: hops(1) }))],
    ["failed", "noindex", pointing(answered(200, { noindex: true }))],
    ["failed", "a circle", pointing({ state: "endless", loop: true, redirects: hops(2) })],
    ["warning", "names another one", pointing(answered(200, { canonical: `${SITE}/c` }))],
    ["review", "a refusal", pointing(answered(403))],
    ["passed", "there", pointing(answered(200, { canonical: B }))],
    ["passed", "itself", seoSite({ pages: [sitePage("/a", { canonical: A })] })],
    ["inapplicable", "none", seoSite({ pages: [sitePage("/a")] })],
  ],
  "hreflang-reciprocity": [
    ["failed", "not in return", translated(answered(200, { hreflangs: [B] }))],
    ["failed", "not there", translated(answered(410))],
    ["warning", "no list", translated(answered(200, { hreflangs: [] }))],
    ["review", "a refusal", translated(answered(429))],
    ["warning", "another default", defaults(A, B)],
    ["passed", "the same default", defaults(B, B)],
    ["passed", "in return", translated(answered(200, { hreflangs: [A, B] }))],
    ["inapplicable", "none", seoSite({ pages: [sitePage("/a")] })],
  ],
  "sitemap-hreflang": [
    ["failed", "a code", seoSite({ sitemap: versions([problem("code", { detail: "is none" })]) })],
    ["failed", "a relative address", seoSite({ sitemap: versions([problem("address", { address: "/b" })]) })],
    ["failed", "two addresses of one language", seoSite({ sitemap: versions([problem("double")], 7) })],
    ["warning", "not itself", seoSite({ sitemap: versions([problem("self")]) })],
    ["warning", "not in return", seoSite({ sitemap: versions([problem("return")]) })],
    ["warning", "two defaults", seoSite({ sitemap: versions([problem("default", { detail: FOREIGN })]) })],
    ["failed", "another address than the page names", twoSources("DE", `${SITE}/c`)],
    ["failed", "a canonical address of another language", listedVersions(A)],
    ["passed", "a canonical address of its own", listedVersions(B)],
    ["passed", "the same as the page", twoSources("de", B)],
    ["passed", "more languages than the page names", twoSources("fr", `${SITE}/c`)],
    ["inapplicable", "none", seoSite({ sitemap: sitemap() })],
  ],
  "link-broken": [
    ["failed", "not found", linking(A, answered(404))],
    ["failed", "a server's error", linking(A, answered(500))],
    ["failed", "a circle", linking(A, { state: "endless", loop: true, redirects: hops(2) })],
    ["failed", "no answer", linking(A, failedProbe)],
    ["failed", "gone elsewhere", linking(FOREIGN, answered(410))],
    ["review", "own, signed in only", linking(A, answered(401))],
    ["review", "elsewhere, a refusal", linking(FOREIGN, answered(403))],
    ["review", "elsewhere, too many", linking(FOREIGN, answered(429))],
    ["review", "elsewhere, 999", linking(FOREIGN, answered(999))],
    ["review", "elsewhere, a server's error", linking(FOREIGN, answered(503))],
    ["review", "elsewhere, no answer", linking(FOREIGN, failedProbe)],
    ["review", "an address that may not be visited", linking(A, { ...failedProbe, kind: "address_refused" })],
    ["passed", "there", linking(A, answered(200))],
    ["inapplicable", "no time to ask", linking(A, { state: "not_checked" })],
  ],
  "link-redirect": [
    ["warning", "a chain", linking(A, answered(200, { redirects: hops(3) }))],
    ["passed", "one", linking(A, answered(200, { redirects: hops(1) }))],
    ["inapplicable", "none", linking(A, answered(200))],
    ["inapplicable", "elsewhere", linking(FOREIGN, answered(200, { redirects: hops(3) }))],
  ],
  "robots-txt": [
    [
      "failed",
      "a server's error",
      seoSite({ robotsTxt: { state: "unreachable", status: 500, reason: "It answered 500.", sitemaps: [] } }),
    ],
    [
      "review",
      "no answer",
      seoSite({ robotsTxt: { state: "unreachable", status: null, reason: "No answer.", sitemaps: [] } }),
    ],
    ["warning", "HTML", seoSite({ robotsTxt: { ...seoSite().robotsTxt, isHtml: true } as SeoSite["robotsTxt"] })],
    [
      "warning",
      "too large",
      seoSite({ robotsTxt: { ...seoSite().robotsTxt, truncated: true } as SeoSite["robotsTxt"] }),
    ],
    ["passed", "fine", seoSite()],
    ["inapplicable", "none", seoSite({ robotsTxt: { state: "absent", status: 404, sitemaps: [] } })],
  ],
  "robots-txt-lines": [
    [
      "failed",
      "a line that means nothing",
      seoSite({ robotsTxt: withProblems([{ line: 3, text: "Forbid: /x", message: "No." }]) }),
    ],
    ["passed", "none", seoSite({ robotsTxt: withProblems([]) })],
    ["inapplicable", "not asked", seoSite()],
    ["inapplicable", "no file", seoSite({ robotsTxt: { state: "absent", status: 404, sitemaps: [] } })],
  ],
  "sitemap-missing": [
    ["warning", "none", seoSite({ sitemap: sitemap({ files: [file({ state: "missing", named: false })] }) })],
    ["passed", "one", seoSite({ sitemap: sitemap() })],
  ],
  "sitemap-invalid": [
    ["failed", "no XML", seoSite({ sitemap: sitemap({ files: [file({ state: "invalid", reason: "Line 1." })] }) })],
    [
      "failed",
      "named and not there",
      seoSite({ sitemap: sitemap({ files: [file({ state: "missing", reason: "404." })] }) }),
    ],
    ["failed", "relative entries", seoSite({ sitemap: sitemap({ files: [file({ badEntries: 2 })] }) })],
    ["review", "no answer", seoSite({ sitemap: sitemap({ files: [file({ state: "unreachable", reason: "503." })] }) })],
    ["passed", "fine", seoSite({ sitemap: sitemap() })],
    ["inapplicable", "none", seoSite({ sitemap: sitemap({ files: [file({ state: "missing", named: false })] }) })],
  ],
  "sitemap-dead-entry": [
    ["failed", "not found", listing(answered(404))],
    ["passed", "there", listing(answered(200))],
    ["inapplicable", "none", seoSite()],
  ],
  "sitemap-noindex": [
    ["warning", "noindex", listing(answered(200, { noindex: true }))],
    ["passed", "index", listing(answered(200))],
    ["inapplicable", "not read", listing(answered(404))],
  ],
  "sitemap-not-canonical": [
    ["warning", "another canonical address", listing(answered(200, { canonical: B }))],
    ["warning", "redirected", listing(answered(200, { redirects: hops(1) }))],
    ["passed", "canonical", listing(answered(200, { canonical: A }))],
    ["inapplicable", "not read", listing(answered(404))],
  ],
  "sitemap-page-absent": [
    ["warning", "absent", seoSite({ pages: [sitePage("/a")], sitemap: sitemap() })],
    ["passed", "listed", seoSite({ pages: [sitePage("/a")], sitemap: sitemap({ listed: [A] }) })],
    [
      "passed",
      "listed by its canonical address",
      seoSite({ pages: [sitePage("/a?x=1", { canonical: A })], sitemap: sitemap({ listed: [A] }) }),
    ],
    ["inapplicable", "read in part", seoSite({ pages: [sitePage("/a")], sitemap: sitemap({ complete: false }) })],
  ],
  "sitemap-foreign": [
    ["warning", "others", seoSite({ sitemap: sitemap({ foreign: [{ host: "other.example", entries: 3 }] }) })],
    ["passed", "own", seoSite({ sitemap: sitemap() })],
    ["inapplicable", "none", seoSite()],
  ],
};

/** This rule is about a missing sitemap, so it always applies. */
const ALWAYS_APPLIES = ["sitemap-missing"];

describe("SEO rules of a site", () => {
  for (const check of SITE_CHECKS)
    describe(check.rule, () => {
      const cases = CASES[check.rule] ?? [];
      it("has a case of each kind", () => {
        const outcomes = new Set(cases.map(([outcome]) => outcome));
        expect(outcomes.has("failed") || outcomes.has("warning")).to.equal(true);
        expect(outcomes.has("passed")).to.equal(true);
        expect(outcomes.has("inapplicable")).to.equal(!ALWAYS_APPLIES.includes(check.rule));
      });
      for (const [outcome, name, site] of cases)
        it(`${outcome}: ${name}`, () => {
          const outcomes = new Set([check.run(site)].flat().map((result) => result.outcome));
          expect([...outcomes]).to.deep.equal([outcome]);
        });
    });

  it("have no cases of rules that are not there", () => {
    expect(Object.keys(CASES).sort()).to.deep.equal(SITE_CHECKS.map(({ rule }) => rule).sort());
  });

  it("list every broken link and every dead entry, however many there are", () => {
    const urls = Array.from({ length: 300 }, (_, index) => `${SITE}/gone/${index}`);
    const dead = Object.fromEntries(urls.map((url) => [url, answered(404)]));
    const asked = urls.map((url) => ({ url, file: file().url }));
    const broken = seoSite({ links: urls.map((url) => siteLink(url)), sitemap: sitemap({ asked }) }, dead);
    for (const rule of ["link-broken", "sitemap-dead-entry"]) {
      const check = SITE_CHECKS.find((one) => one.rule === rule);
      const results = [check?.run(broken) ?? []].flat();
      expect(new Set(results.map(({ target }) => target)), rule).to.have.length(300);
    }
  });

  it("list every page with the same defect, because the merged finding counts them", () => {
    const paths = Array.from({ length: 300 }, (_, index) => `/p/${index}`);
    const canonical = `${SITE}/gone`;
    const pages = paths.map((path) => sitePage(path, { title: "Vases", description: "Of clay." }));
    const lists = sitemap({ own: 1, listed: [] });
    const site = seoSite({ pages, sitemap: lists });
    const broken = seoSite({ pages: pages.map((page) => ({ ...page, canonical })) }, { [canonical]: answered(404) });
    const moved = pages.map((page) => ({ ...page, canonical: `${page.finalUrl}?old` }));
    const redirected = answered(200, { redirects: hops(1) });
    const hreflangs = [{ lang: "de", url: B }];
    const alone = seoSite(
      { pages: pages.map((page) => ({ ...page, hreflangs })) },
      { [B]: answered(200, { hreflangs: [B] }) },
    );
    for (const [rule, given] of [
      ["title-duplicate", site],
      ["description-duplicate", site],
      ["sitemap-page-absent", site],
      ["canonical-broken", broken],
      [
        "canonical-broken",
        seoSite({ pages: moved }, Object.fromEntries(moved.map((one) => [one.canonical, redirected]))),
      ],
      ["hreflang-reciprocity", alone],
    ] as const) {
      const results = [SITE_CHECKS.find((one) => one.rule === rule)?.run(given) ?? []].flat();
      expect(new Set(results.map(({ page }) => page)), rule).to.have.length(300);
      expect(new Set(results.map(({ target, cause = target }) => cause)), rule).to.have.length(1);
      if (rule !== "title-duplicate") continue;
      expect(results.at(-1)?.message).to.equal('The title "Vases" is the one of /p/0 and 298 more too.');
      expect(results.at(-1)?.evidence?.others).to.have.length(10);
    }
  });

  it("name every page that shares a title, and the others of them", () => {
    const check = SITE_CHECKS.find(({ rule }) => rule === "title-duplicate");
    const results = [check?.run(seoSite({ pages: same("title") })) ?? []].flat();
    expect(results.map(({ page, message }) => [page, message])).to.deep.equal([
      [A, 'The title "Vases" is the one of /b too.'],
      [B, 'The title "vases" is the one of /a too.'],
    ]);
  });
});
