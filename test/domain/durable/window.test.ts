import { turnOf } from "../../../domain/durable/turn.ts";
import { expect } from "chai";
import { shareOfWindow } from "../../../domain/durable/window.ts";

describe("turns of organisations and projects", () => {
  for (const [window, runs, share] of [
    [12, 0, 12],
    [12, 1, 12],
    [12, 2, 6],
    [12, 5, 2],
    [12, 90, 1],
    [1, 3, 1],
  ] as const)
    it(`of a window of ${window}, each of ${runs} runs has ${share}`, () => {
      expect(shareOfWindow(window, runs)).to.equal(share);
    });

  it("work takes its organisation's turn, and its project's where it was started without one", () => {
    expect(turnOf({ orgId: "org_a", projectId: "prj_1" })).to.deep.equal({ fairnessKey: "org_a" });
    expect(turnOf({ orgId: undefined, projectId: "prj_1" })).to.deep.equal({ fairnessKey: "prj_1" });
  });
});
