import { expect } from "chai";
import type { Session } from "./support/client.ts";
import { addRun, addShot, capture } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("Baselines and recompare", () => {
  let world: World;
  let session: Session;
  before(async () => {
    world = await makeWorld();
    session = await world.session("editor");
    for (const id of ["run_1", "run_2"]) {
      await addRun(world.models, id);
      await addShot(world.models, id, 0, { captures: [capture(id)] });
      const body = { project: "shop", runId: id, scenarios: ["Home"] };
      await world.client.post("/api/tests/approve", { session, body });
    }
  });
  after(() => world.close());
  type View = { baselineId: string; version: number; history: { versionId: string; picture: string; how: string }[] };
  const list = async (query: string) => world.client.get(`/api/baselines${query}`, { session });

  it("lists baselines with their history, newest first", async () => {
    const { body } = await list("?project=shop&scenario=Home");
    const [baseline, ...others] = body.baselines as View[];
    expect(others).to.deep.equal([]);
    expect(baseline).to.include({
      scenarioLabel: "Home",
      viewport: "desktop",
      branch: "main",
      selector: null,
      version: 2,
    });
    expect(baseline?.history.map((h) => h.picture.split("?")[0])).to.deep.equal([
      "/api/artifacts/art-run_2",
      "/api/artifacts/art-run_1",
    ]);
    expect((await list("?project=shop&scenario=Hom")).body.error).to.equal(
      'Scenario "Hom" was not found. The nearest: "Home".',
    );
    expect((await list("?project=shop&scenario=About%20us")).body.baselines).to.deep.equal([]);
  });

  it("rolls back, once, and tells the history", async () => {
    const [baseline] = (await list("?project=shop")).body.baselines as View[];
    const back = (versionId: string, by: object = { session }) =>
      world.client.post("/api/baselines/rollback", { ...by, body: { baselineId: baseline?.baselineId, versionId } });
    const old = baseline!.history[1]!.versionId;
    const done = await back(old);
    expect(done.body).to.deep.include({ success: true, changed: true });
    expect(done.body.current).to.deep.include({ version: 3, how: "rollback" });
    expect((await back(old)).body).to.include({ changed: false });
    expect((await back("bsv_nope")).status).to.equal(404);
    const stranger = await world.addKey("mcp_full", { projectId: "prj_blog" });
    expect((await back(old, { key: stranger })).status).to.equal(404);
    expect((await back(old, { session: await world.session("admin", "org_b") })).status).to.equal(404);
  });

  it("answers a recompare with what changed, or 202 when it takes longer", async () => {
    const body = { project: "shop", runId: "run_1" };
    const later = await world.client.post("/api/tests/recompare", { session, body });
    expect([later.status, later.body.runId]).to.deep.equal([202, "run_1"]);
    world.engine.recompareResult = { recompared: 2, changed: [], skipped: [] };
    const now = await world.client.post("/api/tests/recompare", { session, body });
    expect([now.status, now.body]).to.deep.equal([
      200,
      {
        success: true,
        message: "2 results judged again, 0 changed.",
        runId: "run_1",
        recompared: 2,
        changed: [],
        skipped: [],
      },
    ]);
    world.engine.available = false;
    expect((await world.client.post("/api/tests/recompare", { session, body })).status).to.equal(503);
    world.engine.available = true;
  });
});
