// Common args of tools that change something: every tool accepts them, and none does more than its args say.
import { expect } from "chai";
import { COMMON_ARGS, narrowed, withoutEffect } from "../../../api/tools/args.ts";
import { findTool, TOOLS } from "../../../api/tools/registry.ts";
import { connectHttp } from "../../mcp/support.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

describe("common args of tools that change something", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());
  const runOf = (runId: string) => world.models.runs.findById(runId).lean();

  for (const tool of ["run_vrt", "run_baseline", "run_seo"])
    it(`${tool}: one scenario that is named is the one that is run`, async () => {
      const body = await world.call(tool, { scenarioLabel: "Home", confirm: true });
      const { runId, message } = body as unknown as { runId: string; message: string };
      expect((await runOf(runId))?.scenarios).to.deep.equal(["Home"]);
      expect(message).not.to.contain("no effect");
      // A misspelled label is rejected, as in the list.
      const { status } = await world.send(tool, { scenarioLabel: "Hmoe", confirm: true });
      expect(status).to.equal(400);
    });

  it("run_full_audit and tracking_discover_from_pages keep to it, too", async () => {
    const { data } = await world.call("run_full_audit", { scenarioLabel: "Home", pillars: ["seo"], confirm: true });
    expect((await runOf(data.runId))?.scenarios).to.deep.equal(["Home"]);
    await world.models.scenarios.updateOne({ label: "Home" }, { $set: { url: "/home" } });
    const plan = await world.call("tracking_discover_from_pages", { scenarioLabel: "Home", confirm: true });
    expect(plan.data.created.map(({ path }: { path: string }) => path)).to.deep.equal(["/home"]);
    expect(plan.warnings).to.deep.equal([]);
  });

  it("approve_vrt_results: one viewport and one scenario are approved, and no others", async () => {
    await addRun(world.models, "run_1");
    for (const [i, viewport] of ["desktop", "phone"].entries()) await addShot(world.models, "run_1", i, { viewport });
    await addShot(world.models, "run_1", 2, { scenarioLabel: "About us", scenarioId: "scn_about_us" });
    const args = { scenarioLabel: "Home", viewport: "phone", confirm: true };
    const { data, warnings } = await world.call("approve_vrt_results", args);
    expect(data.promoted.map((one: Record<string, string>) => [one.scenarioLabel, one.viewport])).to.deep.equal([
      ["Home", "phone"],
    ]);
    expect(warnings).to.have.length(1);
    expect(warnings?.[0]).to.match(/^No runId was given: using the latest completed visual test run_1 /);
    expect(await world.models.baselineVersions.countDocuments()).to.equal(1);
    // The list takes precedence, and a warning says so.
    const both = await world.call("approve_vrt_results", {
      scenarios: ["About us"],
      scenarioLabel: "Home",
      confirm: true,
    });
    expect(both.data.promoted).to.have.length(1);
    expect(both.warnings).to.include("scenarioLabel has no effect here.");
    await world.refused("approve_vrt_results", { ...args, viewport: "tv" }, 400, "validation_error");
    await world.refused("approve_vrt_results", { ...args, scenarioLabel: 7 }, 400, "validation_error");
  });

  it("what has no effect is said: in the message of a CI shape, and among the warnings of every envelope", async () => {
    const args = { viewports: ["phone"], runId: "run_9", confirm: true };
    const { body } = await world.send("run_vrt", args);
    expect((body as { message?: string }).message).to.match(
      /\. runId has no effect here\. viewports has no effect here\.$/,
    );
    const client = await connectHttp(world.client.base, "2026-07-28", { "x-api-key": world.keys.mcp_full });
    try {
      const { structuredContent } = await client.callTool({ name: "run_vrt", arguments: args });
      const said = ["runId has no effect here.", "viewports has no effect here."];
      expect(structuredContent).to.deep.include({ ok: true, warnings: said });
    } finally {
      await client.close();
    }
    const rule = { scenarioLabel: "Home", selector: ".a", mode: "ignore", confirm: true };
    const { warnings } = await world.call("create_comparison_rule", { ...rule, viewport: "phone" });
    expect(warnings).to.include("viewport has no effect here.");
  });

  it("what fills a list that is stored is never guessed, and reading tools say nothing", () => {
    const page = findTool("tracking_upsert_page");
    expect(narrowed(page, { id: "p", scenarioLabel: "Home" })).to.deep.equal({ id: "p", scenarioLabel: "Home" });
    expect(withoutEffect(page, { scenarioLabel: "Home" })).to.deep.equal(["scenarioLabel has no effect here."]);
    for (const tool of TOOLS.filter(({ mutating }) => !mutating))
      expect(
        withoutEffect(tool, Object.fromEntries(Object.keys(COMMON_ARGS).map((name) => [name, "x"]))),
      ).to.deep.equal([]);
  });
});
