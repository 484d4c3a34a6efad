import { expect } from "chai";
import { CRAWL_FRESH_MS, isFreshCrawl, pageChoiceProblem } from "../../../domain/audit/pageChoice.ts";
import { canVisitSites, choosePages, pagesOfRun, pagesSentence, SITE_PAGES } from "../../../domain/audit/sitePages.ts";

const AT = "https://shop.example";
const page = (path: string, group: string) => ({ url: `${AT}${path}`, group });
const FOUND = [
  page("/", "/"),
  page("/shop", "/shop"),
  page("/p/1", "/p/{id}"),
  page("/p/2", "/p/{id}"),
  page("/p/3", "/p/{id}"),
  page("/news/1", "/news/{id}"),
  page("/news/2", "/news/{id}"),
];
const EXAMPLES = new Map([
  ["/p/{id}", `${AT}/p/2`],
  ["/news/{id}", `${AT}/news/1`],
]);

describe("the pages of an audit of a site", () => {
  const chosen = (choice: "templates" | "crawl", scenarios: string[] = [], most = 100) => {
    const named = scenarios.map((path) => ({ url: `${AT}${path}`, labels: [path] }));
    const { pages, left } = choosePages({ choice, scenarios: named, found: FOUND, examples: EXAMPLES, most });
    return [...pages.map(({ url }) => url.slice(AT.length)), ...(left > 0 ? [`and ${left}`] : [])];
  };

  it("are all that the crawl found, each once, the scenarios' first", () => {
    expect(chosen("crawl")).to.deep.equal(["/", "/shop", "/p/1", "/p/2", "/p/3", "/news/1", "/news/2"]);
    expect(chosen("crawl", ["/cart", "/p/3"])).to.deep.equal([
      "/cart",
      "/p/3",
      "/",
      "/shop",
      "/p/1",
      "/p/2",
      "/news/1",
      "/news/2",
    ]);
  });

  it("are one of each template: the start page, then by size, each by its example or its scenario", () => {
    expect(chosen("templates")).to.deep.equal(["/", "/p/2", "/news/1", "/shop"]);
    expect(chosen("templates", ["/p/3", "/cart"])).to.deep.equal(["/p/3", "/cart", "/", "/news/1", "/shop"]);
  });

  it("end at the limit, which is told", () => {
    expect(chosen("crawl", ["/cart"], 3)).to.deep.equal(["/cart", "/", "/shop", "and 5"]);
    expect(chosen("templates", [], 2)).to.deep.equal(["/", "/p/2", "and 2"]);
    const told = { crawlId: "job_1", crawledAt: new Date("2026-03-10T12:00:00Z"), found: 7, templates: 4 };
    expect(pagesSentence({ ...told, choice: "crawl", chosen: 7, left: 0 })).to.equal(
      "7 pages: those of the scenarios, and what the crawl job_1 of 2026-03-10 found (7 pages in 4 templates).",
    );
    expect(pagesSentence({ ...told, choice: "crawl", chosen: 2, left: 2, sample: 2 })).to.equal(
      "2 pages: those of the scenarios, and one of each template that the crawl job_1 of 2026-03-10 found (7 pages in 4 templates). 2 more templates are left out: performance is measured on a sample.",
    );
  });

  it("are chosen by the run, else by its scenarios, else by the project", () => {
    const settings = { audits: { seo: { pages: "crawl" as const } } };
    expect(pagesOfRun({ pillar: "seo", settings })).to.equal("crawl");
    expect(pagesOfRun({ pillar: "seo", settings, scenarios: ["Home"] })).to.equal(null);
    expect(pagesOfRun({ pillar: "seo", settings, asked: "scenarios" })).to.equal(null);
    expect(pagesOfRun({ pillar: "a11y", settings })).to.equal(null);
    expect(pagesOfRun({ pillar: "a11y", settings, asked: "templates" })).to.equal("templates");
    // The tracking plan determines which pages are visited.
    expect(pagesOfRun({ pillar: "tracking", settings, asked: "crawl" })).to.equal(null);
    expect(["a11y", "perf", "privacy", "security", "seo"].every((pillar) => canVisitSites(pillar as "seo"))).to.equal(
      true,
    );
    expect([canVisitSites("visual"), canVisitSites("tracking"), canVisitSites(null)]).to.deep.equal([
      false,
      false,
      false,
    ]);
    expect(SITE_PAGES.perf.sample).to.equal(10);
  });

  it("cannot be of a crawl where they are listed, or where the run visits none", () => {
    expect(pageChoiceProblem({ asked: "crawl", scenarios: ["Home"], audited: true })).to.match(/send one of them/);
    expect(pageChoiceProblem({ asked: "crawl", audited: false })).to.match(/leave it out here/);
    expect(pageChoiceProblem({ asked: "scenarios", scenarios: ["Home"], audited: false })).to.equal(null);
    expect(pageChoiceProblem({ asked: "crawl", audited: true })).to.equal(null);
  });

  it("are those of a crawl of the last day", () => {
    const now = new Date("2026-03-10T12:00:00Z");
    const ago = (ms: number) => new Date(now.getTime() - ms);
    expect(isFreshCrawl(ago(CRAWL_FRESH_MS), now)).to.equal(true);
    expect(isFreshCrawl(ago(CRAWL_FRESH_MS + 1), now)).to.equal(false);
    expect(isFreshCrawl(null, now)).to.equal(false);
  });
});
