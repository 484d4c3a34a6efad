import { expect } from "chai";
import { askPerson } from "../../models/reviewRequests/queries.ts";
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
      'Scenario "Hom" was not found. Did you mean "Home"?',
    );
    expect((await list("?project=shop&scenario=About%20us")).body.baselines).to.deep.equal([]);
  });

  it("a key rolls back on plans that let agents change things", async () => {
    const key = await world.addKey("mcp_full");
    const body = { baselineId: "bsl_nope", versionId: "blv_nope" };
    const back = () => world.client.post("/api/baselines/rollback", { key, body });
    const plan = (name: string) => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: name } });
    await plan("free");
    try {
      const refused = await back();
      expect([refused.status, refused.body.error]).to.deep.equal([
        403,
        "Going back to an older baseline changes things, which the free plan does not allow agents; the plans that do: hobby, team, enterprise.",
      ]);
    } finally {
      await plan("enterprise");
    }
    expect((await back()).status).to.equal(404);
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
        message: "2 results compared again, 0 changed.",
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

describe("Reverting the baselines of a run", () => {
  let world: World;
  let session: Session;
  before(async () => {
    world = await makeWorld();
    session = await world.session("editor");
  });
  after(() => world.close());

  it("takes back an approval: the results count as before, and may be approved again", async () => {
    await addRun(world.models, "run_a");
    await addShot(world.models, "run_a", 0, {
      captures: [capture("a")],
      reasons: [{ code: "no_baseline", message: "There is none." }],
    });
    await addShot(world.models, "run_a", 1, {
      captures: [capture("b")],
      viewport: "phone",
      status: "error",
      reasons: [{ code: "baseline_missing_file", message: "Its file is missing." }],
    });
    const approve = () =>
      world.client.post("/api/tests/approve", {
        session,
        body: { project: "shop", runId: "run_a", scenarios: ["Home"] },
      });
    const back = (by: object = { session }) =>
      world.client.post("/api/baselines/rollback-run", { ...by, body: { runId: "run_a" } });
    const states = async () =>
      (await world.models.shots.find({ runId: "run_a" }).sort({ index: 1 }).lean()).map((s) => s.status);
    expect((await back()).body.error).to.equal('Run "run_a" has promoted no baselines.');
    await askPerson(world.models, {
      orgId: "org_a",
      projectId: "prj_shop",
      runId: "run_a",
      email: "ben@shop.example",
      askedBy: "ann@shop.example",
      askedAt: new Date(),
      note: null,
    });
    const asked = async () => (await world.models.reviewRequests.findOne({ runId: "run_a" }).lean())?.doneBy;
    await approve();
    expect(await asked()).to.equal("decisions");
    expect(await states()).to.deep.equal(["approved", "approved"]);
    const { status, body } = await back();
    expect(status).to.equal(200);
    expect(body).to.include({ success: true, runId: "run_a", message: "2 baselines were rolled back." });
    const [first] = body.rolledBack as { scenarioLabel: string; restored: object | null; changed: boolean }[];
    expect(first).to.include({ scenarioLabel: "Home", restored: null, changed: true });
    expect(body.kept).to.deep.equal([]);
    expect(await states()).to.deep.equal(["failed", "error"]);
    expect(await asked()).to.equal(null);
    const run = await world.models.runs.findById("run_a").lean();
    expect(run?.summary).to.include({ total: 2, passed: 0, failed: 2 });
    expect((await back()).body.message).to.equal("0 baselines were rolled back. 2 had been before.");
    const list = async () =>
      (await world.client.get("/api/baselines?project=shop", { session })).body.baselines as object[];
    expect(await list()).to.deep.equal([]);
    await approve();
    expect(await states()).to.deep.equal(["approved", "approved"]);
    expect(await list()).to.have.length(2);
    const stranger = await world.addKey("mcp_full", { projectId: "prj_blog" });
    expect((await back({ key: stranger })).status).to.equal(404);
    await world.models.runs.updateOne({ _id: "run_a" }, { $set: { status: "running" } });
    expect((await back()).status).to.equal(409);
  });
});
