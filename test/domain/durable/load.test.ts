import { expect } from "chai";
import { overload, partsASecond, retryAfterMs } from "../../../domain/durable/load.ts";

describe("the load of an installation", () => {
  for (const [paces, aSecond] of [
    [[], null],
    [[null, undefined], null],
    [[{ slots: 3, seconds: 1.5 }], 2],
    [
      [
        { slots: 3, seconds: 1.5 },
        { slots: 4, seconds: 8 },
      ],
      2.5,
    ],
    // Two workers that have just started count with the mean of the other two.
    [[{ slots: 3, seconds: 1.5 }, null, { slots: 4, seconds: 8 }, undefined], 5],
    // Impossible measurements.
    [[{ slots: 0, seconds: 1 }], null],
    [[{ slots: 2, seconds: 0 }], null],
  ] as const)
    it(`workers that measured ${JSON.stringify(paces)} do ${aSecond} parts a second`, () =>
      expect(partsASecond(paces)).to.equal(aSecond));

  for (const [parts, aSecond, ms] of [
    [0, 2, 60_000],
    [-5, 2, 60_000],
    [600, 2, 300_000],
    [1_000_000, 2, 3_600_000],
    [600, null, 600_000],
  ] as const)
    it(`${parts} parts at ${aSecond} a second are worth asking again after ${ms} ms`, () =>
      expect(retryAfterMs(parts, aSecond)).to.equal(ms));

  for (const [queued, aSecond, hours, answer] of [
    [0, 1, 48, null],
    // 48 hours at one per second.
    [172_800, 1, 48, null],
    [172_801, 1, 48, { waitHours: 48, retryAfterMs: 60_000 }],
    [180_000, 1, 48, { waitHours: 50, retryAfterMs: 3_600_000 }],
    [173_400, 1, 48, { waitHours: 48.2, retryAfterMs: 600_000 }],
    [180_000, 2, 48, null],
    [7_201, 1, 2, { waitHours: 2, retryAfterMs: 60_000 }],
    [10_000_000, 1, 0, null],
    [10_000_000, null, 48, null],
  ] as const)
    it(`${queued} parts at ${aSecond} a second, with ${hours} hours allowed: ${answer ? `refused` : "let in"}`, () =>
      expect(overload({ queued, aSecond }, hours)).to.deep.equal(answer));
});
