import { expect } from "chai";
import { verdictOf } from "../../bench/history/verdict.ts";

describe("a row of the bench of reads", () => {
  for (const [status, ms, verdict] of [
    [200, 300, "met"],
    [202, 1, "met"],
    [200, 301, "missed"],
    [403, 1, "refused"],
    [404, 301, "refused"],
    [422, 1, "refused"],
    [500, 1, "missed"],
    [0, 1, "missed"],
  ] as const)
    it(`that answered ${status} after ${ms} of 300 ms is ${verdict}`, () => {
      expect(verdictOf({ status, ms, bar: 300 })).to.equal(verdict);
    });
});
