// The judge of the causes bench: what is right, vague or false about a pair of pages with known changes.
import { expect } from "chai";
import { judge, type Told, type Truth } from "../../bench/causes/judge.ts";
import { makePairs, templatePair } from "../../bench/causes/pairs.ts";
import { allOf, insert, locate, type Make, maker, type Node } from "../../bench/causes/tree.ts";
import { type Change, type ChangeKind, causesOf, type PageOfPair } from "../../bench/causes/truth.ts";

const card = (h: Make, title: string, price: string): Node =>
  h("div.card", {}, h("h3", {}, title), h("span.price", {}, price));

/** Three cards below a heading; a fourth is inserted after them, in its own grid. */
function pageOf(): { page: PageOfPair; keys: Record<string, number> } {
  const build = () => {
    const h = maker();
    const cards = [card(h, "Oak stool", "€ 12.00"), card(h, "Reed basket", "€ 9.00")];
    const ad = h("p.ad", {}, "1,204 people look at this");
    const grid = h("div.grid", {}, ...cards);
    const side = h("div.side", {}, h("p.note", {}, "Open every day from nine to five"));
    const root = h("html", {}, h("body", {}, h("main", {}, h("h1", {}, "Everything for the house"), grid, side, ad)));
    return { h, root, grid };
  };
  const [before, after] = [build(), build()];
  const fresh = card(after.h, "Linen lamp", "€ 40.00");
  insert(after.grid, after.h("div.wrap", {}, fresh), 2);
  const keyOf = (selector: string) => (locate(after.root, selector) as Node).key;
  const html = { before: () => "", after: () => "" };
  return {
    page: { path: "/", before: before.root, after: after.root, html },
    keys: {
      fresh: fresh.key,
      price: keyOf(".card:nth-of-type(1) .price"),
      note: keyOf(".note"),
      ad: keyOf(".ad"),
    },
  };
}

