// A result that combines accepted pictures of two sides: stored pictures, the pool that merges them, and main's baseline afterwards.
import { expect } from "chai";
import sharp from "sharp";
import { takePicture } from "../../../activities/capture/takePicture.ts";
import { createCompareActivities } from "../../../activities/compare/compareShot.ts";
import { type ComparePool, createComparePool } from "../../../activities/compare/engine/pool.ts";
import { createRecompareActivities } from "../../../activities/compare/recompareShots.ts";
import type { KnownFrames } from "../../../activities/deps.ts";
import type { Picture } from "../../../domain/visual/compare/picture.ts";
import { type BaselineKey, baselineIdOf } from "../../../models/baselines/key.ts";
import { promote } from "../../../models/baselines/promote.ts";
import type { BaselineVersion } from "../../../models/baselines/schema.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import type { CaptureRecord, Shot } from "../../../models/shots/schema.ts";
import { sha256 } from "../../../platform/artifacts/store.ts";
import { addShot, capture } from "../../api/support/shots.ts";
import { box, type Colour, fill, page } from "../../domain/visual/compare/paint.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

const HEAD = "a".repeat(40);
const OLDER = "b".repeat(40);
const [WIDTH, HEIGHT] = [240, 320];
const RED: Colour = [200, 0, 0];
const BLUE: Colour = [0, 0, 200];
const GREEN: Colour = [0, 160, 0];
/** Cells of 40×20 px, far enough apart to form separate regions. */
type Cells = { price?: Colour; header?: Colour; footer?: Colour };
const PLACES = { header: box(20, 20, 40, 20), price: box(20, 150, 40, 20), footer: box(20, 280, 40, 20) };

