import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import type { GatheredPage, GatherTools } from "../../../../activities/audit/pillar.ts";
import { gatherSite } from "../../../../activities/pillars/seo/gatherSite.ts";
import { createAudit } from "../../../../activities/pillars/seo/index.ts";
import { SITE_LIMITS, type SiteLimits } from "../../../../activities/pillars/seo/limits.ts";
import type { Finding } from "../../../../domain/audit/finding.ts";
import { storableUrl } from "../../../../domain/pillars/seo/address.ts";
import type { RobotsTxt, SeoPage } from "../../../../domain/pillars/seo/gathered.ts";
import type { SeoSite } from "../../../../domain/pillars/seo/site.ts";
import { documentOf, link, seoPage } from "../../../domain/pillars/seo/samples.ts";
import { type Site, startSite } from "../../capture/engine/harness.ts";
import { pageOf, runOf, toolsFor } from "./tools.ts";

const seoAudit = createAudit();

/** No browser is needed here. */
const noPool = {} as Parameters<typeof toolsFor>[0];
const quick: SiteLimits = { ...SITE_LIMITS, delayMs: 1 };

describe("gathering a site for SEO", function () {
  this.timeout(60_000);
  let site: Site;
  let foreign: Site;
  let methods: string[];
  beforeEach(async () => {
    methods = [];
    [site, foreign] = await Promise.all([startSite(), startSite()]);
  });
  afterEach(() => Promise.all([site.close(), foreign.close()]));

  const answer =
    (status: number, headers: Record<string, string> = {}, body = "") =>
    (request: IncomingMessage, response: ServerResponse) => {
      methods.push(`${request.method} ${request.url}`);
      response
        .writeHead(status, { "content-type": "text/html", ...headers })
        .end(request.method === "HEAD" ? undefined : body);
    };
  const page = (path: string, links: string[], change: Partial<SeoPage> = {}, index = 0): GatheredPage<SeoPage> => {
    const url = `${site.origin}${path}`;
    const document = documentOf({
      titles: [`Page ${path}`],
      canonicals: [],
      links: links.map((target) => link({ href: target, url: storableUrl(target, url), name: `Link to ${target}` })),
    });
    const robotsTxt: RobotsTxt = { state: "absent", status: 404, sitemaps: [] };
    return { page: pageOf(url, index), data: seoPage({ asked: url, finalUrl: url, document, robotsTxt, ...change }) };
  };
  const look = async (
    pages: GatheredPage<SeoPage>[],
    limits = quick,
    tools: GatherTools = toolsFor(noPool, site.origin),
  ) => {
    const gathered: SeoSite = JSON.parse(JSON.stringify(await gatherSite(tools, pages, limits)));
    const audit = seoAudit.auditSite?.(gathered, runOf(site.origin), {
      pillar: "seo",
      page: site.origin,
      baseUrl: site.origin,
    });
    return { gathered, findings: audit?.findings ?? [], audit };
  };
  const of = (findings: readonly Finding[], rule: string) =>
    findings.filter((finding) => finding.rule === rule).map(({ outcome, target }) => `${outcome} ${target}`);

  it("asks each address once, with HEAD, and with GET where HEAD is refused", async () => {
    site.on("/fine", answer(200));
    site.on("/no-head", (request, response) => answer(request.method === "HEAD" ? 405 : 200)(request, response));
    site.on("/gone", answer(410));
    const links = ["/fine", "/fine#part", "/no-head", "/gone"];
    const { findings } = await look([page("/a", links), page("/b", links, {}, 1)]);
    expect(methods.sort()).to.deep.equal(["GET /gone", "GET /no-head", "HEAD /fine", "HEAD /gone", "HEAD /no-head"]);
    expect(of(findings, "link-broken")).to.deep.equal(["failed /gone"]);
    const [broken] = findings.filter(({ rule }) => rule === "link-broken");
    expect(broken?.page).to.equal(`${site.origin}/a`);
    expect(broken?.message).to.equal(
      'The link "Link to /gone" leads to /gone, which answers 410. 2 pages have this link.',
    );
  });

  it("does not ask pages again that were audited", async () => {
    site.on("/b", answer(200));
    const { findings } = await look([
      page("/a", ["/b", "/c"]),
      page("/b", [], {}, 1),
      page("/c", [], { status: 404 }, 2),
    ]);
    expect(methods).to.deep.equal([]);
    expect(of(findings, "link-broken")).to.deep.equal(["failed /c"]);
  });

  it("takes refusals of other hosts for nothing that is broken", async () => {
    for (const status of [403, 429, 999, 503]) foreign.on(`/${status}`, answer(status));
    const targets = ["/403", "/429", "/999", "/503", "/absent"].map((path) => `${foreign.origin}${path}`);
    const { findings } = await look([page("/a", [...targets, "http://127.0.0.1:9/"])]);
    expect(of(findings, "link-broken")).to.deep.equal([
      `failed ${foreign.origin}/absent`,
      ...[...targets.slice(0, 4), "http://127.0.0.1:9/"].map((target) => `review ${target}`),
    ]);
    expect(methods.filter((one) => one.endsWith("/429"))).to.deep.equal(["HEAD /429"]);
  });

  it("follows redirects, and ends where they do not", async () => {
    site.on("/1", answer(301, { location: "/2" }));
    site.on("/2", answer(302, { location: "/3" }));
    site.on("/3", answer(200));
    site.on("/circle", answer(302, { location: "/circle" }));
    let turns = 0;
    site.on("/endless", (_, response) => {
      turns += 1;
      response.writeHead(302, { location: `/endless?${turns}` }).end();
    });
    const { findings } = await look([page("/a", ["/1", "/circle", "/endless"])]);
    expect(of(findings, "link-redirect")).to.deep.equal(["warning /1"]);
    expect(of(findings, "link-broken")).to.have.members(["failed /circle", "failed /endless"]);
    expect(turns).to.be.below(10);
  });

  it("asks no more than two at once of one host", async () => {
    let open = 0;
    let most = 0;
    site.on("/slow", (_, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(200).end();
      }, 20);
    });
    await look([
      page(
        "/a",
        Array.from({ length: 20 }, (_, index) => `/slow?n=${index}`),
      ),
    ]);
    expect(most).to.equal(2);
  });

  it("asks so many addresses at most, and says what it did not ask", async () => {
    site.on("/many", answer(200));
    const links = Array.from({ length: 30 }, (_, index) => `/many?n=${index}`);
    const { gathered, audit } = await look([page("/a", [...links, "/sign-out", "/x?token=abc"])], {
      ...quick,
      ownAddresses: 10,
    });
    expect(methods).to.have.length(10);
    expect(gathered.notChecked).to.have.members([
      "Links that were not checked: 2, because they sign out or contain what looks like a secret.",
      "Links that were not checked: 20, because the maximum number of addresses per run was reached.",
    ]);
    const rolled = seoAudit.rollUp([], audit ?? null, runOf(site.origin));
    expect(rolled.warningSentences).to.deep.equal(gathered.notChecked);
  });

  it("says if a page has links that were not looked at", async () => {
    const { data, page: asked } = page("/a", []);
    const document = data.document && { ...data.document, counts: { ...data.document.counts, linksLeft: 3 } };
    const { gathered } = await look([{ page: asked, data: { ...data, document } }, page("/b", [], {}, 1)]);
    expect(gathered.notChecked).to.deep.equal(["A page has more links than are collected per page."]);
  });

  it("stops when the time is over: not asked is neither broken nor fine", async () => {
    site.on("/many", answer(200));
    const { gathered, findings, audit } = await look([page("/a", ["/many"])], { ...quick, totalMs: -1 });
    expect(gathered.notChecked).to.include("Addresses that were not checked: 1, because time ran out.");
    expect(findings.filter(({ rule }) => rule === "link-broken")).to.deep.equal([]);
    expect(audit?.rules.find(({ rule }) => rule === "link-broken")?.outcome).to.equal("inapplicable");
  });

  it("ends at once when the run is cancelled", async () => {
    const controller = new AbortController();
    site.on("/never", () => controller.abort(new Error("cancelled")));
    const tools = toolsFor(noPool, site.origin, { signal: controller.signal });
    let reason = "";
    await look([page("/a", ["/never"])], quick, tools).catch((error: Error) => {
      reason = error.message;
    });
    expect(reason).to.equal("cancelled");
  });

  it("judges canonical addresses and language versions by what they answer", async () => {
    site.on("/moved", answer(301, { location: "/new" }));
    site.on("/new", answer(200));
    site.on("/hidden", answer(200, {}, '<head><meta name="googlebot" content="noindex"></head>'));
    site.on("/de", answer(200, {}, `<head><link rel="alternate" hreflang="en" href="/elsewhere"></head>`));
    const naming = (path: string, canonical: string, index: number) => {
      const one = page(path, [], {}, index);
      if (one.data.document)
        one.data.document.canonicals = [{ href: canonical, url: `${site.origin}${canonical}`, inHead: true }];
      return one;
    };
    const english = page("/en", [], {}, 3);
    if (english.data.document)
      english.data.document.hreflangs = [
        { lang: "de", href: `${site.origin}/de`, url: `${site.origin}/de`, inHead: true },
      ];
    const { findings } = await look([
      naming("/a", "/moved", 0),
      naming("/b", "/hidden", 1),
      naming("/c", "/absent", 2),
      english,
    ]);
    expect(of(findings, "canonical-broken")).to.have.members(["failed /moved", "failed /hidden", "failed /absent"]);
    expect(of(findings, "hreflang-reciprocity")).to.deep.equal(["failed de /de"]);
  });

  const sitemapOf = (...paths: string[]) =>
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${new URL(path, site.origin).href}</loc></url>`).join("")}</urlset>`;
  const xml = { "content-type": "application/xml" };

  it("reads sitemaps that robots.txt names, through an index, and asks their entries", async () => {
    const index = `<sitemapindex><sitemap><loc>${site.origin}/1.xml</loc></sitemap><sitemap><loc>${site.origin}/index.xml</loc></sitemap></sitemapindex>`;
    site.on("/index.xml", answer(200, xml, index));
    site.on("/1.xml", answer(200, xml, sitemapOf("/a", "/gone", "/copy", "https://production.example/x")));
    site.on("/copy", answer(200, {}, '<link rel="canonical" href="/a">'));
    const robotsTxt = {
      state: "read",
      allowed: true,
      line: null,
      sitemaps: [`${site.origin}/index.xml`],
      truncated: false,
      isHtml: false,
    } as const;
    const { findings } = await look([
      page("/a", [], { robotsTxt: { ...robotsTxt, sitemaps: [...robotsTxt.sitemaps] } }),
      page("/b", [], {}, 1),
    ]);
    expect(of(findings, "sitemap-dead-entry")).to.deep.equal(["failed /gone"]);
    expect(findings.find(({ rule }) => rule === "sitemap-dead-entry")?.page).to.equal(`${site.origin}/1.xml`);
    expect(of(findings, "sitemap-not-canonical")).to.deep.equal(["warning /copy"]);
    expect(of(findings, "sitemap-foreign")).to.have.length(1);
    expect(findings.filter(({ rule }) => rule === "sitemap-page-absent").map((one) => one.page)).to.deep.equal([
      `${site.origin}/b`,
    ]);
    expect(of(findings, "sitemap-invalid")).to.deep.equal([]);
  });

  it("has language versions of the sitemap count as those of a page", async () => {
    const entry = (path: string, ...versions: [lang: string, to: string][]) =>
      `<url><loc>${site.origin}${path}</loc>${versions
        .map(([lang, to]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${new URL(to, site.origin).href}"/>`)
        .join("")}</url>`;
    const both: [string, string][] = [
      ["en", "/en"],
      ["de", "/de"],
    ];
    site.on(
      "/sitemap.xml",
      answer(
        200,
        xml,
        `<urlset xmlns:xhtml="http://www.w3.org/1999/xhtml">${[
          entry("/en", ...both, ["fr", "/fr"], ["it", "/gone"]),
          entry("/de", ...both),
          entry("/fr", ["fr", "/fr"]),
          entry("/es", ["es", "/es"], ["pt", "/pt"]),
          entry("/pt", ["pt", "/pt"]),
        ].join("")}</urlset>`,
      ),
    );
    for (const path of ["/de", "/fr", "/es", "/pt"]) site.on(path, answer(200, {}, "<title>Version</title>"));
    const own = documentOf({
      canonicals: [],
      links: [],
      hreflangs: [{ lang: "de", href: `${site.origin}/de2`, url: `${site.origin}/de2`, inHead: true }],
    });
    site.on("/de2", answer(200, {}, `<link rel="alternate" hreflang="en" href="${site.origin}/en">`));
    const { gathered, findings } = await look([page("/en", [], { document: own })]);
    expect(gathered.pages[0]?.hreflangs.map(({ lang, source }) => [lang, source])).to.deep.equal([
      ["de", undefined],
      ["en", "sitemap"],
      ["de", "sitemap"],
      ["fr", "sitemap"],
      ["it", "sitemap"],
    ]);
    // Only the sitemap entry of /de links back.
    expect(of(findings, "hreflang-reciprocity")).to.have.members(["failed fr /fr", "failed it /gone"]);
    expect(of(findings, "sitemap-hreflang")).to.have.members(["failed de /de2", "warning /es pt"]);
  });

  it("warns where there is no sitemap, also when every address answers with a page", async () => {
    const none = await look([page("/a", [])]);
    expect(of(none.findings, "sitemap-missing")).to.deep.equal(["warning /sitemap.xml"]);
    site.on("/sitemap.xml", answer(200, {}, "<!doctype html><title>Shop</title>"));
    const soft = await look([page("/a", [])]);
    expect(of(soft.findings, "sitemap-missing")).to.deep.equal(["warning /sitemap.xml"]);
  });

  it("is not drowned by a sitemap that names ever more sitemaps", async () => {
    let files = 0;
    site.on("/more.xml", (_, response) => {
      files += 1;
      const more = Array.from(
        { length: 100 },
        (_, index) => `<sitemap><loc>${site.origin}/more.xml?n=${files}-${index}</loc></sitemap>`,
      );
      response.writeHead(200, xml).end(`<sitemapindex>${more.join("")}</sitemapindex>`);
    });
    site.on("/sitemap.xml", answer(301, { location: "/more.xml" }));
    const { gathered } = await look([page("/a", [])]);
    expect(files).to.be.at.most(SITE_LIMITS.sitemapFiles);
    expect(gathered.notChecked).to.include("The sitemaps are too large to be read completely.");
  });

  it("cuts a file of any size, and an address that sends without end", async () => {
    site.on("/sitemap.xml", (_, response) => {
      response.writeHead(200, xml);
      response.write("<urlset>");
      const entry = `<url><loc>${site.origin}/a</loc></url>`.repeat(2_000);
      const more = (): void => {
        while (!response.destroyed && response.write(entry));
      };
      response.on("drain", more);
      more();
    });
    const { gathered } = await look([page("/a", [])], { ...quick, sitemapBytes: 200_000 });
    expect(gathered.sitemap).to.deep.include({ complete: false, own: 1 });
    expect(gathered.sitemap.files[0]).to.deep.include({ state: "read", truncated: true });
  });
});
