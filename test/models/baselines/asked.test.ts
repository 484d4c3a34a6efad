// The baselines that a caller names: a branch's, another environment's, and those of an earlier run.
import { expect } from "chai";
import type { AskedReference } from "../../../domain/history/asked.ts";
import { type BaselineKey, baselineIdOf } from "../../../models/baselines/key.ts";
import { promote } from "../../../models/baselines/promote.ts";
import { loadReferences } from "../../../models/baselines/references.ts";
import type { BaselinePicture } from "../../../models/baselines/schema.ts";
import type { Models } from "../../../models/index.ts";
import { addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const PROJECT = { _id: "prj_shop", mainBranch: "main", referenceEnvironmentId: null };
const PART = { scenarioId: "scn_1", selector: "", viewport: "desktop", browser: "chromium" } as const;
const KEY: BaselineKey = { ...PART, projectId: "prj_shop", environmentId: "env_prod", branch: "main" };
const NOW = new Date("2026-11-12T10:00:00Z");
const picture = (look: string): BaselinePicture => ({
  artifactId: `art-${look}`,
  mapId: null,
  frameSha256: `frame-${look}`,
  pixelSha256: `pixels-${look}`,
  width: 10,
  height: 10,
  renderer: { browser: "chromium", version: "1", platform: "linux", fonts: "f" },
});

describe("the baselines that a caller names", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
    const environment = { projectId: "prj_shop", baseUrl: "https://x.example", createdAt: NOW };
    await models.environments.create({ ...environment, _id: "env_prod", name: "Production", slug: "production" });
    await models.environments.create({ ...environment, _id: "env_stage", name: "Staging", slug: "staging" });
    await accept("main", {});
    await accept("branch", { branch: "feature/y" });
    await accept("stage", { environmentId: "env_stage" });
    await accept("older", { branch: "feature/z" });
    await accept("approved", { branch: "feature/w" });
  });
  after(() => database.drop());

  const accept = async (look: string, where: Partial<BaselineKey>) => {
    const key = { ...KEY, ...where };
    const origin = { comparedWith: null, commitSha: null, prNumber: null, person: "ann@shop.example" };
    const from = { fromRunId: "run_old", fromShotId: "shot" };
    const entry = { key, picture: picture(look), by: "ann@shop.example", how: "approve" as const, ...from };
    await promote(models, { ...entry, at: NOW, id: `bsv_${look}`, origin }, 0);
  };
  const asked = (patch: Partial<AskedReference>): AskedReference => ({
    asked: "it",
    kind: "branch",
    words: "what was named",
    branch: null,
    environmentId: null,
    runs: {},
    ...patch,
  });
  const finderOf = (against: AskedReference | null) => {
    const run = { environmentId: "env_prod", branch: "feature/x", commitSha: null, prNumber: null, against };
    return loadReferences(models, { project: PROJECT, run, kind: "visual", now: NOW });
  };
  const lookOf = async (against: AskedReference | null) => (await finderOf(against)).find(PART)?.picture.artifactId;

  it("are the branch's, and main's where it has none", async () => {
    expect(await lookOf(null)).to.equal("art-main");
    expect(await lookOf(asked({ branch: "feature/y" }))).to.equal("art-branch");
    expect(await lookOf(asked({ branch: "main" }))).to.equal("art-main");
  });

  it("are the environment's", async () => {
    expect(await lookOf(asked({ kind: "environment", environmentId: "env_stage" }))).to.equal("art-stage");
  });

  it("are those that an earlier run had, and what was approved of it", async () => {
    const of = (runId: string) => asked({ kind: "run", runs: { "vrt-test": { runId, words: "that run" } } });
    await addShot(models, "run_had", 0, { ...PART, baselineVersionId: "bsv_older" });
    expect(await lookOf(of("run_had"))).to.equal("art-older");
    const review = { decision: "approved", note: null, by: "ann", at: NOW, versionId: "bsv_approved" } as const;
    await addShot(models, "run_decided", 0, { ...PART, baselineVersionId: "bsv_older", review });
    expect(await lookOf(of("run_decided"))).to.equal("art-approved");
    await addShot(models, "run_new", 0, { ...PART, baselineVersionId: null });
    expect(await lookOf(of("run_new"))).to.equal(undefined);
  });

  it("are of an earlier run those of each mode", async () => {
    const had = { ...PART, scenarioId: "scn_modes" };
    await addShot(models, "run_modes", 0, { ...had, baselineVersionId: "bsv_older" });
    await addShot(models, "run_modes", 1, { ...had, mode: "dark", baselineVersionId: "bsv_approved" });
    const runs = { "vrt-test": { runId: "run_modes", words: "that run" } };
    const { find } = await finderOf(asked({ kind: "run", runs }));
    const looks = [had, { ...had, mode: "dark" }, { ...had, mode: "print" }].map((part) => find(part)?.versionId);
    expect(looks).to.deep.equal(["bsv_older", "bsv_approved", undefined]);
  });

  it("change nothing of where the run's own screenshots are accepted, and say what was named", async () => {
    const finder = await finderOf(asked({ branch: "feature/y" }));
    expect(baselineIdOf(finder.keyOf(PART))).to.equal(baselineIdOf({ ...KEY, branch: "feature/x" }));
    const reference = finder.find(PART)?.reference;
    expect(reference).to.deep.include({ chosenBy: "asked", asked: "what was named" });
    expect(reference?.version).to.deep.include({ branch: "feature/y", by: "ann@shop.example" });
  });
});
