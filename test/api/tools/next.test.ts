// Suggested calls: where they lead, and that agents are only pointed to tools they are shown.
import { expect } from "chai";
import type { SchemaDescription } from "yup";
import { next, placeOfRun, startOf } from "../../../api/tools/next.ts";
import { TOOLS } from "../../../api/tools/registry.ts";
import { addAudit, addFinding } from "../health/support.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

type Failure = { summary: string; nextActions: { tool: string; args: object }[] };
const TRACKING: [string, object] = ["run_full_audit", { pillars: ["tracking"] }];
const place = { project: { slug: "shop" }, environment: { slug: "staging" }, branch: "cart", prNumber: 7 };

describe("suggested calls", () => {
  it("go to the place of the call before, as far as their tool takes it", () => {
    const args = (tool: string, more = {}) => next(place, "x", tool, more).args;
    expect(args("run_vrt")).to.deep.equal({ project: "shop", environment: "staging", branch: "cart", prNumber: 7 });
    expect(args("run_full_audit")).to.include({ environment: "staging", branch: "cart", prNumber: 7 });
    expect(args("gate_pr_quality")).to.include({ environment: "staging", branch: "cart", prNumber: 7 });
    expect(args("get_site_health")).to.deep.equal({ project: "shop", environment: "staging" });
    expect(args("seo_list_history")).to.deep.equal({ project: "shop", environment: "staging", branch: "cart" });
    expect(args("list_environments")).to.deep.equal({ project: "shop" });
    expect(args("tracking_get_plan")).to.deep.equal({ project: "shop" });
  });

  it("name a run alone, which has a place of its own, and keep what was said for themselves", () => {
    const args = next(place, "x", "get_run_failures", { runId: "run_1" }).args;
    expect(args).to.deep.equal({ project: "shop", runId: "run_1" });
    expect(next(place, "x", "run_vrt", { branch: "main" }).args).to.include({ branch: "main" });
  });

  it("leave out what the place lacks", () => {
    const nowhere = placeOfRun(place, { environmentName: null, branch: null, prNumber: null });
    expect(next(nowhere, "x", "run_vrt").args).to.deep.equal({ project: "shop" });
    const there = placeOfRun(place, { environmentName: "Staging", branch: "cart", prNumber: null });
    expect(next(there, "x", "run_vrt").args).to.deep.equal({ project: "shop", environment: "Staging", branch: "cart" });
  });

  it("visit the preview of a run again, not the site that it stands for", () => {
    const preview = { environmentId: "env_p", baseUrl: "https://pr-7.example/en", standsFor: "https://a.example/en" };
    const run = { environmentName: "Staging", branch: "cart", prNumber: 7, preview: { ...preview, accessOf: null } };
    const again = { environment: "Staging", branch: "cart", prNumber: 7, baseUrl: "https://pr-7.example" };
    for (const tool of ["run_vrt", "run_baseline", "run_full_audit", "run_frt_feature"])
      expect(next(placeOfRun(place, run), "x", tool).args).to.deep.equal({ project: "shop", ...again });
    expect(next(placeOfRun(place, run), "x", "check_setup_health").args).not.to.have.property("baseUrl");
  });

  it("start a pillar with the tool that every profile lists", () => {
    expect(startOf(place, "visual").tool).to.equal("run_vrt");
    expect(startOf(place, "tracking")).to.deep.include({ tool: "run_full_audit" });
    expect(startOf(place, "tracking").args?.pillars).to.deep.equal(["tracking"]);
    expect(startOf(place, null).args).not.to.have.property("pillars");
  });

  const listed = new Set(TOOLS.filter(({ profile }) => profile === "qa").map(({ name }) => name));
  const names = new Set(TOOLS.map(({ name }) => name));
  for (const tool of TOOLS.filter(({ profile }) => profile === "qa"))
    it(`the description of ${tool.name} sends agents only to tools of the profile qa`, () => {
      const { fields } = tool.schema.describe() as { fields: Record<string, SchemaDescription> };
      const hints = Object.values(fields).map(
        ({ meta }) => (meta as { description?: string } | undefined)?.description,
      );
      const words = [tool.description, ...hints].join(" ").match(/[a-z0-9]+(?:_[a-z0-9]+)+/g) ?? [];
      expect(words.filter((word) => names.has(word) && !listed.has(word))).to.deep.equal([]);
    });
});

