import { expect } from "chai";
import { convert, relatedOf } from "../../../domain/import/convert.ts";
import type { Beside } from "../../../domain/import/converted.ts";

const of = (file: Record<string, unknown>, beside: Beside = {}) => convert("pa11y-ci", JSON.stringify(file), beside);
const SITEMAP = "https://shop.example/sitemap.xml";
const XML = `<urlset>${["/", "/a", "/a/print", "/b"].map((path) => `<url><loc>https://shop.example${path}</loc></url>`).join("")}</urlset>`;
const related = new Map([[SITEMAP, XML]]);
const pathsOf = (file: Record<string, unknown>, beside: Beside = {}) =>
  of(file, beside).sections.scenarios?.map(({ url }) => url);

describe("a configuration of pa11y-ci", () => {
  it("becomes pages with their waits, and what is not taken over is listed", () => {
    const file = {
      defaults: { wait: 500, standard: "WCAG2AAA" },
      urls: ["/", { url: "/form", wait: 10, threshold: 2 }],
    };
    const { sections, leftOut } = of(file);
    expect(sections.scenarios).to.deep.equal([
      { label: "Home", url: "/", delay: 500 },
      { label: "form", url: "/form", delay: 10 },
    ]);
    expect(leftOut.map(({ path }) => path)).to.deep.equal(["defaults.standard", "urls[1].threshold"]);
  });

  for (const [given, url] of [
    ["localhost:4000/form", "http://localhost:4000"],
    ["localhost/form", "http://localhost"],
    ["shop.example/form", "http://shop.example"],
    ["https://shop.example/form", "https://shop.example"],
    ["127.0.0.1:80/form", "http://127.0.0.1"],
  ] as const)
    it(`takes ${given} as pa11y does`, () => {
      const { sections } = of({ urls: [given] });
      expect(sections.environments?.[0]?.baseUrl).to.equal(url);
      expect(sections.scenarios?.[0]?.url).to.equal("/form");
    });

  it("files are named, and a page with other fields than the first of its address", () => {
    const urls = ["file:///tmp/a.html", "https://shop.example/", { url: "https://shop.example/", wait: 9 }];
    expect(of({ urls }).leftOut.map(({ path }) => path)).to.deep.equal(["urls[0]", "urls[2]"]);
  });

  it("without addresses takes those of its sitemap, by its own field or the command line", () => {
    expect(relatedOf("pa11y-ci", JSON.stringify({ sitemap: SITEMAP }))).to.deep.equal([SITEMAP]);
    expect(pathsOf({ sitemap: SITEMAP }, { related })).to.deep.equal(["/", "/a", "/a/print", "/b"]);
    const beside = { related, sitemap: { address: SITEMAP } };
    expect(relatedOf("pa11y-ci", "{}", beside)).to.deep.equal([SITEMAP]);
    expect(of({ defaults: { wait: 5 } }, beside).sections.scenarios?.[3]).to.deep.equal({
      label: "b",
      url: "/b",
      delay: 5,
    });
  });

  it("excludes before it replaces, as pa11y-ci does", () => {
    const choice = { exclude: "PRINT|/b$", find: "shop\\.example", replace: "localhost:3000" };
    const { sections } = of({}, { related, sitemap: { address: SITEMAP, ...choice } });
    expect(sections.environments?.[0]?.baseUrl).to.equal("https://localhost:3000");
    expect(sections.scenarios?.map(({ url }) => url)).to.deep.equal(["/", "/a"]);
    const own = { sitemap: SITEMAP, sitemapExclude: "print", sitemapFind: "/a", sitemapReplace: "/c" };
    expect(pathsOf(own, { related })).to.deep.equal(["/", "/c", "/b"]);
    expect(() => of({}, { related, sitemap: { address: SITEMAP, find: "(" } })).to.throw(/regular expression/);
  });

  it("names a sitemap that was not read, and refuses a file that names no page", () => {
    expect(of({ sitemap: SITEMAP }).leftOut.map(({ path }) => path)).to.deep.equal(["sitemap"]);
    expect(() => of({ defaults: {} })).to.throw(/--sitemap/);
  });

  it("actions become steps, and those that no step does are named", () => {
    const actions = [
      "click element #open",
      "set field #q to hats and gloves",
      "clear field #q",
      "wait for element .results to be visible",
      "wait for path to be /results",
      "check field #only",
      "screen capture a.png",
      "navigate to https://shop.example/x",
      "dance",
    ];
    const { sections, leftOut } = of({ urls: [{ url: "https://shop.example/", actions }] });
    expect(sections.scenarios?.[0]?.steps).to.deep.equal([
      { op: "click", selector: "#open" },
      { op: "fill", selector: "#q", value: "hats and gloves" },
      { op: "fill", selector: "#q", value: "" },
      { op: "waitFor", selector: ".results" },
    ]);
    expect(leftOut.map(({ path }) => path)).to.have.members(
      ["", "[4]", "[5]", "[6]", "[7]", "[8]"].map((at) => `urls[0].actions${at}`),
    );
  });

  it("actions that type a password become the sign-in of the environment, without the password", () => {
    const actions = ["set field #user to robot", "set field #password to hunter22", "click element #go"];
    const { sections, leftOut } = of({ urls: ["https://shop.example/login"], defaults: { actions } });
    expect(sections.scenarios).to.deep.equal([{ label: "login", url: "/login" }]);
    expect(sections.environments?.[0]?.access).to.deep.equal({
      signIn: {
        url: "/login",
        steps: [
          { op: "fill", selector: "#user", value: "robot" },
          { op: "fill", selector: "#password", value: { from: "SIGN_IN_PASSWORD" } },
          { op: "click", selector: "#go" },
        ],
      },
    });
    expect(JSON.stringify({ sections, leftOut })).not.to.include("hunter22");
    expect(leftOut[0]).to.deep.include({ path: "defaults.actions" });
  });

  it("headers of all pages are access by the names of variables; those of one page are named", () => {
    const headers = { "X-Preview": "hunter22" };
    const { sections, leftOut } = of({
      defaults: { headers },
      urls: ["https://shop.example/", { url: "https://shop.example/a", headers }],
    });
    expect(sections.environments).to.deep.equal([
      {
        slug: "shop-example",
        baseUrl: "https://shop.example",
        access: { headers: { "X-Preview": { from: "HEADER_X_PREVIEW" } } },
      },
    ]);
    expect(leftOut.map(({ path }) => path)).to.deep.equal(["defaults.headers.X-Preview", "urls[1].headers"]);
    expect(JSON.stringify({ sections, leftOut })).not.to.include("hunter22");
    const nowhere = of({ defaults: { headers }, urls: ["/"] });
    expect(nowhere.sections.environments).to.equal(undefined);
    expect(nowhere.leftOut.map(({ path }) => path)).to.include("defaults.headers");
  });
});
