import { expect } from "chai";
import { examplesOf, type ProposeInput, proposeScenarios } from "../../../domain/crawl/propose.ts";

const group = (name: string, pages: number, example: string, title = "") => ({
  group: name,
  pages,
  example: `https://shop.example${example}`,
  title,
});
const input: ProposeInput = {
  startUrl: "https://shop.example/",
  groups: [
    group("/products/{slug}", 40, "/products/hat", "Hat | Shop"),
    group("/news/{n}", 3, "/news/1"),
    group("/", 1, "/", "Shop"),
    group("/about-us", 1, "/about-us", "About us | Shop"),
  ],
  coveredGroups: new Set(),
  homeGroup: "/",
  homeCovered: false,
  labels: [],
  most: 20,
};
const labels = (change: Partial<ProposeInput> = {}) =>
  proposeScenarios({ ...input, ...change }).proposals.map(({ label }) => label);

describe("proposed scenarios", () => {
  it("home first, then one page for each template, with why", () => {
    const { proposals } = proposeScenarios(input);
    expect(proposals.map(({ label, url, viewports }) => [label, url, viewports.length])).to.deep.equal([
      ["Home", "/", 3],
      ["Hat", "/products/hat", 3],
      ["/news/1", "/news/1", 2],
      ["About us", "/about-us", 2],
    ]);
    expect(proposals.map(({ why }) => why)).to.deep.equal([
      "The start page, which most visits begin with.",
      "Represents 40 pages of the template /products/{slug}.",
      "Represents 3 pages of the template /news/{n}.",
      "The only page of its kind.",
    ]);
  });

  it("what is covered is left out and counted", () => {
    const covered = proposeScenarios({ ...input, coveredGroups: new Set(["/", "/news/{n}"]), homeCovered: true });
    expect(covered.proposals.map(({ label }) => label)).to.deep.equal(["Hat", "About us"]);
    expect(covered).to.include({ covered: 2, left: 0 });
  });

  it("pages with names are called by them, and a large template is stood for by several", () => {
    const examples = [
      { url: "https://shop.example/products/hat", name: "Hat" },
      { url: "https://shop.example/products/woollen-cap", name: "Woollen cap" },
    ];
    const { proposals } = proposeScenarios({
      ...input,
      groups: [{ ...input.groups[0]!, examples }, ...input.groups.slice(2)],
    });
    expect(proposals.map(({ label, url }) => [label, url])).to.deep.equal([
      ["Home", "/"],
      ["Hat", "/products/hat"],
      ["Woollen cap", "/products/woollen-cap"],
      ["About us", "/about-us"],
    ]);
  });

  it("so many pages stand for a template: one, from ten pages on two, from fifty on three", () => {
    const urls = (count: number) => Array.from({ length: count }, (_, at) => `/${at}`);
    expect([0, 1, 9, 10, 49, 50].map((count) => examplesOf(urls(count)))).to.deep.equal([
      [],
      ["/0"],
      ["/0"],
      ["/0", "/9"],
      ["/0", "/48"],
      ["/0", "/24", "/49"],
    ]);
  });

  it("a name that is taken gives way to the path, and a path that is taken gets a number", () =>
    expect(labels({ labels: ["home", "HAT", "/news/1"] })).to.deep.equal([
      "/",
      "/products/hat",
      "/news/1 (2)",
      "About us",
    ]));

  it("as many as asked for, and how many more there are", () => {
    const few = proposeScenarios({ ...input, most: 1 });
    expect([few.proposals.length, few.left]).to.deep.equal([1, 3]);
  });

  it("a start page whose template has more pages is proposed beside one of them", () =>
    expect(labels({ groups: [group("/{slug}", 5, "/x")], homeGroup: "/{slug}" })).to.deep.equal(["Home", "/x"]));
});
