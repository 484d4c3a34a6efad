// The three factories that compare stored pictures: a shot's first verdict, comparing again, and the picture of the difference.
import { expect } from "chai";
import sharp from "sharp";
import { createCompareActivities } from "../../../activities/compare/compareShot.ts";
import { type ComparePool, createComparePool } from "../../../activities/compare/engine/pool.ts";
import { createRecompareActivities } from "../../../activities/compare/recompareShots.ts";
import { createPictureActivities } from "../../../activities/compare/renderDiff.ts";
import { differenceOf } from "../../../domain/visual/ignored/difference.ts";
import { promote } from "../../../models/baselines/promote.ts";
import { insertIgnoredChange, placeOfIgnored } from "../../../models/ignoredChanges/queries.ts";
import type { IgnoredChange } from "../../../models/ignoredChanges/schema.ts";
import { summaryOf } from "../../../models/runs/writes.ts";
import type { CaptureRecord, Shot } from "../../../models/shots/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
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

  /** Stores a picture of a single color as a capture of this attempt. */
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
    const comparisonRules = [{ id: "r", selector: ".ad", mode: "ignore" as const }];
    const spec = { comparisonRules } as unknown as Shot["spec"];
    const other = await addOpen({ baseline, spec, captures: [await pictureOf("#a05")] });
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
    const { recompareShots } = createRecompareActivities(world.deps);
    expect((await withActivity(() => recompareShots([other]))).recompared).to.equal(1);
    const again = await shotOf(other);
    expect(codes(again), "its captures still differ").to.deep.equal(codes(shot));
    expect(again.spec.comparisonRules, "its scenario is gone, its rules are not").to.deep.equal(comparisonRules);
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
    expect(left?.reason).to.equal("it passed because of an approval on a branch");
    // Main moves on and is then reverted to the branch's look.
    await accept("bv_newest", "main", await baselineOf("#0f0"), null);
    expect(await compare(later)).to.deep.equal({ state: "decided", status: "failed" });
    expect(codes(await shotOf(later)).slice(0, 2)).to.deep.equal(["mismatch", "known_look"]);
    const pointer = { scenarioId: "scn_merged", branch: "main" };
    expect(await world.models.baselines.findOne(pointer).lean()).to.include({ version: 3, versionId: "bv_newest" });
    expect((await withActivity(() => recompareShots([later]))).recompared).to.equal(1);
    expect(codes(await shotOf(later)), "the old look is still said").to.include("known_look");
  });

  it("a difference that was ignored passes until that ends, and only it, in its place", async () => {
    const old = await baselineOf("#fff");
    await world.addAuditRun("run_3", { type: "vrt-test" });
    const open = async (background: string, runId: string, baseline = old) => {
      const captures = [await pictureOf(background)];
      return addOpen({ scenarioId: "scn_ignored", baseline, captures, source: "upload", selector: `#${runId}` }, runId);
    };
    const seen = await shotOf(await open("#00e", "run_1"));
    await compare(seen._id);
    const failed = await shotOf(seen._id);
    const ignore = (over: Partial<IgnoredChange>) =>
      insertIgnoredChange(world.models, {
        _id: "ign_1",
        ...placeOfIgnored({ ...failed.baselineKey, selector: "#place" }, "main"),
        ...differenceOf(failed)!,
        scenarioLabel: "Home",
        sentences: ["The page has another color"],
        end: "30d",
        until: new Date(world.deps.now().getTime() + 1_000),
        baseline: old.artifactId,
        note: null,
        by: "ada@shop.example",
        at: world.deps.now(),
        runId: "run_1",
        shotId: failed._id,
        stoppedAt: null,
        stoppedBy: null,
        ...over,
      });
    await ignore({});
    let at = 0;
    const later = async (background: string, key: Partial<Shot["baselineKey"]> = {}, baseline = old) => {
      at += 1;
      const captures = [await pictureOf(background)];
      const baselineKey = { ...failed.baselineKey, selector: "#place", ...key };
      const place = { scenarioId: "scn_ignored", selector: `#later-${at}` };
      const id = await addOpen({ ...place, baselineKey, baseline, captures, source: "upload" }, "run_3");
      await compare(id);
      return shotOf(id);
    };
    const passed = await later("#00e");
    expect([passed.status, codes(passed)]).to.deep.equal(["passed", ["ignored_change", ...codes(failed)]]);
    expect(passed.reasons[0]?.message).to.match(
      /^Ignored until .* by ada@shop\.example: The page has another color\.$/,
    );
    expect(passed.changedPixels).to.equal(failed.changedPixels);
    expect((await later("#00e", { branch: "feature" })).status, "of main: on branches too").to.equal("passed");
    expect((await later("#e00")).status, "another color").to.equal("failed");
    expect((await later("#00e", { viewport: "phone" })).status, "another place").to.equal("failed");
    expect((await later("#00e", {}, await baselineOf("#fff"))).status, "the same baseline").to.equal("passed");
    const { recompareShots } = createRecompareActivities(world.deps);
    await withActivity(() => recompareShots([passed._id]));
    expect((await shotOf(passed._id)).status, "compared again").to.equal("passed");
    expect(codes(await shotOf(passed._id))).to.deep.equal(["ignored_change", ...codes(failed)]);
    // A review that the result no longer rests on is removed.
    const review = { decision: "ignored" as const, note: null, by: "ada", at: world.deps.now(), versionId: null };
    await world.models.shots.updateOne({ _id: failed._id }, { $set: { status: "passed", review } });
    await withActivity(() => recompareShots([failed._id]));
    expect(await shotOf(failed._id)).to.include({ status: "failed", review: null });
    expect(await summaryOf(world.models, "run_3")).to.include({ ignored: 3, failed: 2 });
    // The ignore period has ended: the next run shows the change again and reports who ignored it.
    await world.models.ignoredChanges.updateOne({ _id: "ign_1" }, { $set: { until: world.deps.now() } });
    const again = await later("#00e");
    expect(again.status).to.equal("failed");
    expect(codes(again)[1]).to.equal("was_ignored");
    // Ignored until the next baseline: comparing with a different picture ends it.
    await world.models.ignoredChanges.updateOne({ _id: "ign_1" }, { $set: { until: null, end: "baseline" } });
    expect((await later("#00e")).status).to.equal("passed");
    await world.models.ignoredChanges.updateOne({ _id: "ign_1" }, { $set: { baseline: "another-picture" } });
    expect(codes(await later("#00e"))).to.include("was_ignored");
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
