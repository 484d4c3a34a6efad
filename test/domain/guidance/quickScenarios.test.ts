import { expect } from "chai";
import { depthOf, labelOf, pageOf, samePage } from "../../../domain/guidance/pages.ts";
import { suggestScenarios } from "../../../domain/guidance/quickScenarios.ts";
import { facts, known, scenario } from "./support.ts";

describe("pages by their address", () => {
  for (const [key, kind, importance, depth] of [
    ["/", "home", 1.5, 0],
    ["/?utm=1", "home", 1.5, 0],
    ["/checkout/step-2", "checkout", 1.5, 2],
    ["/en/sign-in", "page", 1, 2],
    ["/login", "account", 1.4, 1],
    ["/products/12", "offer", 1.3, 2],
    ["/search?q=cart", "search", 1.2, 1],
    ["/contact/", "contact", 1.2, 1],
    ["/privacy", "legal", 0.8, 1],
    ["/about", "page", 1.1, 1],
    ["/team/anna", "page", 1, 2],
    ["/cartography", "page", 1.1, 1],
    ["https://other.example/cart?x=1", "checkout", 1.5, 1],
  ] as const)
    it(`${key} is ${kind}`, () => {
      expect([pageOf(key), depthOf(key)]).to.deep.equal([{ kind, importance }, depth]);
    });

  for (const [key, title, label] of [
    ["/", "", "Home"],
    ["/pricing", "Plans and prices | Shop", "Plans and prices"],
    ["/pricing", "Plans - and - prices", "Plans"],
    ["/about-us.html", "", "About us"],
    ["/caf%C3%A9/", "x".repeat(80), "Café"],
    ["/%E0%A4%A", "", "%E0%A4%A"],
  ] as const)
    it(`${key} with the title "${title.slice(0, 20)}" is called ${label}`, () => {
      expect(labelOf(key, title)).to.equal(label);
    });

  it("one page has one key, with or without query and slash", () => {
    expect(["/a/", "/a?b=1", "/a#c", "/a"].map(samePage)).to.deep.equal(["/a", "/a", "/a", "/a"]);
    expect(samePage("/")).to.equal("/");
  });
});

describe("quick scenarios", () => {
  const suggest = (keys: Parameters<typeof known>[], covered: string[] = [], most = 5) =>
    suggestScenarios(
      {
        baseUrl: "https://shop.example",
        scenarios: covered.map((key) => scenario(`Scenario of ${key}`, key)),
        knownPages: keys.map((args) => known(...args)),
      },
      most,
    );

  it("ranks by what visitors do there, by what is alike, by nearness and by the plan", () => {
    const {
      suggestions,
      known: all,
      uncovered,
    } = suggest([
      ["/about"],
      ["/"],
      ["/products/1", { title: "Chair | Shop", depth: 2 }],
      ["/products/2", { title: "Table | Shop", depth: 2 }],
      ["/products/3", { title: "Lamp | Shop", depth: 2 }],
      ["/cart"],
      ["/imprint", { source: "tracking", title: "Imprint" }],
    ]);
    expect([all, uncovered]).to.deep.equal([7, 7]);
    expect(suggestions.map(({ label, points, alike, why }) => [label, points, alike, why])).to.deep.equal([
      ["Home", 70, 1, "It is where visits begin."],
      ["Cart", 70, 1, "Visitors pay here. It is 1 click from the first page."],
      ["Chair", 52, 3, "Visitors choose here. It represents 3 pages of its kind. It is 2 clicks from the first page."],
      ["About", 30, 1, "No other page is like it. It is 1 click from the first page."],
      ["Imprint", 15, 1, "The law asks for it. The tracking plan names it."],
    ]);
    const [team] = suggest([["/team/ann"], ["/team/bob"]]).suggestions;
    expect(team?.why).to.equal("It represents 2 pages of its kind. It is 2 clicks from the first page.");
    expect(suggestions[2]?.args).to.deep.equal({ label: "Chair", url: "/products/1", captureBaseline: true });
  });

  it("leaves out what has a scenario, and puts its like last", () => {
    const { suggestions, uncovered } = suggest(
      [["/"], ["/products/1"], ["/products/2"], ["/about"]],
      ["/?ref=1", "/products/1/"],
    );
    expect([suggestions.map(({ key }) => key), uncovered]).to.deep.equal([["/about", "/products/2"], 2]);
    expect(suggestions[1]?.why).to.contain("It represents 2 pages of its kind, one of which has a scenario.");
  });

  it("takes the crawl's groups before those of the path", () => {
    const { suggestions } = suggest([
      ["/a/1", { group: "article" }],
      ["/b/2", { group: "article" }],
      ["/a/3", { group: "list" }],
    ]);
    expect(suggestions.map(({ key }) => key)).to.deep.equal(["/a/1", "/a/3"]);
  });

  it("joins what several sources say of a page, and gives labels that are free", () => {
    const facts = {
      baseUrl: "https://shop.example",
      scenarios: [scenario("home", "/old")],
      knownPages: [
        known("/", { source: "base" }),
        known("/", { source: "tracking", title: "Home" }),
        known("/shop/", { title: "Home" }),
      ],
    };
    expect(
      suggestScenarios(facts, 5).suggestions.map(({ args, points }) => [args.label, args.url, points]),
    ).to.deep.equal([
      ["Home (/)", "/", 85],
      ["Home (/shop)", "/shop/", 50],
    ]);
  });

  it("cuts at the number that was asked for, ties by address", () => {
    const pages: Parameters<typeof known>[] = [["/c"], ["/a"], ["/b"]];
    expect(suggest(pages, [], 2).suggestions.map(({ key }) => key)).to.deep.equal(["/a", "/b"]);
    expect(suggest([...pages].reverse(), [], 2).suggestions.map(({ key }) => key)).to.deep.equal(["/a", "/b"]);
  });

  it("has nothing to add where all is covered", () => {
    expect(suggestScenarios(facts(), 5)).to.deep.equal({ suggestions: [], known: 2, uncovered: 0 });
  });
});
