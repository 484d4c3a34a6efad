import { expect } from "chai";
import { CHANGE_KINDS, type Change } from "../../../../domain/visual/reading/change.ts";
import { changeDetail, changeSentence } from "../../../../domain/visual/reading/sentence.ts";
import { box, change } from "./change.ts";

const footer = { landmark: "contentinfo", heading: "" };
const under = (heading: string) => ({ landmark: "main", heading });
const style = (property: string, before: string, after: string) => ({ property, before, after });
const WHITE = "rgb(255, 255, 255)";

type Row = [sentence: string, change: Partial<Change>, seen?: { pages?: number; results?: number }];
const ROWS: Row[] = [
  // A block with everything in it.
  [
    '"Sponsors" section added to the footer, on 12 pages',
    { kind: "added", tag: "section", name: "Sponsors", at: footer },
    { pages: 12, results: 36 },
  ],
  ['"Sponsors" added to the footer', { kind: "added", tag: "div", name: "Sponsors", at: footer }],
  ['"Add to basket" button removed', { kind: "removed", tag: "button", role: "button", name: "Add to basket" }],
  [
    '"Add to basket" button removed under "Oak stool"',
    { kind: "removed", tag: "button", name: "Add to basket", at: under("Oak stool") },
  ],
  ["Image added to the header", { kind: "added", tag: "img", role: "img", at: { landmark: "banner", heading: "" } }],
  ["Block added, in 3 screenshots", { kind: "added", tag: "div" }, { pages: 1, results: 3 }],
  ["Footer removed", { kind: "removed", tag: "footer", role: "contentinfo", name: "© 2026 Imprint", at: footer }],
  [
    "3 list items added to the navigation",
    { kind: "added", tag: "li", count: 3, at: { landmark: "navigation", heading: "" } },
  ],
  ['2 "Light" rows added', { kind: "added", tag: "tr", count: 2, name: "Light", text: { before: "", after: "Light" } }],
  ["2 blocks removed", { kind: "removed", tag: "div", count: 2, text: { before: "Oak stool", after: "" } }],
  ["4 elements replaced", { kind: "replaced", count: 4 }],
  ['"Team" section moved', { kind: "moved", tag: "section", name: "Team" }],
  [
    '"Oak stool" replaced by "Pine bench" under "Offers"',
    {
      kind: "replaced",
      tag: "div",
      name: "Pine bench",
      at: under("Offers"),
      text: { before: "Oak stool", after: "Pine bench" },
    },
  ],
  ["Block replaced", { kind: "replaced", tag: "div" }],
  // Text.
  [
    'Text changed from "Have nothing in your house that you do not know to be…" to "Simplicity is the final achievement"',
    {
      kind: "text",
      tag: "p",
      text: {
        before: "“Have nothing in your house that you do not know to be usefu",
        after: "“Simplicity is the final achievement”",
      },
    },
  ],
  ['Text changed from "\'Oak\'" to "“Oak”"', { kind: "text", tag: "p", text: { before: '"Oak"', after: "“Oak”" } }],
  [
    'Text changed from "He said “no”" to "“Yes” and “no”"',
    { kind: "text", tag: "p", text: { before: "He said “no”", after: "“Yes” and “no”" } },
  ],
  [
    'Price of "Trail shoe" changed from "€ 89" to "€ 79"',
    { kind: "text", tag: "span", name: "€ 79", at: under("Trail shoe"), text: { before: "€ 89", after: "€ 79" } },
  ],
  [
    'Price in the footer changed from "89,00 €" to "79,00 €"',
    { kind: "text", tag: "p", at: footer, text: { before: "89,00 €", after: "79,00 €" } },
  ],
  [
    'Date changed from "01.02.2026" to "03.02.2026"',
    { kind: "text", tag: "span", text: { before: "01.02.2026", after: "03.02.2026" } },
  ],
  [
    'Number changed from "1,204" to "1,311"',
    { kind: "text", tag: "strong", text: { before: "1,204", after: "1,311" } },
  ],
  [
    'Button under "Cart" changed from "Buy" to "Order now"',
    { kind: "text", tag: "button", name: "Order now", at: under("Cart"), text: { before: "Buy", after: "Order now" } },
  ],
  [
    'Heading changed from "Our offer" to "Our offers"',
    {
      kind: "text",
      tag: "h2",
      role: "heading",
      name: "Our offers",
      text: { before: "Our offer", after: "Our offers" },
    },
  ],
  [
    'Text of the "Close dialog" button changed from "x" to "×"',
    { kind: "text", tag: "button", name: "Close dialog", text: { before: "x", after: "×" } },
  ],
  ['Text in the footer added: "New"', { kind: "text", tag: "span", at: footer, text: { before: "", after: "New" } }],
  ['Text removed: "New"', { kind: "text", tag: "span", text: { before: "New", after: "" } }],
  [
    'Text that begins with "The first sixty" changed',
    { kind: "text", tag: "p", name: "The first sixty", text: { before: "The first sixty", after: "The first sixty" } },
  ],
  ['Text of "Terms" changed', { kind: "text", tag: "p", name: "Terms" }],
  ["Text changed", { kind: "text" }],
  [
    '12 links in the navigation changed from "More" to "Read more"',
    {
      kind: "text",
      tag: "a",
      count: 12,
      at: { landmark: "nav", heading: "" },
      text: { before: "More", after: "Read more" },
    },
  ],
  [
    'Year in 5 texts changed from "2021" to "2023"',
    { kind: "text", tag: "p", count: 5, text: { before: "2021", after: "2023" } },
  ],
  // Fields.
  [
    'Button changed from "Save it" to "Save"',
    { kind: "value", tag: "input", role: "button", name: "Save", text: { before: "Save it", after: "Save" } },
  ],
  [
    '"Email" field changed from "a@b.example" to empty',
    { kind: "value", tag: "input", role: "textbox", name: "Email", text: { before: "a@b.example", after: "" } },
  ],
  [
    '"Newsletter" checkbox in the footer shows something else',
    { kind: "value", tag: "input", role: "checkbox", name: "Newsletter", at: footer },
  ],
  ["Field shows something else", { kind: "value", tag: "input", role: "textbox" }],
  // Images.
  [
    '"Logo" image replaced by another image (logo-2.svg)',
    { kind: "image", tag: "img", name: "Logo", image: { before: "/a/logo.svg", after: "/a/logo-2.svg" } },
  ],
  [
    "Image in the header shows another image",
    { kind: "image", tag: "img", at: { landmark: "banner", heading: "" }, image: { before: "/a.png", after: "data:" } },
  ],
  [
    "4 images replaced by another image (x.png)",
    { kind: "image", tag: "img", count: 4, image: { before: "/a.png", after: "/x.png" } },
  ],
  [
    'Background image of the "Summer sale" block is gone',
    { kind: "image", tag: "div", name: "Summer sale", image: { before: "/sale.jpg", after: "" } },
  ],
  [
    "Background image added to the page (sky.jpg)",
    { kind: "image", tag: "body", name: "All the words", image: { before: "", after: "/sky.jpg" } },
  ],
  ["Background image of a block replaced", { kind: "image", tag: "div", image: null }],
  [
    '"Oak stool" image does not load (stool.jpg)',
    { kind: "broken_image", tag: "img", name: "Oak stool", image: { before: "/stool.jpg", after: "/stool.jpg" } },
  ],
  [
    '"Oak stool" image loads now (stool.jpg)',
    { kind: "image", tag: "img", name: "Oak stool", image: { before: "", after: "/stool.jpg" } },
  ],
  ["2 images do not load", { kind: "broken_image", tag: "img", count: 2 }],
  // Styles, most visible first.
  [
    "Background of the header changed from #fff to #eee",
    {
      kind: "style",
      tag: "header",
      styles: [style("overflow", "visible", "hidden"), style("background-color", WHITE, "rgb(238, 238, 238)")],
    },
  ],
  [
    'Background image of the "Summer sale" block is gone',
    {
      kind: "style",
      tag: "div",
      name: "Summer sale",
      styles: [style("overflow", "visible", "hidden"), style("background-image", "url", "none")],
    },
  ],
  [
    "12 cells lost their border",
    { kind: "style", tag: "td", count: 12, styles: [style("border-width", "1px 1px 1px 1px", "0px 0px 0px 0px")] },
  ],
  [
    '"Imprint" link lost its underline',
    { kind: "style", tag: "a", name: "Imprint", styles: [style("text-decoration", "underline", "none")] },
  ],
  [
    '"Imprint" link got an underline',
    { kind: "style", tag: "a", name: "Imprint", styles: [style("text-decoration-line", "none", "underline")] },
  ],
  [
    '"Card" block got a shadow',
    { kind: "style", tag: "div", name: "Card", styles: [style("box-shadow", "none", "rgb(0, 0, 0) 0px 1px 2px 0px")] },
  ],
  [
    'Text color of "Sold out" changed from #fff to none',
    { kind: "style", tag: "div", role: "text", name: "Sold out", styles: [style("color", WHITE, "transparent")] },
  ],
  [
    'Shadow of the "Card" block changed',
    {
      kind: "style",
      tag: "div",
      name: "Card",
      styles: [style("box-shadow", "rgb(0, 0, 0) 0px 1px 2px 0px", "rgba(0, 0, 0, 0.5) 0px 10px 20px 0px")],
    },
  ],
  [
    'Text color of the "Buy" button changed from none to #12345680',
    {
      kind: "style",
      tag: "button",
      name: "Buy",
      styles: [style("color", "rgba(0, 0, 0, 0)", "rgba(18, 52, 86, 0.5)")],
    },
  ],
  [
    "Footer cuts off what does not fit",
    { kind: "style", tag: "footer", styles: [style("overflow", "visible", "hidden")] },
  ],
  [
    "Footer no longer cuts off what does not fit",
    { kind: "style", tag: "footer", styles: [style("overflow", "hidden", "visible")] },
  ],
  [
    "4 blocks are 26 px narrower",
    {
      kind: "style",
      tag: "div",
      count: 4,
      styles: [style("overflow", "visible", "hidden")],
      box: box(35, 0, 74, 40),
      boxBefore: box(0, 0, 100, 40),
    },
  ],
  [
    'Alignment of the "Imprint" block changed',
    { kind: "style", tag: "div", name: "Imprint", styles: [style("align-items", "normal", "center")] },
  ],
  ["Layout of the footer changed", { kind: "style", tag: "footer", styles: [style("display", "block", "flex")] }],
  [
    "Border color of 6 buttons changed",
    { kind: "style", tag: "button", count: 6, styles: [style("border-color", "", "")] },
  ],
  [
    "Style of a block in the footer changed",
    { kind: "style", tag: "div", at: footer, styles: [style("clip-path", "none", "inset(2px)")] },
  ],
  ["Block looks different", { kind: "style", tag: "div" }],
  [
    "Font of the page changed from Georgia to Inter",
    { kind: "font", tag: "body", styles: [style("font-family", 'Georgia, "Times", serif', "Inter, sans-serif")] },
  ],
  ['Font of "Hello" changed', { kind: "font", tag: "p", name: "Hello" }],
  // Size and position.
  [
    "Page is 349 px shorter",
    { kind: "resized", tag: "body", box: box(0, 0, 400, 651), boxBefore: box(0, 0, 400, 1_000) },
  ],
  [
    '"Offers" section is 20 px taller and 8 px wider',
    { kind: "resized", tag: "section", name: "Offers", box: box(0, 50, 308, 220), boxBefore: box(0, 0, 300, 200) },
  ],
  [
    '"Buy" button moved 3 px to the left',
    { kind: "resized", tag: "button", name: "Buy", box: box(7, 0, 50, 20), boxBefore: box(10, 0, 50, 20) },
  ],
  [
    '"Buy" button moved',
    { kind: "resized", tag: "button", name: "Buy", box: box(7, 9, 50, 20), boxBefore: box(7, 0, 50, 20) },
  ],
  ["Page has a new size", { kind: "resized", tag: "body" }],
  ["Image has a new size or position", { kind: "resized", tag: "img" }],
  // Differences that nothing recorded explains.
  ["Icon in the header looks different", { kind: "drawing", tag: "svg", at: { landmark: "header", heading: "" } }],
  ['"Sign in" icon looks different', { kind: "drawing", tag: "i", role: "icon", name: "Sign in" }],
  ['"Sales" drawing looks different', { kind: "drawing", tag: "canvas", name: "Sales" }],
  ['Pixels differ in the "Prices" section', { kind: "unknown", tag: "section", name: "Prices" }],
  ["Pixels differ in the footer", { kind: "unknown", at: footer }],
  ['Pixels differ under "Prices"', { kind: "unknown", at: under("Prices") }],
  ["Pixels differ at x=12, y=34", { kind: "unknown", box: box(12, 34, 5, 5) }],
  ["Pixels differ", { kind: "unknown" }],
];

