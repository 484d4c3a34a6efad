import path from "node:path";
import { expect } from "chai";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { type Child, startChild } from "../../temporal-dev/children.ts";
import { withTemporal } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";

const PAGES = 12;

describe("two workers", function () {
  this.timeout(240_000);
  let world: World;
  let second: Child;
  before(async () => {
    world = await startWorld({ SVC_BROWSER_SLOTS: "1" });
    const { service } = world;
    second = await startChild({
      name: "second worker",
      module: new URL("../../workers/main.ts", import.meta.url),
      env: { ...service.env, SVC_WORKER_METRICS_PORT: "0" },
      logFile: path.join(service.dataDir, "logs", "second.log"),
      log: () => undefined,
    });
  });
  after(async () => {
    await second?.stop();
    await world?.stop();
  });

  it("share the shots of one run, each shot once, and the run outlives one that is killed", async () => {
    const { client } = await world.project(
      Object.fromEntries(Array.from({ length: PAGES }, (_, index) => [`Page ${index}`, `/page/${index}`])),
    );
    const baseline = await client.wait((await client.run({ type: "baseline" })).runId);
    expect(baseline.summary).to.include({ total: PAGES, passed: PAGES });
    expect(await shooters(world, baseline.runId)).to.have.keys([String(world.service.worker.pid), String(second.pid)]);
    await expectInvariants(world, baseline.runId);

    const { runId } = await client.run({});
    let killed = false;
    const run = await client.wait(runId, {
      everyMs: 50,
      onProgress: ({ progress }) => {
        if (killed || (progress?.phase ?? "") !== "testing") return;
        killed = true;
        void second.kill();
      },
    });
    expect(killed).to.equal(true);
    expect(run.summary).to.include({ total: PAGES, passed: PAGES, failed: 0 });
    await expectInvariants(world, runId);
  });
});

/** Returns the pids of the workers that began captures of the run, with the number of captures; the SDK's identity is `pid@host`. */
async function shooters(world: World, runId: string): Promise<Map<string, number>> {
  return withTemporal(world, async (client) => {
    const { events } = await client.workflow.getHandle(workflowIdOfRun(runId)).fetchHistory();
    const captures = new Set(
      (events ?? [])
        .filter((event) => event.activityTaskScheduledEventAttributes?.activityType?.name === "captureShot")
        .map((event) => String(event.eventId)),
    );
    const counts = new Map<string, number>();
    for (const { activityTaskStartedEventAttributes: started } of events ?? []) {
      if (!started || !captures.has(String(started.scheduledEventId))) continue;
      const pid = (started.identity ?? "").split("@")[0] ?? "";
      counts.set(pid, (counts.get(pid) ?? 0) + 1);
    }
    return counts;
  });
}
