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
        expect(() => of(format, text)).to.throw(/^The file contains a field with the name __proto__\.$/));

  it("Storybook: a scenario for each story, under distinct labels", () => {
    const entries = {
      "button--primary": { type: "story", id: "button--primary", title: "Button", name: "Primary" },
      "button--docs": { type: "docs", id: "button--docs", title: "Button", name: "Docs" },
      "button--other": { type: "story", id: "button--other", title: "Button", name: "Primary", tags: ["play-fn"] },
    };
    const { sections, leftOut } = of("storybook", json({ v: 5, entries }));
    expect(sections).to.deep.equal({
      scenarios: [
        { label: "Button: Primary", url: "/iframe.html?id=button--primary&viewMode=story", viewports: ["desktop"] },
        {
          label: "Button: Primary (button--other)",
          url: "/iframe.html?id=button--other&viewMode=story",
          viewports: ["desktop"],
        },
      ],
    });
    expect(leftOut.map(({ path }) => path)).to.deep.equal(["", "entries.button--docs", "entries.button--other"]);
  });

  it("Storybook at an address: its host is an environment, and its folder stays", () => {
    const index = json({ entries: { "a--b": { type: "story", title: "A", name: "B" } } });
    const { sections } = convert("storybook", index, { from: "https://stories.example/v2/index.json" });
    expect(sections.environments).to.deep.equal([{ slug: "stories-example", baseUrl: "https://stories.example" }]);
    expect(sections.scenarios?.[0]?.url).to.equal("/v2/iframe.html?id=a--b&viewMode=story");
  });

  it("sitemap: a scenario a page, relative to the site, each once", () => {
    const xml = `<urlset><url><loc>https://shop.example/</loc></url><url><loc>
      https://shop.example/a?b=1&amp;c=2 </loc></url><url><loc>https://shop.example/</loc></url>
      <url><loc>https://shop.example/d?e=1&#038;f=2&#x26;g=3</loc></url><!-- <loc>https://shop.example/old</loc> -->
      <url><loc><![CDATA[https://other.example/x]]></loc></url><url><loc>ftp://shop.example/</loc></url></urlset>`;
    expect(of("sitemap", xml)).to.deep.equal({
      sections: {
        environments: [{ slug: "shop-example", baseUrl: "https://shop.example" }],
        scenarios: [
          { label: "Home", url: "/" },
          { label: "a?b=1&c=2", url: "/a?b=1&c=2" },
          { label: "d?e=1&f=2&g=3", url: "/d?e=1&f=2&g=3" },
          { label: "other.example x", url: "https://other.example/x" },
        ],
      },
      leftOut: [{ path: "loc[5]", reason: "is not the address of a page" }],
    });
    const index = of(
      "sitemap",
      "<sitemapindex><sitemap><loc>https://shop.example/s.xml</loc></sitemap></sitemapindex>",
    );
    expect(index.leftOut[0]?.reason).to.include("import https://shop.example/s.xml");
  });

  it("BackstopJS: scenarios with their sizes", () => {
    const file = {
      viewports: [{ label: "phone", width: 320, height: 480 }],
      scenarios: [{ label: "Home", url: "https://shop.example/" }],
    };
    const { sections } = of("backstopjs", json({ id: "x", ...file }));
    expect(sections.scenarios?.[0]).to.include({ label: "Home", url: "/" });
    expect(sections.environments).to.deep.equal([{ slug: "shop-example", baseUrl: "https://shop.example" }]);
    expect(sections.viewports?.phone).to.include({ width: 320, height: 480 });
  });

  it("BackstopJS: the host of referenceUrl is an environment too, and other hosts stay in the addresses", () => {
    const scenarios = [
      { label: "Home", url: "http://localhost:3000/#/home", referenceUrl: "https://shop.example/" },
      { label: "Basket", url: "http://localhost:3000/basket?a=b" },
      { label: "Help", url: "https://help.example/start" },
    ];
    const { sections, leftOut } = of("backstopjs", json({ id: "x", viewports: [], scenarios }));
    expect(sections.environments).to.deep.equal([
      { slug: "localhost-3000", baseUrl: "http://localhost:3000" },
      { slug: "shop-example", baseUrl: "https://shop.example" },
    ]);
    expect(sections.scenarios?.map(({ url }) => url)).to.deep.equal([
      "/#/home",
      "/basket?a=b",
      "https://help.example/start",
    ]);
    expect(leftOut.find(({ path }) => path === "scenarios[0].referenceUrl")?.reason).to.include("referenceEnvironment");
  });

  it("BackstopJS: what is typed into a field for passwords is not in the file", () => {
    const keyPressSelectors = [
      { selector: "#user", keyPress: "robot" },
      { selector: "#password", keyPress: "hunter22" },
    ];
    const scenarios = [{ label: "Sign in", url: "https://shop.example/", keyPressSelectors }];
    const { sections, leftOut } = of("backstopjs", json({ id: "x", viewports: [], scenarios }));
    expect(sections.scenarios?.[0]?.steps).to.deep.equal([{ op: "fill", selector: "#user", value: "robot" }]);
    expect(JSON.stringify({ sections, leftOut })).not.to.include("hunter22");
    expect(leftOut.map(({ path }) => path)).to.include("scenarios.Sign in.steps");
  });

  it("the same field of many entries is one line", () => {
    const scenarios = Array.from({ length: 9 }, (_, i) => ({
      label: `${i}`,
      url: `https://a.example/${i}`,
      cookiePath: "c.json",
    }));
    const cookies = of("backstopjs", json({ id: "x", viewports: [], scenarios })).leftOut.filter(({ path }) =>
      path.includes("cookiePath"),
    );
    expect(cookies).to.have.length(1);
    expect(cookies[0]).to.deep.include({ path: "scenarios[0].cookiePath" });
    expect(cookies[0]?.reason).to.match(/\(and 8 more like it\)$/);
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
