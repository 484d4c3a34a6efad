import { Context } from "@temporalio/activity";
import { ApplicationFailure, CancelledFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { FAILURES } from "../../domain/workflowNames.ts";
import { countActivities } from "../../workers/countActivities.ts";
import { createWorkerMetrics } from "../../workers/metrics.ts";

describe("workers/countActivities", () => {
  /** Returns what is counted for the activity, as lines in Prometheus' text format. */
  async function counted(activityType: string, attempt: number, work: () => Promise<unknown>): Promise<string[]> {
    const metrics = createWorkerMetrics();
    await new MockActivityEnvironment({ activityType, attempt }).run(async () => {
      const { inbound } = countActivities(metrics)(Context.current());
      await inbound?.execute?.({ args: [], headers: {} }, work).catch(() => undefined);
    });
    const text = await metrics.registry.metrics();
    return (text.match(/^plumbline_(activity_attempts|notification_tries|reconciled)_total\{.*[1-9]\d*$/gm) ?? []).map(
      (line) => line.replace(/^plumbline_/, ""),
    );
  }

  it("counts attempts by name, repetition and outcome", async () => {
    expect(await counted("captureShot", 1, async () => 1)).to.deep.equal([
      'activity_attempts_total{activity="captureShot",attempt="first",outcome="completed"} 1',
    ]);
    expect(await counted("captureShot", 3, () => Promise.reject(new Error("no")))).to.deep.equal([
      'activity_attempts_total{activity="captureShot",attempt="again",outcome="failed"} 1',
    ]);
    const waiting = ApplicationFailure.create({ message: "others ask", type: FAILURES.waiting });
    expect(await counted("auditSite", 2, () => Promise.reject(waiting)), "nothing is wrong").to.deep.equal([
      'activity_attempts_total{activity="auditSite",attempt="again",outcome="waiting"} 1',
    ]);
    expect(await counted("captureShot", 1, () => Promise.reject(new CancelledFailure("no")))).to.deep.equal([
      'activity_attempts_total{activity="captureShot",attempt="first",outcome="cancelled"} 1',
    ]);
  });

  it("counts what the reconciler did and what became of messages", async () => {
    expect(await counted("reconcileRuns", 1, async () => ({ restarted: 2, closed: 0 }))).to.include(
      'reconciled_total{deed="restarted"} 2',
    );
    expect(await counted("attemptDelivery", 1, async () => ({ pauseMs: null, outcome: "never" }))).to.include(
      'notification_tries_total{outcome="never"} 1',
    );
    expect(await counted("attemptDelivery", 1, async () => ({ pauseMs: null }))).to.have.length(1);
  });
});
