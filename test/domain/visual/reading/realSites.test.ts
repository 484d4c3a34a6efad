// Cases learned from versions of real sites, on painted pages with the same structure.
import { expect } from "chai";
import type { Change } from "../../../../domain/visual/reading/change.ts";
import { changeSentence } from "../../../../domain/visual/reading/sentence.ts";
import { blank, box, fill } from "../compare/paint.ts";
import { changesBetween, el, type Node, type Page, render, told } from "./pages.ts";

const WIDTH = 200;

/** Two columns side by side, like a sidebar and a main part. */
function columns(left: readonly Node[], right: readonly Node[]): Page {
  const [a, b] = [render(left, WIDTH), render(right, WIDTH)];
  const height = Math.max(a.map.height, b.map.height);
  const picture = blank(2 * WIDTH, height);
  for (const [at, { picture: part }] of [a, b].entries())
    for (let y = 0; y < part.height; y++)
      picture.data.set(part.data.subarray(y * WIDTH * 4, (y + 1) * WIDTH * 4), (y * 2 * WIDTH + at * WIDTH) * 4);
  const moved = b.map.elements.map((element) => ({
    ...element,
    parent: element.parent === -1 ? -1 : element.parent + a.map.elements.length,
    box: { ...element.box, x: element.box.x + WIDTH },
  }));
  return { picture, map: { ...a.map, width: 2 * WIDTH, height, elements: [...a.map.elements, ...moved] } };
}

const sentences = (changes: readonly Change[]): string[] => changes.map((change) => changeSentence(change));
const words = (at: number): string => `${"abcdefghijklmnopqrst"[at]} word of page ${"tsrqponmlkjihgfedcba"[at]}`;
const lines = (count: number, from = 0): Node[] => Array.from({ length: count }, (_, at) => el("p", words(from + at)));
const CLEAR = { backgroundColor: "rgba(0, 0, 0, 0)" };
const icon = (ink: string): Node => el("i.sign", { ink, styles: CLEAR });
const link = (text: string, ink: string): Node => el("a", { text }, icon(ink));

