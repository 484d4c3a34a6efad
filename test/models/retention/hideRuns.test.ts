// A run that a sweep hides is found by nobody, and is as it was when it is shown again.
import { expect } from "chai";
import { deleteDocumentsOfProject } from "../../../models/erasures/documents.ts";
import type { Models } from "../../../models/index.ts";
import { deleteRun } from "../../../models/retention/deleteRuns.ts";
import { hiddenRuns, hideRuns, showRun } from "../../../models/retention/hideRuns.ts";
import { runsWithIds } from "../../../models/runs/byIds.ts";
import { HELD_MS, holdRun } from "../../../models/runs/hold.ts";
import { runStatus, runWithin } from "../../../models/runs/lifecycle.ts";
import { pageOfRuns, partsOf } from "../../../models/runs/queries.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { findWork } from "../../../models/work/queries.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const expired = (id: string) => ({ id, kind: "main" as const, head: id });

describe("hiding runs", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
    await addRun(models, "run_1", { parentRunId: "run_0" });
    await addShot(models, "run_1", 0);
  });
  afterEach(() => database.drop());

  const hide = (id = "run_1") => hideRuns(models, [expired(id)], NOW);
  const stored = () => models.runs.findOne({ _id: "run_1" }).lean();
  const found = async () => {
    const project = { _id: "prj_shop", mainBranch: "main" };
    return [
      await runWithin(models, "run_1", { orgId: "org_a" }),
      await findWork(models, "run", "run_1"),
      await runStatus(models, "run_1"),
      (await pageOfRuns(models, { project }, { after: null, limit: 10 }))[0],
      (await partsOf(models, "run_0"))[0],
      (await runsWithIds(models, ["run_1"], { status: 1 }))[0],
    ].filter((one) => one !== null && one !== undefined);
  };

  it("takes it out of every list and look-up, by one write", async () => {
    expect(await found()).to.have.length(6);
    expect(await hide()).to.have.length(1);
    expect(await found()).to.deep.equal([]);
    expect((await hiddenRuns(models)).map(({ _id }) => _id)).to.deep.equal(["run_1"]);
    expect(await hide()).to.deep.equal([]);
  });

  it("shows it again as it was", async () => {
    const before = await stored();
    const [hidden] = await hide();
    if (hidden) await showRun(models, hidden);
    expect({ ...(await stored()), hidden: null }).to.deep.equal({ ...before, hidden: null });
    expect(await hiddenRuns(models)).to.deep.equal([]);
  });

  for (const [what, patch] of [
    ["runs", { status: "running" }],
    ["waits to be reported", { outbox: "waiting" }],
    ["waits for its start to be reported", { startOutbox: "waiting" }],
    ["somebody decided about within the hour", { heldAt: new Date(NOW.getTime() - HELD_MS + 1) }],
  ] as const)
    it(`leaves one that ${what}`, async () => {
      await addRun(models, "run_2", patch);
      expect(await hide("run_2")).to.deep.equal([]);
    });

  it("refuses who begins to decide about it, and whoever was faster keeps it", async () => {
    expect(await holdRun(models, "run_1", NOW)).to.equal(true);
    expect(await hide()).to.deep.equal([]);
    expect(await hideRuns(models, [expired("run_1")], new Date(NOW.getTime() + HELD_MS))).to.have.length(1);
    expect(await holdRun(models, "run_1", NOW)).to.equal(false);
  });

  it("of many who decide and one that hides, all or the one comes first", async () => {
    const ids = Array.from({ length: 20 }, (_, at) => `run_race${at}`);
    for (const id of ids) await addRun(models, id);
    for (const id of ids) {
      const [held, hidden] = await Promise.all([holdRun(models, id, NOW), hide(id)]);
      // Held first, it stays; hidden first, the other is refused.
      expect(held).to.equal(hidden.length === 0);
    }
  });

  it("is not counted again while it is hidden", async () => {
    await hide();
    await refreshSummary(models, "run_1");
    expect((await stored())?.outbox).to.equal(undefined);
    expect(await models.problems.countDocuments()).to.equal(0);
  });

  it("goes with its project when that is deleted for good", async () => {
    await hide();
    await deleteDocumentsOfProject(models, "prj_shop", {
      signal: new AbortController().signal,
      turn: (batch) => batch(),
      count: async () => undefined,
    });
    expect([await models.runs.countDocuments(), await models.shots.countDocuments()]).to.deep.equal([0, 0]);
  });

  it("is deleted only while it is hidden", async () => {
    const [hidden] = await hide();
    if (!hidden) throw new Error("not hidden");
    await showRun(models, hidden);
    expect(await deleteRun(models, hidden, NOW)).to.equal(0);
    await hide();
    expect(await deleteRun(models, hidden, NOW)).to.equal(2);
    expect([await models.runs.countDocuments(), await models.shots.countDocuments()]).to.deep.equal([0, 0]);
  });
});
