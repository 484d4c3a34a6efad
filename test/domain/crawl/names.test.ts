import { expect } from "chai";
import { pageLabels, pageNames } from "../../../domain/crawl/names.ts";

const names = (...pages: [title: string, heading?: string][]) => {
  const titled = pages.map(([title, heading = ""]) => ({ title, heading }));
  const nameOf = pageNames(titled);
  return titled.map(nameOf);
};

describe("what people call a page", () => {
  it("the part of the title in which pages differ, wherever it stands", () => {
    expect(names(["AdminLTE 3 | Flot Charts"], ["AdminLTE 3 | Widgets"], ["AdminLTE 3 | Modals"])).to.deep.equal([
      "Flot Charts",
      "Widgets",
      "Modals",
    ]);
    expect(names(["Hat – Shop"], ["Cap – Shop"], ["About us – Shop"])).to.deep.equal(["Hat", "Cap", "About us"]);
    expect(names(["Acme Docs Install"], ["Acme Docs Upgrade"], ["Acme Docs Use it"])).to.deep.equal([
      "Install",
      "Upgrade",
      "Use it",
    ]);
  });

  it("the heading, where several pages have one title", () =>
    expect(names(["AdminLTE 3", "Flot Charts"], ["AdminLTE 3", "Widgets"], ["AdminLTE 3", "Modals"])).to.deep.equal([
      "Flot Charts",
      "Widgets",
      "Modals",
    ]));

  it("the title, where headings tell no more, and nothing where there is neither", () => {
    expect(names(["Shop", "Welcome"], ["Shop", "Welcome"])).to.deep.equal(["Shop", "Shop"]);
    expect(names([""], ["", ""])).to.deep.equal(["", ""]);
    expect(names(["", "Only a heading"])).to.deep.equal(["Only a heading"]);
  });

  it("a long one is cut, without a space at its end", () => {
    const [name = ""] = names([`${"word ".repeat(40)}`]);
    expect(name).to.have.length.at.most(80);
    expect(name).to.equal(name.trim());
  });

  it("takes time in proportion to the pages", () => {
    const many = Array.from({ length: 5_000 }, (_, at): [string, string] => [`Site | Page ${at}`, `Page ${at}`]);
    expect(names(...many)[4_999]).to.equal("Page 4999");
  });

  for (const [title, wanted] of [
    ["Oak stool – Shop", "Oak stool"],
    ["Oak stool • Shop", "Oak stool"],
    ["Oak stool :: Shop", "Oak stool"],
    ["Oak stool › Shop", "Oak stool"],
    ["Walk-in wardrobe", "Walk-in wardrobe"],
  ] as const)
    it(`without the site's part: ${title}`, () => expect(names([title])).to.deep.equal([wanted]));
});

describe("labels of pages", () => {
  const labels = (pages: [name: string, path: string][], taken: string[] = []) =>
    pageLabels(
      pages.map(([name, path]) => ({ name, path })),
      taken,
    );
  for (const { title, pages, taken, wanted } of [
    { title: "the name where it is unique", pages: [["Oak stool", "/oak"]], wanted: ["Oak stool"] },
    { title: "the path where there is no name", pages: [["", "/oak?size=2"]], wanted: ["/oak?size=2"] },
    {
      title: "the path where pages share a name, in small letters or large ones",
      pages: [
        ["Stool", "/a"],
        ["STOOL", "/b"],
        ["Chair", "/c"],
      ],
      wanted: ["/a", "/b", "Chair"],
    },
    { title: "the path where the name is taken", pages: [["Stool", "/a"]], taken: ["stool"], wanted: ["/a"] },
    {
      title: "a number where the path is taken too, or cut",
      pages: [
        ["", `/${"a".repeat(90)}1`],
        ["", `/${"a".repeat(90)}2`],
        ["/b", "/x"],
        ["", "/b"],
      ],
      wanted: [`/${"a".repeat(79)}`, `/${"a".repeat(79)} (2)`, "/b", "/b (2)"],
    },
  ] as { title: string; pages: [string, string][]; taken?: string[]; wanted: string[] }[])
    it(title, () => expect(labels(pages, taken)).to.deep.equal(wanted));
});
