import { expect } from "chai";
import { createReportActivities } from "../../../activities/report/renderReport.ts";
import type { ReportFormat } from "../../../domain/report/formats.ts";
import { keepReport } from "../../../models/runs/lifecycle.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { auditSummary } from "../../api/health/support.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("a report of an audit", () => {
  let world: ActivityWorld;
  before(async () => {
    world = await openActivityWorld();
    for (const [id, status] of [
      ["run_done", "completed"],
      ["run_open", "running"],
    ] as const) {
      await world.addAuditRun(id, {
        type: "a11y-test",
        status,
        summary: auditSummary(80),
        finishedAt: world.deps.now(),
      });
      await world.addPage(id, 0, { pillar: "a11y", status: "failed", score: 80 });
    }
  });
  after(() => world.close());
  const render = (runId: string, format: ReportFormat) =>
    withActivity(() => createReportActivities(world.deps).renderReport({ runId, format }));

  it("is written once, for the project, and kept for whoever asks next", async () => {
    const id = await render("run_done", "html");
    const html = Buffer.from(await world.artifacts.get(id)).toString();
    expect(html)
      .to.match(/^<!doctype html>/i)
      .and.contain("https://shop.example/0");
    const kept = await world.models.artifacts.findOne({ artifactId: id, projectId: "prj_shop" }).lean();
    expect(kept?.contentType).to.contain("text/html");
    expect((await world.models.runs.findById("run_done").lean())?.reports).to.deep.include({ html: id });
    // Two formats that are written at the same time are both kept.
    const run = await world.models.runs.findById("run_done").lean<Run>();
    for (const format of ["pdf", "xlsx"] as const) await keepReport(world.models, run as Run, format, format);
    const reports = { html: id, pdf: "pdf", xlsx: "xlsx" };
    expect((await world.models.runs.findById("run_done").lean())?.reports).to.deep.equal(reports);
    await world.models.auditPages.deleteMany({ runId: "run_done" });
    expect(await render("run_done", "html")).to.equal(id);
  });

  it("of a run that ended while it was written is not the last word", async () => {
    const { put } = world.deps.artifacts;
    world.deps.artifacts.put = async (bytes) => {
      await world.models.runs.updateOne({ _id: "run_open" }, { $set: { status: "completed" } });
      return put(bytes);
    };
    await render("run_open", "html");
    expect((await world.models.runs.findById("run_open").lean())?.reports ?? {}).to.deep.equal({});
  });
});
