import { expect } from "chai";
import {
  candidatesAfter,
  conclusionOf,
  hasUndecided,
  isReviewed,
} from "../../../../web/src/features/visual/afterReview.ts";

describe("after the last decision of a review", () => {
  for (const [status, judged, total, is] of [
    ["completed", 3, 3, true],
    ["completed", 2, 3, false],
    ["completed", 0, 0, false],
    ["running", 3, 3, false],
  ] as const)
    it(`${judged} of ${total} reviewed of a ${status} run: ${is ? "all" : "not all"}`, () =>
      expect(isReviewed({ run: { status }, progress: { judged, total } })).to.equal(is));

  for (const [rejected, status, word] of [
    [0, "passed", "All reviewed"],
    [1, "failed", "Run stays failed"],
  ] as const)
    it(`with ${rejected} rejected it says: ${word}`, () =>
      expect(conclusionOf({ rejected })).to.deep.equal({ status, word }));

  it("looks into other runs that ended and did not pass, the newest first, five at most", () => {
    const run = (runId: string, failed: number, more: object = {}) =>
      ({ runId, status: "completed", counts: { failed, errors: 0 }, ...more }) as never;
    const runs = [
      run("now", 0, { status: "running", counts: null }),
      run("going", 2, { status: "running" }),
      run("this", 2),
      run("passed", 0),
      run("errors", 0, { counts: { errors: 1 } }),
      run("none", 0, { counts: null }),
      run("failed", 1),
    ];
    expect(candidatesAfter(runs, "this")).to.deep.equal(["errors", "failed"]);
    const many = Array.from({ length: 8 }, (_, at) => run(`run_${at}`, 1));
    expect(candidatesAfter(many, "run_0")).to.deep.equal(["run_1", "run_2", "run_3", "run_4", "run_5"]);
  });

  for (const [review, has] of [
    [{ total: 3, judged: 2 }, true],
    [{ total: 3, judged: 3 }, false],
    [null, false],
  ] as const)
    it(`${JSON.stringify(review)} ${has ? "has" : "has no"} undecided results`, () =>
      expect(hasUndecided(review)).to.equal(has));
});
