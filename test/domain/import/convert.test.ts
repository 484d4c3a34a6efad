import { expect } from "chai";
import { convert } from "../../../domain/import/convert.ts";
import { FORMATS, type Format } from "../../../domain/import/formats.ts";

const json = (value: unknown) => JSON.stringify(value);
const of = (format: Format, text: string) => convert(format, text);

describe("configurations of other tools", () => {
  for (const format of FORMATS.filter((one) => one !== "sitemap"))
    for (const [where, text] of [
      ["at the top", '{"__proto__": {"scenarios": []}, "scenarios": [], "steps": [], "entries": {}}'],
      ["deep inside", '{"id": "x", "scenarios": [{"label": "a", "url": "/", "x": [{"__proto__": {}}]}]}'],
      ["in escapes", '{"\\u005f_proto__": 1}'],
    ] as const)
      it(`${format}: a field with the name __proto__ is refused, ${where}`, () =>
        expect(() => of(format, text)).to.throw(/^The file holds a field with the name __proto__\.$/));

  it("Storybook: a scenario for each story, under distinct labels", () => {
    const entries = {
      "button--primary": { type: "story", id: "button--primary", title: "Button", name: "Primary" },
      "button--docs": { type: "docs", id: "button--docs", title: "Button", name: "Docs" },
      "button--other": { type: "story", id: "button--other", title: "Button", name: "Primary" },
    };
    expect(of("storybook", json({ v: 5, entries }))).to.deep.equal({
      sections: {
        scenarios: [
          { label: "Button: Primary", url: "/iframe.html?id=button--primary&viewMode=story", viewports: ["desktop"] },
          {
            label: "Button: Primary (button--other)",
            url: "/iframe.html?id=button--other&viewMode=story",
            viewports: ["desktop"],
          },
        ],
      },
      leftOut: [{ path: "entries.button--docs", reason: "is a page of documentation, and no story" }],
    });
  });

  it("sitemap: a scenario a page, relative to the site, each once", () => {
    const xml = `<urlset><url><loc>https://shop.example/</loc></url><url><loc>
      https://shop.example/a?b=1&amp;c=2 </loc></url><url><loc>https://shop.example/</loc></url>
      <url><loc><![CDATA[https://other.example/x]]></loc></url><url><loc>ftp://shop.example/</loc></url></urlset>`;
    expect(of("sitemap", xml)).to.deep.equal({
      sections: {
        scenarios: [
          { label: "Home", url: "/" },
          { label: "a?b=1&c=2", url: "/a?b=1&c=2" },
          { label: "other.example x", url: "https://other.example/x" },
        ],
      },
      leftOut: [{ path: "loc[4]", reason: "is not the address of a page" }],
    });
    const index = of(
      "sitemap",
      "<sitemapindex><sitemap><loc>https://shop.example/s.xml</loc></sitemap></sitemapindex>",
    );
    expect(index.leftOut[0]?.reason).to.include("import https://shop.example/s.xml");
  });

  it("Lighthouse CI: pages, runs, thresholds of scores; budgets are named as a run takes them", () => {
    const { sections, leftOut } = of(
      "lighthouserc",
      json({
        ci: {
          collect: {
            url: ["http://localhost:3000/", "http://localhost:3000/about"],
            numberOfRuns: 9,
            staticDistDir: "dist",
          },
          assert: {
            assertions: {
              "categories:performance": ["error", { minScore: 0.9 }],
              "largest-contentful-paint": ["warn", { maxNumericValue: 2500 }],
              "uses-http2": "error",
              "categories:seo": "off",
            },
          },
          upload: { target: "temporary-public-storage" },
        },
      }),
    );
    expect(sections).to.deep.equal({
      scenarios: [
        { label: "Home", url: "/" },
        { label: "about", url: "/about" },
      ],
      settings: { audits: { perf: { thresholds: { minScore: 90 }, runs: 5 } } },
    });
    expect(leftOut.map(({ path }) => path)).to.have.members([
      "ci.upload",
      "ci.collect.staticDistDir",
      "ci.collect.numberOfRuns",
      "ci.assert.assertions.largest-contentful-paint",
      "ci.assert.assertions.uses-http2",
    ]);
    expect(leftOut.map(({ reason }) => reason).join()).to.include("plumbline run perf --budget lcp=2500");
    const budget = json([
      {
        path: "/*",
        timings: [{ metric: "first-contentful-paint", budget: 1000 }],
        resourceSizes: [{ resourceType: "script", budget: 100 }],
      },
    ]);
    expect(of("lighthouse-budget", budget).leftOut.map(({ path, reason }) => `${path} ${reason}`)).to.deep.equal([
      "[0].timings[0] is a budget of a run: plumbline run perf --budget fcp=1000.",
      "[0].resourceSizes[0] no budget limits sizes",
    ]);
  });

  it("pa11y-ci: pages with their waits, and what is not taken over", () => {
    const file = { defaults: { wait: 500, standard: "WCAG2AA" }, urls: ["/", { url: "/form", wait: 10, actions: [] }] };
    expect(of("pa11y-ci", json(file)).sections.scenarios).to.deep.equal([
      { label: "Home", url: "/", delay: 500 },
      { label: "form", url: "/form", delay: 10 },
    ]);
    expect(of("pa11y-ci", json(file)).leftOut.map(({ path }) => path)).to.deep.equal([
      "defaults.standard",
      "urls[1].actions",
    ]);
  });

  it("BackstopJS: scenarios with their sizes", () => {
    const file = {
      viewports: [{ label: "phone", width: 320, height: 480 }],
      scenarios: [{ label: "Home", url: "https://shop.example/" }],
    };
    const { sections } = of("backstopjs", json({ id: "x", ...file }));
    expect(sections.scenarios?.[0]).to.include({ label: "Home", url: "https://shop.example/" });
    expect(sections.viewports?.phone).to.include({ width: 320, height: 480 });
  });

  it("Chrome's recorder: a feature", () => {
    const recording = { title: "Buy a hat", steps: [{ type: "navigate", url: "https://shop.example/" }] };
    const { features } = of("chrome-recorder", json(recording)).sections;
    expect(features?.[0]?.id).to.equal("buy-a-hat");
    expect(features?.[0]?.gherkin).to.match(/^Feature: Buy a hat\n/);
  });

  for (const format of FORMATS)
    it(`${format}: a text that is none is refused`, () => {
      expect(() => convert(format, "[1")).to.throw(/not|no /);
    });
});
