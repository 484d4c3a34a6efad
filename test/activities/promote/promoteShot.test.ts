import { expect } from "chai";
import type { CompareDeps } from "../../../activities/deps.ts";
import { createPromoteActivities } from "../../../activities/promote/promoteShot.ts";
import type { BaselineKey } from "../../../models/baselines/key.ts";
import { promote as promoteVersion } from "../../../models/baselines/promote.ts";
import type { BaselineVersion } from "../../../models/baselines/schema.ts";
import { undoPromotion } from "../../../models/baselines/undo.ts";
import type { Models } from "../../../models/index.ts";
import { closeRun, summaryOf } from "../../../models/runs/writes.ts";
import { addRun, addShot, capture } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-10T12:00:00Z");

describe("promoting a shot", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: CompareDeps;
  let next = 0;
  /** Runs while the picture is being re-encoded. */
  let meanwhile: () => Promise<unknown>;
  before(async () => {
    database = await openDatabase();
    models = database.models;
    deps = {
      models,
      now: () => AT,
      ulid: () => `01${(next++).toString().padStart(24, "0")}`,
      log: () => undefined,
      metrics: { shot: () => undefined },
      artifacts: {
        get: async (id: string) => Buffer.from(id),
        put: async (bytes: Buffer) => `small-${bytes}`,
        has: async () => true,
      },
      pictures: {
        reencode: async (png: Buffer) => {
          await meanwhile();
          return { png, pixelSha256: `pixels of ${png}` };
        },
      },
    } as unknown as CompareDeps;
  });
  after(() => database.drop());
  beforeEach(async () => {
    meanwhile = async () => undefined;
    await Promise.all([
      models.baselines.deleteMany({}),
      models.baselineVersions.deleteMany({}),
      models.shots.deleteMany({}),
      models.runs.deleteMany({}),
    ]);
    await addRun(models, "run_b", { type: "baseline", status: "running", verdict: null });
  });

  const addOpen = (kind: "baseline" | "visual" = "baseline") =>
    addShot(models, "run_b", 0, {
      kind,
      status: "pending",
      decidedAt: null,
      reasons: [],
      mismatchPercent: null,
      captures: [capture("one")],
    });
  const promote = (shotId: string, attempt = 1) =>
    withActivity(() => createPromoteActivities(deps).promoteShot({ shotId, attempt }));

  it("makes its picture the baseline, smaller and with the hash of its pixels, once", async () => {
    const shotId = await addOpen();
    expect([await promote(shotId), await promote(shotId)]).to.deep.equal(["passed", "passed"]);
    const [baseline, ...others] = await models.baselines.find().lean();
    expect(others).to.deep.equal([]);
    expect(baseline?.version).to.equal(1);
    expect(baseline?.picture).to.include({ artifactId: "small-art-one", pixelSha256: "pixels of art-one" });
    const [version, ...more] = await models.baselineVersions.find().lean();
    expect(more).to.deep.equal([]);
    expect(version).to.include({ how: "baseline_run", fromRunId: "run_b", fromShotId: shotId });
    const shot = await models.shots.findById(shotId).lean();
    expect(shot).to.include({ status: "passed" });
    expect(shot?.captures[0]).to.include({ artifactId: "small-art-one", pixelSha256: "pixels of art-one" });
  });

  it("that another attempt decided before leaves everything as it is", async () => {
    const shotId = await addOpen();
    await models.shots.updateOne({ _id: shotId }, { $set: { status: "error" } });
    expect(await promote(shotId)).to.equal("error");
    expect(await models.baselines.countDocuments()).to.equal(0);
  });

  it("of a run that is closed at that moment passes all the same: its picture is a baseline", async () => {
    const shotId = await addOpen();
    meanwhile = () => closeRun(models, { runId: "run_b", status: "failed", error: "The workflow timed out.", at: AT });
    expect(await promote(shotId)).to.equal("passed");
    expect(await models.baselines.countDocuments()).to.equal(1);
    expect(await models.shots.findById(shotId).lean()).to.include({ status: "passed" });
    const run = await models.runs.findById("run_b").lean();
    expect(run).to.include({ status: "failed" });
    expect(run?.summary).to.include({ total: 1, passed: 1 });
  });

  for (const [name, kind, attempt, why] of [
    ["of a visual run", "visual", 1, /does not belong to a baseline run/],
    ["whose attempt left no picture", "baseline", 2, /left no screenshot/],
  ] as const)
    it(`${name} is refused for good`, async () => {
      const shotId = await addOpen(kind);
      const error = await promote(shotId, attempt).catch((reason: Error) => reason);
      expect(error).to.include({ nonRetryable: true });
      expect((error as Error).message).to.match(why);
      expect(await models.baselines.countDocuments()).to.equal(0);
    });

  describe("of a run that captures first pictures only", () => {
    const baselineOf = capture("approved");
    const keyOf = async (shotId: string) => (await models.shots.findById(shotId).lean())!.baselineKey;
    const approve = async (shotId: string, id: string, key: Partial<BaselineKey> = {}) =>
      promoteVersion(models, {
        key: { ...(await keyOf(shotId)), ...key },
        picture: baselineOf as unknown as BaselineVersion["picture"],
        by: "ann@shop.example",
        how: "approve",
        fromRunId: null,
        fromShotId: null,
        at: AT,
        id,
      });
    beforeEach(() => models.runs.updateOne({ _id: "run_b" }, { $set: { firstPicturesOnly: true } }));

    it("becomes the baseline where there is none, once", async () => {
      const shotId = await addOpen();
      expect([await promote(shotId), await promote(shotId)]).to.deep.equal(["passed", "passed"]);
      expect(await models.baselineVersions.countDocuments()).to.equal(1);
      expect((await models.shots.findById(shotId).lean())?.reasons[0]?.code).to.equal("baseline_captured");
    });

    it("leaves the baseline that it was planned with, and says so", async () => {
      const shotId = await addOpen();
      await approve(shotId, "bsv_1");
      await models.shots.updateOne({ _id: shotId }, { $set: { baseline: baselineOf } });
      expect(await promote(shotId)).to.equal("passed");
      const shot = await models.shots.findById(shotId).lean();
      expect(shot?.reasons.map(({ code }) => code)).to.deep.equal(["baseline_kept"]);
      expect(shot?.artifacts).to.include({ baseline: "art-approved", test: "small-art-one" });
      expect((await summaryOf(models, "run_b")).baselinesKept).to.match(
        /^main is protected: 1 of 1 screenshot keeps its baseline\./,
      );
      expect((await models.baselineVersions.find().lean()).map(({ _id }) => _id)).to.deep.equal(["bsv_1"]);
    });

    it("leaves what a person approves while it is encoded", async () => {
      const shotId = await addOpen();
      meanwhile = () => approve(shotId, "bsv_1");
      expect(await promote(shotId)).to.equal("passed");
      const shot = await models.shots.findById(shotId).lean();
      expect(shot?.reasons[0]?.code).to.equal("baseline_kept");
      expect(shot?.artifacts.baseline).to.equal("art-approved");
      expect((await models.baselines.find().lean()).map(({ versionId }) => versionId)).to.deep.equal(["bsv_1"]);
    });

    it("of several captures at once becomes the baseline once; the others keep it", async () => {
      const shotIds = await Promise.all(
        ["run_c", "run_d", "run_e", "run_f"].map(async (runId) => {
          await addRun(models, runId, { type: "baseline", status: "running", verdict: null, firstPicturesOnly: true });
          return addShot(models, runId, 0, {
            kind: "baseline",
            status: "pending",
            decidedAt: null,
            reasons: [],
            captures: [capture(runId)],
          });
        }),
      );
      await Promise.all(shotIds.map((one) => promote(one)));
      expect(await models.baselineVersions.countDocuments()).to.equal(1);
      const shots = await models.shots.find({ _id: { $in: shotIds } }).lean();
      expect(shots.map(({ reasons }) => reasons[0]?.code).sort()).to.deep.equal([
        "baseline_captured",
        "baseline_kept",
        "baseline_kept",
        "baseline_kept",
      ]);
    });

    it("becomes the baseline again where a person took the only picture back", async () => {
      const shotId = await addOpen();
      const { version } = await approve(shotId, "bsv_1");
      const key = await keyOf(shotId);
      const bob = { by: "bob@shop.example", person: "bob@shop.example" };
      const { latest } = await undoPromotion(models, { key, versionId: version._id, ...bob, at: AT, id: "bsv_2" });
      expect(latest).to.include({ withdrawn: true, promotedBy: bob.by, person: bob.person });
      expect(await promote(shotId)).to.equal("passed");
      expect(
        (await models.baselines.find().lean()).map(({ withdrawn, version }) => [withdrawn, version]),
      ).to.deep.equal([[false, 3]]);
    });

    it("that nobody decided to take back remains the decision of whoever accepted it", async () => {
      const shotId = await addOpen();
      const { version } = await approve(shotId, "bsv_1");
      const undo = { key: await keyOf(shotId), versionId: version._id, by: "service", person: null };
      const { latest } = await undoPromotion(models, { ...undo, at: AT, id: "bsv_2" });
      expect(latest).to.include({ withdrawn: true, promotedBy: "service", person: "ann@shop.example" });
    });
  });
});
