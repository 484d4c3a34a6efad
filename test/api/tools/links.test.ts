// Links in tool data: below the service's public address if it has one; the plain HTTP routes return paths.
import { expect } from "chai";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { addAudit, addFinding } from "../health/support.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";
import { RENDERER, SIZE } from "./vrt/support.ts";

const OPENS = /\/api\/artifacts\/[\w-]+\?expires=\d+&sig=[\w-]+$/;
const PUBLIC = "https://quality.example/plumbline";

describe("links in the data of tools", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld({ publicUrl: `${PUBLIC}/` });
    const { models, ctx } = world;
    await addRun(models, "run_v");
    await addShot(models, "run_v", 0);
    await addAudit(models, "run_s", 9, 90, ["scn_home"]);
    await addFinding(models, "run_s", "a", { evidence: { screenshotId: "art-finding" } });
    await addRun(models, "run_t", { type: "tracking-test" });
    const key = {
      projectId: "prj_shop",
      environmentId: "env_prod",
      scenarioId: "scn_home",
      selector: "",
      viewport: "desktop",
      browser: "chromium",
      branch: "main",
    } as const;
    const picture = { artifactId: "art-base", mapId: null, frameSha256: "f", pixelSha256: "p", ...SIZE };
    await models.baselines.create({
      _id: baselineIdOf(key),
      ...key,
      version: 1,
      versionId: "bsv_1",
      picture: { ...picture, renderer: RENDERER },
      updatedAt: ctx.now(),
    });
    const artifactId = await ctx.artifacts.put(Buffer.from("report"));
    await models.artifacts.create({
      _id: `prj_shop:${artifactId}`,
      artifactId,
      projectId: "prj_shop",
      contentType: "text/html",
      bytes: 6,
      createdAt: ctx.now(),
    });
    world.engine.report = artifactId;
  });
  after(() => world.close());

  // biome-ignore lint/suspicious/noExplicitAny: the data of any tool.
  const CASES: [tool: string, args: Record<string, unknown>, linksOf: (data: any) => (string | null)[]][] = [
    [
      "get_diff_stats",
      { scenarioLabel: "Home", viewport: "desktop" },
      ({ pictures }) => [pictures.baseline, pictures.test, pictures.diff],
    ],
    ["get_scenario_details", { scenarioLabel: "Home" }, ({ baselinePictures }) => [baselinePictures[0].picture]],
    ["get_pillar_report", { pillar: "visual", verbose: true }, ({ findings }) => [findings[0].picture]],
    ["seo_get_report", { verbose: true }, ({ findings }) => [findings[0].picture]],
    [
      "get_run_report",
      { runId: "run_s", verbose: true },
      ({ reports, findings }) => [reports.html, findings[0].picture],
    ],
    ["tracking_export_audit_report", { runId: "run_t", format: "html" }, ({ link }) => [link]],
  ];
  for (const [tool, args, linksOf] of CASES)
    it(`${tool}: they are absolute`, async () => {
      const links = linksOf((await world.call(tool, args)).data);
      for (const link of links) {
        expect(link).to.match(OPENS);
        expect(link?.startsWith(`${PUBLIC}/api/`), String(link)).to.equal(true);
      }
    });

  it("the plain routes keep to paths", async () => {
    const { body } = await world.client.get("/api/baselines?project=shop", { key: world.keys.mcp_read });
    const [baseline] = body.baselines as { picture: string }[];
    expect(baseline?.picture).to.match(/^\/api\/artifacts\/art-base\?/);
  });

  it("the catalogue says once how links are to be read", async () => {
    const { body } = await world.client.get("/api/mcp");
    expect(body.links).to.contain("SVC_PUBLIC_URL");
  });
});
