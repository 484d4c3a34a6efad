import { expect } from "chai";
import { conclusionOf, isReviewed } from "../../../../web/src/features/visual/afterReview.ts";

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
});
