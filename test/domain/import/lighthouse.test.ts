import { expect } from "chai";
import { convert, relatedOf } from "../../../domain/import/convert.ts";
import type { Beside } from "../../../domain/import/converted.ts";

const PAGES = { url: ["http://localhost:3000/", "http://localhost:3000/about"] };
const of = (ci: Record<string, unknown>, beside: Beside = {}) =>
  convert("lighthouserc", JSON.stringify({ ci }), beside);
const auditsOf = (ci: Record<string, unknown>, beside: Beside = {}) => of(ci, beside).sections.settings?.audits;
const reasonsAt = (ci: Record<string, unknown>, path: string, beside: Beside = {}) =>
  of(ci, beside)
    .leftOut.filter((one) => one.path === path)
    .map(({ reason }) => reason);

describe("a configuration of Lighthouse CI", () => {
  it("becomes pages on an environment, the number of runs, and what of it starts the site", () => {
    const collect = { ...PAGES, numberOfRuns: 9, staticDistDir: "dist", startServerCommand: "npm start" };
    const { sections, leftOut } = of({ collect, upload: { target: "temporary-public-storage" } });
    expect(sections).to.deep.equal({
      environments: [{ slug: "localhost-3000", baseUrl: "http://localhost:3000" }],
      scenarios: [
        { label: "Home", url: "/" },
        { label: "about", url: "/about" },
      ],
      settings: { audits: { perf: { runs: 5 } } },
    });
    expect(leftOut.map(({ path }) => path)).to.have.members([
      "ci.upload",
      "ci.collect.staticDistDir",
      "ci.collect.startServerCommand",
      "ci.collect.numberOfRuns",
    ]);
  });

  for (const [what, assertion, minScore] of [
    ["error fails", ["error", { minScore: 0.9 }], 90],
    ["warn only warns, so it is no threshold", ["warn", { minScore: 0.9 }], undefined],
    ["off asks for nothing", ["off", { minScore: 0.9 }], undefined],
    ["a score keeps its decimals", ["error", { minScore: 0.955 }], 95.5],
  ] as const)
    it(`assertions: ${what}`, () => {
      const assert = { assertions: { "categories:performance": assertion } };
      expect(auditsOf({ collect: PAGES, assert })?.perf?.thresholds?.minScore).to.equal(minScore);
      const named = reasonsAt({ collect: PAGES, assert }, "ci.assert.assertions.categories:performance");
      expect(named).to.have.length(assertion[0] === "warn" ? 1 : 0);
    });

  it("both spellings of a category are read", () => {
    const assert = { assertions: { "categories.accessibility": ["error", { minScore: 1 }] } };
    expect(auditsOf({ collect: PAGES, assert })?.a11y?.thresholds?.minScore).to.equal(100);
  });

  it("figures that must not be exceeded are options of a run, in one command", () => {
    const assertions = {
      "largest-contentful-paint": ["error", { maxNumericValue: 2500 }],
      "cumulative-layout-shift": ["error", { maxNumericValue: 0.1 }],
      "total-blocking-time": ["warn", { maxNumericValue: 300 }],
    };
    const { leftOut } = of({ collect: PAGES, assert: { assertions } });
    expect(leftOut.find(({ path }) => path === "")?.reason).to.match(
      /plumbline run perf --budget lcp=2500 --budget cls=0\.1$/,
    );
    expect(
      reasonsAt({ collect: PAGES, assert: { assertions } }, "ci.assert.assertions.total-blocking-time")[0],
    ).to.match(/^only warns/);
  });

  it("a matrix: what holds for all pages is taken, what holds for some is named", () => {
    const minScore = (score: number) => ({ assertions: { "categories:seo": ["error", { minScore: score }] } });
    const all = [{ matchingUrlPattern: ".*", ...minScore(0.8) }];
    expect(auditsOf({ collect: PAGES, assert: { assertMatrix: all } })?.seo?.thresholds?.minScore).to.equal(80);
    const some = { collect: PAGES, assert: { assertMatrix: [{ matchingUrlPattern: "/about", ...minScore(0.8) }] } };
    expect(auditsOf(some)).to.equal(undefined);
    expect(reasonsAt(some, "ci.assert.assertMatrix[0].assertions.categories:seo")[0]).to.include("minScore: 80");
  });

  it("parts of a matrix are all checked, so the strictest limit counts, wherever it stands", () => {
    const part = (minScore: number, maxNumericValue: number) => ({
      assertions: {
        "categories:seo": ["error", { minScore }],
        "largest-contentful-paint": ["error", { maxNumericValue }],
      },
    });
    for (const assertMatrix of [
      [part(0.9, 2000), part(0.8, 3000)],
      [part(0.8, 3000), part(0.9, 2000)],
    ]) {
      const ci = { collect: PAGES, assert: { assertMatrix } };
      expect(auditsOf(ci)?.seo?.thresholds?.minScore).to.equal(90);
    }
  });

  it("of several budget files, and of budgets beside assertions, the strictest limit counts", () => {
    const timing = (metric: string, budget: number) => ({ timings: [{ metric, budget }] });
    const related = new Map([
      ["a.json", JSON.stringify([timing("first-contentful-paint", 1000)])],
      ["b.json", JSON.stringify([timing("first-contentful-paint", 1800)])],
    ]);
    const assertions = { "largest-contentful-paint": ["error", { maxNumericValue: 2000 }] };
    const settings = { budgets: [timing("largest-contentful-paint", 2500)], budgetPath: "b.json" };
    const ci = { collect: { ...PAGES, settings }, assert: { budgetsFile: "a.json", assertions } };
    expect(of(ci, { related }).leftOut.find(({ path }) => path === "")?.reason).to.match(
      /plumbline run perf --budget lcp=2000 --budget fcp=1000$/,
    );
  });

  for (const [what, collect, device] of [
    ["the preset", { settings: { preset: "desktop" } }, "desktop"],
    ["the form factor", { settings: { formFactor: "desktop" } }, "desktop"],
    ["the form factor over the preset", { settings: { preset: "desktop", formFactor: "mobile" } }, "mobile"],
    ["the strategy of PageSpeed Insights", { method: "psi", psiStrategy: "desktop" }, "desktop"],
    ["a preset of checks", { settings: { preset: "experimental" } }, undefined],
  ] as const)
    it(`the device is that of ${what}`, () =>
      expect(auditsOf({ collect: { ...PAGES, ...collect } })?.perf?.formFactor).to.equal(device));

  it("categories are runs to start", () =>
    expect(
      reasonsAt(
        { collect: { ...PAGES, settings: { onlyCategories: ["performance", "seo", "pwa"] } } },
        "ci.collect.settings.onlyCategories",
      ),
    ).to.deep.equal(["start the runs of these categories: plumbline run perf seo; there is no audit for pwa"]));

  for (const extraHeaders of [
    { "X-Preview": "hunter22", Cookie: "session=hunter22; theme=dark" },
    '{"X-Preview":"hunter22","Cookie":"session=hunter22; theme=dark"}',
  ])
    it(`headers as ${typeof extraHeaders} are access by the names of variables`, () => {
      const { sections, leftOut } = of({ collect: { ...PAGES, settings: { extraHeaders } } });
      expect(sections.environments?.[0]?.access).to.deep.equal({
        headers: { "X-Preview": { from: "HEADER_X_PREVIEW" } },
        cookies: [
          { name: "session", value: { from: "COOKIE_SESSION" } },
          { name: "theme", value: { from: "COOKIE_THEME" } },
        ],
      });
      expect(JSON.stringify({ sections, leftOut })).not.to.include("hunter22");
      expect(leftOut.map(({ reason }) => reason).join()).to.include("HEADER_X_PREVIEW");
    });

  it("the budget file that it names is read beside it, or named", () => {
    const ci = { collect: PAGES, assert: { budgetsFile: "./budget.json" } };
    expect(relatedOf("lighthouserc", JSON.stringify({ ci }))).to.deep.equal(["./budget.json"]);
    const budgets = JSON.stringify([
      { path: "/*", timings: [{ metric: "first-contentful-paint", budget: 1000, tolerance: 50 }] },
      { path: "/shop/*", timings: [{ metric: "largest-contentful-paint", budget: 2000 }] },
    ]);
    const related = new Map([["./budget.json", budgets]]);
    expect(reasonsAt(ci, "ci.assert.budgetsFile[0].timings[0]", { related })).to.deep.equal([
      "is a budget of a run: plumbline run perf --budget fcp=1050",
    ]);
    expect(reasonsAt(ci, "ci.assert.budgetsFile[1].timings[0]", { related })[0]).to.include("for /shop/* only");
    expect(reasonsAt(ci, "ci.assert.budgetsFile")[0]).to.match(/^was not read/);
    expect(reasonsAt(ci, "ci.assert.budgetsFile", { related: new Map([["./budget.json", "{"]]) })).to.deep.equal([
      "is not JSON",
    ]);
  });

  it("a budget file alone lists its limits", () => {
    const budget = [
      {
        path: "/*",
        timings: [{ metric: "first-contentful-paint", budget: 1000 }],
        resourceSizes: [{ resourceType: "script", budget: 100 }],
      },
    ];
    expect(
      convert("lighthouse-budget", JSON.stringify(budget)).leftOut.map(({ path, reason }) => `${path} ${reason}`),
    ).to.deep.equal([
      "[0].timings[0] is a budget of a run: plumbline run perf --budget fcp=1000",
      "[0].resourceSizes[0] no budget limits sizes",
    ]);
  });
});