describe("the sentence of a change", () => {
  for (const [sentence, given, seen] of ROWS)
    it(sentence, () => expect(changeSentence(change(given), seen)).to.equal(sentence));

  it("has a row for every kind", () => {
    expect([...new Set(ROWS.map(([, { kind }]) => kind))].toSorted()).to.deep.equal([...CHANGE_KINDS].toSorted());
  });

  it("says several where their number differs from page to page", () => {
    const several = {
      ...change({ kind: "style", tag: "a", styles: [style("color", WHITE, "rgb(0, 0, 0)")] }),
      count: null,
    };
    expect(changeSentence(several, { pages: 4 })).to.equal("Text color of links changed from #fff to #000, on 4 pages");
    const texts = { ...change({ kind: "text", tag: "span" }), count: null };
    expect(changeSentence(texts)).to.equal("Texts changed");
  });

  it("quotes the page's words on one line, cut, whatever they are, and holds no selector", () => {
    const wild = `Say "hi"\n\n${"and so on ".repeat(40)}`;
    for (const kind of CHANGE_KINDS)
      for (const tag of ["", "body", "div", "img", "button", "td"]) {
        const given = change({
          kind,
          tag,
          name: wild,
          selector: "main > div:nth-of-type(2) > p",
          text: { before: wild, after: "" },
          image: { before: "", after: "" },
          at: { landmark: "", heading: wild },
        });
        const said = changeSentence(given);
        expect(said, said).to.match(/^[A-Z"][^\n]{3,200}$/);
        expect(said, said).to.not.match(/nth-of-type|\(\)|undefined|null|another image \(\)|^.*"[^"]*"[^"]*"$/);
      }
  });
});

describe("the detail of a change", () => {
  it("has the texts, pictures, styles and what was pushed, and a short selector", () => {
    const { lines, selector } = changeDetail(
      change({
        kind: "replaced",
        text: { before: "A", after: "" },
        image: { before: "/a.png", after: "/b.png" },
        styles: [
          style("overflow", "visible", "hidden"),
          style("color", WHITE, "rgb(0, 0, 0)"),
          style("gap", "1px", "1px"),
        ],
        pushed: -24,
        selector: "html > body > main > div:nth-of-type(2) > ul:nth-of-type(1) > li:nth-of-type(3)",
      }),
    );
    expect(lines).to.deep.equal([
      '"A" → no text',
      "/a.png → /b.png",
      "color: #fff → #000",
      "overflow: visible → hidden",
      "Content below moved 24 px up",
    ]);
    expect(selector).to.equal("div:nth-of-type(2) > ul > li:nth-of-type(3)");
  });
});
