import { expect } from "chai";
import { type LostRunInput, lostRun } from "../../domain/lostRun.ts";

const base: LostRunInput = {
  workflow: null,
  ageMs: 61_000,
  cancelledBy: null,
  begun: false,
  restartAfterMs: 60_000,
  giveUpAfterMs: 900_000,
};

const cases: [string, Partial<LostRunInput>, ReturnType<typeof lostRun>["action"], RegExp?][] = [
  ["a workflow that works is left alone", { workflow: "RUNNING" }, "wait"],
  ["so is one between two executions", { workflow: "CONTINUED_AS_NEW" }, "wait"],
  ["a fresh run without a workflow may still be starting", { ageMs: 59_999 }, "wait"],
  ["an unstarted run is started after the time", {}, "start"],
  ["an unstarted run that was cancelled is closed", { cancelledBy: "key ci" }, "close", /^cancelled by key ci$/],
  ["a run that never started is given up", { ageMs: 900_000 }, "close", /could not be started/],
  ["one whose workflow was forgotten is given up", { ageMs: 900_000, begun: true }, "close", /is gone/],
  ["a job is called so", { ageMs: 900_000, what: "job" }, "close", /^The job could not be started/],
  ["terminated from outside", { workflow: "TERMINATED" }, "close", /terminated in Temporal/],
  ["timed out", { workflow: "TIMED_OUT" }, "close", /timed out/],
  ["failed", { workflow: "FAILED" }, "close", /failed/],
  ["cancelled in Temporal's interface", { workflow: "CANCELLED" }, "close", /^cancelled by an operator in Temporal$/],
  ["ended without a word", { workflow: "COMPLETED" }, "close", /without writing/],
];

describe("lostRun", () => {
  for (const [name, given, action, reason] of cases)
    it(name, () => {
      const decision = lostRun({ ...base, ...given });
      expect(decision.action).to.equal(action);
      if (reason) expect(decision.action === "close" && decision.reason).to.match(reason);
    });
});
