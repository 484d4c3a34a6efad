import { expect } from "chai";
import { mergeSections, type Part } from "../../../domain/import/mergeSections.ts";

const part = (file: string, sections: Part["sections"], more: Partial<Part> = {}): Part => ({
  file,
  sections,
  leftOut: [],
  own: false,
  runs: [],
  budgets: {},
  ...more,
});
const at = (baseUrl: string, ...urls: string[]): Part["sections"] => ({
  environments: [{ slug: "site", baseUrl }],
  scenarios: urls.map((url) => ({ label: url, url })),
});
const SHOP = "http://localhost:3000";

describe("several configurations as one project", () => {
  it("are on the site that most pages are on; pages of another one keep its address", () => {
    const merged = mergeSections([part("a", at(SHOP, "/a", "/b")), part("b", at("http://localhost:4000", "/c"))], null);
    expect(merged.address).to.equal(SHOP);
    expect(merged.sections.scenarios?.map(({ url }) => url)).to.deep.equal(["/a", "/b", "http://localhost:4000/c"]);
    expect(merged.others).to.deep.equal(["http://localhost:4000"]);
  });

  it("are all on the given site, except for what is served for the test", () => {
    const stories = part("stories", at("http://127.0.0.1:9", "/s", "/t", "/u"), { own: true });
    const merged = mergeSections([stories, part("a", at(SHOP, "/a"))], "http://localhost:5000/");
    expect(merged.address).to.equal("http://localhost:5000/");
    expect(merged.sections.scenarios?.map(({ url }) => url))
      .to.include("/a")
      .and.include("http://127.0.0.1:9/s");
    expect(mergeSections([stories, part("a", at(SHOP, "/a"))], null).address).to.equal(SHOP);
    expect(mergeSections([stories], null).address).to.equal("http://127.0.0.1:9");
  });

  it("test a page once, as the one says that says how; labels are unique", () => {
    const shot = { label: "Home", url: "/", delay: 100 };
    const visual = part("backstop.json", { ...at(SHOP), scenarios: [shot, { label: "About", url: "/about" }] });
    const audits = part(".pa11yci", {
      ...at(SHOP),
      scenarios: [
        { label: "Home", url: "/" },
        { label: "About", url: "/about-us" },
      ],
    });
    const labels = (parts: Part[]) =>
      mergeSections(parts, null).sections.scenarios?.map(({ label, delay }) => [label, delay]);
    expect(labels([visual, audits])).to.deep.equal([
      ["Home", 100],
      ["About", undefined],
      ["About (.pa11yci)", undefined],
    ]);
    expect(labels([audits, visual])?.filter(([label]) => label === "Home")).to.deep.equal([["Home", 100]]);
  });

  it("say of each which of its scenarios have another label, or are left out", () => {
    const home = { label: "Home", url: "/", delay: 100 };
    const other = { label: "Home", url: "/home", delay: 100 };
    const secret = { label: "Secret", url: "http://me:hunter22@localhost:3000/b" };
    const parts = [
      part("a.json", { ...at(SHOP), scenarios: [home] }),
      part("b.json", { ...at(SHOP), scenarios: [other, secret] }),
    ];
    expect(mergeSections(parts, null).renamed.map((one) => [...one])).to.deep.equal([
      [],
      [
        ["Home", "Home (b.json)"],
        ["Secret", null],
      ],
    ]);
  });

  it("join their settings; of two values the first is used, and the other is named with its file", () => {
    const perf = (runs: number, minScore: number) => ({
      settings: { audits: { perf: { runs }, a11y: { thresholds: { minScore } } } },
    });
    const merged = mergeSections(
      [
        part("a.json", { ...at(SHOP, "/"), settings: { audits: { perf: { formFactor: "desktop" as const } } } }),
        part("b.json", perf(3, 90), { budgets: { lcp: 2500, cls: 0.1 }, runs: ["perf", "a11y"] }),
        part("c.json", perf(5, 90), { budgets: { lcp: 2000 }, runs: ["a11y", "seo"] }),
      ],
      null,
    );
    expect(merged.sections.settings).to.deep.equal({
      audits: { perf: { formFactor: "desktop", runs: 3 }, a11y: { thresholds: { minScore: 90 } } },
    });
    expect(merged.leftOut).to.deep.equal([
      {
        path: "c.json: settings.audits.perf.runs",
        reason: "another configuration sets 3, which is used instead of 5",
      },
    ]);
    expect(merged.budgets).to.deep.equal({ lcp: 2000, cls: 0.1 });
    expect(merged.runs).to.deep.equal(["perf", "a11y", "seo"]);
  });

  it("an address with a password is no page of the project", () => {
    const merged = mergeSections([part("a", at(SHOP, "/", "http://me:hunter22@localhost:3000/b"))], null);
    expect(merged.sections.scenarios).to.have.length(1);
    expect(JSON.stringify(merged.leftOut)).to.match(/user name or password/);
  });
});
