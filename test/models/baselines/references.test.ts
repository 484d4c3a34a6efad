// What a run's shots are compared with: chosen by the history of its commit, or by the pointers if the history is unknown.
import { expect } from "chai";
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { rollback } from "../../../models/baselines/history.ts";
import { type BaselineKey, baselineIdOf } from "../../../models/baselines/key.ts";
import { promote } from "../../../models/baselines/promote.ts";
import { historiesOf } from "../../../models/baselines/queries.ts";
import { loadReferences } from "../../../models/baselines/references.ts";
import type { BaselinePicture } from "../../../models/baselines/schema.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

const sha = (name: string): string => Buffer.from(name).toString("hex").padEnd(40, "0");
const row = (name: string, parents: string[], pr: number | null = null): HistoryRow => [
  sha(name),
  parents.map(sha),
  pr,
];
const PROJECT = { _id: "prj_1", mainBranch: "main", referenceEnvironmentId: null };
const PART = { scenarioId: "scn_1", selector: "", viewport: "desktop", browser: "chromium" } as const;
const KEY: BaselineKey = { ...PART, projectId: "prj_1", environmentId: "env_stage", branch: "main" };
const START = Date.parse("2026-11-12T10:00:00Z");
const picture = (look: string): BaselinePicture => ({
  artifactId: `art-${look}`,
  mapId: null,
  frameSha256: `frame-${look}`,
  pixelSha256: `pixels-${look}`,
  width: 10,
  height: 10,
  renderer: { browser: "chromium", version: "1", platform: "linux", fonts: "f" },
});

