import { expect } from "chai";
import {
  conclusionOf,
  isInboxDone,
  isReviewed,
  nextAfterInbox,
} from "../../../../web/src/features/visual/afterReview.ts";
import type { Row } from "../../../../web/src/features/visual/model.ts";

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

describe("after the last decision of the inbox", () => {
  const row = (status: string, decision?: string): Row =>
    ({ status, review: decision ? { decision, note: null, by: "me", at: "10:00" } : null }) as Row;
  for (const [what, shots, nextCursor, is] of [
    ["all decided", [row("approved", "approved"), row("failed", "rejected"), row("passed", "ignored")], null, true],
    ["one waits", [row("approved", "approved"), row("failed")], null, false],
    ["one is for later", [row("approved", "approved"), row("failed", "later")], null, false],
    ["a page has not come", [row("approved", "approved")], "next", false],
    ["nothing is listed", [], null, false],
  ] as const)
    it(`${what}: ${is ? "done" : "not done"}`, () =>
      expect(isInboxDone({ shots: [...shots], nextCursor })).to.equal(is));

  it("leads to what waits in other branches and environments, else to the newest run, else to the overview", () => {
    const last = { runId: "run_9" };
    expect(nextAfterInbox("shop", { elsewhere: 3, last })).to.deep.equal({
      label: "Review changes elsewhere (3)",
      to: "/p/shop/visual",
      search: { environment: undefined, branch: undefined },
    });
    expect(nextAfterInbox("shop", { elsewhere: 0, last }).to).to.equal("/p/shop/visual/run_9");
    expect(nextAfterInbox("shop", { elsewhere: 0, last: null }).to).to.equal("/p/shop");
  });
});
