// What the scale bench reads from a history: actions, heartbeats, and the time in which no activity was running.
import { expect } from "chai";
import { costOf, coveredBy, type HistoryEvent } from "../../bench/scale/history.ts";
import { measuresCapacity, scaleOptions } from "../../bench/scale/options.ts";
import { overheadOf } from "../../bench/scale/report.ts";

const at = (ms: number) => ({ seconds: Math.floor(ms / 1_000), nanos: (ms % 1_000) * 1e6 });
let ids = 0;
const event = (ms: number, name: string, attributes: object = {}): HistoryEvent => ({
  eventId: ++ids,
  eventTime: at(ms),
  [`${name}EventAttributes`]: attributes,
});
/** The events of an activity that is scheduled, started and ended. */
function activity(name: string, from: number, to: number, { attempt = 1, end = "Completed" } = {}): HistoryEvent[] {
  const scheduled = event(from - 5, "activityTaskScheduled", { activityType: { name } });
  const scheduledEventId = scheduled.eventId;
  return [
    scheduled,
    event(from, "activityTaskStarted", { scheduledEventId, attempt }),
    event(to, `activityTask${end}`, { scheduledEventId }),
  ];
}

describe("the cost of a run in its histories", () => {
  it("counts starts, timers, signals, attributes and each try of an activity as an action", () => {
    const events = [
      event(0, "workflowExecutionStarted"),
      event(1, "workflowTaskScheduled"),
      event(2, "upsertWorkflowSearchAttributes"),
      ...activity("planRun", 10, 20),
      ...activity("captureShot", 30, 1_330, { attempt: 2 }),
      ...activity("captureShot", 40, 540, { end: "Failed" }),
      event(1_400, "timerStarted"),
      event(1_500, "workflowExecutionSignaled"),
      event(1_600, "workflowExecutionCompleted"),
    ];
    expect(costOf([events])).to.deep.equal({ actions: 8, heartbeats: 3, busyMs: 1_310, slotMs: 1_800 });
  });

  it("adds the executions of a run up", () => {
    const one = [event(0, "workflowExecutionStarted"), ...activity("captureShot", 0, 600)];
    const two = [event(700, "workflowExecutionStarted"), ...activity("captureShot", 700, 900)];
    expect(costOf([one, two])).to.deep.equal({ actions: 4, heartbeats: 1, busyMs: 800, slotMs: 800 });
  });

  it("takes time that activities share once", () => {
    expect(coveredBy([])).to.equal(0);
    expect(
      coveredBy([
        [50, 60],
        [0, 10],
        [5, 20],
        [6, 8],
      ]),
    ).to.equal(30);
  });

  it("is the share of the run in which no activity worked", () => {
    const cost = { actions: 0, heartbeats: 0, busyMs: 950, slotMs: 0 };
    expect(overheadOf({ seconds: 1, cost })).to.be.closeTo(5, 1e-9);
  });
});

describe("what the scale bench keeps", () => {
  const CASES: [args: string, kept: boolean][] = [
    ["", true],
    ["--workers 1,8", true],
    ["--workers 2,4", false],
    ["--copies 1", false],
    ["--no-load", false],
  ];
  for (const [args, kept] of CASES)
    it(`"${args}": ${kept ? "the figures of the capacity" : "nothing, because it measures a part"}`, () =>
      expect(measuresCapacity(scaleOptions(args.split(" ")))).to.equal(kept));
});
