// The three factories that compare stored pictures: a shot's first judgement, judging again, and the picture of the difference.
import { expect } from "chai";
import sharp from "sharp";
import { createCompareActivities } from "../../../activities/compare/compareShot.ts";
import { type ComparePool, createComparePool } from "../../../activities/compare/engine/pool.ts";
import { createRecompareActivities } from "../../../activities/compare/recompareShots.ts";
import { createPictureActivities } from "../../../activities/compare/renderDiff.ts";
import { promote } from "../../../models/baselines/promote.ts";
import type { CaptureRecord, Shot } from "../../../models/shots/schema.ts";
import { sha256 } from "../../../platform/artifactStore.ts";
import { addShot, capture } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("comparing stored pictures", () => {
  let world: ActivityWorld;
  let pictures: ComparePool;
  let index = 0;
  before(async () => {
    pictures = createComparePool({ threads: 1 });
    world = await openActivityWorld({ pictures });
    await world.addAuditRun("run_1", { type: "vrt-test" });
  });
  after(async () => {
    await pictures.close();
    await world.close();
  });

  /** A picture of one colour, stored as a capture of this attempt. */
  const pictureOf = async (background: string, attempt = 1): Promise<CaptureRecord> => {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
      .png()
      .toBuffer();
    const artifactId = await world.artifacts.put(png);
    const frameSha256 = sha256(png);
    return {
      ...capture(background, attempt),
      artifactId,
      mapId: null,
      frameSha256,
      pixelSha256: null,
      width: 40,
      height: 30,
    };
  };
  const baselineOf = async (background: string) => {
    const { artifactId, frameSha256, width, height, renderer } = await pictureOf(background);
    const pixelSha256 = await pictures.pixelHash(await world.artifacts.get(artifactId ?? ""));
    return {
      artifactId: artifactId ?? "",
      mapId: null,
      frameSha256: frameSha256 ?? "",
      pixelSha256,
      width,
      height,
      renderer: renderer!,
    };
  };
  const addOpen = async (patch: Partial<Shot>, runId = "run_1"): Promise<string> => {
    index += 1;
    return addShot(world.models, runId, index, {
      scenarioId: `scn_${index}`,
      status: "pending",
      reasons: [],
      mismatchPercent: null,
      spec: { comparisonRules: [] } as unknown as Shot["spec"],
      ...patch,
    });
  };
  const compare = (shotId: string, attempt = 1) =>
    withActivity(() => createCompareActivities(world.deps).compareShot({ shotId, attempt }));
  const shotOf = async (shotId: string) => (await world.models.shots.findById(shotId).lean()) as Shot;
  const codes = ({ reasons }: Shot) => reasons.map(({ code }) => code);

  it("without a baseline a shot fails, with the hash by which it can be approved", async () => {
    const shotId = await addOpen({ baseline: null, captures: [await pictureOf("#fff")] });
    expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "failed" });
    const shot = await shotOf(shotId);
    expect(codes(shot)).to.deep.equal(["no_baseline"]);
    expect(shot.captures[0]?.pixelSha256).to.match(/^[0-9a-f]{64}$/);
  });

  it("an equal picture passes; another one is taken once more, and the second decides", async () => {
    const baseline = await baselineOf("#0a5");
    const equal = await addOpen({ baseline, captures: [await pictureOf("#0a5")] });
    expect(await compare(equal)).to.deep.equal({ state: "decided", status: "passed" });
    const other = await addOpen({ baseline, captures: [await pictureOf("#a05")] });
    expect(await compare(other)).to.deep.equal({ state: "again" });
    expect((await shotOf(other)).status).to.equal("pending");
    const second = await pictureOf("#a06", 2);
    await world.models.shots.updateOne({ _id: other }, { $push: { captures: second } });
    expect(await compare(other, 2)).to.deep.equal({ state: "decided", status: "failed" });
    const shot = await shotOf(other);
    expect(shot).to.include({ status: "failed", flaky: true, mismatchPercent: 100 });
    expect(codes(shot)).to.include.members(["mismatch", "flaky"]);
    expect(shot.movement, "where its captures differ").to.deep.equal([{ x: 0, y: 0, width: 40, height: 30 }]);
    expect(await compare(other, 2), "what is decided stays so").to.deep.equal({ state: "decided", status: "failed" });
  });

  it("a picture that was approved on a branch passes while main's baseline is the one it was compared with", async () => {
    const [old, approved] = [await baselineOf("#fff"), await baselineOf("#00f")];
    await world.addAuditRun("run_2", { type: "vrt-test" });
    const open = async (runId: string) => {
      const captures = [await pictureOf("#00f")];
      return addOpen({ scenarioId: "scn_merged", baseline: old, captures, source: "upload" }, runId);
    };
    const [shotId, later] = [await open("run_1"), await open("run_2")];
    const { baselineKey } = await shotOf(shotId);
    const accept = (id: string, branch: string, picture: typeof old, comparedWith: string | null) =>
      promote(world.models, {
        key: { ...baselineKey, branch },
        picture,
        by: "ann@shop.example",
        how: "approve",
        fromRunId: null,
        fromShotId: null,
        at: world.deps.now(),
        id,
        origin: { comparedWith },
      });
    await accept("bv_main", "main", old, null);
    await accept("bv_feature", "feature", approved, "bv_main");
    expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "passed" });
    expect(codes(await shotOf(shotId))).to.deep.equal(["approved_on_branch"]);
    const { recompareShots } = createRecompareActivities(world.deps);
    const [left] = (await withActivity(() => recompareShots([shotId]))).skipped;
    expect(left?.reason).to.equal("it passed by the approval of a branch");
    // Main moves on, and is then reverted to the look of the branch.
    await accept("bv_newest", "main", await baselineOf("#0f0"), null);
    expect(await compare(later)).to.deep.equal({ state: "decided", status: "failed" });
    expect(codes(await shotOf(later)).slice(0, 2)).to.deep.equal(["mismatch", "known_look"]);
    const pointer = { scenarioId: "scn_merged", branch: "main" };
    expect(await world.models.baselines.findOne(pointer).lean()).to.include({ version: 3, versionId: "bv_newest" });
    expect((await withActivity(() => recompareShots([later]))).recompared).to.equal(1);
    expect(codes(await shotOf(later)), "the old look is still said").to.include("known_look");
  });

  it("a baseline whose file is gone is an error with a sentence, and an attempt without a picture can never work", async () => {
    const baseline = { ...(await baselineOf("#123")), artifactId: "0".repeat(64), frameSha256: "other" };
    const shotId = await addOpen({ baseline, captures: [await pictureOf("#321")] });
    expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "error" });
    expect(codes(await shotOf(shotId))).to.deep.equal(["baseline_missing_file"]);
    const empty = await addOpen({ baseline, captures: [] });
    expect(await compare(empty).catch((error: unknown) => error)).to.include({ nonRetryable: true });
  });

  it("judges again under today's threshold, and says what it leaves out", async () => {
    const baseline = await baselineOf("#0a5");
    const failed = await addOpen({
      baseline,
      status: "failed",
      captures: [await pictureOf("#a05")],
      scenarioId: "scn_lax",
    });
    const approved = await addOpen({ baseline, status: "approved", captures: [await pictureOf("#a05")] });
    const bare = await addOpen({ baseline: null, status: "failed", captures: [await pictureOf("#a05")] });
    await world.models.scenarios.create({
      _id: "scn_lax",
      projectId: "prj_shop",
      label: "Home",
      url: "/",
      misMatchThreshold: 100,
      createdAt: world.deps.now(),
    });
    const { recompareShots, listRecomparable } = createRecompareActivities(world.deps);
    const result = await withActivity(() => recompareShots([failed, approved, bare]));
    expect(result.recompared).to.equal(1);
    expect(result.changed.map(({ shotId, from, to }) => [shotId, from, to])).to.deep.equal([
      [failed, "failed", "passed"],
    ]);
    expect(result.skipped.map(({ shotId, reason }) => [shotId, reason])).to.deep.equal([
      [approved, "it was approved"],
      [bare, "it had no baseline"],
    ]);
    expect((await shotOf(failed)).threshold).to.equal(100);
    const all = await listRecomparable("run_1");
    expect(all)
      .to.include.members([failed, approved, bare])
      .and.deep.equal([...all].sort());
  });

  it("draws the difference once, for the project; there is none of equal pictures", async () => {
    const baseline = await baselineOf("#0a5");
    const shotId = await addOpen({ baseline, status: "failed", captures: [await pictureOf("#a05")] });
    const { renderDiffPicture } = createPictureActivities(world.deps);
    const id = await renderDiffPicture(shotId);
    expect((await sharp(await world.artifacts.get(id)).metadata()).width).to.be.at.least(40);
    expect(await world.models.artifacts.countDocuments({ artifactId: id, projectId: "prj_shop" })).to.equal(1);
    expect(await renderDiffPicture(shotId)).to.equal(id);
    const equal = await addOpen({ baseline, status: "failed", captures: [await pictureOf("#0a5")] });
    expect(await renderDiffPicture(equal).catch((error: Error) => error.message)).to.match(
      /the two screenshots are equal/,
    );
  });
});
