import { expect } from "chai";
import { type Slot, slide } from "../../domain/slidingWindow.ts";

const RULE = { limit: 5, windowMs: 60_000 };

/** Which of the calls at these times are admitted. */
function letIn(times: readonly number[]): number[] {
  let slots: Slot[] = [];
  return times.filter((now) => {
    const found = slide(slots, now, RULE);
    slots = found.slots;
    return found.allowed;
  });
}

describe("a sliding window", () => {
  it("holds no more than the limit in any 60 seconds, however calls are spread", () => {
    const patterns = [
      Array.from({ length: 100 }, () => 59_900),
      Array.from({ length: 400 }, (_, i) => 55_000 + i * 333),
      Array.from({ length: 300 }, (_, i) => i * 1_000 + (i % 7) * 100),
      Array.from({ length: 300 }, (_, i) => Math.floor(i / 6) * 20_000 + 19_999),
    ];
    for (const times of patterns) {
      const allowed = letIn(times);
      for (const from of allowed)
        expect(allowed.filter((at) => at >= from && at < from + 60_000)).to.have.length.at.most(5);
    }
  });

  it("lets as many in again after a window, and does not count what it refused", () => {
    const often = Array.from({ length: 1_300 }, (_, i) => i * 100);
    expect(letIn(often)).to.deep.equal([
      0, 100, 200, 300, 400, 61_000, 61_100, 61_200, 61_300, 61_400, 122_000, 122_100, 122_200, 122_300, 122_400,
    ]);
  });

  it("says when a call is let in: not a moment earlier", () => {
    let slots: Slot[] = [];
    for (const now of [10_500, 10_600, 30_000, 30_000, 30_000]) slots = slide(slots, now, RULE).slots;
    const refused = slide(slots, 40_000, RULE);
    expect(refused).to.deep.equal({ allowed: false, slots, hits: 5, retryAfterMs: 31_000 });
    expect(slide(slots, 70_999, RULE).allowed).to.equal(false);
    expect(slide(slots, 71_000, RULE)).to.include({ allowed: true, hits: 4 });
    // The limit was lowered in between: everything above it has to expire first.
    expect(slide(slots, 40_000, { ...RULE, limit: 2 }).retryAfterMs).to.equal(51_000);
  });

  it("keeps 61 slots at most", () => {
    let slots: Slot[] = [];
    for (let now = 0; now < 300_000; now += 250) slots = slide(slots, now, { limit: 1_000, windowMs: 60_000 }).slots;
    expect(slots).to.have.length.at.most(61);
  });
});