describe("what is suggested after a call on an environment", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
  });
  beforeEach(() => world.models.runs.deleteMany({}));
  after(() => world.close());

  const STAGING = { project: "shop", environment: "staging" };
  const rule = { scenarioLabel: "Home", selector: ".price", confirm: true };
  const bare: [tool: string, args: object, expected: [tool: string, args: object]][] = [
    ["create_scenario", { label: "Sale", url: "/sale", confirm: true }, ["run_baseline", { scenarios: ["Sale"] }]],
    ["get_scenario_details", { scenarioLabel: "Home" }, ["run_baseline", { scenarios: ["Home"] }]],
    ["create_comparison_rule", { ...rule, mode: "ignore" }, ["run_vrt", { scenarios: ["Home"] }]],
    ["create_content_rule", { ...rule, normalize: "price" }, ["run_baseline", { scenarios: ["Home"] }]],
    ["get_site_health", {}, ["run_full_audit", {}]],
    ["get_quality_score", {}, ["get_site_health", {}]],
    ["get_page_health", { url: "/" }, ["run_full_audit", {}]],
    ["gate_pr_quality", { branch: "cart" }, ["run_full_audit", { branch: "cart" }]],
    ["gate_pr_quality", { prNumber: 7 }, ["run_full_audit", { prNumber: 7 }]],
    ["seo_list_history", { branch: "cart" }, ["run_full_audit", { branch: "cart", pillars: ["seo"] }]],
    ["tracking_set_page_attribute", { pageId: "page-cart", name: "a", expected: "b", confirm: true }, TRACKING],
  ];
  for (const [tool, args, [suggested, more]] of bare)
    it(`${tool} ${JSON.stringify(args)} is suggested there too`, async () => {
      const page = { id: "page-cart", label: "Cart", pageType: "cart", path: "/cart", confirm: true };
      await world.call("tracking_upsert_page", page);
      const { nextActions } = await world.call(tool, { ...args, environment: "staging" });
      expect(nextActions?.map((one) => [one.tool, one.args])).to.deep.equal([[suggested, { ...STAGING, ...more }]]);
    });

  const refused: [tool: string, args: object, expected: [tool: string, args: object]][] = [
    ["get_run_status", {}, ["run_full_audit", {}]],
    ["wait_for_run", {}, ["run_full_audit", {}]],
    ["get_run_report", {}, ["run_full_audit", {}]],
    ["get_pillar_report", { pillar: "visual" }, ["run_vrt", {}]],
    ["get_pillar_report", { pillar: "seo" }, ["run_full_audit", { pillars: ["seo"] }]],
    ["tracking_get_audit_report", {}, TRACKING],
  ];
  for (const [tool, args, [suggested, more]] of refused)
    it(`${tool} ${JSON.stringify(args)} names what to start there, and what to wait for`, async () => {
      // Over MCP every response is the envelope, also for tools that respond like CI endpoints.
      const ask = () =>
        world.client
          .post("/api/mcp/v1/invoke", {
            key: world.keys.mcp_full,
            headers: { accept: "application/vnd.plumbline.outcome+json" },
            body: { tool, args: { ...args, environment: "staging" } },
          })
          .then(({ body }) => (body as unknown as { envelope: Failure }).envelope);
      const none = await ask();
      expect(none.summary).to.match(new RegExp(` yet\\. Start one with ${suggested}\\.$`));
      expect(none.nextActions.map((one) => [one.tool, one.args])).to.deep.equal([[suggested, { ...STAGING, ...more }]]);
      if (tool === "wait_for_run") return;
      const type = { visual: "vrt-test", seo: "seo-test" }[(args as { pillar?: string }).pillar ?? ""];
      const where = { environmentId: "env_stage", environmentName: "Staging", status: "running" as const };
      await addRun(world.models, "run_going", { ...where, type: (type as "seo-test" | undefined) ?? "tracking-test" });
      const going = await ask();
      expect(going.summary).to.match(/ yet\. run_going is still running: wait for it with wait_for_run\.$/);
      expect(going.nextActions.map((one) => [one.tool, one.args])).to.deep.equal([
        ["wait_for_run", { project: "shop", runId: "run_going" }],
      ]);
    });

  it("a run's own environment, branch and pull request are tested again, whatever was asked", async () => {
    const { models } = world;
    const where = { environmentId: "env_stage", environmentName: "Staging", branch: "cart", prNumber: 7 };
    const again = { ...STAGING, environment: "Staging", branch: "cart", prNumber: 7 };
    await addRun(models, "run_b", { ...where, type: "baseline", scenarios: ["Home"], browsers: ["firefox"] });
    const following = async (runId: string) =>
      (await world.call("wait_for_run", { runId })).nextActions?.map((one) => [one.tool, one.args]);
    expect(await following("run_b")).to.deep.equal([
      ["run_vrt", { ...again, scenarios: ["Home"], browsers: ["firefox"] }],
    ]);
    await addRun(models, "run_f", { ...where, status: "failed", error: "no worker" });
    expect(await following("run_f")).to.deep.equal([["check_setup_health", { ...STAGING, environment: "Staging" }]]);
    await addAudit(models, "run_s", 9, 80, ["scn_home"], { ...where });
    await addFinding(models, "run_s", "one", {});
    const report = await world.call("get_pillar_report", { pillar: "seo", runId: "run_s" });
    expect(report.nextActions?.map((one) => [one.tool, one.args])).to.deep.equal([
      ["get_site_health", { ...STAGING, environment: "Staging" }],
      ["seo_list_history", { ...STAGING, environment: "Staging", branch: "cart" }],
    ]);
    await addRun(models, "run_v", where);
    await addShot(models, "run_v", 0);
    const gate = await world.call("gate_pr_quality", { prNumber: 7, environment: "staging" });
    expect(gate.nextActions?.at(-1)).to.deep.include({ tool: "post_pr_comment", args: { ...STAGING, prNumber: 7 } });
  });
});
