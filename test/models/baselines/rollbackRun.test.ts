// A run that ended early lists what it replaced, and everything that a run promoted can be reverted.
import { expect } from "chai";
import { loadBaselines } from "../../../models/baselines/load.ts";
import { promote } from "../../../models/baselines/promote.ts";
import { rollbackRun } from "../../../models/baselines/rollbackRun.ts";
import type { Baseline } from "../../../models/baselines/schema.ts";
import type { Models } from "../../../models/index.ts";
import { closeRun } from "../../../models/runs/writes.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addRun, addShot, capture } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");

describe("what a run promoted", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let ids = 0;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  /** A baseline run with pending shots of these scenarios. */
  const baselineRun = async (runId: string, labels: string[], status: "running" | "completed" = "running") => {
    await addRun(models, runId, { type: "baseline", status });
    for (const [index, label] of labels.entries())
      await addShot(models, runId, index, {
        kind: "baseline",
        status: "pending",
        reasons: [],
        decidedAt: null,
        scenarioLabel: label,
        scenarioId: `scn_${label.toLowerCase()}`,
      });
    return models.shots.find({ runId }).sort({ index: 1 }).lean<Shot[]>();
  };
  const promoteShot = (shot: Shot, picture: string, how: "baseline_run" | "approve" = "baseline_run") => {
    const { artifactId, frameSha256, pixelSha256, renderer, ...record } = capture(picture);
    const known = {
      artifactId: artifactId!,
      frameSha256: frameSha256!,
      pixelSha256: pixelSha256!,
      renderer: renderer!,
    };
    return promote(models, {
      key: shot.baselineKey,
      by: "run",
      how,
      fromRunId: shot.runId,
      fromShotId: shot._id,
      at: AT,
      picture: { ...known, mapId: record.mapId, width: record.width, height: record.height },
      id: `bsv_${++ids}`,
    });
  };
  const back = (runId: string) =>
    rollbackRun(models, { runId, by: "ada", person: "ada", at: AT, newId: () => `bsv_${++ids}` });
  const current = (shot: Shot) => models.baselines.findOne({ scenarioId: shot.scenarioId }).lean<Baseline>();

  it("is in the error and the results of one that was cancelled in between", async () => {
    const [old] = await baselineRun("run_0", ["Home"], "completed");
    await promoteShot(old!, "old");
    const [home, cart] = await baselineRun("run_1", ["Home", "Cart", "About"]);
    // Both were promoted; the run was cancelled before their results were written.
    await promoteShot(home!, "new");
    await promoteShot(cart!, "cart");
    await closeRun(models, { runId: "run_1", status: "failed", error: "cancelled by ada", at: AT });
    expect((await models.runs.findById("run_1").lean())?.error).to.equal(
      "cancelled by ada. 2 baselines were replaced before that, of 3 planned: Home (desktop, chromium), Cart (desktop, chromium). POST /api/baselines/rollback-run with this runId reverts them.",
    );
    const shots = await models.shots.find({ runId: "run_1" }).sort({ index: 1 }).lean<Shot[]>();
    expect(shots.map((s) => [s.status, s.reasons[0]?.message])).to.deep.equal([
      ["passed", "The screenshot is version 2 of the baseline; it replaced version 1."],
      ["passed", "The screenshot is version 1 of the baseline; there was none before."],
      ["error", "This shot was not taken, because the run ended early: cancelled by ada"],
    ]);
    expect((await models.runs.findById("run_1").lean())?.summary).to.include({ total: 3, passed: 2, errors: 1 });
  });

  it("is taken back whole, once; a first picture leaves no baseline, and a later promotion stays", async () => {
    const [old] = await baselineRun("run_0", ["Home"], "completed");
    await promoteShot(old!, "old");
    const [home, cart, about] = await baselineRun("run_1", ["Home", "Cart", "About"], "completed");
    for (const shot of [home!, cart!, about!]) await promoteShot(shot, `new-${shot.scenarioLabel}`);
    const [, later] = await baselineRun("run_2", ["Nothing", "About"], "completed");
    await promoteShot(later!, "later");

    const done = await back("run_1");
    const outcomes = done.map((b) => [b.key.scenarioId, b.outcome, b.outcome === "rolledBack" && b.to?.version]);
    expect(outcomes.sort()).to.deep.equal([
      ["scn_about", "kept", false],
      ["scn_cart", "rolledBack", undefined],
      ["scn_home", "rolledBack", 1],
    ]);
    expect((await current(home!))?.picture.artifactId).to.equal("art-old");
    expect((await current(about!))?.picture.artifactId).to.equal("art-later");
    const project = { _id: "prj_shop", mainBranch: "main", referenceEnvironmentId: "env_prod" };
    const find = async (shot: Shot) =>
      (await loadBaselines(models, { project, environmentId: "env_prod", branch: null })).find(shot.baselineKey);
    expect(await find(cart!), "nothing to compare with").to.equal(null);

    const again = await back("run_1");
    expect(again.filter((b) => b.outcome === "rolledBack" && b.changed)).to.deep.equal([]);
    expect(await models.baselineVersions.countDocuments({})).to.equal(7);

    // A late repetition of the promotion restores nothing.
    await promoteShot(cart!, "new-Cart");
    expect(await find(cart!)).to.equal(null);
    const [next] = await baselineRun("run_3", ["Cart"], "completed");
    await promoteShot(next!, "next");
    expect((await find(cart!))?.picture.artifactId).to.equal("art-next");
  });

  it("loses no promotion that races with the way back, and ends the same from several at once", async () => {
    const labels = ["A", "B", "C", "D"];
    for (const shot of await baselineRun("run_0", labels, "completed")) await promoteShot(shot, "old");
    const shots = await baselineRun("run_1", labels, "completed");
    for (const shot of shots) await promoteShot(shot, "new");
    const rivals = await baselineRun("run_2", ["A", "B"], "completed");
    await Promise.all([back("run_1"), ...rivals.map((shot) => promoteShot(shot, "rival")), back("run_1")]);
    for (const shot of shots) {
      const rival = ["A", "B"].includes(shot.scenarioLabel);
      expect((await current(shot))?.picture.artifactId, shot.scenarioLabel).to.equal(rival ? "art-rival" : "art-old");
      const versions = await models.baselineVersions.find({ baselineId: (await current(shot))?._id ?? "" }).lean();
      expect(versions.filter((v) => v.undoesRunId === "run_1").length).to.be.at.most(1);
      expect((await current(shot))?.version).to.equal(versions.length);
    }
  });
});
