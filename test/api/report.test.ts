import { expect } from "chai";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("GET /api/ci/runs/{runId}/report", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    for (const [id, type, status] of [
      ["run_seo", "seo-test", "completed"],
      ["run_track", "tracking-test", "completed"],
      ["run_suite", "full-suite", "failed"],
      ["run_live", "a11y-test", "running"],
      ["run_vrt", "vrt-test", "completed"],
      ["run_base", "baseline", "completed"],
    ] as const)
      await addRun(world.models, id, { type, status });
    await addRun(world.models, "run_other", { type: "seo-test", orgId: "org_b", projectId: "prj_foreign" });
    world.engine.report = await world.ctx.artifacts.put(Buffer.from("<!doctype html><title>Report</title>"));
  });
  after(() => world.close());
  const get = (path: string) => world.client.get(`/api/ci/runs/${path}`, { key });

  it("is a page that runs nothing and asks for nothing", async () => {
    const answer = await get("run_seo/report");
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("content-type")).to.equal("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).to.match(/^sandbox; default-src 'none'/);
    expect(answer.headers.get("x-content-type-options")).to.equal("nosniff");
    expect(answer.headers.get("content-disposition")).to.equal(null);
    expect(answer.raw.toString()).to.contain("<title>Report</title>");
    expect(world.engine.rendered).to.include("run_seo.html");
  });

  for (const [path, type] of [
    ["run_suite/report?format=pdf", "application/pdf"],
    ["run_vrt/report?format=pdf", "application/pdf"],
    ["run_track/report?format=xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
  ] as const)
    it(`${path} is a download`, async () => {
      const answer = await get(path);
      expect(answer.headers.get("content-type")).to.equal(type);
      expect(answer.headers.get("content-disposition")).to.match(
        /^attachment; filename="?plumbline-run_\w+\.(pdf|xlsx)"?$/,
      );
    });

  it("that was made before is not made again", async () => {
    const id = await world.ctx.artifacts.put(Buffer.from("kept"));
    await addRun(world.models, "run_kept", { type: "seo-test", reports: { html: id } });
    const before = world.engine.rendered.length;
    expect((await get("run_kept/report")).raw.toString()).to.equal("kept");
    expect(world.engine.rendered).to.have.length(before);
  });

  for (const [path, status, error] of [
    ["run_base/report", 400, /has no report/],
    ["run_seo/report?format=xlsx", 400, /Only tracking audits/],
    ["run_seo/report?format=doc", 400, /format must be one of html, pdf, xlsx/],
    ["run_live/report", 409, /still running/],
    ["run_none/report", 404, /was not found/],
    ["run_other/report", 404, /was not found/],
  ] as const)
    it(`${path} is refused with ${status}`, async () => {
      const answer = await get(path);
      expect(answer.status).to.equal(status);
      expect(answer.body.error).to.match(error);
    });
});
