// Approvals on branches that move to the main branch, in the database: decided and promoted while others write.
import { expect } from "chai";
import { acceptedBefore } from "../../../activities/compare/branchApproval.ts";
import { type BaselineKey, baselineIdOf } from "../../../models/baselines/key.ts";
import { promote } from "../../../models/baselines/promote.ts";
import type { BaselineOrigin, BaselineVersion } from "../../../models/baselines/schema.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addShot, capture } from "../../api/support/shots.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("approvals that move to the main branch", () => {
  let world: ActivityWorld;
  let place = 0;
  let made = 0;
  before(async () => {
    world = await openActivityWorld();
    for (let index = 0; index < 8; index++)
      await world.addAuditRun(`run_main${index}`, { type: "vrt-test", branch: "main", commitSha: "f00d" });
    await world.addAuditRun("run_branch", { type: "vrt-test", branch: "feature", commitSha: "beef", prNumber: 41 });
  });
  after(() => world.close());
  beforeEach(() => {
    place += 1;
  });

  const keyOf = (branch: string): BaselineKey => ({
    projectId: "prj_shop",
    environmentId: "env_prod",
    scenarioId: `scn_${place}`,
    selector: "",
    viewport: "desktop",
    browser: "chromium",
    branch,
  });
  /** Accepts a picture on the branch. `origin` undefined: stored as earlier versions did. */
  const accept = async (
    branch: string,
    pixels: string,
    origin?: Partial<BaselineOrigin>,
    fromShotId: string | null = null,
  ): Promise<BaselineVersion> => {
    const { artifactId, frameSha256, pixelSha256, renderer, mapId, width, height } = capture(pixels);
    const picture = { artifactId, frameSha256, pixelSha256, renderer, mapId, width, height };
    const { version } = await promote(world.models, {
      key: keyOf(branch),
      picture: picture as BaselineVersion["picture"],
      by: "ann@shop.example",
      how: "approve",
      fromRunId: "run_branch",
      fromShotId,
      at: new Date(Date.UTC(2026, 10, 1, 0, made)),
      id: `bsv_${made++}`,
      ...(origin && { origin }),
    });
    return version;
  };
  const resultOn = async (branch: string, index = 0): Promise<Shot> => {
    // A separate run for each, because a run has one result per place.
    const _id = await addShot(world.models, `run_main${index}`, place, {
      scenarioId: `scn_${place}`,
      baselineKey: keyOf(branch),
    });
    return (await world.models.shots.findById(_id).lean()) as Shot;
  };
  const historyOf = (branch: string): Promise<BaselineVersion[]> =>
    world.models.baselineVersions
      .find({ baselineId: baselineIdOf(keyOf(branch)) })
      .sort({ version: 1 })
      .lean<BaselineVersion[]>();
  const looks = async () => (await historyOf("main")).map(({ picture }) => picture.pixelSha256);

  it("moves what was compared with main's baseline, with the decision, the commit and the person", async () => {
    const main = await accept("main", "old");
    const given = { comparedWith: main._id, commitSha: "beef", prNumber: 41, person: "ann@shop.example" };
    const approved = await accept("feature", "new", given);
    const shot = await resultOn("main");
    const answer = await acceptedBefore(world.deps, shot, "pixels-new");
    expect(answer).to.deep.include({ passes: true });
    expect(answer?.reason).to.deep.include({ code: "approved_on_branch" });
    expect(answer?.reason.data).to.include({ branch: "feature", by: "ann@shop.example", prNumber: 41 });
    const [, moved] = await historyOf("main");
    expect(moved).to.deep.include({
      how: "branch_merge",
      promotedBy: "ann@shop.example on feature in #41",
      comparedWith: main._id,
      commitSha: "f00d",
      person: "ann@shop.example",
      fromShotId: shot._id,
    });
    expect(moved?.decision).to.include({ versionId: approved._id, branch: "feature", commitSha: "beef" });
    // A retry after the promotion returns the same answer and moves nothing, even if main has moved on.
    expect(await acceptedBefore(world.deps, shot, "pixels-new")).to.deep.equal(answer);
    await accept("main", "newest");
    expect(await acceptedBefore(world.deps, shot, "pixels-new")).to.deep.equal(answer);
    expect(await looks()).to.deep.equal(["pixels-old", "pixels-new", "pixels-newest"]);
    // Another result with that look fails, and states until when main looked like this.
    const reverted = await acceptedBefore(world.deps, await resultOn("main", 1), "pixels-new");
    expect(reverted?.passes).to.equal(false);
    expect(reverted?.reason.message).to.match(
      /^Looks as main did until .*, accepted by ann@shop\.example on feature in #41/,
    );
    expect(await looks()).to.have.length(3);
  });

  it("leaves main alone where it moved on, on branches, and for pixels that nobody accepted", async () => {
    const main = await accept("main", "old");
    await accept("feature", "new", { comparedWith: main._id });
    expect(await acceptedBefore(world.deps, await resultOn("other"), "pixels-new")).to.equal(null);
    expect(await acceptedBefore(world.deps, await resultOn("main", 1), "pixels-none")).to.equal(null);
    await accept("main", "newest");
    const answer = await acceptedBefore(world.deps, await resultOn("main", 2), "pixels-new");
    expect(answer?.reason).to.deep.include({ code: "known_look" });
    expect(answer?.passes).to.equal(false);
    expect(await looks()).to.deep.equal(["pixels-old", "pixels-newest"]);
  });

  it("two results of one merge at once make one entry, and both pass", async () => {
    const main = await accept("main", "old");
    await accept("feature", "new", { comparedWith: main._id });
    const shots = await Promise.all(Array.from({ length: 8 }, (_, index) => resultOn("main", index)));
    const answers = await Promise.all(shots.map((shot) => acceptedBefore(world.deps, shot, "pixels-new")));
    expect(answers.map((one) => one?.passes)).to.deep.equal(shots.map(() => true));
    expect(await looks()).to.deep.equal(["pixels-old", "pixels-new"]);
  });

  it("of two branches that meet on main at once one moves, the other fails", async () => {
    const main = await accept("main", "old");
    for (const name of ["a", "b"]) await accept(`feature/${name}`, name, { comparedWith: main._id });
    const shots = await Promise.all(Array.from({ length: 8 }, (_, index) => resultOn("main", index)));
    const answers = await Promise.all(
      shots.map((shot, index) => acceptedBefore(world.deps, shot, index % 2 === 0 ? "pixels-a" : "pixels-b")),
    );
    const [first, winner, ...more] = await looks();
    expect([first, more]).to.deep.equal(["pixels-old", []]);
    for (const [index, answer] of answers.entries())
      expect(answer?.passes, String(index)).to.equal((index % 2 === 0 ? "pixels-a" : "pixels-b") === winner);
  });

  it("judges again when main moves between look-up and promotion", async () => {
    const main = await accept("main", "old");
    await accept("feature", "new", { comparedWith: main._id });
    const shot = await resultOn("main");
    const original = world.models.baselineVersions.create.bind(world.models.baselineVersions);
    const versions = world.models.baselineVersions as unknown as { create: typeof original };
    let held = false;
    versions.create = (async (...given: Parameters<typeof original>) => {
      const [entry] = given as unknown as [BaselineVersion];
      if (!held && entry.how === "branch_merge") {
        held = true;
        await accept("main", "newest");
      }
      return original(...given);
    }) as typeof original;
    try {
      const answer = await acceptedBefore(world.deps, shot, "pixels-new");
      expect(held).to.equal(true);
      expect(answer?.passes).to.equal(false);
      expect(answer?.reason.code).to.equal("known_look");
    } finally {
      versions.create = original;
    }
    expect(await looks()).to.deep.equal(["pixels-old", "pixels-newest"]);
  });

  it("entries of earlier versions count by the result they come from, or else by main's history", async () => {
    const main = await accept("main", "old");
    const compared = await addShot(world.models, "run_branch", place, {
      scenarioId: `scn_${place}`,
      baselineVersionId: main._id,
    });
    // Accepted after main had moved on: the result records what it was compared with.
    await accept("main", "newest");
    await accept("feature/a", "new", undefined, compared);
    await accept("feature/b", "other");
    const [stale, counts] = [await resultOn("main", 1), await resultOn("main", 2)];
    expect((await acceptedBefore(world.deps, stale, "pixels-new"))?.passes).to.equal(false);
    expect((await acceptedBefore(world.deps, counts, "pixels-other"))?.passes).to.equal(true);
    expect(await looks()).to.deep.equal(["pixels-old", "pixels-newest", "pixels-other"]);
  });

  it("takes on a protected main what a person accepted, and only names what a key did", async () => {
    const protect = (protectMain: boolean) =>
      world.models.projects.updateOne({ _id: "prj_shop" }, { $set: { settings: { visual: { protectMain } } } });
    const main = await accept("main", "old");
    await accept("feature", "new", { comparedWith: main._id, person: "key ci" });
    await protect(true);
    const refused = await acceptedBefore(world.deps, await resultOn("main"), "pixels-new");
    expect(refused?.passes).to.equal(false);
    expect(refused?.reason).to.deep.include({ code: "known_look" });
    expect(refused?.reason.message).to.match(
      /^Looks like feature.*, accepted by key ci on feature.* That approval does not count: main is protected, and it was not given by a person\.$/,
    );
    expect(await looks()).to.deep.equal(["pixels-old"]);
    await accept("other", "new", { comparedWith: main._id, person: "ann@shop.example" });
    const counts = await acceptedBefore(world.deps, await resultOn("main", 1), "pixels-new");
    expect(counts?.reason.data).to.include({ branch: "other", by: "ann@shop.example" });
    expect(await looks()).to.deep.equal(["pixels-old", "pixels-new"]);
    await protect(false);
  });
});
