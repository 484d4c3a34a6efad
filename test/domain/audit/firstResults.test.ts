import { expect } from "chai";
import { failed, warning } from "../../../domain/audit/finding.ts";
import { firstResults } from "../../../domain/audit/firstResults.ts";

describe("firstResults", () => {
  const faults = (count: number) =>
    Array.from({ length: count }, (_, at) => failed("It is wrong.", `f${at}`, { evidence: { at } }));
  const hints = (count: number) => Array.from({ length: count }, (_, at) => warning("It is odd.", `w${at}`));
  for (const [name, given, targets, message, evidence] of [
    ["all, in their order", [...hints(2), ...faults(1)], ["w0", "w1", "f0"], "It is wrong.", { at: 0 }],
    [
      "the first, and what is left out",
      faults(5),
      ["f0", "f1", "f2"],
      "It is wrong. There are 2 more of this kind.",
      { at: 2, elements: 5, further: 2 },
    ],
    [
      "the worst",
      [...hints(2), ...faults(2)],
      ["f0", "f1", "w0"],
      "It is odd. There is 1 more of this kind.",
      undefined,
    ],
  ] as const)
    it(`lists ${name}`, () => {
      const results = firstResults(given, 3);
      expect(results.map(({ target }) => target)).to.deep.equal(targets);
      expect(results.at(-1)?.message).to.equal(message);
      expect(results.at(-1)?.evidence).to.deep.equal(evidence);
    });
});
