// From two painted pages to sentences: every change is reported once, and elements that it only moved are not.
import { expect } from "chai";
import type { PageMap } from "../../../../domain/visual/pageMap.ts";
import { CHANGE_KINDS } from "../../../../domain/visual/reading/change.ts";
import { matchTrees } from "../../../../domain/visual/reading/matchTrees.ts";
import { isFullLane } from "../../../support/lanes.ts";
import { box, element, pageMap, randomFrom } from "../compare/paint.ts";
import { changesBetween, el, type Node, render, told } from "./pages.ts";

const article = (number: number) =>
  el("article.card", {}, el("h3", `Product ${"abcdefgh"[number]}`), el("p", `About ${"stuvwxyz"[number]} in words`));
const CARDS = [0, 1, 2, 3].map(article);
const header = (over: Partial<Node> = {}) =>
  el("header", over, el("a.logo", "Plain shop"), el("nav", {}, el("a", "Offers")));
const footer = (...more: Node[]) => el("footer", {}, el("p", "Imprint and terms"), ...more);
const page = ({ head = header(), cards = CARDS, foot = footer() } = {}) => [
  head,
  el("main", {}, el("h1", "All our products"), ...cards),
  foot,
];
const SPONSORS = el("section.sponsors", {}, el("h2", "Sponsors"), el("p", "Oak and sons"), el("p", "Pine brothers"));
const STORY = ["Long story about wood", "How it goes on", "And its end"].map((text) => el("p", text));
const meta = (height: number) =>
  el("div.meta", {}, el("span.avatar", { height, background: "blue" }), el("p", "By Bo"));
const with1 = (change: (card: Node) => Node) => [CARDS[0]!, change(CARDS[1]!), ...CARDS.slice(2)];
const retext = (at: number, text: string) => (card: Node) => ({
  ...card,
  children: card.children.map((child, index) => (index === at ? { ...child, text } : child)),
});

