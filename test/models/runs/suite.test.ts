import { expect } from "chai";
import type { SuiteSummary } from "../../../domain/audit/suite.ts";
import type { Models } from "../../../models/index.ts";
import { refreshSuiteOf } from "../../../models/runs/suite.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

describe("a full audit whose part is decided about", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  after(() => database.drop());
  const COUNTS = { total: 1, passed: 0, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
  const add = async (id: string, status: "completed" | "running" = "completed") => {
    await addRun(models, id, {
      type: "full-suite",
      status,
      verdict: status === "running" ? null : "fail",
      outbox: "done",
    });
    await addRun(models, `${id}-visual`, { parentRunId: id, verdict: "fail", summary: COUNTS, outbox: "done" });
    await addRun(models, `${id}-seo`, { parentRunId: id, type: "seo-test", verdict: "pass", outbox: "done" });
    await addShot(models, `${id}-visual`, 0, { status: "approved" });
    return models.runs.findById(id).lean();
  };

  it("passes when its last failed part passes, and is reported again", async () => {
    await add("run_a");
    await refreshSummary(models, "run_a-visual");
    const run = await models.runs.findById("run_a").lean();
    expect(run).to.include({ verdict: "pass", outbox: "waiting" });
    expect(run?.summary as SuiteSummary).to.deep.include({ total: 2, passed: 2, failed: 0, verdict: "pass" });
    await models.shots.updateOne({ _id: "run_a-visual-00000" }, { $set: { status: "failed" } });
    await refreshSummary(models, "run_a-visual");
    expect((await models.runs.findById("run_a").lean())?.verdict).to.equal("fail");
  });

  it("is left alone while it runs, and by a run that is no part", async () => {
    const running = await add("run_b", "running");
    await refreshSummary(models, "run_b-visual");
    await refreshSuiteOf(models, { parentRunId: null });
    expect(await models.runs.findById("run_b").lean()).to.deep.include({ verdict: null, outbox: running?.outbox });
  });
});
