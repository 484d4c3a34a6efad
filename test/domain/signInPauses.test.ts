import { expect } from "chai";
import { pauseAfter } from "../../domain/signInPauses.ts";

describe("Pauses after failed sign-ins", () => {
  it("double from 30 seconds to 15 minutes, once the free failures are used up", () => {
    const pauses = [1, 4, 5, 6, 7, 9, 10, 11, 100, 1e9].map((failures) => pauseAfter(failures, 5));
    const longest = [900_000, 900_000, 900_000, 900_000];
    expect(pauses).to.deep.equal([null, null, 30_000, 60_000, 120_000, 480_000, ...longest]);
    expect([19, 20].map((failures) => pauseAfter(failures, 20))).to.deep.equal([null, 30_000]);
  });
});