describe("reading changes of real sites", () => {
  it("a column that stays beside rows that came is no change, whatever else is new about it", () => {
    const menu = (overflow: string) => [el("nav.menu", { styles: { overflow } }, ...lines(12))];
    const rows = lines(9, 8).map((line) => el("section", {}, line));
    const more = [
      ...rows.slice(0, 3),
      el("section.sponsors", {}, el("h2", "Sponsors"), el("p", "Oak")),
      ...rows.slice(3),
    ];
    const changes = changesBetween(columns(menu("auto"), rows), columns(menu("hidden"), more));
    expect(sentences(changes)).to.deep.equal(['"Sponsors" section added']);
  });

  it("a year that became another is one change over all texts that hold it, a number is not", () => {
    const page = (year: string, age: string) => [
      ...["May 3", "June 9"].map((day) => el("p", `Written on ${day}, ${year}`)),
      el("p", `${age} years old`),
      el("footer", {}, el("small", `© Harbour ${year}`)),
    ];
    expect(told(page("2021", "11"), page("2023", "12"))).to.have.members([
      'Year in 3 texts changed from "2021" to "2023"',
      'Text changed from "11 years old" to "12 years old"',
    ]);
  });

  it("icons without a picture that the map knows are named by their link, and are one change", () => {
    expect(told([link("Sign in", "f")], [link("Sign in", "g")])).to.deep.equal(['"Sign in" icon looks different']);
    const page = (inks: string) => [...inks].flatMap((ink, at) => [link(words(at), ink), ...lines(3, 3 * at + 3)]);
    expect(told(page("abc"), page("xyz"))).to.deep.equal(["3 icons look different"]);
  });

  it("an image that loads now does not fail to load", () => {
    const face = (broken: boolean, image: string) => [
      el("img", { image, broken, ink: `${broken}`, attrs: { alt: "Face" } }),
    ];
    expect(told(face(true, "/old/a.svg"), face(false, "/b.svg"))).to.deep.equal(['"Face" image loads now (b.svg)']);
    expect(told(face(true, "/b.svg"), face(false, "/b.svg"))).to.deep.equal(['"Face" image loads now (b.svg)']);
    expect(told(face(false, "/b.svg"), face(true, "/b.svg"))).to.deep.equal(['"Face" image does not load (b.svg)']);
  });

  it("a style that only arranges is told where nothing else is new, and never in place of what is", () => {
    const page = (overflow: string, text: string, ink: string) => [
      el("div.box", { styles: { overflow } }, el("p", text), el("div", { ink })),
    ];
    expect(told(page("visible", "Same words", "a"), page("hidden", "Same words", "b"))).to.deep.equal([
      '"Same words" block cuts off what does not fit',
    ]);
    expect(told(page("visible", "Old words here", "a"), page("hidden", "New words here", "a"))).to.deep.equal([
      'Text changed from "Old words here" to "New words here"',
    ]);
  });

  it("one style that buttons of several kinds got a value each of is one change", () => {
    const page = (colours: readonly string[]) =>
      colours.map((borderColor, at) =>
        el(`button.plain.kind-${at}`, {
          text: words(at),
          ink: borderColor,
          styles: { borderWidth: "1px 1px 1px 1px", borderColor },
        }),
      );
    const none = "rgba(0, 0, 0, 0)";
    expect(told(page([none, none, none]), page(["rgb(1, 2, 3)", "rgb(9, 9, 9)", "rgb(5, 5, 5)"]))).to.deep.equal([
      "Border color of 3 buttons changed",
    ]);
  });

  it("of equal rows in two tables the name is told, of different elements none", () => {
    const table = (name: string, more: boolean) =>
      el("table", {}, el("tr", {}, el("td", name)), ...(more ? [el("tr", {}, el("td", "Light"))] : []));
    const page = (more: boolean) => [table("Buttons", more), table("Outlines", more)];
    expect(told(page(false), page(true))).to.deep.equal(['2 "Light" rows added']);
  });

  it("a block of which the map knows nothing that shows is told where its pixels have no other reason", () => {
    const tick = (kind: string, ink: string) => el("li", {}, el("p", words(1)), el(kind, { ink, styles: CLEAR }));
    expect(told([tick("div.check", "a")], [tick("span.tick", "b")])).to.deep.equal(["Block replaced"]);
  });

  it("a frame that is gone is neither its contents nor a move", () => {
    const page = (text: string, framed: boolean) => {
      const inside = [el("div.hero", { image: "/sea.jpg" }), el("section", {}, el("h1", "Ada Brook"), ...lines(4))];
      return [...(framed ? [el("div.head", {}, ...inside)] : inside), el("p", text)];
    };
    const changes = told(page("First words here", true), page("Other words here", false));
    expect(changes).to.deep.equal(['Text under "Ada Brook" changed from "First words here" to "Other words here"']);
  });

  it("images that are resampled are one change", () => {
    const faces = [1, 2].map((at) => el("img", { image: `/${at}.jpg`, height: 60, attrs: { alt: `Face ${at}` } }));
    const [before, after] = [render([...faces, ...lines(3)]), render([...faces, ...lines(3)])];
    for (const y of [30, 90]) fill(after.picture, box(80, y, 5, 5), [200, 30, 30]);
    expect(sentences(changesBetween(before, after))).to.deep.equal(["2 images look different"]);
  });

  it("an element that moved by a part of a pixel is no pixel wider", () => {
    const at = (x: number): Page => {
      const page = render([el("p", "Above"), el("a", { ink: `${x}` })]);
      const [body, above, anchor] = page.map.elements;
      return { ...page, map: { ...page.map, elements: [body!, above!, { ...anchor!, box: box(x, 20, 52.2, 20) }] } };
    };
    expect(sentences(changesBetween(at(10.2), at(3.9)))).to.deep.equal(["Link moved 7 px to the left"]);
  });
});
