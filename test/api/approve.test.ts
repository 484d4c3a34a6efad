import { expect } from "chai";
import { MAX_APPROVED } from "../../api/operations/visual/approveResults.ts";
import type { Baseline } from "../../models/baselines/schema.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { Session } from "./support/client.ts";
import { addRun, addShot, capture } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

type Entry = { scenarioLabel: string; viewport: string; browser: string; selector: string | null; reason?: string };

describe("POST /api/tests/approve", () => {
  let world: World;
  let session: Session;
  beforeEach(async () => {
    world = await makeWorld();
    session = await world.session("editor");
  });
  afterEach(() => world.close());
  const approve = (body: object, client = world.client) =>
    client.post("/api/tests/approve", { session, body: { project: "shop", ...body } });
  const run = (id: string) => world.models.runs.findOne({ _id: id }).lean();
  const promoted = (body: Record<string, unknown>) => body.promoted as (Entry & { baselineVersionId: string })[];
  const skipped = (body: Record<string, unknown>) => body.skipped as Entry[];

  it("promotes failed results to baselines and counts them as passed", async () => {
    await addRun(world.models, "run_1", { verdict: "fail" });
    const shotId = await addShot(world.models, "run_1", 0, { captures: [capture("first"), capture("second", 2)] });
    await addShot(world.models, "run_1", 1, { viewport: "phone", status: "passed" });
    const { status, body } = await approve({ scenarios: ["Home"] });
    expect(status).to.equal(200);
    expect(body).to.include({ success: true, runId: "run_1" });
    expect(body.message).to.match(
      /^1 result approved, 1 skipped\. No runId was given: using the latest completed visual test run_1 \(Production, /,
    );
    const place = { scenarioLabel: "Home", browser: "chromium", selector: null };
    const [baseline] = await world.models.baselines.find().lean<Baseline[]>();
    expect(promoted(body)).to.deep.equal([{ ...place, viewport: "desktop", baselineVersionId: baseline?.versionId }]);
    expect(skipped(body)).to.deep.equal([{ ...place, viewport: "phone", reason: "It passes already." }]);

    expect(baseline).to.deep.include({ version: 1, branch: "main", environmentId: "env_prod", scenarioId: "scn_home" });
    const { artifactId, mapId, frameSha256, pixelSha256, renderer } = capture("second");
    expect(baseline?.picture).to.deep.include({ artifactId, mapId, frameSha256, pixelSha256, renderer });
    const [version] = await world.models.baselineVersions.find().lean();
    expect(version).to.include({
      how: "approve",
      promotedBy: "editor@org_a.example",
      fromRunId: "run_1",
      fromShotId: shotId,
    });
    expect(await world.models.shots.findOne({ _id: shotId }).lean()).to.include({ status: "approved" });
    const after = await run("run_1");
    expect(after?.summary).to.include({ total: 2, passed: 2, failed: 0, approved: 1 });
    expect(after?.verdict).to.equal("pass");
    const [entry] = await world.models.audit.find({ action: "results.approve" }).lean();
    expect(entry).to.deep.include({ target: "run_1", details: { scenarios: ["Home"], promoted: 1, skipped: 1 } });
  });

  it("refuses more results than one call may take before it promotes any, and takes fewer of them", async () => {
    await addRun(world.models, "run_1", { verdict: "fail" });
    await addShot(world.models, "run_1", 0);
    const [one] = await world.models.shots.find({ runId: "run_1" }).lean<Shot[]>();
    const copies = Array.from({ length: MAX_APPROVED }, (_, at) => ({
      ...one,
      _id: `run_1-${String(at + 1).padStart(5, "0")}`,
      index: at + 1,
      selector: `.card-${at}`,
      viewport: "phone",
    }));
    await world.models.shots.collection.insertMany(copies as never[]);
    const body = { runId: "run_1", scenarios: ["Home"] };
    const refused = await approve(body);
    expect([refused.status, refused.body.error]).to.deep.equal([
      400,
      "The scenarios have 1001 results to approve: at most 1000 are approved at a time. Name fewer scenarios, or viewports.",
    ]);
    expect(await world.models.baselineVersions.countDocuments({})).to.equal(0);
    const taken = await approve({ ...body, viewports: ["desktop"] });
    expect([taken.status, promoted(taken.body).length]).to.deep.equal([200, 1]);
  });

  it("keeps to the viewports and browsers named, and takes scenarioLabels as well", async () => {
    await addRun(world.models, "run_1");
    let i = 0;
    for (const viewport of ["phone", "desktop"])
      for (const browser of ["chromium", "firefox"]) await addShot(world.models, "run_1", i++, { viewport, browser });
    await addShot(world.models, "run_1", i, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
    const { body } = await approve({ scenarioLabels: ["Home"], viewports: ["phone"], browsers: ["firefox"] });
    expect(promoted(body).map((p) => [p.viewport, p.browser])).to.deep.equal([["phone", "firefox"]]);
    expect(skipped(body)).to.deep.equal([]);
    expect((await run("run_1"))?.summary).to.include({ total: 5, approved: 1, failed: 4 });
  });

  it("promotes missing baselines and unusable ones, and says why it skips the others", async () => {
    await addRun(world.models, "run_1");
    const cases = [
      ["failed", "no_baseline", true],
      ["error", "no_baseline", true],
      ["error", "baseline_missing_file", true],
      ["failed", "unstable", true],
      ["error", "timeout", false],
      ["error", "http_error", false],
      ["approved", "mismatch", false],
    ] as const;
    for (const [i, [status, code]] of cases.entries())
      await addShot(world.models, "run_1", i, {
        status,
        viewport: `v${i}`,
        reasons: [{ code, message: `reason ${code}` }],
      });
    await addShot(world.models, "run_1", cases.length, {
      viewport: "bare",
      captures: [{ ...capture("x"), pixelSha256: null }],
    });
    const { body } = await approve({ scenarios: ["Home"] });
    const good = cases.flatMap(([, , ok], i) => (ok ? [`v${i}`] : []));
    expect(promoted(body).map((p) => p.viewport)).to.deep.equal(good);
    expect(skipped(body).map((s) => s.reason)).to.deep.equal([
      "reason timeout",
      "reason http_error",
      "It is approved already.",
      "It has no usable screenshot: run the test again.",
    ]);
    expect((await run("run_1"))?.summary).to.include({ total: 8, approved: 5, noBaseline: 0, errors: 2, failed: 3 });
  });

  it("means the latest completed visual run, of the environment named", async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 10, 10, minute));
    await addRun(world.models, "run_old", { createdAt: at(0) });
    await addRun(world.models, "run_stage", { createdAt: at(1), environmentId: "env_stage" });
    await addRun(world.models, "run_new", { createdAt: at(2) });
    await addRun(world.models, "run_base", { createdAt: at(3), type: "baseline" });
    await addRun(world.models, "run_going", { createdAt: at(4), status: "running" });
    for (const id of ["run_old", "run_stage", "run_new"]) await addShot(world.models, id, 0);
    expect((await approve({ scenarios: ["Home"] })).body.runId).to.equal("run_new");
    expect((await approve({ scenarios: ["Home"], environment: "staging" })).body.runId).to.equal("run_stage");
    expect((await approve({ scenarios: ["Home"], runId: "run_old" })).body.runId).to.equal("run_old");
    // A named run is used regardless of its environment.
    const named = await approve({ scenarios: ["Home"], runId: "run_old", environment: "staging" });
    expect(named.body.runId).to.equal("run_old");
    for (const [input, status] of [
      [{ runId: "run_going" }, 409],
      [{ runId: "run_base" }, 400],
      [{ runId: "run_nope" }, 404],
      [{ project: "blog" }, 404],
    ] as const)
      expect([input, (await approve({ scenarios: ["Home"], ...input })).status]).to.deep.equal([input, status]);
  });

  for (const [what, body, error] of [
    ["no scenarios", {}, /^scenarios is required/],
    ["an empty list", { scenarios: [] }, /^scenarios is required/],
    [
      "an unknown label",
      { scenarios: ["Home", "Hmoe"] },
      'The run has no result of a scenario "Hmoe". Did you mean "Home"?',
    ],
    [
      "an unknown viewport",
      { scenarios: ["Home"], viewports: ["tv"] },
      "viewports[0] must be one of phone, tablet, desktop",
    ],
  ] as const)
    it(`refuses ${what} and promotes nothing`, async () => {
      await addRun(world.models, "run_1");
      await addShot(world.models, "run_1", 0);
      const answer = await approve(body);
      expect(answer.status).to.equal(400);
      if (typeof error === "string") expect(answer.body.error).to.equal(error);
      else expect(answer.body.error).to.match(error);
      expect(await world.models.baselineVersions.countDocuments()).to.equal(0);
    });

  it("promotes each result once when 10 approve at the same moment, over two processes", async () => {
    await addRun(world.models, "run_1");
    for (let i = 0; i < 4; i++) await addShot(world.models, "run_1", i, { viewport: `v${i}` });
    const second = await world.listen();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => approve({ scenarios: ["Home"] }, i % 2 ? second : world.client)),
    );
    expect(answers.map((a) => a.status)).to.deep.equal(Array(10).fill(200));
    expect(answers.flatMap((a) => promoted(a.body))).to.have.length(4);
    expect(await world.models.baselineVersions.countDocuments()).to.equal(4);
    expect((await run("run_1"))?.summary).to.include({ total: 4, passed: 4, approved: 4, failed: 0 });
  });

  it("finishes what an approval left undone that died in between", async () => {
    await addRun(world.models, "run_1");
    const shotId = await addShot(world.models, "run_1", 0);
    await approve({ scenarios: ["Home"] });
    // As if the process had died after the promotion, before the result was marked.
    await world.models.shots.updateOne({ _id: shotId }, { $set: { status: "failed" } });
    await world.models.runs.updateOne({ _id: "run_1" }, { $set: { summary: null } });
    expect(promoted((await approve({ scenarios: ["Home"] })).body)).to.have.length(1);
    expect(await world.models.baselineVersions.countDocuments()).to.equal(1);
    expect((await run("run_1"))?.summary).to.include({ approved: 1 });
  });

  it("takes a key with the scope mcp_full, and signs with its name", async () => {
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0);
    const key = await world.addKey("mcp_full", { name: "agent" });
    const { status } = await world.client.post("/api/tests/approve", { key, body: { scenarios: ["Home"] } });
    expect(status).to.equal(200);
    expect((await world.models.baselineVersions.findOne().lean())?.promotedBy).to.equal("key agent");
  });

  it("is open to a key on the plans that its tool needs, and to people on every plan", async () => {
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0);
    const key = await world.addKey("mcp_full");
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    const { status, body } = await world.client.post("/api/tests/approve", { key, body: { scenarios: ["Home"] } });
    expect([status, body.error]).to.deep.equal([
      403,
      "Approving changes things, which the free plan does not allow agents; the plans that do: hobby, team, enterprise.",
    ]);
    expect(await world.models.baselineVersions.countDocuments()).to.equal(0);
    expect((await approve({ scenarios: ["Home"] })).status).to.equal(200);
  });

  it("keeps to the branch that is named, and says which run it took where none is", async () => {
    const createdAt = new Date(Date.UTC(2026, 2, 10, 10));
    await addRun(world.models, "run_cart", { branch: "cart", createdAt });
    await addRun(world.models, "run_none", { createdAt: new Date(Date.UTC(2026, 2, 10, 10, 1)) });
    await addRun(world.models, "run_other", { branch: "other", createdAt: new Date(Date.UTC(2026, 2, 10, 10, 2)) });
    for (const id of ["run_cart", "run_none", "run_other"]) await addShot(world.models, id, 0);
    const { body } = await approve({ scenarios: ["Home"], branch: "cart" });
    expect(body).to.include({ runId: "run_cart", branch: "cart", environmentName: "Production" });
    expect(body.message).to.equal(
      "1 result approved. No runId was given: using the latest completed visual test run_cart (Production, branch cart, started 2026-03-10T10:00:00.000Z).",
    );
    // A run that was started without a branch belongs to the main branch.
    expect((await approve({ scenarios: ["Home"], branch: "main" })).body.runId).to.equal("run_none");
    expect((await approve({ scenarios: ["Home"] })).body.runId).to.equal("run_other");
    const named = await approve({ scenarios: ["Home"], runId: "run_other" });
    expect(named.body.message).to.equal("0 results approved, 1 skipped.");
    const none = await approve({ scenarios: ["Home"], branch: "nope", environment: "staging" });
    expect([none.status, none.body.error]).to.deep.equal([
      404,
      "The project Shop has no completed visual test on Staging of the branch nope yet.",
    ]);
  });
});