describe("judging what is said of a pair of pages", () => {
  const { page, keys } = pageOf();
  const change = (kind: ChangeKind, key: string, more: Partial<Change> = {}): Change => ({
    kind,
    what: kind,
    names: [],
    landmark: "main",
    heading: "",
    on: { "/": [keys[key] as number] },
    ...more,
  });
  const added = change("in", "fresh", { names: ["Linen lamp"] });
  const price = change("text", "price", { before: "€ 11.00", after: "€ 12.00", names: ["€ 11.00", "€ 12.00"] });
  const styled = change("style", "note", { properties: ["background-image"], names: ["Open every day"] });
  const noise = change("noise", "ad", { names: ["people look at this"] });
  const FRESH = ".grid > .wrap > .card";
  const PRICE = ".card:nth-of-type(1) > .price";

  const cases: [what: string, changes: Change[], told: Partial<Told>, truth: Truth][] = [
    ["the block that was put in", [added], { kind: "added", selector: FRESH, sentence: "It was added." }, "right"],
    ["its wrapper", [added], { kind: "added", selector: ".wrap", sentence: "It was added." }, "right"],
    ["the heading in it", [added], { kind: "added", selector: `${FRESH} > h3`, sentence: "It was added." }, "part"],
    ["the block as moved", [added], { kind: "layout_shift", selector: FRESH, sentence: "It moved 20 px." }, "false"],
    [
      "what it pushes down, as a clause",
      [added],
      { kind: "added", selector: FRESH, sentence: "It was added; content below moved 9 px down." },
      "right",
    ],
    [
      "what it pushes down, as a change",
      [added],
      { kind: "layout_shift", selector: ".side", sentence: "It moved 90 px down." },
      "false",
    ],
    [
      "its grid, which grew",
      [added],
      { kind: "layout_shift", selector: ".grid", sentence: "It is 90 px taller." },
      "false",
    ],
    [
      "something in its grid",
      [added],
      { kind: "unknown", selector: ".grid", sentence: "Something in it looks different." },
      "part",
    ],
    [
      "the page as a whole",
      [added],
      { kind: "page_size", selector: null, sentence: "The page is 90 px taller." },
      "neutral",
    ],
    ["rows that were added", [added], { kind: null, selector: FRESH, sentence: "3 rows added." }, "right"],
    ["its name alone", [added], { kind: null, selector: null, sentence: "Linen lamp added to main" }, "right"],
    ["its name with the wrong kind", [added], { kind: null, selector: null, sentence: "Linen lamp removed" }, "false"],
    ["another name", [added], { kind: null, selector: null, sentence: "Text of “Reed basket” changed" }, "false"],
    ["no name", [added], { kind: null, selector: null, sentence: "Something changed." }, "nameless"],
    [
      "both texts",
      [price],
      { kind: "content", selector: PRICE, sentence: 'Price changed from "€ 11.00" to "€ 12.00".' },
      "right",
    ],
    ["no text", [price], { kind: "content", selector: PRICE, sentence: "The text changed." }, "part"],
    [
      "both texts, of the card",
      [price],
      { kind: "content", selector: ".card:nth-of-type(1)", sentence: 'Price changed from "€ 11.00" to "€ 12.00".' },
      "right",
    ],
    [
      "quoted words that sound like a kind",
      [price],
      { kind: "content", selector: PRICE, sentence: 'Price changed from "€ 11.00 removed" to "€ 12.00".' },
      "right",
    ],
    [
      "the style that shows",
      [styled],
      { kind: "style", selector: ".note", sentence: "Background image of the block is gone." },
      "right",
    ],
    [
      "another style",
      [styled],
      { kind: "style", selector: ".note", sentence: "Overflow of the block changed from hidden to clip." },
      "part",
    ],
    [
      "movement of what stands still",
      [price],
      { kind: "animation", selector: PRICE, sentence: "Two captures differ." },
      "false",
    ],
    [
      "movement of what moves",
      [price, noise],
      { kind: "animation", selector: ".ad", sentence: "Two captures differ." },
      "neutral",
    ],
    [
      "what moves, told as a change",
      [price, noise],
      { kind: "content", selector: ".ad", sentence: "The text changed." },
      "false",
    ],
    [
      "movement beside, told at the change",
      [price, noise],
      { kind: "dynamic", selector: PRICE, sentence: "Two captures differed." },
      "false",
    ],
  ];
  for (const [what, changes, told, truth] of cases)
    it(`${what}: ${truth}`, () => {
      const given: Told = { face: "explanation", path: "/", kind: null, selector: null, sentence: "", ...told };
      expect(judge({ pages: [page], changes }, given).truth).to.equal(truth);
    });

  it("what a block was taken out of is around it, though it is there no more", () => {
    const told: Told = { face: "review", path: "/", kind: "other", selector: ".grid", sentence: "It looks different." };
    const turned: PageOfPair = { ...page, before: page.after, after: page.before };
    const gone = change("out", "fresh", { names: ["Linen lamp"] });
    expect(judge({ pages: [turned], changes: [gone] }, told).truth).to.equal("part");
  });
});

describe("the pairs of the causes bench", () => {
  const pairs = makePairs("test");

  it("are at least 120, half for development, the same for the same seed", () => {
    const dev = pairs.filter(({ half }) => half === "dev").length;
    expect(pairs.length).to.be.at.least(120);
    expect(dev).to.equal(pairs.length / 2);
    const described = (of: typeof pairs) => of.flatMap(({ changes }) => changes.map(({ what }) => what));
    expect(described(makePairs("test"))).to.deep.equal(described(pairs));
  });

  it("differ in one to four changes whose elements stand on a side of every page", () => {
    for (const pair of [...pairs, templatePair("test", "dev")]) {
      expect(causesOf(pair).length, pair.name).to.be.within(1, 4);
      for (const { path, before, after, html } of pair.pages) {
        expect(html.after(), pair.name).to.not.equal(html.before());
        const keys = new Set([...allOf(before), ...allOf(after)].map(({ key }) => key));
        for (const { on, what } of pair.changes)
          expect(on[path]?.length && on[path].every((key) => keys.has(key)), `${pair.name}: ${what}`).to.equal(true);
      }
    }
  });

  it("leave no mark in the pages that a selector could use", () => {
    for (const { pages } of pairs) for (const { html } of pages) expect(html.after()).to.not.match(/ data-| id="/);
  });
});
