import { expect } from "chai";
import { readMapElement, readMapHead } from "../../../domain/visual/uploadedMap.ts";

const ELEMENT = {
  parent: 0,
  tag: "span",
  id: "price",
  classes: ["price"],
  attrs: { role: "status" },
  selector: "#price",
  role: "status",
  textHash: "a1",
  text: "€129",
  box: { x: 1, y: 2, width: 30, height: 10 },
  styles: { color: "rgb(0, 0, 0)" },
  image: "",
};
const MAP = {
  v: 2,
  width: 800,
  height: 500,
  title: "Shop",
  elements: [ELEMENT],
  cut: false,
  ruleBoxes: {},
  defaults: {},
};

describe("a page map that a test runner sent", () => {
  it("is taken over as it is where it is one", () => {
    const head = readMapHead(MAP);
    expect(head).to.deep.equal({ map: { ...MAP, elements: [] }, elements: [ELEMENT] });
    expect(readMapElement(ELEMENT, 1)).to.deep.equal(ELEMENT);
    const field = { ...ELEMENT, value: "b2", broken: false, inside: "shadow" };
    expect(readMapElement(field, 1)).to.deep.equal(field);
  });

  const none: [string, unknown][] = [
    ["nothing", null],
    ["a list", []],
    ["another version", { ...MAP, v: 3 }],
    ["no elements", { ...MAP, elements: {} }],
    ["too many elements", { ...MAP, elements: new Array(5_001).fill(ELEMENT) }],
  ];
  for (const [what, value] of none)
    it(`is refused: ${what}`, () =>
      expect(readMapHead(value))
        .to.be.a("string")
        .and.match(/^The page map/));

  it("loses what a map does not hold: other types, other fields, parents that come later, endless texts and boxes", () => {
    const wrong = {
      parent: 7,
      tag: { toString: "x" },
      classes: "a b",
      attrs: [1, { a: 1 }],
      text: "x".repeat(10_000),
      box: { x: Number.POSITIVE_INFINITY, y: "3", width: 1e12, height: null },
      styles: null,
      inside: "window",
      value: 3,
      more: "kept?",
    };
    const read = readMapElement(wrong, 1);
    expect(read).to.deep.include({ parent: -1, tag: "", classes: [], styles: {} });
    expect(read.text).to.have.length(600);
    expect(read.box).to.deep.equal({ x: 0, y: 0, width: 1_000_000, height: 0 });
    expect(Object.keys(read)).to.have.members(Object.keys(ELEMENT));
    expect(readMapElement("nonsense", 0)).to.deep.include({ tag: "", parent: -1 });
    const boxes = { "rule-1": [{ x: 1, y: 1, width: 2, height: 2 }, "no box"], "rule-2": 3 };
    const head = readMapHead({ ...MAP, ruleBoxes: boxes });
    expect(typeof head === "string" ? head : head.map.ruleBoxes).to.deep.equal({
      "rule-1": [
        { x: 1, y: 1, width: 2, height: 2 },
        { x: 0, y: 0, width: 0, height: 0 },
      ],
      "rule-2": [],
    });
  });
});
