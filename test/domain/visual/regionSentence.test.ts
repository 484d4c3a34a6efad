import { expect } from "chai";
import type { Region } from "../../../domain/visual/outcome.ts";
import { changeSentence } from "../../../domain/visual/reading/sentence.ts";
import { changeOfRegion } from "../../../domain/visual/regionSentence.ts";
import { box } from "./compare/paint.ts";

const region = (over: Partial<Region>): Region => ({
  box: box(320, 0, 80, 600),
  kind: "added",
  selector: "",
  text: "",
  share: 1,
  changedPixels: 100,
  ...over,
});

describe("the sentence about a region", () => {
  for (const [what, over, sentence] of [
    ["an element", { selector: "div#sale", text: "Sale" }, '"Sale" added'],
    ["a place without an element", {}, "Pixels differ at x=320, y=0"],
    ["columns of a page that got wider", { cause: "added columns" }, "Page is 80 px wider"],
    ["of one that got narrower", { kind: "removed", cause: "removed columns" }, "Page is 80 px narrower"],
  ] as const)
    it(what, () => expect(changeSentence(changeOfRegion(region(over)))).to.equal(sentence));

  it("tells how far inserted and removed rows moved what is below them", () => {
    const rows = box(0, 100, 400, 24);
    const shifts = [{ kind: "removed", y: 100, height: 24 } as const];
    expect(changeOfRegion(region({ box: rows, kind: "removed" }), shifts).pushed).to.equal(-24);
    expect(changeOfRegion(region({}), shifts).pushed).to.equal(0);
  });
});
