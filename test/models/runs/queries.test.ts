import { expect } from "chai";
import { DEFAULT_OPTIONS } from "../../../domain/functional/runOptions.ts";
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import type { Models } from "../../../models/index.ts";
import {
  comparableRuns,
  runBefore,
  runsBefore,
  runsComparedBefore,
  wholeRunsBefore,
} from "../../../models/runs/before.ts";
import { latestRun, latestRunOfType, latestRunsOfType, onMainBranch } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

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

  /** Adds a completed run that was started in this minute of the day. */
  const add = (id: string, minute: number, patch: Partial<Run> = {}) =>
    addRun(models, id, { createdAt: new Date(Date.UTC(2026, 2, 10, 0, minute)), ...patch });
  const read = async (id: string) => (await models.runs.findOne({ _id: id }).lean()) as Run;
  const before1 = async (id: string) => (await runBefore(models, await read(id)))?._id ?? null;

  it("takes a run without a branch and one of the main branch as runs of one branch", async () => {
    expect([null, "trunk", "main", "cart"].map((branch) => onMainBranch(branch, "trunk"))).to.deep.equal([
      true,
      true,
      false,
      false,
    ]);
    await add("run_0", 0, { branch: "trunk" });
    await add("run_1", 1, { branch: null });
    await add("run_2", 2, { branch: "cart" });
    await add("run_3", 3, { branch: "trunk" });
    await add("run_4", 4, { branch: null });
    expect(await Promise.all(["run_0", "run_1", "run_2", "run_3", "run_4"].map(before1))).to.deep.equal([
      null,
      "run_0",
      null,
      "run_1",
      "run_3",
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

  it("takes for whole runs of each type those that are no part", async () => {
    const kinds: Partial<Run>[] = [
      {},
      { scenarios: ["Home"] },
      { scenarios: [] },
      { extra: { functional: {} } },
      { extra: { functional: DEFAULT_OPTIONS } },
      { extra: { functional: { ...DEFAULT_OPTIONS, viewports: ["phone"] } } },
      { extra: { functional: { ...DEFAULT_OPTIONS, featureIds: ["ftr_1"] } } },
      { extra: { functional: { ...DEFAULT_OPTIONS, scenarioIds: ["s1"] } } },
      // The proof of a ticket without a scenario.
      { extra: { functional: { ...DEFAULT_OPTIONS, scenarioIds: [] } } },
      { extra: { functional: { ...DEFAULT_OPTIONS, tags: "@smoke" } } },
    ];
    const types = ["vrt-test", "seo-test", "frt-test"] as const;
    for (const type of types)
      for (const [i, patch] of kinds.entries()) await add(`run_${type}_${i}`, i, { ...patch, type });
    for (const type of types) {
      const runs = await latestRunsOfType(models, { project }, type, { limit: 50 });
      const whole = await latestRunsOfType(models, { project }, type, { limit: 50, only: { whole: true } });
      const ids = runs.filter((run) => !isPart(run)).map(({ _id }) => _id);
      expect(
        whole.map(({ _id }) => _id),
        type,
      ).to.deep.equal(ids);
      await add(`run_${type}_next`, 59, { type });
      const fields = { _id: 1 } as const;
      const place = { branch: null, mainBranch: "trunk", limit: 50 };
      const before = await wholeRunsBefore(models, await read(`run_${type}_next`), place, fields);
      expect(
        before.map(({ _id }) => _id),
        type,
      ).to.deep.equal(ids);
    }
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

  describe("with a history", () => {
    const shaOf = (name: string) => Buffer.from(name.padEnd(20, "-")).toString("hex");
    /** trunk: m1…m4; cart forked at m2, and was rebased on m4 as r1. */
    const rows: HistoryRow[] = [
      ...[
        ["r1", "m4"],
        ["f2", "f1"],
        ["f1", "m2"],
        ["m4", "m3"],
        ["m3", "m2"],
        ["m2", "m1"],
      ].map(([sha = "", parent = ""]): HistoryRow => [shaOf(sha), [shaOf(parent)]]),
      [shaOf("m1"), []],
    ];
    before(() => keepHistory(models, { projectId: "prj_shop", rows, onMain: false, at: new Date(0) }));
    after(() => models.commits.deleteMany({}));
    const addAt = (commit: string, minute: number, branch: string, patch: Partial<Run> = {}) =>
      add(`run_${commit}_${minute}`, minute, { branch, commitSha: shaOf(commit), ...patch });
    const compared = async (id: string) => {
      const { previous, base, against, againstBase } = await comparableRuns(models, await read(id));
      return [previous?._id ?? null, base?._id ?? null, against, againstBase];
    };
    const at = (commit: string) => shaOf(commit).slice(0, 7);

    it("compares a branch with main where it began, and with its own run before", async () => {
      for (const [minute, commit] of ["m1", "m2", "m3", "m4"].entries()) await addAt(commit, minute, "trunk");
      await addAt("f1", 10, "cart");
      await addAt("f2", 11, "cart");
      const began = `trunk at ${at("m2")}, where this branch began`;
      expect(await compared("run_f1_10")).to.deep.equal(["run_m2_1", "run_m2_1", began, began]);
      expect(await before1("run_f1_10")).to.equal("run_m2_1");
      expect(await compared("run_f2_11")).to.deep.equal(["run_f1_10", "run_m2_1", `cart at ${at("f1")}`, began]);
      // The older job again: nothing of the later commit.
      await addAt("f1", 12, "cart");
      expect(await compared("run_f1_12")).to.deep.equal(await compared("run_f1_10"));
      // Rebased: the branch's previous newest run, and main at the new fork point.
      await addAt("r1", 13, "cart");
      expect(await compared("run_r1_13")).to.deep.equal([
        "run_f1_12",
        "run_m4_3",
        `cart at ${at("f1")}, before the branch was rewritten`,
        `trunk at ${at("m4")}, where this branch began`,
      ]);
      // An abbreviated commit is the same commit.
      await add("run_short", 14, { branch: "menu", commitSha: shaOf("f1").slice(0, 10) });
      expect((await compared("run_short"))[1]).to.equal("run_m2_1");
    });

    it("compares main's older job with what came before its commit", async () => {
      for (const [minute, commit] of ["m1", "m2", "m3"].entries()) await addAt(commit, minute, "trunk");
      await addAt("m2", 5, "trunk");
      expect(await compared("run_m2_5")).to.deep.equal(["run_m1_0", null, `trunk at ${at("m1")}`, null]);
      expect(await before1("run_m2_5")).to.equal("run_m1_0");
      const list = await runsComparedBefore(models, await read("run_m3_2"), 5, { _id: 1 });
      expect(list.map(({ _id }) => _id)).to.deep.equal(["run_m2_1", "run_m1_0"]);
    });

    it("compares a nightly run of an unchanged commit with the night before, and a job that is run again with what it was", async () => {
      const day = 24 * 60;
      for (const [minute, commit] of ["m1", "m2"].entries()) await addAt(commit, minute, "trunk", { scheduled: false });
      const first = ["run_m1_0", null, `trunk at ${at("m1")}`, null];
      expect(await compared("run_m2_1")).to.deep.equal(first);
      // The job fails, is run again immediately, and once more on the next day.
      await addAt("m2", 20, "trunk", { scheduled: false });
      await addAt("m2", day + 300, "trunk", { scheduled: false });
      for (const id of ["run_m2_20", `run_m2_${day + 300}`]) expect(await compared(id)).to.deep.equal(first);

      const again = `trunk at ${at("m2")}, the same commit at an earlier time`;
      const nights = [1, 2, 3].map((night) => night * day + 120);
      for (const minute of nights) await addAt("m2", minute, "trunk", { scheduled: true });
      const [one, two, three] = nights.map((minute) => `run_m2_${minute}`) as [string, string, string];
      expect(await compared(one)).to.deep.equal(["run_m2_20", null, again, null]);
      expect(await compared(three)).to.deep.equal([two, null, again, null]);
      expect(await before1(three)).to.equal(two);
      // Last night's job is run again in the morning.
      await addAt("m2", 3 * day + 480, "trunk", { scheduled: true });
      expect((await compared(`run_m2_${3 * day + 480}`))[0]).to.equal(two);
      const list = await runsComparedBefore(models, await read(three), 5, { _id: 1 });
      expect(list.map(({ _id }) => _id).slice(0, 2)).to.deep.equal([two, `run_m2_${day + 300}`]);

      // Without a known trigger: a run of main at another time of day is a new one, on a branch it is a repetition.
      await addAt("m2", 5 * day, "trunk");
      expect((await compared(`run_m2_${5 * day}`))[0]).to.equal(`run_m2_${3 * day + 480}`);
      await addAt("f1", 5 * day + 1, "cart");
      await addAt("f1", 6 * day, "cart");
      const began = `trunk at ${at("m2")}, where this branch began`;
      expect(await compared(`run_f1_${6 * day}`)).to.deep.equal([
        `run_m2_${5 * day}`,
        `run_m2_${5 * day}`,
        began,
        began,
      ]);
      // What main's next commit introduces is distinguished from what appeared without one.
      await addAt("m3", 6 * day + 1, "trunk", { scheduled: false });
      expect((await compared(`run_m3_${6 * day + 1}`))[0]).to.equal(`run_m2_${5 * day}`);
    });

    it("takes what there is where no run is on its way, and says so", async () => {
      await addAt("m4", 1, "trunk");
      await addAt("f1", 2, "cart");
      const words = `the newest run of trunk at ${at("m4")}, which is not in this commit's history`;
      expect(await compared("run_f1_2")).to.deep.equal(["run_m4_1", "run_m4_1", words, words]);
      await add("run_old", 0, { branch: "trunk" });
      const unknown = "the newest run of trunk, whose history is not known";
      expect(await compared("run_f1_2")).to.deep.equal(["run_old", "run_old", unknown, unknown]);
    });

    it("changes nothing for runs that tell no history, or a commit that nobody told of", async () => {
      for (const [minute, commit] of ["m1", "m2", "m3"].entries()) await addAt(commit, minute, "trunk");
      await add("run_none", 5, { branch: "cart" });
      await add("run_stray", 6, { branch: "menu", commitSha: shaOf("stray") });
      expect(await compared("run_none")).to.deep.equal(["run_m3_2", "run_m3_2", null, null]);
      expect(await compared("run_stray")).to.deep.equal(["run_m3_2", "run_m3_2", null, null]);
      expect(await before1("run_stray")).to.equal(null);
    });

    for (const told of [true, false])
      it(`finds the run of all scenarios behind many partial ones ${told ? "with" : "without"} a history`, async () => {
        const on = (commit: string) => ({ branch: "trunk", commitSha: told ? shaOf(commit) : null });
        await add("run_whole", 0, on("m1"));
        const whole = await read("run_whole");
        const partial = Array.from({ length: 205 }, (_, index) => ({
          ...whole,
          ...on("m2"),
          _id: `run_${index}`,
          scenarios: ["The stool"],
          createdAt: new Date(whole.createdAt.getTime() + (index + 1) * 1_000),
        }));
        await models.runs.insertMany(partial);
        await add("run_now", 10, on("m3"));
        const list = await runsComparedBefore(models, await read("run_now"), null, { scenarios: 1 });
        expect([list.length, list[0]?._id, list.at(-1)?._id]).to.deep.equal([201, "run_204", "run_whole"]);
      });

    it("never takes a run of another project, whose commits have the same ids", async () => {
      await addAt("m2", 1, "trunk", { projectId: "prj_else" });
      await addAt("f1", 2, "cart");
      expect(await compared("run_f1_2")).to.deep.equal([null, null, null, null]);
      // What prj_shop reported is unknown to prj_else.
      await addAt("f1", 3, "cart", { projectId: "prj_else" });
      expect((await compared("run_f1_3"))[2]).to.equal(null);
    });
  });
});
