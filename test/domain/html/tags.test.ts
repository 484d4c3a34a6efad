import { expect } from "chai";
import { baseOf, type Tag, tagsIn } from "../../../domain/html/tags.ts";

const tags = (html: string): Tag[] => [...tagsIn(html, 1_000)].map(({ tag }) => tag);
const names = (html: string) => tags(html).map(({ name }) => name);

describe("tags of HTML as it was sent", () => {
  const cases: [what: string, html: string, expected: string[]][] = [
    ["a drawing that is closed by its slash holds nothing", `<svg class="x" /><a><b>`, ["svg", "a", "b"]],
    ["also without a space before it", `<svg/><a>`, ["svg", "a"]],
    ["and among others", `<svg/><svg><a></svg><i>`, ["svg", "svg", "/svg", "i"]],
    ["the slash of a value without quotes is part of the value", "<svg id=x/><a></svg><i>", ["svg", "/svg", "i"]],
    ["HTML's own elements are not closed by a slash", "<title/><a></title><i>", ["title", "/title", "i"]],
  ];
  for (const [what, html, expected] of cases) it(what, () => expect(names(html)).to.deep.equal(expected));

  it("many drawings that are never closed are read in one pass", () =>
    expect(names(`${"<svg/>".repeat(900)}<svg>${"<svg>".repeat(100_000)}`)).to.have.length(901));

  it("a base has an address where it has an href", () => {
    const url = "https://shop.example/a/b";
    const of = (html: string) => tags(html).map((tag) => baseOf(tag, url));
    expect(of(`<base><base href="/x/"><base href="?a=1&amp;b=2">`)).to.deep.equal([
      null,
      "https://shop.example/x/",
      "https://shop.example/a/b?a=1&b=2",
    ]);
    // A `base` that is not a valid address leaves the document's own.
    expect(of(`<base href="data:,x"><base href="http://[">`)).to.deep.equal([url, url]);
  });
});
