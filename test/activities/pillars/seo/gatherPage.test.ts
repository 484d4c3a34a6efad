import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import { createAudit } from "../../../../activities/pillars/seo/index.ts";
import type { Finding } from "../../../../domain/audit/finding.ts";
import type { SeoPage } from "../../../../domain/pillars/seo/gathered.ts";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { gathered, pageOf, runOf, toolsFor } from "./tools.ts";

const seoAudit = createAudit();

const html = (head: string, body = "<h1>Vases</h1>") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

describe("gathering a page for SEO", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const gather = async (url: string) => (await gathered(toolsFor(pools.pool, sites.site.origin), url)).data;
  const findings = (data: SeoPage): Finding[] =>
    seoAudit.audit(data, pageOf(data.finalUrl), runOf(sites.site.origin), {
      pillar: "seo",
      page: data.finalUrl,
      baseUrl: sites.site.origin,
    }).findings;

  it("reads the rendered document", async () => {
    const { origin } = sites.site;
    const url = sites.site.on(
      "/rich",
      html(
        `<title>Vases &amp; more</title><meta name="Description" content="Of stoneware.">
         <link rel="canonical" href="/rich?x=1#part"><link rel="alternate" hreflang="de" href="${origin}/de">
         <script type="application/ld+json">{"@type":"Thing"}</script><link rel="icon" href="/i.svg">
         <meta property="og:title" content="Vases"><meta name="image" property="og:image" content="/v.jpg"><meta name="csrf-token" content="very-secret">`,
        `<h1>Vases <span>of clay</span></h1><h2 style="display:none">Hidden</h2><h3>Blue</h3>
         <img src="/a.png" alt=""><img src="/b.png" width="9" height="9"><img src="/c.png" aria-hidden="true">
         <a href="/about?token=abc123">About</a><a href="#x" aria-label="Up"></a><a href="javascript:void(0)">Menu</a>
         <a href="/icon"><svg><title>Not a title of the page</title></svg><img src="/d.png" alt="Basket"></a><a onclick="x()">Go</a>`,
      ),
    );
    const page = await gather(url);
    const { document } = page;
    expect(document?.titles).to.deep.equal(["Vases & more"]);
    expect(document?.metas.map(({ name }) => name)).to.deep.equal(["description", "og:title", "og:image"]);
    expect(document?.canonicals).to.deep.equal([{ href: "/rich", url: `${origin}/rich?x=1`, inHead: true }]);
    expect(document?.hreflangs).to.deep.include({
      lang: "de",
      href: `${origin}/de`,
      url: `${origin}/de`,
      inHead: true,
    });
    expect(document?.headings).to.deep.equal([
      { level: 1, text: "Vases of clay" },
      { level: 3, text: "Blue" },
    ]);
    expect(document?.images.map(({ alt, ignorable }) => [alt, ignorable])).to.deep.equal([
      ["", false],
      [null, false],
      [null, true],
      ["Basket", false],
    ]);
    expect(document?.links.map(({ href, name, scripted }) => [href, name, scripted])).to.deep.equal([
      ["/about", "About", false],
      ["#", "Up", false],
      ["javascript:", "Menu", false],
      ["/icon", "Not a title of the page Basket", false],
      [null, "Go", true],
    ]);
    expect(document?.links[0]?.url).to.equal(`${origin}/about?token=***`);
    expect(document?.jsonLd).to.deep.equal([{ text: '{"@type":"Thing"}', truncated: false }]);
    expect(page.served).to.deep.include({ title: "Vases & more", canonicals: [`${origin}/rich?x=1`] });
    expect(JSON.stringify(page)).to.not.match(/very-secret|abc123/);
  });

  it("knows which links have no address, and which of them listen for clicks", async () => {
    const url = sites.site.on(
      "/unaddressed",
      html(
        "<title>Vases</title>",
        `<h1>Vases</h1><a id="listens">Open</a><a>Placeholder</a><a target="_blank">Lost</a><a name="part">Part</a>
         <a id="main" tabindex="-1">Main</a><svg><a xlink:href="/svg"><text>Svg</text></a></svg><a lang="de" href="/mehr">Mehr</a>
         <a href="file:///C:/price.pdf">Price</a><a href="ftp://">Archive</a><a href="tel:1">Call</a><a href="/fine">Fine</a>
         <script>for (const one of ["listens"]) document.getElementById(one).addEventListener("click", () => {});</script>`,
      ),
    );
    const data = await gather(url);
    expect(
      data.document?.links.map(({ name, scripted, unaddressed = false, lang = "" }) => [
        name,
        scripted,
        unaddressed,
        lang,
      ]),
    ).to.deep.equal([
      ["Open", true, false, ""],
      ["Placeholder", false, false, ""],
      ["Lost", false, true, ""],
      ["Part", false, false, ""],
      ["Main", false, false, ""],
      ["Svg", false, false, ""],
      ["Mehr", false, false, "de"],
      ["Price", false, false, ""],
      ["Archive", false, false, ""],
      ["Call", false, false, ""],
      ["Fine", false, false, ""],
    ]);
    expect(
      findings(data)
        .filter(({ rule }) => rule === "link-crawlable" || rule === "link-text")
        .map(({ outcome, target, message }) => [outcome, target, message]),
    ).to.have.deep.members([
      ["failed", "a: Open", 'The link "Open" has no href, so it cannot be followed without scripts.'],
      ["failed", "a: Lost", 'The link "Lost" has no href, so it cannot be followed.'],
      ["failed", "a: Price", 'The link "Price" names a file of the author\'s own computer (file:).'],
      ["failed", "a: Archive", 'The link "Archive" has a URL that cannot be parsed.'],
      ["warning", "/mehr", 'The link to /mehr has only the text "Mehr".'],
    ]);
  });

  it("audits a page that answers 404 as a failed status and nothing else", async () => {
    const data = await gather(sites.site.url("/absent"));
    expect(data.status).to.equal(404);
    expect(
      findings(data)
        .filter(({ outcome }) => outcome === "failed")
        .map(({ rule }) => rule),
    ).to.deep.equal(["status"]);
  });

  it("follows redirects and keeps their chain, and reads X-Robots-Tag and Link headers", async () => {
    const to = (location: string) => (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(302, { location }).end();
    const start = sites.site.on("/one", to("/two"));
    sites.site.on("/two", to("/three"));
    sites.site.on("/three", (_, response) => {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "x-robots-tag": ["googlebot: noindex", "otherbot: nofollow"],
        link: `<${sites.site.origin}/canonical>; rel="canonical", </drei>; rel=alternate; hreflang=de`,
      });
      response.end(html("<title>Three</title>"));
    });
    const data = await gather(start);
    const { origin } = sites.site;
    expect(data.redirects).to.deep.equal([
      { status: 302, from: `${origin}/one`, to: `${origin}/two` },
      { status: 302, from: `${origin}/two`, to: `${origin}/three` },
    ]);
    expect(data).to.deep.include({
      finalUrl: `${origin}/three`,
      status: 200,
      headerCanonicals: [`${origin}/canonical`],
      headerHreflangs: [{ lang: "de", href: "/drei", url: `${origin}/drei`, inHead: true }],
    });
    const rules = findings(data).map(({ rule }) => rule);
    expect(rules).to.include.members(["noindex", "page-redirects"]);
  });

  const ico = { "content-type": "image/x-icon" };
  for (const [what, answer, found] of [
    ["of a server without HEAD", ({ method }, response) => response.writeHead(method === "HEAD" ? 405 : 200, ico), []],
    ["behind a redirect", (_, response) => response.writeHead(302, { location: "/real.ico" }), []],
    [
      "that is the page of an application",
      (_, response) => response.writeHead(200, { "content-type": "text/html" }),
      ["favicon"],
    ],
  ] as [string, (request: IncomingMessage, response: ServerResponse) => ServerResponse, string[]][])
    it(`${found.length === 0 ? "finds" : "misses"} the icon ${what}`, async () => {
      sites.site.on("/favicon.ico", (request, response) => void answer(request, response).end());
      sites.site.on("/real.ico", (_, response) => void response.writeHead(200, ico).end());
      const data = await gather(sites.site.on("/plain", html("<title>Plain</title>")));
      expect(findings(data).flatMap(({ rule }) => (rule === "favicon" ? [rule] : []))).to.deep.equal(found);
    });

  for (const [mark, found] of [
    ["", ["charset"]],
    ["\uFEFF", []],
  ] as const)
    it(`${mark === "" ? "misses" : "takes a byte order mark for"} the declaration of the character set`, async () => {
      const url = sites.site.on(`/marked${mark.length}`, (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { "content-type": "text/html" }).end(`${mark}<title>Marked</title>`);
      });
      const data = await gather(url);
      expect(findings(data).flatMap(({ rule }) => (rule === "charset" ? [rule] : []))).to.deep.equal(found);
    });

  it("knows what scripts add to the head", async () => {
    const url = sites.site.on(
      "/scripted",
      html(`<title>Loading</title><script>addEventListener("load", () => fetch("/absent").then(() => {
        document.title = "Vases"; document.head.insertAdjacentHTML("beforeend", '<meta name="robots" content="noindex">')}))</script>`),
    );
    const data = await gather(url);
    expect(data.document?.titles).to.deep.equal(["Vases"]);
    const found = findings(data).filter(({ rule }) => rule === "served-head");
    expect(found.map(({ message }) => message)).to.have.members([
      "The title is changed by scripts.",
      "noindex is added by scripts.",
    ]);
  });

  it("reads robots.txt as Googlebot does, and tells no file from no answer", async () => {
    const url = sites.site.on("/private/page", html("<title>Private</title>"));
    const robots = (status: number, text: string) =>
      sites.site.on(
        "/robots.txt",
        (_, response) => void response.writeHead(status, { "content-type": "text/plain" }).end(text),
      );
    robots(200, "User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /private/\nSitemap: /s.xml\n");
    const blocked = await gather(url);
    expect(blocked.robotsTxt).to.deep.include({
      state: "read",
      allowed: false,
      line: 5,
      sitemaps: [`${sites.site.origin}/s.xml`],
    });
    expect(findings(blocked).map(({ rule }) => rule)).to.include("robots-blocked");
    robots(503, "");
    expect((await gather(url)).robotsTxt).to.deep.include({ state: "unreachable", status: 503 });
    robots(404, "");
    expect((await gather(url)).robotsTxt).to.deep.include({ state: "absent", status: 404 });
    robots(200, `User-agent: *\nDisallow: /${"*".repeat(600_000)}`);
    expect((await gather(url)).robotsTxt).to.deep.include({ state: "read", truncated: true, allowed: false });
    sites.site.on("/robots.txt", (_, response) => void response.writeHead(404).end());
  });

  it("says why a page could not be measured", async () => {
    const result = await seoAudit.gather(toolsFor(pools.pool, sites.site.origin), pageOf("http://127.0.0.1:9/"));
    expect(result.state).to.equal("not_measured");
  });

  it("enters a protected site, and tells its credentials to no other origin", async () => {
    const { origin } = sites.site;
    sites.site.on("/locked", (request, response) => {
      const open = request.headers.authorization === `Basic ${Buffer.from("me:secret").toString("base64")}`;
      response
        .writeHead(open ? 200 : 401, { "content-type": "text/html; charset=utf-8" })
        .end(html("<title>Locked</title>"));
    });
    const access = { origin, basicAuth: { username: "me", password: "secret" }, headers: { "x-staging": "hush" } };
    const tools = toolsFor(pools.pool, origin, { access });
    const page = await gathered(tools, `${origin}/locked`);
    expect(page.data.status).to.equal(200);
    expect(page.data.served?.title).to.equal("Locked");
    const foreign = origin.replace("127.0.0.1", "localhost");
    page.data.document?.links.push({
      href: "x",
      url: `${foreign}/x`,
      name: "x",
      rel: "",
      rendered: true,
      scripted: false,
      role: "",
    });
    const site = await seoAudit.gatherSite?.(tools, [page]);
    const there = tools.asked.filter(({ url }) => url.startsWith(foreign));
    expect(there).to.have.length.above(0);
    for (const { headers } of there) expect(headers).to.not.have.any.keys("authorization", "x-staging", "cookie");
    expect(tools.asked.some(({ url, headers }) => url.startsWith(origin) && headers["x-staging"] === "hush")).to.equal(
      true,
    );
    expect(JSON.stringify([page, site])).to.not.match(/secret|hush|bWU6c2VjcmV0/);
  });
});
