import { expect } from "chai";
import { changeGroups, regionsOf } from "../../../domain/visual/changes.ts";
import type { Region } from "../../../domain/visual/outcome.ts";

const shot = (index: number, causes: string[] | undefined, fingerprint: string | null = null) => ({
  index,
  causes,
  fingerprint,
});
const region = (cause?: string): Region => ({
  box: { x: 0, y: 0, width: 1, height: 1 },
  kind: "text",
  selector: "",
  text: "",
  share: 1,
  changedPixels: 1,
  ...(cause && { cause }),
});

describe("the changes of a run", () => {
  for (const [what, shots, expected] of [
    [
      "one header on three pages is one",
      [shot(0, ["header"]), shot(1, ["header"]), shot(2, ["header"])],
      [[["header"], [0, 1, 2]]],
    ],
    [
      "what else a page shows stands apart, after what more results show",
      [shot(0, ["price", "header"]), shot(1, ["header"])],
      [
        [["header"], [0, 1]],
        [["price"], [0]],
      ],
    ],
    [
      "changes of exactly the same results are told together",
      [shot(0, ["a", "b"]), shot(1, ["b", "a"])],
      [
        [
          ["a", "b"],
          [0, 1],
        ],
      ],
    ],
    [
      "older results go by their fingerprint, and without one are alone",
      [shot(0, undefined, "f"), shot(1, [], "f"), shot(2, [], null)],
      [
        [["f"], [0, 1]],
        [[2], [2]],
      ],
    ],
  ] as const)
    it(what, () => {
      const groups = changeGroups([...shots].map((one) => ({ ...one, causes: one.causes && [...one.causes] })));
      expect(groups.map(({ names, shots: ones }) => [names, ones.map(({ index }) => index)])).to.deep.equal(expected);
    });

  it("have the regions of their names, and all of results whose regions have none", () => {
    expect(regionsOf([region("a"), region("b")], ["b"])).to.deep.equal([region("b")]);
    expect(regionsOf([region("a")], ["content only"])).to.deep.equal([]);
    expect(regionsOf([region(), region()], ["f"])).to.have.length(2);
  });
});
