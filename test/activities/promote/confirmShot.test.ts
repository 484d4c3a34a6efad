// Whether a new baseline is confirmed, with pictures that are equal if their names are.
import { expect } from "chai";
import type { CompareDeps } from "../../../activities/deps.ts";
import { createConfirmActivities } from "../../../activities/promote/confirmShot.ts";
import type { RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { Models } from "../../../models/index.ts";
import type { CaptureRecord, Shot } from "../../../models/shots/schema.ts";
import { addRun, addShot, capture } from "../../api/support/shots.ts";
import { change } from "../../domain/visual/reading/change.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";
import { plainPng } from "../../support/png.ts";

const AD = { x: 10, y: 10, width: 20, height: 10 };
/** The change that the fake comparison reports between two different pictures. */
const GONE = change({ kind: "removed", selector: "#bar", name: "Tools", boxBefore: AD });
const CLOCK: RestlessRegion = { selector: "#clock", box: { x: 0, y: 0, width: 5, height: 5 } };

describe("confirming a baseline", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: CompareDeps;
  let next = 0;
  let compared: string[];
  let differing = [AD];
  before(async () => {
    database = await openDatabase();
    models = database.models;
    const png = plainPng(100, 100, [255, 255, 255]);
    // An artifact's bytes are a picture followed by its name.
    const get = async (id: string) => Buffer.concat([png, Buffer.from(id)]);
    const nameOf = (bytes: Uint8Array) => Buffer.from(bytes).subarray(png.length).toString();
    deps = {
      models,
      now: () => new Date("2026-03-10T12:00:00Z"),
      ulid: () => `01${(next++).toString().padStart(24, "0")}`,
      log: () => undefined,
      metrics: { shot: () => undefined },
      artifacts: { get, put: async (bytes: Buffer) => `small-${nameOf(bytes)}`, has: async () => true },
      pictures: {
        reencode: async (png: Buffer) => ({ png, pixelSha256: `pixels of ${nameOf(png)}` }),
        compare: async (request: { baselinePng: Buffer; testPng: Buffer }) => {
          const [a, b] = [nameOf(request.baselinePng), nameOf(request.testPng)];
          compared.push(`${a} ${b}`);
          // "list~": the same picture with different bytes.
          const passes = a.replace("~", "") === b.replace("~", "");
          return { comparison: { verdict: passes ? "passed" : "failed", changes: passes ? [] : [GONE] } };
        },
        difference: async () => ({ equal: false, boxes: differing }),
      },
    } as unknown as CompareDeps;
  });
  after(() => database.drop());
  beforeEach(async () => {
    compared = [];
    differing = [AD];
    await Promise.all([
      models.baselines.deleteMany({}),
      models.baselineVersions.deleteMany({}),
      models.shots.deleteMany({}),
      models.runs.deleteMany({}),
    ]);
    await addRun(models, "run_b", { type: "baseline", status: "running", verdict: null });
  });

  const taken = (picture: string, attempt: number, patch: Partial<CaptureRecord> = {}): CaptureRecord => ({
    ...capture(picture, attempt),
    mapId: null,
    ...patch,
  });
  const rested = { rested: true };
  const addOpen = (captures: CaptureRecord[], patch: Partial<Shot> = {}) =>
    addShot(models, "run_b", 0, {
      kind: "baseline",
      status: "pending",
      decidedAt: null,
      reasons: [],
      mismatchPercent: null,
      captures,
      spec: { comparisonRules: [] } as unknown as Shot["spec"],
      ...patch,
    });
  const confirm = (shotId: string) => withActivity(() => createConfirmActivities(deps).confirmShot({ shotId }));
  const shotOf = async (shotId: string) => (await models.shots.findById(shotId).lean()) as Shot;
  const pictureNow = async () => (await models.baselines.findOne().lean())?.picture;
  const codesOf = ({ reasons }: Shot) => reasons.map(({ code }) => code);

  it("of which two captures have the same bytes promotes the first, once, without a comparison", async () => {
    const shotId = await addOpen([taken("list", 1), taken("list", 2, rested)]);
    const twice = [await confirm(shotId), await confirm(shotId)];
    expect(twice).to.deep.equal([
      { state: "decided", status: "passed" },
      { state: "decided", status: "passed" },
    ]);
    expect(compared).to.deep.equal([]);
    expect(await models.baselineVersions.countDocuments()).to.equal(1);
    expect(await pictureNow())
      .to.include({ artifactId: "small-art-list" })
      .and.not.to.have.any.keys("rested", "unsettled");
    expect(await pictureNow()).to.include({ confirmed: true });
    expect(codesOf(await shotOf(shotId))).to.deep.equal(["baseline_captured"]);
  });

  it("of which two agree but for what is known to move promotes one with all that moves", async () => {
    const captures = [taken("list", 1, { restless: [CLOCK] }), taken("list~", 2, rested)];
    const shotId = await addOpen(captures);
    await confirm(shotId);
    expect(compared).to.deep.equal(["art-list art-list~"]);
    expect((await pictureNow())?.restless).to.deep.equal([CLOCK]);
    expect(await shotOf(shotId)).to.include({ status: "passed" });
  });

  it("that differs is taken again, and nothing is promoted yet", async () => {
    const shotId = await addOpen([taken("empty", 1), taken("list", 2, rested)]);
    expect(await confirm(shotId)).to.deep.equal({ state: "again", rest: false });
    expect(await models.baselines.countDocuments()).to.equal(0);
    expect(await shotOf(shotId)).to.include({ status: "pending" });
  });

  it("whose list had come only with the second capture promotes the picture with the list", async () => {
    await confirm(await addOpen([taken("empty", 1), taken("list", 2, rested), taken("list", 3)]));
    expect(await pictureNow())
      .to.include({ artifactId: "small-art-list" })
      .and.not.to.have.property("unsettled");
  });

  it("of a page that a timer moves has its pictures taken at rest from then on, and says so", async () => {
    const captures = [taken("bar", 1), taken("none", 2, rested), taken("bar", 3), taken("none", 4, rested)];
    const shotId = await addOpen(captures);
    await confirm(shotId);
    expect(await pictureNow())
      .to.include({ artifactId: "small-art-none", rested: true })
      .and.not.to.have.property("confirmed");
    const shot = await shotOf(shotId);
    expect(codesOf(shot)).to.deep.equal(["baseline_captured", "settles_late", "restless"]);
    expect(shot.reasons[2]?.data).to.include({ late: true, selector: "#bar", mode: "ignore" });
    expect(compared.at(-1)).to.equal("art-bar art-none");
  });

  it("of which each capture differs is marked, with the parts that differ", async () => {
    const captures = [taken("a", 1), taken("b", 2, rested), taken("c", 3), taken("d", 4, rested)];
    const shotId = await addOpen(captures);
    await confirm(shotId);
    const picture = await pictureNow();
    expect(picture).to.include({ artifactId: "small-art-c" }).and.not.to.have.property("rested");
    expect(picture?.restless).to.deep.equal([{ box: AD, selector: "", moving: AD, between: true }]);
    const shot = await shotOf(shotId);
    expect(codesOf(shot)).to.deep.equal(["baseline_captured", "unsettled", "restless"]);
    const { message } = shot.reasons[1] ?? {};
    expect(picture?.unsettled).to.equal(message);
    expect(message).to.equal(
      "The page looked different in 4 captures, at x=10, y=10, 20×10 px. There, only size and place are compared.",
    );
    const [version] = await models.baselineVersions.find().lean();
    expect(version?.picture.unsettled).to.equal(message);
  });

  it("of which most differs names no part", async () => {
    differing = [{ x: 0, y: 0, width: 100, height: 80 }];
    const captures = [taken("a", 1), taken("b", 2, rested), taken("c", 3), taken("d", 4, rested)];
    const shotId = await addOpen(captures);
    await confirm(shotId);
    expect(await pictureNow())
      .to.have.property("unsettled")
      .that.includes("later runs may fail");
    expect(await pictureNow()).not.to.have.property("restless");
    expect(codesOf(await shotOf(shotId))).to.deep.equal(["baseline_captured", "unsettled"]);
  });

  it("that could not be taken again is tried on, and then marked with the reason", async () => {
    const failed = (attempt: number): CaptureRecord => ({
      ...taken("none", attempt, { artifactId: null, frameSha256: null, renderer: null }),
      notes: [{ code: "timeout", message: "The page did not answer within 30 s." }],
    });
    const shotId = await addOpen([taken("a", 1), failed(2)]);
    expect(await confirm(shotId)).to.deep.equal({ state: "again", rest: true });
    await models.shots.updateOne({ _id: shotId }, { $push: { captures: { $each: [failed(3), failed(4)] } } });
    expect(await confirm(shotId)).to.include({ state: "decided" });
    expect((await pictureNow())?.unsettled).to.equal(
      "The baseline could not be confirmed by a second capture. The page did not answer within 30 s.",
    );
  });

  it("of a visual run is refused for good", async () => {
    const error = await confirm(await addOpen([taken("a", 1)], { kind: "visual" })).catch((reason: Error) => reason);
    expect(error).to.include({ nonRetryable: true });
  });
});
