// Baselines of a protected main branch over every interface: keys are rejected, people decide.
import { expect } from "chai";
import { decidedBy } from "../../api/lib/access.ts";
import type { Caller } from "../../api/lib/context.ts";
import { approveShot } from "../../api/operations/visual/approveShot.ts";
import { decideShots } from "../../api/operations/visual/decideShots.ts";
import { markOf } from "../../api/operations/visual/reviewMark.ts";
import { rollbackBaseline } from "../../api/operations/visual/rollbackBaseline.ts";
import { rollbackRun } from "../../api/operations/visual/rollbackRun.ts";
import { byPerson, keptReason } from "../../domain/history/protection.ts";
import { baselineIdOf } from "../../models/baselines/key.ts";
import { originOf } from "../../models/baselines/origin.ts";
import { promote } from "../../models/baselines/promote.ts";
import { baselinesOfShots } from "../../models/baselines/queries.ts";
import { refreshSummary } from "../../models/runs/writes.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { Session } from "./support/client.ts";
import { addRun, addShot, capture } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

const REFUSED = /^main is protected: .* there is a person's decision\./;

const errorOf = (body: unknown) => (body as { error: { code: string; message: string } }).error;

describe("a protected main branch", () => {
  let world: World;
  let ci: string;
  let full: string;
  let session: Session;
  beforeEach(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    [ci, full, session] = await Promise.all([world.addKey("ci"), world.addKey("mcp_full"), world.session("editor")]);
    await protect(true);
  });
  afterEach(() => world.close());
  const protect = (protectMain: boolean) =>
    world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { settings: { visual: { protectMain } } } });
  const start = (body: object, key = ci) =>
    world.client.post("/api/ci/run", { key, body: { type: "baseline", ...body } });
  const runOf = (answer: { body: Record<string, unknown> }) => world.models.runs.findById(answer.body.runId).lean();
  /** Creates a baseline on main for every screenshot of every scenario. */
  const fill = async () => {
    const scenarios = await world.models.scenarios.find({ projectId: "prj_shop" }).lean();
    let made = 0;
    for (const { _id: scenarioId, selectors, viewports } of scenarios)
      for (const selector of selectors.length > 0 ? selectors : [""])
        for (const viewport of viewports)
          await promote(world.models, {
            key: {
              projectId: "prj_shop",
              environmentId: "env_prod",
              scenarioId,
              selector,
              viewport,
              browser: "chromium",
              branch: "main",
            },
            picture: capture("approved") as never,
            by: "ann@shop.example",
            how: "approve",
            fromRunId: null,
            fromShotId: null,
            at: new Date(),
            id: `bsv_${made++}`,
          });
  };

  it("lets a key capture what has no baseline, and says so", async () => {
    const answer = await start({});
    expect(answer.status).to.equal(202);
    expect(answer.body.message).to.equal(
      "Baseline capture of Shop started. main is protected: existing baselines are kept, only missing ones are captured.",
    );
    expect(await runOf(answer)).to.include({ firstPicturesOnly: true });
    const shown = await world.client.get(`/api/app/runs/${answer.body.runId}`, { session });
    expect((shown.body.warnings as string[])[0]).to.match(/^main is protected: /);
  });

  it("says how many baselines stayed when the run has ended: in its status and in the dashboard", async () => {
    const id = await addRun(world.models, "run_kept", { type: "baseline", firstPicturesOnly: true });
    const baseline = { kind: "baseline", status: "passed" } as const;
    await addShot(world.models, id, 0, { ...baseline, reasons: [keptReason("main")] });
    await addShot(world.models, id, 1, { ...baseline, viewport: "phone" });
    await refreshSummary(world.models, id);
    const sentence =
      "main is protected: 1 of 2 screenshots keeps its baseline. Only a person or the merge of an approved pull request can change that.";
    const status = await world.client.get(`/api/ci/status/${id}`, { key: ci });
    expect(status.body.summary).to.include({ total: 2, passed: 2, baselinesKept: sentence });
    const shown = await world.client.get(`/api/app/runs/${id}`, { session });
    expect(shown.body).to.deep.include({ said: [sentence], warnings: [] });
  });

  it("refuses a key's capture where every picture has one, on main under either name", async () => {
    await fill();
    for (const body of [{}, { branch: "main" }, { branch: "main", scenarios: ["Home"] }]) {
      const answer = await start(body);
      expect(answer.status, JSON.stringify(body)).to.equal(403);
      expect(answer.body.error).to.match(REFUSED);
    }
    expect(await world.models.runs.countDocuments({ type: "baseline" })).to.equal(0);
    // Another browser has no baselines yet; the protection does not apply to other branches.
    expect((await start({ browsers: ["firefox"] })).status).to.equal(202);
    const branch = await start({ branch: "feature" });
    expect(branch.status).to.equal(202);
    expect((await runOf(branch))?.firstPicturesOnly).to.equal(undefined);
    const tool = await world.client.post("/api/mcp/v1/invoke", {
      key: full,
      body: { tool: "run_baseline", args: { project: "shop", confirm: true } },
    });
    expect([tool.status, REFUSED.test(String(tool.body.error))]).to.deep.equal([403, true]);
  });

  it("answers a repeated call as the first one, also when all was captured meanwhile", async () => {
    const again = () =>
      world.client.post("/api/ci/run", { key: ci, body: { type: "baseline" }, headers: { "idempotency-key": "one" } });
    const first = await again();
    await fill();
    expect(await again()).to.deep.include({ status: 202, body: first.body });
  });

  it("takes what an app approves for a key's decision, not for that of the person who connected it", async () => {
    const app = { name: "Agent", userId: "usr_1", email: "ann@shop.example", granted: "write", role: "editor" };
    const caller = { kind: "key", keyName: "Agent of Ann", app } as unknown as Caller;
    expect(byPerson({ person: decidedBy(caller), promotedBy: "ann@shop.example" })).to.equal(false);
    await addRun(world.models, "run_app", { requestedBy: "ann@shop.example", requestedByApp: "Agent" });
    const origin = await originOf(world.models, { runId: "run_app", baselineVersionId: null });
    expect(byPerson({ ...origin, promotedBy: "run" })).to.equal(false);
  });

  it("takes every way back of an app on a branch for a key's decision", async () => {
    const app = { name: "Agent", userId: "usr_1", email: "ann@shop.example", granted: "write", role: "editor" };
    const reach = { orgId: "org_a", scope: "mcp_full", projectId: null, defaultProject: null };
    const agent = { kind: "key", keyId: "key_app", keyName: "Agent", ...reach, app } as unknown as Caller;
    const { ctx, models } = world;
    await addRun(models, "run_f", { verdict: "fail", branch: "feature" });
    const newest = (baselineId: string) => models.baselineVersions.findOne({ baselineId }).sort({ version: -1 }).lean();
    const back = {
      rollback: (baselineId: string) => rollbackBaseline(ctx, agent, { baselineId, versionId: `${baselineId}_old` }),
      rollbackRun: () => rollbackRun(ctx, agent, "run_f"),
      undo: async (_: string, shotId: string) => {
        const shot = (await models.shots.findById(shotId).lean()) as Shot;
        const mark = markOf(shot, (await baselinesOfShots(models, [shot])).values().next().value);
        await decideShots(ctx, agent, "run_f", { decision: "undo", shots: [{ shotId, mark }] });
      },
    };
    const ways = [
      ["rollback", true, back.rollback],
      ["rollbackRun", true, back.rollbackRun],
      ["undo", true, back.undo],
      ["undo of the first approval", false, back.undo],
      ["rollbackRun of the first approval", false, back.rollbackRun],
    ] as const;
    for (const [index, [name, hasOld, act]] of ways.entries()) {
      const place = { scenarioId: `scn_${name}`, selector: "", viewport: "desktop", browser: "chromium" } as const;
      const key = { projectId: "prj_shop", environmentId: "env_prod", ...place, branch: "feature" };
      const shotId = await addShot(models, "run_f", index, { ...place, baselineKey: key, captures: [capture(name)] });
      const baselineId = baselineIdOf(key);
      const by = { by: "key Build", at: new Date(), how: "baseline_run", fromRunId: null, fromShotId: null } as const;
      const old = { key, picture: capture("old") as never, ...by, origin: { person: "key Build" } };
      if (hasOld) await promote(models, { ...old, id: `${baselineId}_old` });
      const shot = (await models.shots.findById(shotId).lean()) as Shot;
      await approveShot(
        ctx,
        { kind: "user", userId: "usr_1", email: "ann@shop.example", orgId: "org_a", role: "editor" },
        shot,
      );
      await act(baselineId, shotId);
      const { how, promotedBy, person = null, withdrawn } = (await newest(baselineId)) ?? {};
      expect({ name, how, promotedBy, person, withdrawn: withdrawn === true }).to.deep.equal({
        name,
        how: "rollback",
        withdrawn: !hasOld,
        promotedBy: "ann@shop.example",
        person: "key Agent",
      });
    }
  });

  it("takes uploads of a key, whose run keeps what is there", async () => {
    await fill();
    const opened = await world.client.post("/api/ci/uploads", { key: ci, body: { build: "b1", type: "baseline" } });
    expect(opened.status).to.equal(202);
    expect(await runOf(opened)).to.include({ firstPicturesOnly: true });
  });

  it("refuses a key's approval and every way back on main; a person decides", async () => {
    await addRun(world.models, "run_1", { verdict: "fail" });
    await addShot(world.models, "run_1", 0, { captures: [capture("new")] });
    const approve = (as: object) =>
      world.client.post("/api/tests/approve", {
        ...as,
        body: { project: "shop", runId: "run_1", scenarios: ["Home"] },
      });
    const rollRun = (as: object) =>
      world.client.post("/api/baselines/rollback-run", { ...as, body: { runId: "run_1" } });
    const tool = (name: string, args: object) =>
      world.client.post("/api/mcp/v1/invoke", { key: full, body: { tool: name, args: { ...args, confirm: true } } });
    const refused = await tool("approve_vrt_results", { project: "shop", runId: "run_1", scenarios: ["Home"] });
    expect(refused.status).to.equal(403);
    expect(errorOf(refused.body).message).to.match(REFUSED);
    expect(await world.models.baselines.countDocuments()).to.equal(0);
    expect((await approve({ session })).status).to.equal(200);
    const [baseline] = await world.models.baselines.find().lean();
    const back = { baselineId: baseline?._id, versionId: baseline?.versionId };
    const rollback = (as: object) => world.client.post("/api/baselines/rollback", { ...as, body: back });
    for (const action of [rollback, rollRun]) {
      const answer = await action({ key: full });
      expect([answer.status, REFUSED.test(String(answer.body.error))]).to.deep.equal([403, true]);
    }
    expect((await rollback({ session })).status).to.equal(200);
    expect((await rollRun({ session })).status).to.equal(200);
  });

  it("leaves a branch to keys, and main too where nobody asked for protection", async () => {
    await fill();
    await addRun(world.models, "run_f", { verdict: "fail", branch: "feature" });
    await addShot(world.models, "run_f", 0, { captures: [capture("new")] });
    const tool = (runId: string) =>
      world.client.post("/api/mcp/v1/invoke", {
        key: full,
        body: { tool: "approve_vrt_results", args: { project: "shop", runId, scenarios: ["Home"], confirm: true } },
      });
    expect((await tool("run_f")).status).to.equal(200);
    await protect(false);
    expect(await start({})).to.deep.include({ status: 202 });
    await addRun(world.models, "run_1", { verdict: "fail" });
    await addShot(world.models, "run_1", 0, { captures: [capture("new")] });
    expect((await tool("run_1")).status).to.equal(200);
  });
});
