import { expect } from "chai";
import type { Models } from "../../models/index.ts";
import type { Run } from "../../models/run.ts";
import {
  comparableRuns,
  latestRun,
  latestRunOfType,
  latestRunsOfType,
  onMainBranch,
  runBefore,
  runsBefore,
} from "../../models/runQueries.ts";
import { addRun } from "../api/support/shots.ts";
import { openDatabase } from "../support/database.ts";

describe("which run is meant", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  const project = { _id: "prj_shop", mainBranch: "trunk" };
  before(async () => {
    database = await openDatabase();
    models = database.models;
    const more = {
      orgId: "org_a",
      name: "Shop",
      slug: "shop",
      baseUrl: "https://shop.example",
      createdAt: new Date(0),
    };
    await models.projects.create({ ...project, ...more });
  });
  beforeEach(() => models.runs.deleteMany({}));
  after(() => database.drop());

  /** A completed run that was started in this minute of the day. */
  const add = (id: string, minute: number, patch: Partial<Run> = {}) =>
    addRun(models, id, { createdAt: new Date(Date.UTC(2026, 2, 10, 0, minute)), ...patch });
  const read = async (id: string) => (await models.runs.findOne({ _id: id }).lean()) as Run;
  const before1 = async (id: string) => (await runBefore(models, await read(id)))?._id ?? null;

  it("takes a run without a branch and one of the main branch as runs of one branch", async () => {
    expect([null, "trunk", "main", "cart"].map((branch) => onMainBranch(branch, "trunk"))).to.deep.equal([
      ...[true, true],
      ...[false, false],
    ]);
    await add("run_0", 0, { branch: "trunk" });
    await add("run_1", 1, { branch: null });
    await add("run_2", 2, { branch: "cart" });
    await add("run_3", 3, { branch: "trunk" });
    await add("run_4", 4, { branch: null });
    expect(await Promise.all(["run_0", "run_1", "run_2", "run_3", "run_4"].map(before1))).to.deep.equal([
      ...[null, "run_0", null],
      ...["run_1", "run_3"],
    ]);
    const earlier = await runsBefore(models, await read("run_4"), 2, { status: 1 });
    expect(earlier.map(({ _id, status }) => [_id, status])).to.deep.equal([
      ["run_3", "completed"],
      ["run_1", "completed"],
    ]);
    const place = { project, branch: "trunk" };
    const fields = { type: 1 } as const;
    expect((await latestRunOfType(models, place, "vrt-test", { fields }))?._id).to.equal("run_4");
    expect((await latestRunOfType(models, { project, branch: "main" }, "vrt-test"))?._id).to.equal(undefined);
    const since = new Date(Date.UTC(2026, 2, 10, 0, 1));
    const latest = await latestRunsOfType(models, place, "vrt-test", { since, limit: 5, fields });
    expect(latest.map(({ _id }) => _id)).to.deep.equal(["run_4", "run_3", "run_1"]);
  });

  it("compares runs of one type, environment and project only, and completed ones", async () => {
    await add("run_other_type", 1, { type: "seo-test" });
    await add("run_other_place", 2, { environmentId: null });
    await add("run_other_project", 3, { projectId: "prj_else" });
    await add("run_failed", 4, { status: "failed" });
    await add("run", 5);
    expect(await before1("run")).to.equal(null);
    await add("run_next", 6, { environmentId: null });
    expect(await before1("run_next")).to.equal("run_other_place");
  });

  it("compares a branch with itself, and with the newest run of the main branch", async () => {
    const compared = async (id: string) => {
      const { previous, base } = await comparableRuns(models, await read(id));
      return [previous?._id ?? null, base?._id ?? null];
    };
    await add("run_1", 1, { branch: "cart" });
    expect(await compared("run_1")).to.deep.equal([null, null]);
    await add("run_2", 2, { branch: "trunk" });
    await add("run_3", 3, { branch: null });
    expect(await compared("run_3")).to.deep.equal(["run_2", null]);
    await add("run_4", 4, { branch: "menu" });
    expect(await compared("run_4")).to.deep.equal(["run_3", "run_3"]);
    await add("run_5", 5, { branch: "cart" });
    expect(await compared("run_5")).to.deep.equal(["run_1", "run_3"]);
  });

  it("never takes a part of a full audit for the latest run, but for the latest of its type", async () => {
    await add("run_alone", 1, { type: "seo-test" });
    await add("run_full", 2, { type: "full-suite" });
    await add("run_part", 3, { type: "seo-test", parentRunId: "run_full" });
    expect((await latestRun(models, { project }))?._id).to.equal("run_full");
    expect((await latestRunOfType(models, { project }, "seo-test"))?._id).to.equal("run_part");
    await add("run_going", 4, { status: "running" });
    expect((await latestRun(models, { project }))?._id).to.equal("run_going");
    expect((await latestRun(models, { project }, { status: "completed" }))?._id).to.equal("run_full");
    expect(await latestRun(models, { project, environmentId: "env_else" })).to.equal(null);
  });

  it("finds the runs of a pull request and of a commit", async () => {
    await add("run_1", 1, { prNumber: 7, commitSha: "a" });
    await add("run_2", 2, { prNumber: 7, commitSha: "b" });
    const latest = async (about: { prNumber?: number; commitSha?: string }) =>
      (await latestRunOfType(models, { project, ...about }, "vrt-test"))?._id;
    expect(await latest({ prNumber: 7 })).to.equal("run_2");
    expect(await latest({ prNumber: 7, commitSha: "a" })).to.equal("run_1");
    expect(await latest({ prNumber: 8 })).to.equal(undefined);
  });
});
