// The time that a question refers to.
import { expect } from "chai";
import { timeWindowOf } from "../../../domain/coach/window.ts";

describe("the time of a question", () => {
  const at = (day: number, hour = 0) => Date.UTC(2026, 2, day, hour);
  for (const [message, now, from, to] of [
    ["What failed last night?", at(10, 12), at(9, 18), at(10, 9)],
    ["What failed tonight?", at(10, 7), at(9, 18), at(10, 7)],
    ["What failed tonight?", at(10, 20), at(10, 18), at(10, 20)],
    ["What failed last night?", at(10, 20), at(9, 18), at(10, 9)],
    ["Did the nightly run fail?", at(10, 12), at(9, 18), at(10, 9)],
    ["Did the nightly runs fail this week?", at(10, 12), at(3, 12), at(10, 12)],
    ["What failed yesterday?", at(10, 12), at(9), at(10)],
    ["What failed the day before yesterday?", at(10, 12), at(8), at(9)],
    ["What failed since the day before yesterday?", at(10, 12), at(8), at(10, 12)],
  ] as const)
    it(`${message} at ${new Date(now).toISOString()}`, () =>
      expect(timeWindowOf(message, new Date(now))).to.include({ from, to }));
});
