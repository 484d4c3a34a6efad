import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { whileWaiting, withHeartbeat } from "../../activities/heartbeat.ts";
import { beats } from "../../workers/beats.ts";
import { ACTIVITY_INTERCEPTORS } from "../../workers/createWorkers.ts";

/** Runs an activity behind the interceptor until it has sent this many heartbeats. */
async function beaten(
  heartbeatTimeoutMs: number | undefined,
  times: number,
  work: (go: Promise<void>) => Promise<unknown>,
) {
  const environment = new MockActivityEnvironment(heartbeatTimeoutMs === undefined ? {} : { heartbeatTimeoutMs }, {
    interceptors: [beats],
  });
  const heard: unknown[] = [];
  const enough = Promise.withResolvers<void>();
  environment.on("heartbeat", (detail: unknown) => {
    heard.push(detail);
    if (heard.length === times) enough.resolve();
  });
  await environment.run(() => work(enough.promise));
  return heard;
}

describe("the beats of a worker", () => {
  it("come from every activity with a heartbeat time-out, whatever it does", async () => {
    expect(await beaten(10_000, 3, (go) => go)).to.deep.equal(["starting", "starting", "starting"]);
  });

  it("say what the activity says, and what it waits for, and are not doubled", async () => {
    const said = await beaten(10_000, 2, (go) =>
      withHeartbeat(async (_signal, note) => {
        note("painting");
        await whileWaiting("waiting for the host", () => go);
      }),
    );
    expect(said).to.deep.equal(["waiting for the host", "waiting for the host"]);
    const noted = await beaten(10_000, 2, (go) =>
      withHeartbeat(async (_signal, note) => {
        note("painting");
        await go;
      }),
    );
    expect(noted).to.deep.equal(["painting", "painting"]);
  });

  it("carry a cancel to an activity that listens", async () => {
    const environment = new MockActivityEnvironment({ heartbeatTimeoutMs: 10_000 }, { interceptors: [beats] });
    const running = environment.run(() =>
      withHeartbeat((signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped")))),
    );
    environment.cancel();
    expect(await running).to.equal("stopped");
  });

  it("are not sent where nobody waits for them", async () => {
    let after = 0;
    const environment = new MockActivityEnvironment({ heartbeatTimeoutMs: 0 }, { interceptors: [beats] });
    environment.on("heartbeat", () => after++);
    await environment.run(async () => {
      // By another activity's third heartbeat, the first one of this activity would have been sent.
      await beaten(10_000, 3, (go) => go);
    });
    expect(after).to.equal(0);
  });

  it("are around everything else that a worker does for an activity", () => {
    expect(ACTIVITY_INTERCEPTORS[0]).to.equal(beats);
  });
});
