import { expect } from "chai";
import { addRun, addShot } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("POST /api/ci/runs/{runId}/cancel", () => {
  let world: World;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("ci", { name: "pipeline" });
  });
  afterEach(() => world.close());
  const cancel = (runId: string, by = key) => world.client.post(`/api/ci/runs/${runId}/cancel`, { key: by });
  const start = async () => String((await world.client.post("/api/ci/run", { key, body: {} })).body.runId);
  const run = (runId: string) => world.models.runs.findOne({ _id: runId }).lean();

  it("writes down who asked, then tells the workflow", async () => {
    const runId = await start();
    world.engine.between = async () => {
      expect((await run(runId))?.cancelledBy).to.equal("key pipeline");
    };
    const { status, body } = await cancel(runId);
    expect([status, body]).to.deep.equal([
      202,
      { success: true, runId, status: "running", message: "The run is being cancelled." },
    ]);
    expect(world.engine.cancelled).to.deep.equal([runId]);
  });

  it("may be asked again while it stops, and keeps who was first", async () => {
    const runId = await start();
    await cancel(runId);
    expect((await cancel(runId, await world.addKey("mcp_full", { name: "second" }))).status).to.equal(202);
    expect((await run(runId))?.cancelledBy).to.equal("key pipeline");
    expect(await world.models.audit.countDocuments({ action: "run.cancel" })).to.equal(1);
  });

  it("closes a run whose workflow is not there", async () => {
    const runId = await addRun(world.models, "run_lost", { status: "running" });
    await addShot(world.models, runId, 0, { status: "pending" });
    const { status, body } = await cancel(runId);
    expect([status, body.status]).to.deep.equal([202, "failed"]);
    expect(await run(runId)).to.include({ status: "failed", error: "cancelled by key pipeline" });
    expect(await world.models.shots.countDocuments({ status: "error" })).to.equal(1);
  });

  for (const status of ["completed", "failed"] as const)
    it(`answers 409 with the status of a run that is ${status}`, async () => {
      const runId = await addRun(world.models, "run_ended", { status });
      const answer = await cancel(runId);
      expect(answer.status).to.equal(409);
      expect(answer.body).to.deep.include({ status });
      expect(answer.body.error).to.include(status);
      expect((await run(runId))?.cancelledBy).to.equal(null);
    });

  it("answers 409 when the run completes at that moment", async () => {
    const runId = await addRun(world.models, "run_quick", { status: "running" });
    world.engine.between = async () => {
      await world.models.runs.updateOne({ _id: runId }, { $set: { status: "completed" } });
    };
    expect((await cancel(runId)).status).to.equal(409);
    expect(await run(runId)).to.include({ status: "completed", error: null });
  });

  it("is kept while the engine is unavailable, and closes nothing", async () => {
    const runId = await start();
    world.engine.available = false;
    const { status, body } = await cancel(runId);
    expect([status, body.message]).to.deep.equal([202, "The run is being cancelled."]);
    expect(await run(runId)).to.include({ status: "running", cancelledBy: "key pipeline" });
    world.engine.available = true;
    await cancel(runId);
    expect(await world.models.audit.countDocuments({ action: "run.cancel" })).to.equal(1);
  });

  it("is kept for a run that waits for the engine: it is closed instead of started", async () => {
    world.engine.available = false;
    const { status, body } = await world.client.post("/api/ci/run", { key, body: {} });
    expect(status).to.equal(503);
    const cancelled = await cancel(String(body.runId));
    expect([cancelled.status, cancelled.body.message]).to.deep.equal([202, "The run is being cancelled."]);
    expect((await run(String(body.runId)))?.cancelledBy).to.equal("key pipeline");
  });

  it("does not know the runs of another project", async () => {
    const runId = await start();
    expect((await cancel(runId, await world.addKey("ci", { projectId: "prj_blog" }))).status).to.equal(404);
    expect((await run(runId))?.cancelledBy).to.equal(null);
  });
});
