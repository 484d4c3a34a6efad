import { expect } from "chai";
import { addRun, addShot } from "../../support/shots.ts";
import { everything, makeToolWorld, type ToolWorld } from "../harness.ts";

const ARGS = { scenarios: ["Home"], confirm: true };

describe("approve_vrt_results", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
    await addRun(world.models, "run_1", { verdict: "fail" });
    await addShot(world.models, "run_1", 0);
    await addShot(world.models, "run_1", 1, { viewport: "phone", status: "passed" });
    await addShot(world.models, "run_1", 2, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
  });
  afterEach(() => world.close());
  const versions = () => world.models.baselineVersions.countDocuments();

  it("promotes the failed results, counts them as passed, and says what still fails", async () => {
    const { data, summary, nextActions } = await world.call("approve_vrt_results", ARGS);
    const place = { scenarioLabel: "Home", browser: "chromium", selector: null };
    const [version] = await world.models.baselineVersions.find().lean();
    expect(data).to.deep.equal({
      runId: "run_1",
      promotedCount: 1,
      skippedCount: 1,
      promoted: [{ ...place, viewport: "desktop", baselineVersionId: version?._id }],
      skipped: [{ ...place, viewport: "phone", reason: "It passes already." }],
      stillFailing: 1,
    });
    expect(summary).to.equal("1 result of run_1 approved, 1 skipped; 1 still fail.");
    expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
      ["get_run_failures", { project: "shop", runId: "run_1" }],
    ]);
    expect(version?.promotedBy).to.equal("key project mcp_full");
    const [entry] = await world.models.audit.find({ action: "results.approve" }).lean();
    expect(entry).to.deep.include({ target: "run_1", who: "key project mcp_full" });
  });

  it("twice approves once", async () => {
    await world.call("approve_vrt_results", ARGS);
    const { data, summary } = await world.call("approve_vrt_results", ARGS);
    expect(data.promoted).to.deep.equal([]);
    expect(data.skipped.map((one: { reason: string }) => one.reason)).to.deep.equal([
      "It is approved already.",
      "It passes already.",
    ]);
    expect(summary).to.equal("0 results of run_1 approved, 2 skipped; 1 still fail.");
    expect(await versions()).to.equal(1);
  });

  it("by 20 at once, over two processes, approves once", async () => {
    const other = await world.listen();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 === 0 ? world.client : other).post("/api/mcp/v1/invoke", {
          key: world.keys.mcp_full,
          body: { tool: "approve_vrt_results", args: { ...ARGS, scenarios: ["Home", "About us"] } },
        }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    const promoted = answers.map(({ body }) => (body.data as { promotedCount: number }).promotedCount);
    expect(promoted.reduce((a, b) => a + b, 0)).to.equal(2);
    expect(await versions()).to.equal(2);
    expect((await world.models.runs.findById("run_1").lean())?.summary).to.include({ approved: 2, failed: 0 });
  });

  it("takes viewports, browsers, run and environment as filters", async () => {
    const { data } = await world.call("approve_vrt_results", { ...ARGS, viewports: ["phone"], browsers: ["chromium"] });
    expect([data.promotedCount, data.skippedCount]).to.deep.equal([0, 1]);
    expect((await world.call("approve_vrt_results", { ...ARGS, environment: "Production" })).data.runId).to.equal(
      "run_1",
    );
    await world.refused("approve_vrt_results", { ...ARGS, environment: "staging" }, 422, "tool_error");
  });

  it("says which run it took where none is named, and keeps to the branch that is", async () => {
    const branch = { branch: "cart", createdAt: new Date(Date.UTC(2026, 2, 10, 10)) };
    await addRun(world.models, "run_cart", branch);
    await addShot(world.models, "run_cart", 0);
    const { data, warnings } = await world.call("approve_vrt_results", { ...ARGS, branch: "cart" });
    expect(data.runId).to.equal("run_cart");
    expect(warnings).to.deep.equal([
      "No runId was given: using the latest completed visual test run_cart (Production, branch cart, started 2026-03-10T10:00:00.000Z).",
    ]);
    expect((await world.call("approve_vrt_results", { ...ARGS, runId: "run_1" })).warnings).to.deep.equal([]);
    const none = await world.refused("approve_vrt_results", { ...ARGS, branch: "nope" }, 422, "tool_error");
    expect(none.error?.message).to.contain("has no completed visual test of the branch nope yet");
    expect(none.nextActions?.[0]?.args).to.deep.include({ branch: "nope" });
  });

  it("counts more than it lists", async () => {
    await world.models.shots.deleteMany({});
    for (let i = 0; i < 101; i++) await addShot(world.models, "run_1", i, { viewport: `v${i}`, status: "passed" });
    const { data, warnings } = await world.call("approve_vrt_results", ARGS);
    expect(data.skippedCount).to.equal(101);
    expect(data.skipped).to.have.length(100);
    expect(warnings?.slice(1)).to.deep.equal(["1 more result not listed, only counted."]);
  });

  for (const [what, args, status, code, message] of [
    ["no scenarios", {}, 400, "validation_error", /^scenarios is required/],
    ["an empty list", { scenarios: [] }, 400, "validation_error", /^scenarios must have at least one entry/],
    ["a label that the run does not have", { scenarios: ["Hmoe"] }, 400, "validation_error", /Did you mean "Home"/],
    [
      "an unknown viewport",
      { scenarios: ["Home"], viewports: ["tv"] },
      400,
      "validation_error",
      /^viewports\[0\] must/,
    ],
    ["a run that is nowhere", { scenarios: ["Home"], runId: "run_2" }, 422, "tool_error", /Did you mean "run_1"/],
  ] as const)
    it(`refuses ${what} and approves nothing`, async () => {
      const before = await everything(world.models);
      const body = await world.refused("approve_vrt_results", { ...args, confirm: true }, status, code);
      expect(body.error?.message).to.match(message);
      expect(await everything(world.models)).to.equal(before);
    });
});
