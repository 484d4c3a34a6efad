import { expect } from "chai";
import { turnOf, urgencyOf, weightOf } from "../../../domain/durable/turn.ts";
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

  for (const [plan, projects, weight] of [
    ["free", 1, 1],
    ["enterprise", 1, 8],
    ["enterprise", 30, 0.267],
    ["team", 0, 4],
    // Temporal takes none below.
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
