// Which element of one page map corresponds to which of the other.
import { expect } from "chai";
import { elementChanges } from "../../../../domain/visual/compare/elementChanges.ts";
import type { MapElement } from "../../../../domain/visual/pageMap.ts";
import { box, element, pageMap } from "./paint.ts";

/** A table whose rows have a number and a place that several rows share. */
function table(rows: readonly (readonly [number: string, place: string])[]) {
  const elements: MapElement[] = [element({ selector: "tbody", tag: "tbody", box: box(0, 0, 200, 20 * rows.length) })];
  for (const [at, cells] of rows.entries()) {
    const selector = `tr:nth-of-type(${at + 1})`;
    const parent = elements.push(element({ selector, tag: "tr", parent: 0, box: box(0, 20 * at, 200, 20) })) - 1;
    for (const [column, text] of cells.entries())
      elements.push(
        element({
          selector: `${selector} > td:nth-of-type(${column + 1})`,
          tag: "td",
          parent,
          text,
          textHash: text,
          box: box(100 * column, 20 * at, 100, 20),
        }),
      );
  }
  return pageMap(200, 400, elements);
}
const ROWS = [
  ["1", "Airport"],
  ["2", "Harbour"],
  ["3", "Airport"],
  ["4", "Airport"],
] as const;

describe("which element is which", () => {
  const known = (before: typeof ROWS | readonly (typeof ROWS)[number][], after: readonly (typeof ROWS)[number][]) =>
    elementChanges(table(before), table(after))
      .filter(({ differences }) => differences.includes("added") || differences.includes("removed"))
      .map(({ selector, differences }) => [selector, ...differences]);

  it("a row that is gone takes its own cells along, and not those of a row below with the same words", () => {
    expect(known(ROWS, [ROWS[0], ROWS[1], ROWS[3]])).to.deep.equal([
      ["tr:nth-of-type(3)", "removed"],
      ["tr:nth-of-type(3) > td:nth-of-type(1)", "removed"],
      ["tr:nth-of-type(3) > td:nth-of-type(2)", "removed"],
    ]);
    expect(known([ROWS[1], ROWS[3]], [ROWS[1], ROWS[2], ROWS[3]]).map(([selector]) => selector)).to.deep.equal([
      "tr:nth-of-type(2)",
      "tr:nth-of-type(2) > td:nth-of-type(1)",
      "tr:nth-of-type(2) > td:nth-of-type(2)",
    ]);
  });

  it("rows that changed places moved, and nothing in them is new", () => {
    const changes = elementChanges(table(ROWS), table([ROWS[1], ROWS[0], ROWS[2], ROWS[3]]));
    expect(new Set(changes.flatMap(({ differences }) => differences))).to.deep.equal(new Set(["position"]));
    expect(changes).to.have.length(6);
  });

  it("a class that comes or goes leaves the element what it is", () => {
    const link = (classes: string[], colour: string) =>
      element({
        selector: classes.length > 0 ? "a.now" : "a:nth-of-type(1)",
        tag: "a",
        text: "1",
        textHash: "1",
        classes,
        box: box(0, 0, 20, 20),
        styles: { color: colour },
      });
    const changes = elementChanges(pageMap(200, 400, [link(["now"], "red")]), pageMap(200, 400, [link([], "blue")]));
    expect(changes.map(({ selector, differences }) => [selector, ...differences])).to.deep.equal([
      ["a:nth-of-type(1)", "colour"],
    ]);
  });
});
