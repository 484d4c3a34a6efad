import { expect } from "chai";
import { type BaselineWanted, chooseBaseline, lookupOrder } from "../../../models/baselines/choose.ts";
import { rollback } from "../../../models/baselines/history.ts";
import {
  type BaselineKey,
  baselineIdOf,
  NO_ENVIRONMENT,
  referenceEnvironmentOf,
} from "../../../models/baselines/key.ts";
import { loadBaselines } from "../../../models/baselines/load.ts";
import { type Promotion, promote } from "../../../models/baselines/promote.ts";
import { historiesOf } from "../../../models/baselines/queries.ts";
import type { Baseline, BaselinePicture } from "../../../models/baselines/schema.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

const KEY: BaselineKey = {
  projectId: "prj_1",
  environmentId: "env_stage",
  scenarioId: "scn_1",
  selector: "",
  viewport: "desktop",
  browser: "chromium",
  branch: "feature",
};
const picture = (name: string): BaselinePicture => ({
  artifactId: `art-${name}`,
  mapId: null,
  frameSha256: `frame-${name}`,
  pixelSha256: `pixels-${name}`,
  width: 10,
  height: 10,
  renderer: { browser: "chromium", version: "1", platform: "linux", fonts: "f" },
});
const baseline = (key: Partial<BaselineKey>, name = "x", updatedAt = new Date(0)): Baseline => {
  const full = { ...KEY, ...key };
  return { _id: baselineIdOf(full), ...full, version: 1, versionId: `v-${name}`, picture: picture(name), updatedAt };
};
const loaded = (...list: Baseline[]) => new Map(list.map((b) => [b._id, b]));

describe("Choosing a baseline", () => {
  const wanted: BaselineWanted = { ...KEY, mainBranch: "main", referenceEnvironmentId: "env_prod" };
  const own = baseline({}, "own");
  const main = baseline({ branch: "main" }, "main");
  const reference = baseline({ branch: "main", environmentId: "env_prod" }, "reference");
  const strangers = [
    baseline({ branch: "other" }),
    baseline({ environmentId: "env_prod" }),
    baseline({ branch: "main", viewport: "phone" }),
    baseline({ branch: "main", selector: "#a" }),
    baseline({ branch: "main", browser: "firefox" }),
    baseline({ branch: "main", scenarioId: "scn_2" }),
    baseline({ branch: "main", projectId: "prj_2" }),
  ];
  const table: [string, Baseline[], string | null][] = [
    ["its own branch in its environment first", [own, main, reference], "branch"],
    ["then the main branch in its environment", [main, reference], "main"],
    ["then the main branch in the reference environment", [reference], "reference"],
    ["nothing else", [], null],
  ];
  for (const [what, present, from] of table)
    it(`takes ${what}`, () => {
      const chosen = chooseBaseline(loaded(...strangers, ...present), wanted);
      expect(chosen?.from ?? null).to.equal(from);
      expect(chosen?.baseline ?? null).to.equal(present[0] ?? null);
    });

  it("looks under each key once", () => {
    const steps = (patch: Partial<BaselineWanted>) => lookupOrder({ ...wanted, ...patch }).map((s) => s.from);
    expect(steps({})).to.deep.equal(["branch", "main", "reference"]);
    expect(steps({ branch: "main" })).to.deep.equal(["main", "reference"]);
    expect(steps({ branch: "main", environmentId: "env_prod" })).to.deep.equal(["main"]);
  });

  it("takes the environment that the project names, else Production, as reference", () => {
    const environments = [
      { _id: "e1", name: "PRODUCTION", slug: "live" },
      { _id: "e2", name: "Staging", slug: "staging" },
    ];
    expect(referenceEnvironmentOf({ referenceEnvironmentId: "e2" }, environments)).to.equal("e2");
    expect(referenceEnvironmentOf({ referenceEnvironmentId: null }, environments)).to.equal("e1");
    expect(referenceEnvironmentOf({ referenceEnvironmentId: "gone" }, [])).to.equal(NO_ENVIRONMENT);
  });
});

