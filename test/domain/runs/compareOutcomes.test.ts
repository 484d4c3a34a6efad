import { expect } from "chai";
import { compareOutcomes, type Outcome } from "../../../domain/runs/compareOutcomes.ts";

const outcome = (key: string, rank: number, value = 0): Outcome => ({
  key,
  name: key,
  rank,
  value,
  says: `${rank}/${value}`,
  about: { kind: "page", id: key },
});

describe("comparing the outcomes of two runs", () => {
  for (const [name, before, after, where] of [
    ["a lower rank is better", outcome("a", 1), outcome("a", 0), "better"],
    ["a higher rank is worse", outcome("a", 0), outcome("a", 2), "worse"],
    ["a lower value is better", outcome("a", 1, 5), outcome("a", 1, 4), "better"],
    ["a higher value is worse", outcome("a", 1, -90), outcome("a", 1, -80), "worse"],
    ["a rank outweighs any value", outcome("a", 1, 100), outcome("a", 2, 0), "worse"],
    ["a hair's breadth is nothing", outcome("a", 0, 5), outcome("a", 0, 5.009), "unchanged"],
    ["what only the later has appeared", null, outcome("a", 1), "appeared"],
    ["what only the earlier has vanished", outcome("a", 1), null, "vanished"],
  ] as const)
    it(name, () => {
      const result = compareOutcomes(before ? [before] : [], after ? [after] : []);
      for (const [list, found] of Object.entries(result))
        expect(typeof found === "number" ? found : found.length, list).to.equal(list === where ? 1 : 0);
    });

  it("names what is unchanged and not in order, the worst first", () => {
    const all = [outcome("a", 1), outcome("b", 2), outcome("c", 0)];
    const { still, unchanged } = compareOutcomes(all, all);
    expect([still.map(({ name }) => name), unchanged]).to.deep.equal([["b", "a"], 3]);
  });

  it("lists the largest change first and what appeared from the worst on", () => {
    const { worse, appeared } = compareOutcomes(
      [outcome("a", 0), outcome("b", 1, 1), outcome("c", 1, 1)],
      [outcome("c", 1, 50), outcome("b", 1, 2), outcome("a", 1, 0), outcome("d", 0), outcome("e", 2)],
    );
    expect(worse.map(({ name }) => name)).to.deep.equal(["a", "c", "b"]);
    expect(appeared.map(({ name }) => name)).to.deep.equal(["e", "d"]);
  });
});