describe("results where two sides meet", () => {
  let world: ActivityWorld;
  let pictures: ComparePool;
  let place = 0;
  let made = 0;
  before(async () => {
    pictures = createComparePool({ threads: 1 });
    world = await openActivityWorld({ pictures });
    for (let index = 0; index < 8; index++)
      await world.addAuditRun(`run_main${index}`, { type: "vrt-test", branch: "main", commitSha: HEAD });
    await world.addAuditRun("run_branch", { type: "vrt-test", branch: "feature/menu" });
    const rows = [[HEAD, [OLDER]] as const, [OLDER, []] as const];
    await keepHistory(world.models, { projectId: "prj_shop", rows, onMain: true, at: world.deps.now() });
  });
  after(async () => {
    await pictures.close();
    await world.close();
  });
  beforeEach(() => {
    place += 1;
  });

  const stored = async (cells: Cells, attempt = 1): Promise<CaptureRecord> => {
    const painted: Picture = page(WIDTH, HEIGHT, 7);
    for (const name of ["header", "price", "footer"] as const)
      fill(painted, PLACES[name], cells[name] ?? [230, 230, 230]);
    const raw = { width: WIDTH, height: HEIGHT, channels: 4 as const };
    const png = await sharp(painted.data, { raw }).png().toBuffer();
    const artifactId = await world.artifacts.put(png);
    const size = { width: WIDTH, height: HEIGHT };
    const known = { artifactId, mapId: null, frameSha256: sha256(png), pixelSha256: await pictures.pixelHash(png) };
    return { ...capture("", attempt), ...known, ...size };
  };
  const keyOf = (branch: string): BaselineKey => ({
    projectId: "prj_shop",
    environmentId: "env_prod",
    scenarioId: `scn_m${place}`,
    selector: "",
    viewport: "desktop",
    browser: "chromium",
    branch,
  });
  const accept = async (branch: string, cells: Cells, person: string, commitSha: string | null = null) => {
    const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer } = await stored(cells);
    const { version } = await promote(world.models, {
      key: keyOf(branch),
      picture: { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer } as BaselineVersion["picture"],
      by: person,
      how: "approve",
      fromRunId: null,
      fromShotId: null,
      at: world.deps.now(),
      id: `bm_${made++}`,
      origin: { person, commitSha, prNumber: branch === "main" ? null : 41, comparedWith: null },
    });
    return version;
  };
  /** Main and a branch that both changed main's previous picture. */
  const meeting = async (ours: Cells, theirs: Cells) => {
    const base = await accept("main", {}, "ann@shop.example");
    const left = await accept("main", ours, "bo@shop.example");
    const right = await accept("feature/price", theirs, "cy@shop.example");
    return { base, left, right, merge: { base: base._id, ours: left._id, theirs: right._id } };
  };
  const open = async (
    { left, merge }: Pick<Awaited<ReturnType<typeof meeting>>, "left" | "merge">,
    shown: Cells,
    { branch = "main", index = 0 } = {},
  ): Promise<string> =>
    addShot(world.models, branch === "main" ? `run_main${index}` : "run_branch", place, {
      scenarioId: `scn_m${place}`,
      baselineKey: keyOf(branch),
      status: "pending",
      reasons: [],
      mismatchPercent: null,
      threshold: 0,
      source: "upload",
      spec: { comparisonRules: [] } as unknown as Shot["spec"],
      baseline: left.picture,
      baselineVersionId: left._id,
      reference: {
        chosenBy: "history",
        version: { versionId: left._id } as never,
        merge,
        main: { branch: "main", sha: HEAD, own: branch === "main" },
      },
      captures: [await stored(shown)],
    });
  const compare = (shotId: string) =>
    withActivity(() => createCompareActivities(world.deps).compareShot({ shotId, attempt: 1 }));
  const shotOf = async (shotId: string) => (await world.models.shots.findById(shotId).lean()) as Shot;
  const historyOf = (branch = "main"): Promise<BaselineVersion[]> =>
    world.models.baselineVersions
      .find({ baselineId: baselineIdOf(keyOf(branch)) })
      .sort({ version: 1 })
      .lean<BaselineVersion[]>();

  it("both sides' changes pass as merged and become main's; once, however many results and retries there are", async () => {
    const met = await meeting({ header: RED }, { price: BLUE });
    const shown = { header: RED, price: BLUE };
    const shots = await Promise.all([0, 1, 2, 3].map((index) => open(met, shown, { index })));
    const answers = await Promise.all(shots.map(compare));
    expect(answers).to.deep.equal(shots.map(() => ({ state: "decided", status: "passed" })));
    const [first] = shots as [string];
    const shot = await shotOf(first);
    expect(shot.reasons.map(({ code }) => code)).to.deep.equal(["merged"]);
    expect(shot.reasons[0]?.message).to.equal(
      "Equals the changes accepted on both sides: by bo@shop.example on main, and by cy@shop.example on feature/price in #41.",
    );
    // The picture shown as baseline is the one it was compared with.
    expect(shot.artifacts.baseline).to.equal(shot.captures[0]?.artifactId);
    const history = await historyOf();
    expect(history).to.have.length(3);
    expect(history[2]).to.deep.include({ how: "branch_merge", comparedWith: met.left._id, commitSha: HEAD });
    expect(history[2]?.decision).to.include({ versionId: met.right._id, by: "cy@shop.example", prNumber: 41 });
    expect(history[2]?.picture.pixelSha256).to.equal(shot.captures[0]?.pixelSha256);
    await world.models.shots.updateOne({ _id: first }, { $set: { status: "pending" } });
    await compare(first);
    expect(await historyOf()).to.have.length(3);
    const { recompareShots } = createRecompareActivities(world.deps);
    expect((await withActivity(() => recompareShots([first]))).changed).to.deep.equal([]);
    expect((await shotOf(first)).reasons.map(({ code }) => code)).to.deep.equal(["merged"]);
  });

  it("only what neither side has is marked, and what the other side has is told", async () => {
    const met = await meeting({ header: RED }, { price: BLUE });
    const shotId = await open(met, { header: RED, price: BLUE, footer: GREEN });
    expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "failed" });
    const shot = await shotOf(shotId);
    expect(shot.regions.map(({ box: marked }) => marked)).to.deep.equal([PLACES.footer]);
    expect(shot.reasons.map(({ code }) => code)).to.deep.equal(["mismatch", "merged"]);
    expect(shot.reasons[1]?.message).to.equal("1 change that was accepted on feature/price is not shown.");
    // The baseline shown is the expected picture: it differs from the new one only in the footer.
    const [expected, test] = await Promise.all(
      [shot.artifacts.baseline, shot.captures[0]?.artifactId].map((id) => world.artifacts.get(id ?? "")),
    );
    expect((await pictures.difference(expected!, test!)).boxes).to.deep.equal([PLACES.footer]);
    expect(shot.baseline?.artifactId).to.equal(shot.artifacts.baseline);
    const { recompareShots } = createRecompareActivities(world.deps);
    await withActivity(() => recompareShots([shotId]));
    expect((await shotOf(shotId)).regions).to.deep.equal(shot.regions);
    expect(await historyOf()).to.have.length(2);
  });

  for (const [what, shown, missing] of [
    ["ours alone", { header: RED }, PLACES.price],
    ["theirs alone", { price: BLUE }, PLACES.header],
  ] as const)
    it(`a picture that shows ${what} lacks what the other side accepted`, async () => {
      const met = await meeting({ header: RED }, { price: BLUE });
      const shotId = await open(met, shown);
      expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "failed" });
      expect((await shotOf(shotId)).regions.map(({ box: marked }) => marked)).to.deep.equal([missing]);
      expect(await historyOf()).to.have.length(2);
    });

  it("where both changed one place either side's passes, and another one does not", async () => {
    const met = await meeting({ price: RED }, { price: BLUE, footer: GREEN });
    const taken = await open(met, { price: BLUE, footer: GREEN }, { branch: "feature/menu" });
    expect(await compare(taken)).to.deep.equal({ state: "decided", status: "passed" });
    expect((await shotOf(taken)).reasons[0]?.message).to.match(/^Equals the screenshot accepted by cy@shop.example/);
    const other = await open(met, { price: GREEN, footer: GREEN });
    expect(await compare(other)).to.deep.equal({ state: "decided", status: "failed" });
    expect((await shotOf(other)).regions.map(({ box: marked }) => marked)).to.deep.equal([PLACES.price]);
    expect(await historyOf("feature/menu"), "on a branch nothing moves").to.deep.equal([]);
  });

  it("merges of merges are followed, and a base that was in conflict itself", async () => {
    const met = await meeting({ header: RED }, { price: BLUE });
    const third = await accept("feature/footer", { footer: GREEN }, "di@shop.example");
    const merge = { base: met.base._id, ours: met.merge, theirs: third._id };
    const all = await open({ ...met, merge: merge as never }, { header: RED, price: BLUE, footer: GREEN });
    expect(await compare(all)).to.deep.equal({ state: "decided", status: "passed" });
    expect((await shotOf(all)).reasons[0]?.message).to.match(/by di@shop.example on feature\/footer in #41\.$/);
    place += 1;
    const crossed = await meeting({ price: RED }, { price: BLUE });
    const again = { base: crossed.merge, ours: crossed.left._id, theirs: crossed.right._id };
    const shotId = await open({ ...crossed, merge: again as never }, { price: BLUE });
    expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "passed" });
  });

  it("main's baseline moves on from a picture of an ancestor, and never from one that came later", async () => {
    const met = await meeting({ header: RED }, { price: BLUE });
    const shown = { header: RED, price: BLUE };
    await accept("main", { footer: RED }, "ann@shop.example", "f".repeat(40));
    const late = await open(met, shown);
    expect(await compare(late)).to.deep.equal({ state: "decided", status: "passed" });
    expect(await historyOf()).to.have.length(3);
    await accept("main", { footer: BLUE }, "ann@shop.example", OLDER);
    const next = await open(met, shown, { index: 1 });
    expect(await compare(next)).to.deep.equal({ state: "decided", status: "passed" });
    expect((await historyOf()).map(({ how }) => how)).to.deep.equal([
      "approve",
      "approve",
      "approve",
      "approve",
      "branch_merge",
    ]);
  });

  it("a picture that is lost is an error; no frame is known where two sides meet", async () => {
    const met = await meeting({ header: RED }, { price: BLUE });
    await world.models.baselineVersions.updateOne(
      { _id: met.right._id },
      { $set: { "picture.artifactId": "0".repeat(64) } },
    );
    const shotId = await open(met, { header: RED, price: BLUE });
    expect(await compare(shotId)).to.deep.equal({ state: "decided", status: "error" });
    expect((await shotOf(shotId)).reasons.map(({ code }) => code)).to.deep.equal(["baseline_missing_file"]);
    let known: KnownFrames | undefined;
    const deps = {
      ...world.deps,
      capture: async (_spec: unknown, _access: unknown, given: KnownFrames) => {
        known = given;
        return { kind: "failed" as const, reason: { code: "timeout" as const, message: "" }, notes: [], timings: {} };
      },
    };
    const taking = { attempt: 1, confirms: false, rest: false };
    await takePicture(deps, await shotOf(shotId), taking, new AbortController().signal, () => undefined);
    expect([known?.sha256, known?.pixelsEqual]).to.deep.equal([null, undefined]);
  });
});