describe("reading what changed", () => {
  const rows: [string, Node[], Node[], string[]][] = [
    ["nothing", page(), page(), []],
    [
      "a block at the end is one change, with all in it",
      page(),
      page({ foot: footer(SPONSORS) }),
      ['"Sponsors" section added to the footer'],
    ],
    [
      "a block at the top pushes the page, which is no change",
      page(),
      [SPONSORS, ...page()],
      ['"Sponsors" section added'],
    ],
    ["the same the other way round", [SPONSORS, ...page()], page(), ['"Sponsors" section removed']],
    [
      "one of equal siblings is removed",
      page(),
      page({ cards: CARDS.toSpliced(1, 1) }),
      ['"Product b" article removed under "All our products"'],
    ],
    [
      "a text, with its words before and after",
      page(),
      page({ cards: with1(retext(1, "About other words")) }),
      ['Text under "Product b" changed from "About t in words" to "About other words"'],
    ],
    [
      "two changes far apart are two",
      page(),
      page({ cards: with1(retext(0, "Product bee")), foot: footer(SPONSORS) }),
      ['"Sponsors" section added to the footer', 'Heading changed from "Product b" to "Product bee"'],
    ],
    [
      "blocks that changed places",
      page(),
      page({ cards: [CARDS[1]!, CARDS[0]!, CARDS[2]!, CARDS[3]!] }),
      ['"Product b" article moved under "All our products"'],
    ],
    [
      "a colour that all texts in a block have from it",
      page(),
      page({ head: header({ color: "red" }) }),
      ["Text color of the header changed from black to red"],
    ],
    [
      "one rule on all cards is one change",
      page(),
      page({ cards: CARDS.map((card) => ({ ...card, background: "grey" })) }),
      ['Background of 4 articles under "All our products" changed from white to grey'],
    ],
    [
      "another picture",
      [el("img", { image: "/a/logo.svg", attrs: { alt: "Logo" } }), ...page()],
      [el("img", { image: "/a/logo-2.svg", attrs: { alt: "Logo" } }), ...page()],
      ['"Logo" image replaced by another image (logo-2.svg)'],
    ],
    [
      "a picture of the same address that is drawn differently",
      [el("svg", { ink: "circle", attrs: { "aria-label": "Sales" } }), ...page()],
      [el("svg", { ink: "square", attrs: { "aria-label": "Sales" } }), ...page()],
      ['"Sales" icon looks different'],
    ],
    [
      "a field that holds something else",
      [
        el("form", {}, el("input", { role: "textbox", attrs: { "aria-label": "Email" }, value: "a@b.example" })),
        ...page(),
      ],
      [
        el("form", {}, el("input", { role: "textbox", attrs: { "aria-label": "Email" }, value: "c@d.example" })),
        ...page(),
      ],
      ['"Email" field shows something else'],
    ],
    [
      "an element that is taller by a style pushes the page, and is the change",
      [el("div.banner", { height: 20, background: "grey", styles: { padding: "0px" } }), ...page()],
      [el("div.banner", { height: 60, background: "grey", styles: { padding: "20px" } }), ...page()],
      ["Padding of a block changed from 0px to 20px"],
    ],
    [
      "an element that is taller by nothing that is recorded",
      [el("div.banner", { height: 20, background: "grey" }), ...page()],
      [el("div.banner", { height: 60, background: "grey" }), ...page()],
      ["Block is 40 px taller"],
    ],
    [
      "an element that is taller in blocks that grow with it is told, and they are not",
      [el("section", {}, el("article", {}, el("h1", "Olive urn"), meta(20), ...STORY))],
      [el("section", {}, el("article", {}, el("h1", "Olive urn"), meta(36), ...STORY))],
      ['Block under "Olive urn" is 16 px taller'],
    ],
  ];
  for (const [name, before, after, sentences] of rows)
    it(name, () => expect(told(before, after)).to.deep.equal(sentences));

  it("gives every changed pixel to one change", () => {
    for (const [name, before, after] of rows) {
      const changes = changesBetween(render(before), render(after));
      const shares = changes.reduce((sum, { share }) => sum + share, 0);
      if (changes.length > 0) expect(shares, name).to.be.closeTo(1, 1e-9);
      for (const { kind, count } of changes) {
        expect(CHANGE_KINDS).to.include(kind);
        expect(count).to.be.at.least(1);
      }
    }
  });

  it("names a change alike on other pages, at other places and widths, and never two that are not the same", () => {
    const keysOf = (before: Node[], after: Node[], width?: number) =>
      changesBetween(render(before, width), render(after, width)).map(({ key }) => key);
    const other = ({ foot = footer(), head = header() } = {}) => [
      head,
      el("main", {}, el("h1", "Journal"), el("p", "Long story about wood"), el("p", "And its end")),
      foot,
    ];
    const sponsors = keysOf(page(), page({ foot: footer(SPONSORS) }));
    expect(keysOf(other(), other({ foot: footer(SPONSORS) }), 320)).to.deep.equal(sponsors);
    expect(keysOf(other(), [SPONSORS, ...other()])).to.deep.equal(sponsors);
    const red = keysOf(page(), page({ head: header({ color: "red" }) }));
    expect(keysOf(other(), other({ head: header({ color: "red" }) }))).to.deep.equal(red);
    const blue = keysOf(page(), page({ head: header({ color: "blue" }) }));
    const gone = keysOf([SPONSORS, ...page()], page());
    expect(new Set([sponsors, red, blue, gone].flat())).to.have.property("size", 4);
  });

  it("tells blocks of one name apart, and which elements an equal change happened to", () => {
    const more = (text: string) => page({ foot: footer(el("section", {}, el("h2", "News"), el("p", text))) });
    const [nine, eight] = ["Only 9 left", "Only 8 left"].map(
      (text) => changesBetween(render(page()), render(more(text)))[0],
    );
    expect(nine?.key).to.equal(eight?.key);
    expect(nine?.whole).to.be.a("string").and.not.equal(eight?.whole);
    const bare = (...at: number[]) =>
      CARDS.map((card, index) => (at.includes(index) ? { ...card, color: "red" } : card));
    const wholes = [bare(0, 1), bare(0, 2)].map(
      (cards) => changesBetween(render(page()), render(page({ cards }))).find(({ count }) => count === 2)?.whole,
    );
    expect(wholes[0]).to.be.a("string").and.not.equal(wholes[1]);
  });

  it("finds one block that came or went anywhere in any page, and nothing beside it", () => {
    const random = randomFrom(17);
    const words = () => Array.from({ length: 3 }, () => Math.floor(random() * 36 ** 4).toString(36)).join(" ");
    const block = (depth: number): Node =>
      depth > 2 || random() < 0.3
        ? el(random() < 0.5 ? "p" : "div.note", words())
        : el("section", {}, ...Array.from({ length: 1 + Math.floor(random() * 4) }, () => block(depth + 1)));
    const inserted = (nodes: Node[]): Node[] => {
      const at = Math.floor(random() * (nodes.length + 1));
      const inner = nodes[at];
      return inner && inner.children.length > 0 && random() < 0.7
        ? nodes.with(at, { ...inner, children: inserted(inner.children) })
        : nodes.toSpliced(at, 0, el("aside.new", {}, el("h2", words()), el("p", words())));
    };
    for (let round = 0; round < (isFullLane ? 60 : 15); round++) {
      const before = Array.from({ length: 6 }, () => block(0));
      const after = inserted(before);
      const kinds = (from: Node[], to: Node[]) =>
        changesBetween(render(from), render(to)).map(({ kind, tag, count }) => `${kind} ${tag} ${count}`);
      expect(kinds(before, after), JSON.stringify([before, after])).to.deep.equal(["added aside 1"]);
      expect(kinds(after, before), JSON.stringify([after, before])).to.deep.equal(["removed aside 1"]);
    }
  });
});

