import { expect } from "chai";
import { turnOf, urgencyOf, weightOf } from "../../../domain/durable/turn.ts";
import { shareOfWindow, sharesOfAudit } from "../../../domain/durable/window.ts";

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

  for (const [room, windows, shares] of [
    // a11y, functional, perf, privacy, security, seo, tracking, visual.
    [12, [6, 6, 1, 9, 6, 6, 6, 12], [2, 1, 1, 2, 1, 1, 1, 3]],
    // A full audit next to another run of the project: each part continues, beyond the available room.
    [6, [6, 6, 1, 9, 6, 6, 6, 12], [1, 1, 1, 1, 1, 1, 1, 1]],
    // None gets more than it can use.
    [12, [1, 6], [1, 6]],
    [12, [6, 6], [6, 6]],
    [12, [6, 12], [4, 8]],
    [12, [9], [9]],
    [12, [], []],
  ] as const)
    it(`parts of a full audit whose own windows are ${windows.join(", ") || "none"} have ${shares.join(", ") || "none"} of ${room}`, () =>
      expect(sharesOfAudit(room, windows)).to.deep.equal(shares));

  for (const [plan, projects, weight] of [
    ["free", 1, 1],
    ["enterprise", 1, 8],
    ["enterprise", 30, 0.267],
    ["team", 0, 4],
    // Temporal accepts no lower value.
    ["free", 5_000, 0.001],
  ] as const)
    it(`each of ${projects} open projects on the plan ${plan} weighs ${weight}`, () =>
      expect(weightOf(plan, projects)).to.equal(weight));

  it("work takes its project's turn, and what was started without more has no weight and no priority", () => {
    expect(turnOf({ projectId: "prj_1" })).to.deep.equal({ fairnessKey: "prj_1" });
    expect(turnOf({ projectId: "prj_1", weight: 0.5, urgency: "scheduled" })).to.deep.equal({
      fairnessKey: "prj_1",
      fairnessWeight: 0.5,
      priorityKey: 4,
    });
  });

  it("what somebody waits for goes before what a time of day started", () => {
    const keyOf = (run: { scheduled?: boolean | null }) =>
      turnOf({ projectId: "p", urgency: urgencyOf(run) }).priorityKey;
    expect([
      keyOf({}),
      keyOf({ scheduled: null }),
      keyOf({ scheduled: false }),
      keyOf({ scheduled: true }),
    ]).to.deep.equal([2, 2, 2, 4]);
  });
});
