import { expect } from "chai";
import { cutShort, type ForOthers, mayBeLeftOut } from "../../../domain/audit/cutShort.ts";

const SHOP = "https://shop.example";
const rest = (change: Partial<ForOthers> = {}): ForOthers => ({
  rule: "contrast",
  page: `${SHOP}/a`,
  pageIndex: 0,
  evidence: { elements: 80 },
  ...change,
});
const shared = (count: number): ForOthers =>
  rest({
    pages: { count, of: 90, first: ["/a", "/b"].map((path) => ({ page: `${SHOP}${path}`, target: "" })) },
  });

describe("cutShort", () => {
  for (const [name, found, [rule, key], expected] of [
    ["the number of elements of a page", [rest()], ["contrast", "/a"], 80],
    ["nothing of another page", [rest()], ["contrast", "/b"], undefined],
    ["nothing of another rule", [rest()], ["label", "/a"], undefined],
    ["the number of the whole site", [rest({ pageIndex: -1 })], ["contrast", ""], 80],
    ["no number if it was not stored", [rest({ evidence: {} })], ["contrast", "/a"], Infinity],
    ["no number of a page that shares the finding", [shared(2)], ["contrast", "/b"], Infinity],
    ["nothing of a page that does not share it", [shared(2)], ["contrast", "/c"], undefined],
    ["no number of pages that the finding does not list", [shared(3)], ["contrast", "/c"], Infinity],
  ] as const)
    it(`tells ${name}`, () => {
      expect(cutShort(found, SHOP)(rule, key)).to.equal(expected);
    });
});

describe("mayBeLeftOut", () => {
  for (const [before, now, expected] of [
    [undefined, undefined, false],
    [undefined, 80, false],
    [80, undefined, true],
    [80, 80, true],
    [80, 81, false],
    [Infinity, Infinity, true],
    [80, Infinity, false],
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
    const before = cutShort([rest()], SHOP);
    const of = (...keys: string[]) => mayBeLeftOut({ rule: "contrast", keys }, before, () => undefined);
    expect([of("/a"), of("/a", "/b")]).to.deep.equal([true, false]);
  });
});