describe("Promoting baselines", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  const id = baselineIdOf(KEY);
  let made = 0;
  const promotion = (name: string, patch: Partial<Promotion> = {}): Promotion => ({
    key: KEY,
    picture: picture(name),
    by: "someone",
    how: "approve",
    fromRunId: "run_1",
    fromShotId: name,
    at: new Date(1_000 + made),
    id: `bsv_${made++}`,
    ...patch,
  });
  const current = () => models.baselines.findOne({ _id: id }).lean<Baseline>();
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  it("makes a version, and the next one on top of it", async () => {
    const first = await promote(models, promotion("a"));
    const second = await promote(models, promotion("b"));
    expect([first.created, first.version.version, first.version.previousVersionId]).to.deep.equal([true, 1, null]);
    expect([second.version.version, second.version.previousVersionId]).to.deep.equal([2, first.version._id]);
    expect(await current()).to.deep.include({
      ...KEY,
      version: 2,
      versionId: second.version._id,
      picture: picture("b"),
    });
    expect((await historiesOf(models, [id])).map((v) => v.fromShotId)).to.deep.equal(["b", "a"]);
  });

  it("gives 20 racing promotions a version each, and ends at the highest", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, (_, i) => promote(models, promotion(`shot-${i}`))));
    const numbers = all.map((p) => p.version.version).sort((a, b) => a - b);
    expect(numbers).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
    const versions = await historiesOf(models, [id]);
    expect(versions).to.have.length(20);
    for (const [i, version] of versions.entries())
      expect(version.previousVersionId).to.equal(versions[i + 1]?._id ?? null);
    expect(await current()).to.deep.include({
      version: 20,
      versionId: versions[0]?._id,
      picture: versions[0]?.picture,
    });
  });

  it("makes one version of 20 racing promotions of one shot", async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => promote(models, promotion("same"))));
    expect(all.filter((p) => p.created)).to.have.length(1);
    expect(new Set(all.map((p) => p.version._id)).size).to.equal(1);
    expect(await historiesOf(models, [id])).to.have.length(1);
  });

  it("does not go back when an older shot is promoted again", async () => {
    const first = await promote(models, promotion("a"));
    await promote(models, promotion("b"));
    const again = await promote(models, promotion("a"));
    expect([again.created, again.version._id]).to.deep.equal([false, first.version._id]);
    expect(await current()).to.include({ version: 2 });
  });

  it("mends the pointer that a crash left behind", async () => {
    await promote(models, promotion("a"));
    const { _id, ...old } = (await current())!;
    await promote(models, promotion("b"));
    // As if the process had died after the second entry.
    await models.baselines.updateOne({ _id }, { $set: old });
    await promote(models, promotion("b"));
    expect(await current()).to.include({ version: 2 });
    await models.baselines.deleteOne({ _id });
    await promote(models, promotion("a"));
    expect(await current()).to.deep.include({ version: 2, picture: picture("b") });
  });

  it("rolls back by a new entry, and not to what is current already", async () => {
    const first = await promote(models, promotion("a"));
    const second = await promote(models, promotion("b"));
    const back = (toVersionId: string) => async () =>
      rollback(models, {
        baseline: (await current())!,
        toVersionId,
        by: "admin",
        person: "admin",
        at: new Date(9),
        id: `bsv_${made++}`,
      });
    const done = await back(first.version._id)();
    expect(done).to.deep.include({ kind: "changed" });
    expect(await current()).to.deep.include({ version: 3, picture: picture("a") });
    const [latest] = await historiesOf(models, [id]);
    expect(latest).to.include({ how: "rollback", promotedBy: "admin", previousVersionId: second.version._id });
    expect((await back(first.version._id)()).kind).to.equal("unchanged");
    expect((await back("bsv_nope")()).kind).to.equal("unknown");
    expect(await historiesOf(models, [id])).to.have.length(3);
  });

  it("loads what a run on a branch of an environment meets", async () => {
    const project = { _id: "prj_1", mainBranch: "main", referenceEnvironmentId: null };
    const environment = { projectId: "prj_1", baseUrl: "https://x.example", createdAt: new Date() };
    await models.environments.create({ ...environment, _id: "env_prod", name: "Production", slug: "production" });
    const onMain = { ...KEY, branch: "main", environmentId: "env_prod" };
    await promote(models, promotion("m", { key: onMain }));
    const part = { scenarioId: "scn_1", selector: "", viewport: "desktop", browser: "chromium" } as const;

    const staged = await loadBaselines(models, { project, environmentId: "env_stage", branch: "feature" });
    expect(staged.choose(part)?.from).to.equal("reference");
    expect(staged.find({ ...part, viewport: "phone" })).to.equal(null);
    expect(staged.keyOf(part)).to.deep.equal(KEY);
    const bare = await loadBaselines(models, { project, environmentId: null, branch: null });
    expect(bare.keyOf(part)).to.deep.equal(onMain);
    expect(bare.find(part)?.picture).to.deep.equal(picture("m"));
  });
});
