import { expect } from "chai";
import { momentsIn } from "../../bench/stack/firstShot.ts";

describe("the moments of a run's first shot", () => {
  const at = (seconds: number) => ({ eventTime: { seconds } });
  const scheduled = (eventId: number, name: string) => ({
    eventId,
    ...at(eventId),
    activityTaskScheduledEventAttributes: { activityType: { name } },
  });
  const history = [
    at(1),
    scheduled(2, "planRun"),
    { ...at(3), activityTaskCompletedEventAttributes: { scheduledEventId: 2 } },
    scheduled(4, "captureShot"),
    { ...at(5), activityTaskStartedEventAttributes: { scheduledEventId: 4 } },
  ];
  const moments = (events: object[]) => momentsIn(events as Parameters<typeof momentsIn>[0]);

  it("are read from the history, and one that is missing is an error", () => {
    expect(moments(history)).to.deep.equal({ workflow: 1_000, planned: 3_000, shot: 5_000 });
    expect(() => moments(history.slice(0, 3))).to.throw("of captureShot");
    expect(() => moments(history.slice(0, 4))).to.throw("of captureShot");
    expect(() => moments([{}, ...history.slice(3)])).to.throw("of planRun");
  });
});
