// A run that a sweep hides cannot be found, and is unchanged when it is shown again.
import { expect } from "chai";
import { deleteDocumentsOfProject } from "../../../models/erasures/documents.ts";
import type { Models } from "../../../models/index.ts";
import { deleteRun } from "../../../models/retention/deleteOwned.ts";
import {
  hiddenFamilies,
  hideRuns,
  markDeleting,
  showFamily,
  showHidden,
  showRun,
} from "../../../models/retention/hideRuns.ts";
import { runsWithIds } from "../../../models/runs/byIds.ts";
import { HELD_MS, holdRun } from "../../../models/runs/hold.ts";
import { runStatus, runWithin } from "../../../models/runs/lifecycle.ts";
import { pageOfRuns, partsOf } from "../../../models/runs/queries.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { findWork } from "../../../models/work/queries.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const NOW = new Date("2026-11-20T00:00:00Z");
const expired = (id: string, head = id) => ({ id, kind: "main" as const, head });

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

  const hide = async (id = "run_1") => (await hideRuns(models, [expired(id)], NOW)).flat();
  const left = async () => (await hiddenFamilies(models)).flatMap(({ family }) => family);
  const { signal } = new AbortController();
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
    expect((await left()).map(({ _id }) => _id)).to.deep.equal(["run_1"]);
    expect(await hide()).to.deep.equal([]);
  });

  it("shows it again as it was", async () => {
    const before = await stored();
    const [hidden] = await hide();
    if (hidden) await showRun(models, hidden);
    expect({ ...(await stored()), hidden: null }).to.deep.equal({ ...before, hidden: null });
    expect(await left()).to.deep.equal([]);
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
      // If it is held first, it stays; if it is hidden first, holding it is refused.
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

  it("is deleted only while it is hidden and marked", async () => {
    const [hidden] = await hide();
    if (!hidden) throw new Error("not hidden");
    const counted: number[] = [];
    const remove = () => deleteRun(models, hidden, { at: NOW, signal, count: async (n) => void counted.push(n) });
    await remove();
    await showRun(models, hidden);
    expect(await markDeleting(models, [hidden])).to.equal(false);
    await remove();
    expect([await models.shots.countDocuments(), counted]).to.deep.equal([1, []]);
    await hide();
    expect(await markDeleting(models, [hidden])).to.equal(true);
    await remove();
    expect([await models.runs.countDocuments(), await models.shots.countDocuments()]).to.deep.equal([0, 0]);
    expect(counted).to.deep.equal([2]);
  });

  it("is not hidden where something was told about it since it was read", async () => {
    const { runs } = models;
    // As when the decision of another run is undone, which holds only that run.
    const find = (...args: unknown[]) => ({
      async lean() {
        const found = await runs.find(...(args as [])).lean();
        await runs.updateOne({ _id: "run_1" }, { $set: { outbox: "waiting" }, $inc: { resultsRevision: 1 } });
        return found;
      },
    });
    const hooked = new Proxy(runs, { get: (target, name) => (name === "find" ? find : Reflect.get(target, name)) });
    expect(await hideRuns({ ...models, runs: hooked }, [expired("run_1")], NOW)).to.deep.equal([]);
    expect(await stored()).to.include({ status: "completed", outbox: "waiting" });
  });

  describe("of a full audit", () => {
    const FAMILY = ["run_head", "run_p1", "run_p2"];
    beforeEach(async () => {
      await addRun(models, "run_head", { type: "full-suite" });
      for (const id of ["run_p1", "run_p2"]) await addRun(models, id, { parentRunId: "run_head" });
    });
    const hideAll = () =>
      hideRuns(
        models,
        FAMILY.map((id) => expired(id, "run_head")),
        NOW,
      );
    const shown = async () =>
      (await models.runs.find({ projectId: "prj_shop", _id: { $in: FAMILY } }, { _id: 1 }).lean()).map(
        ({ _id }) => _id,
      );

    it("goes with all of its parts", async () => {
      const [family] = await hideAll();
      expect(family?.map(({ _id }) => _id)).to.deep.equal(FAMILY);
      expect(await shown()).to.deep.equal([]);
    });

    it("stays with all of its parts where somebody decided about one", async () => {
      await holdRun(models, "run_p1", NOW);
      expect(await hideAll()).to.deep.equal([]);
      expect(await shown()).to.have.members(FAMILY);
    });

    it("stays with all of its parts where one is decided about while they are hidden", async () => {
      const { runs } = models;
      const updateOne = async (filter: { _id?: unknown }, ...rest: unknown[]) => {
        if (filter._id === "run_p2") await holdRun(models, "run_p2", NOW);
        return runs.collection.updateOne(filter as never, ...(rest as [never]));
      };
      const collection = new Proxy(runs.collection, {
        get: (target, name) => (name === "updateOne" ? updateOne : Reflect.get(target, name)),
      });
      const hooked = new Proxy(runs, {
        get: (target, name) => (name === "collection" ? collection : Reflect.get(target, name)),
      });
      const family = FAMILY.map((id) => expired(id, "run_head"));
      expect(await hideRuns({ ...models, runs: hooked }, family, NOW)).to.deep.equal([]);
      expect(await shown()).to.have.members(FAMILY);
    });

    it("is not shown again once its deletion has begun", async () => {
      const [family = []] = await hideAll();
      expect(await markDeleting(models, family)).to.equal(true);
      await showFamily(models, family);
      await showHidden(models);
      expect(await shown()).to.deep.equal([]);
      const [found] = await hiddenFamilies(models);
      expect([found?.deleting, found?.family.map(({ _id }) => _id)[0]]).to.deep.equal([true, "run_head"]);
    });

    it("is shown whole where somebody showed one of it before the deletion began", async () => {
      const [family = []] = await hideAll();
      const last = family.at(-1);
      if (!last) throw new Error("not hidden");
      await showRun(models, last);
      expect(await markDeleting(models, family)).to.equal(false);
      expect(await shown()).to.have.members(FAMILY);
    });
  });
});
