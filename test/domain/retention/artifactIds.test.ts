import { expect } from "chai";
import { eachArtifactId, isInRange, rangeOf, SLICES, slicesAtOnce } from "../../../domain/retention/artifactIds.ts";

const id = (digit: string) => digit.repeat(64);
const idsIn = (value: unknown) => {
  const ids: string[] = [];
  eachArtifactId(value, (one) => void ids.push(one));
  return ids.sort();
};

describe("ids of artifacts in documents", () => {
  const cases: [string, unknown, string[]][] = [
    ["a text", id("a"), [id("a")]],
    ["a list in an object", { one: [{ two: id("b") }, id("c")] }, [id("b"), id("c")]],
    ["a text of JSON", JSON.stringify([{ screenshotId: id("d") }]), [id("d")]],
    ["a link", `/api/artifacts/${id("e")}?until=1`, [id("e")]],
    ["no part of a longer hash", `${id("f")}0`, []],
    ["no hash of a frame or of pixels", { frameSha256: id("a"), pixelSha256: id("b") }, []],
    ["nothing in dates and bytes", { at: new Date(0), packed: Buffer.from(id("a")) }, []],
    ["nothing", null, []],
  ];
  for (const [what, value, expected] of cases) it(what, () => expect(idsIn(value)).to.deep.equal(expected));
});

describe("slices of the store", () => {
  it("hold each id once", () => {
    const ranges = Array.from({ length: SLICES }, (_, n) => rangeOf(n, n + 1));
    for (const one of [id("0"), id("f"), `0f${id("0").slice(2)}`])
      expect(ranges.filter((range) => isInRange(one, range))).to.have.length(1);
    expect(isInRange(id("f"), rangeOf(0, SLICES))).to.equal(true);
  });
  it("are so many at once that what is in memory has a bound", () => {
    expect(slicesAtOnce(0)).to.equal(SLICES);
    expect(slicesAtOnce(1_000, 1_000)).to.equal(SLICES);
    expect(slicesAtOnce(2_000, 1_000)).to.equal(128);
    expect(slicesAtOnce(10_000_000, 1_000)).to.equal(1);
  });
});
