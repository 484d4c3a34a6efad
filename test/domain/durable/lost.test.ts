import { expect } from "chai";
import { GIVE_UP_AFTER_MS, giveUpAfter, type LostWorkInput, lostWork } from "../../../domain/durable/lost.ts";

const base: LostWorkInput = {
  kind: "run",
  workflow: null,
  ageMs: 61_000,
  cancelledBy: null,
  begun: false,
  restartAfterMs: 60_000,
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  restoredFrom: null,
};
const old = { ageMs: GIVE_UP_AFTER_MS };

const cases: [string, Partial<LostWorkInput>, ReturnType<typeof lostWork>["action"], RegExp?][] = [
  ["a workflow that works is left alone", { workflow: "RUNNING" }, "wait"],
  ["so is one between two executions", { workflow: "CONTINUED_AS_NEW" }, "wait"],
  ["one that is cancelled may not know it", { workflow: "RUNNING", cancelledBy: "key ci" }, "cancel"],
  ["a fresh run without a workflow may still be starting", { ageMs: 59_999 }, "wait"],
  ["an unstarted run is started after the time", {}, "start"],
  ["an unstarted run that was cancelled is closed", { cancelledBy: "key ci" }, "close", /^cancelled by key ci$/],
  ["a run that never started is given up", old, "close", /^The run could not be started/],
  ["one whose workflow was forgotten is given up", { ...old, begun: true }, "close", /was deleted/],
  ["a job is called so", { ...old, kind: "job" }, "close", /^The job could not be started/],
  ["a young one that a restore brought is started", { restoredFrom: new Date(0), begun: true }, "start"],
  [
    "an old one that a restore brought is given up",
    { ...old, restoredFrom: new Date(0) },
    "close",
    /backup of 1970-01-01T/,
  ],
  ["terminated from outside", { workflow: "TERMINATED" }, "close", /terminated in Temporal/],
  ["terminated after a cancel", { workflow: "TERMINATED", cancelledBy: "key ci" }, "close", /terminated in Temporal/],
  ["timed out", { workflow: "TIMED_OUT" }, "close", /timed out/],
  ["failed", { workflow: "FAILED" }, "close", /failed/],
  ["cancelled in Temporal's interface", { workflow: "CANCELLED" }, "close", /^cancelled by an operator in Temporal$/],
  ["ended without a word", { workflow: "COMPLETED" }, "close", /without writing/],
];

describe("giveUpAfter", () => {
  for (const [requestedBy, executionId, hours] of [
    ["schedule Nightly", null, 6],
    ["schedule Nightly", "e", 0.25],
    ["key ci", null, 0.25],
  ] as const)
    it(`is ${hours} hours for a run of ${requestedBy}${executionId ? " that has begun" : ""}`, () =>
      expect(giveUpAfter({ requestedBy, executionId })).to.equal(hours * 3_600_000));
});

describe("lostWork", () => {
  for (const [name, given, action, reason] of cases)
    it(name, () => {
      const decision = lostWork({ ...base, ...given });
      expect(decision.action).to.equal(action);
      if (decision.action !== "close") return;
      expect(decision.reason).to.match(reason ?? /^$/);
      expect(decision.cancelled, "it counts as cancelled").to.equal(decision.reason.startsWith("cancelled by"));
    });
});
