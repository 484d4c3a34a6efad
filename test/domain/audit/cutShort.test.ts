import { expect } from "chai";
import { type CutRule, cutRules, cutShort, mayBeLeftOut } from "../../../domain/audit/cutShort.ts";

const contrast: CutRule[] = [{ rule: "contrast", elements: 80 }];

describe("cutRules", () => {
  for (const [name, evidence, expected] of [
    ["the number of all elements where some are not listed", { elements: 80, further: 60 }, contrast],
    ["nothing where all are listed", { elements: 80 }, []],
    ["nothing where none is left out", { elements: 80, further: 0 }, []],
  ] as const)
    it(`are ${name}`, () => {
      expect(cutRules([{ rule: "contrast", evidence }])).to.deep.equal(expected);
    });
});

describe("cutShort", () => {
  const page = { index: 0, key: "/a", cutRules: contrast };
  for (const [name, part, [rule, key], expected] of [
    ["the number of elements of a page", page, ["contrast", "/a"], 80],
    ["nothing of another page", page, ["contrast", "/b"], undefined],
    ["nothing of another rule", page, ["label", "/a"], undefined],
    ["the number of the whole site", { ...page, index: -1, key: "site" }, ["contrast", ""], 80],
    ["nothing of a page of an earlier version", { index: 0, key: "/a" }, ["contrast", "/a"], undefined],
  ] as const)
    it(`tells ${name}`, () => {
      expect(cutShort([part])(rule, key)).to.equal(expected);
    });

  it("takes a list of 20 in a run of an earlier version for a part of an unknown number", () => {
    const listed = (rule: string, keys: string[], length: number) => Array(length).fill({ rule, keys });
    const cut = cutShort(
      [
        { index: 0, key: "/a" },
        { index: 1, key: "/b", cutRules: [] },
        { index: -1, key: "" },
      ],
      [...listed("contrast", ["/a", "/b"], 20), ...listed("label", ["/a"], 19), ...listed("link-redirect", [""], 21)],
    );
    expect(cut("contrast", "/a")).to.equal(Number.POSITIVE_INFINITY);
    expect(cut("link-redirect", "")).to.equal(Number.POSITIVE_INFINITY);
    expect([cut("contrast", "/b"), cut("label", "/a")]).to.deep.equal([undefined, undefined]);
  });
});

describe("mayBeLeftOut", () => {
  for (const [before, now, expected] of [
    [undefined, undefined, false],
    [undefined, 80, false],
    [80, undefined, true],
    [80, 80, true],
    [80, 81, false],
  ] as const)
    it(`is ${expected} for ${before} elements before and ${now} now`, () => {
      const one = { rule: "contrast", keys: ["/a"] };
      expect(
        mayBeLeftOut(
          one,
          () => before,
          () => now,
        ),
      ).to.equal(expected);
    });
  it("needs all pages of a finding", () => {
    const before = cutShort([{ index: 0, key: "/a", cutRules: contrast }]);
    const of = (...keys: string[]) => mayBeLeftOut({ rule: "contrast", keys }, before, () => undefined);
    expect([of("/a"), of("/a", "/b")]).to.deep.equal([true, false]);
  });
});
