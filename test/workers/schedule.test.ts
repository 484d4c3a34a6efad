// Temporal schedules of periodic work, including those that an earlier version created.
import { Client, type Connection } from "@temporalio/client";
import { expect } from "chai";
import { ensureRounds, ensureSchedule, ROUNDS, scheduleIdOf } from "../../workers/schedule.ts";
import { openPreparedNamespace } from "../support/temporal.ts";

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const taskQueue = "queue";

describe("workers/schedule", function () {
  this.timeout(60_000);
  let connection: Connection;
  let client: Client;
  before(async () => {
    const opened = await openPreparedNamespace();
    connection = opened.connection;
    client = new Client(opened);
  });
  after(() => connection?.close());

  it("creates each schedule once, and updates interval and catch-up window of an existing one", async () => {
    await ensureSchedule(client, { taskQueue, everyMs: HOUR_MS, name: "retention", workflow: "retentionDue" });
    await Promise.all([ensureRounds(client, { taskQueue }), ensureRounds(client, { taskQueue })]);
    const [retention, ...rounds] = await Promise.all(
      ["retention", ...ROUNDS].map((name) => client.schedule.getHandle(scheduleIdOf(taskQueue, name)).describe()),
    );
    expect(retention?.policies.catchupWindow).to.equal(DAY_MS);
    expect(retention?.spec.intervals?.map(({ every }) => every)).to.deep.equal([DAY_MS]);
    for (const round of rounds) expect(round.policies.catchupWindow, round.scheduleId).to.equal(MINUTE_MS);
  });
});
