// Reset as in the Temporal UI: a new execution takes over a running run, and leaves an ended one alone.
import { expect } from "chai";
import { eventually } from "../support/eventually.ts";
import { FAULT_SETTINGS, letThrough, withTemporal } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

describe("faults: a workflow that is reset", function () {
  this.timeout(180_000);
  let world: World;
  before(async () => {
    world = await startWorld(FAULT_SETTINGS);
  });
  after(async () => world.stop());

  const read = (runId: string) => withModels(world, (models) => models.runs.findById(runId).lean());

  /** Resets to the first or the last completed workflow task. Returns the id of the new execution. */
  const reset = (runId: string, to: "first" | "last") =>
    withTemporal(world, async (client) => {
      const handle = client.workflow.getHandle(`run-${runId}`);
      const { events } = await handle.fetchHistory();
      const tasks = (events ?? []).filter((e) => e.workflowTaskCompletedEventAttributes);
      const { runId: executionId } = await handle.describe();
      const answer = await client.workflowService.resetWorkflowExecution({
        namespace: "default",
        workflowExecution: { workflowId: `run-${runId}`, runId: executionId },
        reason: "by the test",
        requestId: crypto.randomUUID(),
        workflowTaskFinishEventId: (to === "first" ? tasks[0] : tasks.at(-1))?.eventId ?? null,
      });
      return answer.runId;
    });

  /** After the last task of an ended run nothing is left to do, so the new execution ends without a write. */
  const ended = (runId: string, executionId: string) =>
    eventually("the new execution ends, and the run with it", async () => {
      const now = await withTemporal(world, (client) =>
        client.workflow.getHandle(`run-${runId}`, executionId).describe(),
      );
      const run = await read(runId);
      return now.status.name !== "RUNNING" && run?.status !== "running" ? run : null;
    });

  for (const to of ["first", "last"] as const) {
    it(`in the middle of a run, to the ${to} task: the run goes on and ends once`, async () => {
      const { client } = await world.project({ A: "/page/a", Gate: `/gate/${to}`, B: "/page/b" });
      const { runId } = await client.run({ type: "baseline" });
      await eventually("the gate was reached", async () => world.site.waiting() > 0);
      const executionId = await reset(runId, to);
      const run = await letThrough(world, ended(runId, executionId));
      expect(run).to.include({ status: "completed", verdict: "pass", error: null });
      expect(run.summary).to.include({ total: 3, passed: 3 });
      await expectInvariants(world, runId);
    });

    it(`after the end of a run, to the ${to} task: it stays as it ended`, async () => {
      const { client } = await world.project({ A: `/page/after-${to}`, B: "/page/b" });
      await client.wait((await client.run({ type: "baseline" })).runId);
      world.site.set(`after-${to}`, "Other words than before.");
      const { runId } = await client.run({});
      await client.wait(runId);
      await expectInvariants(world, runId);
      const [before, results] = [await read(runId), await client.results(runId)];
      await ended(runId, await reset(runId, to));
      expect(await read(runId)).to.deep.equal(before);
      const verdicts = (list: typeof results) => list.map((r) => [r.scenarioLabel, r.status, r.mismatchPercent]);
      expect(verdicts(await client.results(runId))).to.deep.equal(verdicts(results));
    });

    it(`of a run that was terminated and is closed, to the ${to} task: it stays closed, and nothing is visited`, async () => {
      const { client } = await world.project({ A: "/page/a", Gate: `/gate/terminated-${to}`, B: "/page/b" });
      const { runId } = await client.run({ type: "baseline" });
      await eventually("the gate was reached", async () => world.site.waiting() > 0);
      await withTemporal(world, (temporal) => temporal.workflow.getHandle(`run-${runId}`).terminate("by the test"));
      const closed = await client.wait(runId);
      expect(closed.error).to.match(/^The workflow was terminated in Temporal\./);
      world.site.openGates();
      await eventually("what was open is closed", async () => world.site.waiting() === 0);
      const [before, hits] = [await read(runId), world.site.hits.get(`/gate/terminated-${to}`)];
      await ended(runId, await reset(runId, to));
      expect(await read(runId)).to.deep.equal(before);
      expect(world.site.hits.get(`/gate/terminated-${to}`)).to.equal(hits);
      await expectInvariants(world, runId);
    });
  }
});