describe("what a run is compared with", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let made = 0;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
    const environment = { projectId: "prj_1", baseUrl: "https://x.example", createdAt: new Date() };
    await models.environments.create({ ...environment, _id: "env_prod", name: "Production", slug: "production" });
    made = 0;
  });
  afterEach(() => database.drop());

  const at = () => new Date(START + made++ * 60_000);
  const know = (rows: HistoryRow[], onMain = false) =>
    keepHistory(models, { projectId: "prj_1", rows, onMain, at: new Date(START + made * 60_000) });
  const accept = async (
    look: string,
    commit: string | null,
    {
      prNumber = null,
      person = "ann@shop.example",
      runAt,
      ...key
    }: Partial<BaselineKey> & { prNumber?: number | null; person?: string; runAt?: Date } = {},
  ): Promise<string> => {
    const time = at();
    const id = `bsv_${look}_${made}`;
    const where = { ...KEY, ...key };
    const origin = { comparedWith: null, commitSha: commit && sha(commit), prNumber, person, ...(runAt && { runAt }) };
    const wanted = { key: where, picture: picture(look), by: "key ci", how: "approve", at: time, id, origin } as const;
    await promote(models, { ...wanted, fromRunId: "run_1", fromShotId: id });
    return id;
  };
  const ask = async (commit: string | null, branch: string | null, more: object = {}, given: object = {}) => {
    const run = { environmentId: "env_stage", branch, commitSha: commit && sha(commit), prNumber: null, ...more };
    const finder = await loadReferences(models, {
      project: { ...PROJECT, ...given },
      run,
      kind: "visual",
      now: new Date(START + 9e8),
    });
    return finder.find(PART);
  };

  it("is main's picture where the branch began, whatever main shows now", async () => {
    await know([row("m3", ["m2"]), row("m2", ["m1"]), row("m1", [])], true);
    await know([row("f1", ["m1"])]);
    const old = await accept("old", "m1");
    const now = await accept("new", "m3");
    const found = await ask("f1", "feature");
    expect(found).to.deep.include({ versionId: old, picture: picture("old") });
    expect(found?.reference).to.deep.include({
      chosenBy: "history",
      where: "branch_point",
      main: { branch: "main", sha: sha("m1"), own: false },
    });
    expect(found?.reference?.version).to.deep.equal({
      versionId: old,
      branch: "main",
      commitSha: sha("m1"),
      by: "ann@shop.example",
      at: "2026-11-12T10:00:00.000Z",
      prNumber: null,
    });
    expect(found?.reference?.mainNow).to.include({ versionId: now, artifactId: "art-new" });
    // An abbreviated commit id is enough.
    expect((await ask("f1", "feature", { commitSha: sha("f1").slice(0, 12) }))?.versionId).to.equal(old);
    // The older commit of main again, and its newest.
    expect((await ask("m1", "main"))?.reference).to.deep.include({
      main: { branch: "main", sha: sha("m1"), own: true },
      mainNow: found?.reference?.mainNow,
    });
    expect((await ask("m3", null))?.reference).to.not.have.property("mainNow");
  });

  it("is what the branch accepted, beside what main showed where it began", async () => {
    await know([row("m1", [])], true);
    await know([row("f2", ["f1"]), row("f1", ["m1"])]);
    const began = await accept("old", "m1");
    const own = await accept("own", "f1", { branch: "feature", prNumber: 41 });
    const found = await ask("f2", "feature");
    expect(found?.versionId).to.equal(own);
    expect(found?.reference).to.deep.include({ where: "here" });
    expect(found?.reference?.atBranchPoint).to.include({ versionId: began, artifactId: "art-old" });
    expect(found?.reference).to.not.have.property("mainNow");
    // The commit before the acceptance does not include it after the branch was reset.
    expect((await ask("m1", "other"))?.versionId).to.equal(began);
  });

  it("is on a protected main only what people accepted, whatever a key accepted on a branch that was merged", async () => {
    await know([row("m1", [])], true);
    await know([row("m2", ["m1", "f2"]), row("f2", ["f1"]), row("f1", ["m1"]), row("s1", ["f2"])]);
    const began = await accept("old", "m1", { person: "key ci" });
    const reviewed = await accept("reviewed", "f1", { branch: "feature" });
    const keys = await accept("keys", "f2", { branch: "feature", person: "key ci" });
    const settings = { visual: { protectMain: true } };
    const ids = (given: object) =>
      Promise.all(
        [
          ["m2", "main"],
          ["s1", "stacked"],
          ["f2", "feature"],
          ["m1", "main"],
        ].map(async ([commit = "", branch = ""]) => (await ask(commit, branch, {}, given))?.versionId),
      );
    expect(await ids({})).to.deep.equal([keys, keys, keys, began]);
    expect(await ids({ settings })).to.deep.equal([reviewed, reviewed, keys, began]);
  });

  it("is main's newest picture where nothing was accepted on the way, whatever the branch has on other commits", async () => {
    await know([row("m2", ["m1"]), row("m1", [])], true);
    await know([row("f2", ["f1"]), row("f1", ["m1"])]);
    const first = await accept("first", "m2");
    const later = await accept("later", "f2", { branch: "feature" });
    const found = await ask("f1", "feature");
    expect(found?.versionId).to.equal(first);
    expect(found?.reference).to.deep.include({ chosenBy: "main", beforeAny: true });
    expect((await ask("f2", "feature"))?.versionId).to.equal(later);
  });

  it("is on main a branch's picture that was merged, which main takes over when it shows it", async () => {
    await know([row("m2", ["m1", "f1"]), row("f1", ["m1"]), row("m1", [])], true);
    await accept("old", "m1");
    const own = await accept("own", "f1", { branch: "feature", prNumber: 41 });
    expect((await ask("m2", "main"))?.reference).to.deep.include({ takesOver: true });
    expect((await ask("m2", "main"))?.versionId).to.equal(own);
    expect((await ask("m1", "main"))?.reference).to.not.have.property("takesOver");
    expect((await ask("f1", "feature"))?.reference).to.not.have.property("takesOver");
  });

  it("is for the branch alone what it accepted on a commit that main had when its run began", async () => {
    await know([row("m1", [])], true);
    const old = await accept("old", "m1");
    const changed = await accept("changed", "m1", { branch: "feature", runAt: at() });
    await know([row("b1", ["m1"]), row("m1", [])]);
    expect((await ask("m1", "main"))?.versionId).to.equal(old);
    expect((await ask("b1", "other"))?.versionId).to.equal(old);
    for (const commit of ["m1", "b1"]) expect((await ask(commit, "feature"))?.versionId, commit).to.equal(changed);
    const told = (await ask("b1", "feature"))?.reference;
    expect(told).to.deep.include({ where: "here", atBranchPoint: { ...told?.atBranchPoint, versionId: old } });
    // Reviewed after main had merged it, but shown by a run from before that.
    const late = await accept("late", "b1", { branch: "feature", runAt: at() });
    await know([row("m2", ["m1", "b1"]), row("b1", ["m1"])], true);
    expect((await ask("m2", "main"))?.versionId).to.equal(late);
  });

  it("is both sides of a merge, and our side's picture", async () => {
    await know([row("x", ["a", "b"]), row("a", ["m1"]), row("b", ["m1"]), row("m1", [])], true);
    const [base, ours, theirs] = [await accept("base", "m1"), await accept("a", "a"), await accept("b", "b")];
    const found = await ask("x", "main");
    expect(found).to.deep.include({ versionId: ours, picture: picture("a") });
    expect(found?.reference?.merge).to.deep.equal({ base, ours, theirs });
    expect(found?.reference?.sides?.map(({ versionId }) => versionId)).to.deep.equal([theirs]);
  });

  it("is what a squash brought along, and by which commit", async () => {
    await know([row("s", ["m1"], 41), row("m1", [])], true);
    await know([row("f1", ["m1"])]);
    await accept("old", "m1");
    const own = await accept("own", "f1", { branch: "feature", prNumber: 41 });
    const found = await ask("s", "main");
    expect(found?.versionId).to.equal(own);
    expect(found?.reference).to.deep.include({ where: "squash", broughtBy: sha("s") });
  });

  it("goes back where an acceptance was taken back, for commits after it", async () => {
    await know([row("m3", ["m2"]), row("m2", ["m1"]), row("m1", [])], true);
    const old = await accept("old", "m1");
    await accept("new", "m2");
    const baseline = await models.baselines.findById(baselineIdOf(KEY)).lean();
    if (!baseline) throw new Error("there is no baseline");
    await rollback(models, { baseline, toVersionId: old, by: "ann", person: "ann", at: at(), id: "bsv_back" });
    expect((await ask("m3", "main"))?.versionId).to.equal("bsv_back");
    expect((await ask("m1", "main"))?.versionId).to.equal(old);
  });

  it("is the reference environment's where its own has none", async () => {
    await know([row("m2", ["m1"]), row("m1", [])], true);
    const there = await accept("there", "m1", { environmentId: "env_prod" });
    await accept("strange", "m1", { environmentId: "env_other" });
    const found = await ask("m2", "main");
    expect([found?.versionId, found?.reference?.ofReferenceEnvironment]).to.deep.equal([there, true]);
    const own = await accept("own", "m2");
    expect((await ask("m2", "main"))?.versionId).to.equal(own);
  });

  it("goes by the pointers where the commit is not known, is none, or the run makes baselines", async () => {
    await know([row("m2", ["m1"]), row("m1", [])], true);
    await accept("old", "m1");
    const now = await accept("new", "m2");
    for (const commit of ["nobody", null]) {
      const found = await ask(commit, "feature");
      expect(found?.versionId).to.equal(now);
      expect(found?.reference).to.deep.equal({
        chosenBy: "main",
        version: {
          versionId: now,
          branch: "main",
          commitSha: sha("m2"),
          by: "ann@shop.example",
          prNumber: null,
          at: "2026-11-12T10:01:00.000Z",
        },
      });
    }
    const run = { environmentId: "env_stage", branch: "main", commitSha: sha("m1"), prNumber: null };
    const finder = await loadReferences(models, { project: PROJECT, run, kind: "baseline", now: new Date() });
    expect(finder.find(PART)).to.deep.include({ versionId: now, reference: null });
    expect(finder.keyOf(PART)).to.deep.equal(KEY);
  });

  it("knows entries of earlier versions, and never another project's", async () => {
    await know([row("m2", ["m1"]), row("m1", [])], true);
    const old = await accept("old", "m1");
    await accept("new", "m2");
    await accept("stranger", "m1", { projectId: "prj_2" });
    await models.baselineVersions.collection.updateMany({}, { $unset: { projectId: "" } });
    for (const _ of ["they are found by their baseline", "and by their project from then on"])
      expect((await ask("m1", "main"))?.versionId).to.equal(old);
    const named = await models.baselineVersions.find({ projectId: "prj_1" }).lean();
    expect(named).to.have.length(2);
    expect(await historiesOf(models, [baselineIdOf(KEY)])).to.have.length(2);
  });

  it("of a project of before: without a history as ever, with one main's of its time and the branch's own", async () => {
    // As stored by earlier versions: no commit, no pull request, no person, and nothing that it was compared with.
    const acceptOld = async (look: string, branch: string) => {
      const id = `bsv_${look}`;
      const wanted = {
        key: { ...KEY, branch },
        picture: picture(look),
        by: "ann@shop.example",
        how: "approve",
      } as const;
      await promote(models, { ...wanted, at: at(), id, fromRunId: "run_1", fromShotId: id });
      return id;
    };
    const [main, own] = [await acceptOld("main", "main"), await acceptOld("own", "feature")];
    const other = await acceptOld("other", "other");
    const found = async (commit: string | null, branch: string | null) => {
      const one = await ask(commit, branch);
      return [one?.versionId, one?.reference?.chosenBy];
    };
    const branches = [null, "main", "feature", "other", "new"];
    const ever = [
      [main, "main"],
      [main, "main"],
      [own, "branch"],
      [other, "branch"],
      [main, "main"],
    ];
    const all = (commit: string | null) => Promise.all(branches.map((branch) => found(commit, branch)));
    expect(await all(null)).to.deep.equal(ever);
    expect(await all("m1"), "a commit, and nobody told of its history").to.deep.equal(ever);
    await know([row("f1", ["m1"]), row("m1", [])]);
    expect(await all(null), "others tell histories by now").to.deep.equal(ever);
    expect(await all("f1")).to.deep.equal([
      [main, "history"],
      [main, "history"],
      [own, "history"],
      [other, "history"],
      [main, "history"],
    ]);
  });
});
