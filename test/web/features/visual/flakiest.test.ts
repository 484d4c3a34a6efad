import { expect } from "chai";
import { type Figure, rankedBy } from "../../../../web/src/features/visual/flakiest.ts";
import { flakyPercent, flakyWords } from "../../../../web/src/features/visual/flakyWords.ts";

const figure = (percent: number | null, over: Partial<Figure> = {}): Figure => ({
  scenarioId: "a",
  label: "A",
  results: 20,
  unstable: 0,
  flipped: 0,
  percent,
  ...over,
});

describe("the ranking of flaky scenarios", () => {
  const scenarios = ["a", "b", "c", "d"].map((scenarioId) => ({ scenarioId }));
  const flakiness = new Map([
    ["a", figure(0)],
    ["b", figure(5)],
    ["c", figure(40)],
  ]);
  const rows: [flakiest: boolean, onlyFlaky: boolean, order: string][] = [
    [false, false, "a b c d"],
    [true, false, "c b a d"],
    [false, true, "b c"],
    [true, true, "c b"],
  ];
  for (const [flakiest, onlyFlaky, order] of rows)
    it(`${flakiest ? "the flakiest first" : "by name"}${onlyFlaky ? ", only flaky ones" : ""}`, () => {
      const ranked = rankedBy(scenarios, flakiness, { flakiest, onlyFlaky });
      expect(ranked.map(({ scenarioId }) => scenarioId).join(" ")).to.equal(order);
    });

  it("says how flaky in words", () => {
    expect([null, 0, 0.3, 12.4].map((percent) => flakyPercent(figure(percent)))).to.deep.equal([
      "Too few tests",
      "Stable",
      "< 1 % flaky",
      "12 % flaky",
    ]);
    expect(flakyWords(figure(15, { unstable: 2, flipped: 1 }))).to.equal(
      "15 % flaky: of 20 screenshots 2 unstable and 1 with a different result for the same commit and baseline.",
    );
    expect(flakyWords(figure(null, { results: 1 }))).to.equal("Too few tests to say: 1 screenshot.");
  });
});