describe("matching two page maps", () => {
  const partners = (before: PageMap, after: PageMap) => {
    const { toBefore, toAfter } = matchTrees(before, after);
    for (const [now, old] of toBefore.entries()) if (old !== -1) expect(toAfter[old]).to.equal(now);
    for (const [old, now] of toAfter.entries()) if (now !== -1) expect(toBefore[now]).to.equal(old);
    return [...toBefore];
  };

  it("is one to one, and the identity for equal maps", () => {
    const random = randomFrom(5);
    for (let round = 0; round < 100; round++) {
      const some = () =>
        pageMap(
          100,
          100,
          Array.from({ length: Math.floor(random() * 40) }, (_, at) =>
            element({
              selector: `${at}`,
              box: box(0, 0, 9, 9),
              parent: Math.floor(random() * (at + 1)) - 1,
              tag: random() < 0.5 ? "p" : "div",
              textHash: random() < 0.4 ? `${Math.floor(random() * 6)}` : "",
            }),
          ),
        );
      const [before, after] = [some(), some()];
      partners(before, after);
      expect(partners(before, before)).to.deep.equal(before.elements.map((_, at) => at));
    }
  });

  it("takes maps that no browser made: none in them, a parent that is not there or comes later, ten thousand levels", () => {
    const one = (parent: number) => element({ selector: "p", tag: "p", box: box(0, 0, 1, 1), parent, textHash: "x" });
    const wild = pageMap(10, 10, [one(0), one(7), one(1), one(-5), one(99)]);
    expect(partners(wild, wild)).to.have.length(5);
    expect(partners(pageMap(0, 0, []), wild)).to.deep.equal([-1, -1, -1, -1, -1]);
    const deep = pageMap(
      10,
      10,
      Array.from({ length: 10_000 }, (_, at) => one(at - 1)),
    );
    expect(partners(deep, deep).at(-1)).to.equal(9_999);
  });
});
