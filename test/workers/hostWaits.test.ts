// A run whose browser work waits for Lighthouse reports it: the activity's heartbeats, read by the status.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { whileWaiting, withHeartbeat } from "../../activities/heartbeat.ts";
import { createTemporalEngine } from "../../api/temporalEngine.ts";
import { announced, createHostGate } from "../../browsers/hostGate.ts";
import { HOST_WAITS, SITE_WAIT } from "../../domain/hostWaits.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { eventually } from "../support/eventually.ts";

describe("waiting for the host", () => {
  let folder = "";
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-wait-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("is told by heartbeats while Lighthouse measures, and no longer than that", async () => {
    const gate = announced(createHostGate({ folder, pollMs: 5 }), whileWaiting);
    const measured = await gate.exclusive();
    const environment = new MockActivityEnvironment();
    const beats: unknown[] = [];
    environment.on("heartbeat", (details: unknown) => beats.push(details));
    const work = environment.run(() =>
      withHeartbeat(async (signal, note) => {
        note("loading the page");
        const release = await gate.shared(signal);
        const before = beats.length;
        while (beats.length < before + 2) await sleep(50);
        await release();
      }),
    );
    await eventually("a heartbeat tells of it", async () => beats.includes(HOST_WAITS.shared));
    await measured();
    await work;
    expect(beats.at(-1)).to.equal("loading the page");
  });

  const beating = (beat: string) => ({ heartbeatDetails: { payloads: [defaultPayloadConverter.toPayload(beat)] } });
  const failed = (type: string, state: number) => ({ state, lastFailure: { applicationFailureInfo: { type } } });
  for (const [what, pending, phase] of [
    [HOST_WAITS.shared, beating(HOST_WAITS.shared), `testing, ${HOST_WAITS.shared}`],
    [HOST_WAITS.exclusive, beating(HOST_WAITS.exclusive), `testing, ${HOST_WAITS.exclusive}`],
    ["loading the page", beating("loading the page"), "testing"],
    ["others at the site", failed(FAILURES.waiting, 1), `testing, ${SITE_WAIT}`],
    ["its turn at the site", failed(FAILURES.waiting, 2), "testing"],
    ["an attempt that failed", failed(FAILURES.infrastructure, 1), "testing"],
  ] as const)
    it(`a status during "${what}" says "${phase}"`, async () => {
      const pendingActivities = [{ heartbeatDetails: null }, pending];
      const handle = {
        query: async () => ({ phase: "testing", done: 1, total: 3, failed: 0 }),
        describe: async () => ({ status: { name: "RUNNING" }, raw: { pendingActivities } }),
      };
      const client = {
        withDeadline: (_: number, work: () => unknown) => work(),
        workflow: { getHandle: () => handle },
      } as unknown as Client;
      const engine = createTemporalEngine(client, { orchestration: "o", browser: "b", lab: "l" }, "default");
      const { progress } = await engine.observe({ kind: "run", id: "run_1" }, 1_000);
      expect(progress).to.include({ phase, done: 1, total: 3 });
    });
});
