// One attempt at a shot with an engine whose responses the test controls.
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import { createCaptureActivities } from "../../../activities/capture/captureShot.ts";
import type { CaptureOutcome } from "../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import { countResults } from "../../../models/runs/writes.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addShot, capture } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

const { renderer } = capture("any");
const captured = (picture: string, equalsKnown = false): CaptureOutcome => ({
  kind: "captured",
  frame: { png: Buffer.from(picture), width: 40, height: 30 } as Extract<CaptureOutcome, { kind: "captured" }>["frame"],
  equalsKnown,
  stable: true,
  movingRegion: null,
  restless: [],
  notes: [],
  timings: { load: 5 },
  httpStatus: 200,
  renderer: renderer!,
});
const failed = (code: "timeout" | "http_error" | "connection_failed"): CaptureOutcome => ({
  kind: "failed",
  reason: { code, message: "It did not work." },
  notes: [],
  timings: {},
});
const baseline = {
  artifactId: "art-base",
  mapId: null,
  frameSha256: "frame-base",
  pixelSha256: "pixels-base",
  width: 40,
  height: 30,
  renderer: renderer!,
};

describe("an attempt at a shot", () => {
  let world: ActivityWorld;
  let outcome: CaptureOutcome & { map?: PageMap };
  let asked: { known: string | null; extra: readonly string[] }[];
  /** Whether each capture was requested at rest. */
  let rests: boolean[];
  let index = 0;
  before(async () => {
    world = await openActivityWorld({
      capture: async (spec, _access, known) => {
        rests.push(spec.rest === true);
        asked.push({ known: known.sha256, extra: known.extraKnownSha256 ?? [] });
        return outcome;
      },
    });
    await world.addAuditRun("run_1", { type: "vrt-test" });
  });
  after(() => world.close());
  beforeEach(() => {
    asked = [];
    rests = [];
  });
  const addOpen = (patch: Partial<Shot> = {}) => {
    index += 1;
    return addShot(world.models, "run_1", index, {
      scenarioId: `scn_${index}`,
      status: "pending",
      reasons: [],
      mismatchPercent: null,
      captures: [],
      spec: { environmentId: "env_prod" } as Shot["spec"],
      baseline,
      ...patch,
    });
  };
  const shoot = (shotId: string, attempt = 1) =>
    withActivity(() => createCaptureActivities(world.deps).captureShot({ shotId, attempt }), attempt);
  const shotOf = async (shotId: string) => (await world.models.shots.findById(shotId).lean()) as Shot;

  it("a picture that is the baseline's own passes at once, and nothing is stored", async () => {
    const shotId = await addOpen();
    outcome = captured("same", true);
    expect(await shoot(shotId)).to.deep.equal({ state: "decided", status: "passed" });
    expect(asked).to.deep.equal([{ known: "frame-base", extra: [] }]);
    const shot = await shotOf(shotId);
    expect(shot.reasons.map(({ code }) => code)).to.deep.equal(["equal"]);
    expect(shot.artifacts.test).to.equal("art-base");
    expect(await shoot(shotId), "what is decided is not visited again").to.deep.equal({
      state: "decided",
      status: "passed",
    });
    expect(asked).to.have.length(1);
  });

  it("another picture is stored for its project and waits for its comparison; a retry does not visit again", async () => {
    const shotId = await addOpen();
    outcome = captured("other");
    expect(await shoot(shotId)).to.deep.equal({ state: "captured" });
    expect(await shoot(shotId)).to.deep.equal({ state: "captured" });
    expect(asked).to.have.length(1);
    const { captures, status } = await shotOf(shotId);
    expect([status, captures.length]).to.deep.equal(["pending", 1]);
    expect(Buffer.from(await world.artifacts.get(captures[0]?.artifactId ?? "")).toString()).to.equal("other");
    expect(
      await world.models.artifacts.countDocuments({ artifactId: captures[0]?.artifactId, projectId: "prj_shop" }),
    ).to.equal(1);
  });

  it("the map of a page holds nothing of the access that the page reflects", async () => {
    const access = { basicAuth: { username: "qa", password: "p4ss & wörd" }, headers: { "X-Mode": "preview" } };
    await world.models.environments.updateOne(
      { _id: "env_prod" },
      { sealedAccess: world.deps.sealer.seal(JSON.stringify(access)) },
    );
    const shotId = await addOpen();
    const texts = ["in preview: p4ss & wörd", "p4ss%20%26%20w%F6rd"];
    outcome = { ...captured("reflecting"), map: { elements: texts.map((text) => ({ text })) } as unknown as PageMap };
    expect(await shoot(shotId)).to.deep.equal({ state: "captured" });
    const { mapId } = (await shotOf(shotId)).captures[0]!;
    const kept = gunzipSync(await world.artifacts.get(mapId ?? "")).toString();
    expect(JSON.parse(kept)).to.deep.equal({ elements: [{ text: "in preview: ••••••" }, { text: "••••••" }] });
    await world.models.environments.updateOne({ _id: "env_prod" }, { sealedAccess: null });
  });

  it("a page failure that may pass is tried once more, any other one is an error at once", async () => {
    const shotId = await addOpen();
    outcome = failed("timeout");
    expect(await shoot(shotId)).to.deep.equal({ state: "again" });
    expect((await shotOf(shotId)).status).to.equal("pending");
    expect(await shoot(shotId, 2)).to.deep.equal({ state: "decided", status: "error" });
    expect((await shotOf(shotId)).captures).to.have.length(2);
    const differed = await addOpen({ changedPixels: 12, causes: ["title"], bands: [], fingerprint: "abc" });
    await shoot(differed, 2);
    const { mismatchPercent, changedPixels, causes, fingerprint } = await shotOf(differed);
    expect([mismatchPercent, changedPixels, causes, fingerprint]).to.deep.equal([100, null, [], null]);
    outcome = failed("http_error");
    const first = await addOpen({ baseline: null });
    expect(await shoot(first)).to.deep.equal({ state: "decided", status: "error" });
    expect(countResults([await shotOf(first)])).to.include({ failed: 1, errors: 1 });
  });

  for (const [name, first, flaky] of [
    ["that failed", failed("timeout"), false],
    ["that gave another picture", captured("another"), true],
  ] as const)
    it(`a second attempt that equals the baseline is ${flaky ? "" : "not "}flaky after a first one ${name}`, async () => {
      const shotId = await addOpen();
      outcome = first;
      await shoot(shotId);
      outcome = captured("same", true);
      expect(await shoot(shotId, 2)).to.deep.equal({ state: "decided", status: "passed" });
      const shot = await shotOf(shotId);
      expect(shot.reasons.map(({ code }) => code)).to.deep.equal(flaky ? ["equal", "flaky"] : ["equal"]);
      expect(shot).to.include({ flaky, attempts: 2 });
    });

  it("a page that has a baseline and answers with an error is a failure of the site", async () => {
    outcome = failed("http_error");
    const shotId = await addOpen();
    expect(await shoot(shotId)).to.deep.equal({ state: "decided", status: "error" });
    const shot = await shotOf(shotId);
    expect(shot.reasons[0]?.message).to.match(/ It has a baseline, so it answered before\.$/);
    expect(countResults([shot])).to.include({ failed: 1, errors: 0, pageErrors: 1 });
  });

  it("of a site that is away nothing is kept while its run waits, and then it is an error at once", async () => {
    outcome = failed("connection_failed");
    const shotId = await addOpen();
    const ask = (away: "wait" | "final") =>
      withActivity(() => createCaptureActivities(world.deps).captureShot({ shotId, attempt: 1, away }));
    expect(await ask("wait")).to.deep.equal({ state: "away" });
    expect((await shotOf(shotId)).captures).to.deep.equal([]);
    expect(await ask("final")).to.deep.equal({ state: "decided", status: "error" });
  });

  for (const [name, kind, patch, expected] of [
    ["is not waited for where nothing is known of the page at rest", "visual", {}, [false, false]],
    [
      "is taken at rest the second time where the baseline shows the same at rest",
      "visual",
      { confirmed: true },
      [false, true],
    ],
    ["is taken at rest where the baseline was", "visual", { rested: true }, [true, true]],
    ["of a baseline run is taken at once where the old baseline was", "baseline", { confirmed: true }, [false, false]],
    ["of a baseline run is taken at rest where the old baseline was", "baseline", { rested: true }, [true, true]],
  ] as const)
    it(`a picture ${name}`, async () => {
      const shotId = await addOpen({ kind, baseline: { ...baseline, ...patch } });
      for (const attempt of [1, 2]) {
        outcome = captured(`look ${attempt}`);
        expect(await shoot(shotId, attempt)).to.deep.equal({ state: "captured" });
      }
      expect(rests).to.deep.equal(expected);
      const { captures } = await shotOf(shotId);
      expect(captures.map(({ rested = false }) => rested)).to.deep.equal(expected);
    });

  it("a capture that confirms a baseline knows its first picture alone, and one that fails leaves the shot open", async () => {
    const shotId = await addOpen({ kind: "baseline" });
    outcome = captured("new");
    await shoot(shotId);
    const confirm = (attempt: number) =>
      withActivity(() => {
        const { captureShot } = createCaptureActivities(world.deps);
        return captureShot({ shotId, attempt, confirms: true, rest: true });
      }, attempt);
    outcome = failed("http_error");
    expect(await confirm(2)).to.deep.equal({ state: "captured" });
    const { captures } = await shotOf(shotId);
    expect(asked.at(-1)).to.deep.equal({ known: null, extra: [captures[0]?.frameSha256] });
    expect(rests).to.deep.equal([false, true]);
    outcome = captured("new");
    expect(await confirm(3)).to.deep.equal({ state: "captured" });
    const shot = await shotOf(shotId);
    expect(shot).to.include({ status: "pending" });
    expect(shot.captures.map(({ artifactId }) => artifactId === captures[0]?.artifactId)).to.deep.equal([
      true,
      false,
      true,
    ]);
  });

  it("decodes a frame once, keeps its hash, and decodes one of an earlier attempt or of another size not at all", async () => {
    const shotId = await addOpen();
    /** A PNG header followed by a name. */
    const png = (name: string, width = baseline.width) => {
      const bytes = Buffer.concat([Buffer.alloc(24), Buffer.from(name)]);
      bytes.writeUInt32BE(width, 16);
      bytes.writeUInt32BE(baseline.height, 20);
      return bytes;
    };
    const decoded: string[] = [];
    const pictures = {
      pixelHash: async (bytes: Uint8Array) => {
        const name = Buffer.from(bytes).subarray(24).toString();
        decoded.push(name);
        return `pixels-${name}`;
      },
    } as unknown as typeof world.deps.pictures;
    const answers: boolean[] = [];
    const look = (attempt: number, frames: readonly Buffer[]) => {
      const engine: typeof world.deps.capture = async (_spec, _access, { pixelsEqual }) => {
        for (const frame of frames) answers.push((await pixelsEqual?.(frame)) ?? false);
        return { ...captured("", false), frame: { png: frames[0] ?? png(""), width: 40, height: 30 } };
      };
      const activities = createCaptureActivities({ ...world.deps, pictures, capture: engine });
      return withActivity(() => activities.captureShot({ shotId, attempt }), attempt);
    };
    await look(1, [png("new"), png("base"), png("wide", 80), png("new")]);
    expect(answers).to.deep.equal([false, true, false, false]);
    expect(decoded).to.deep.equal(["new", "base"]);
    expect((await shotOf(shotId)).captures[0]?.pixelSha256).to.equal("pixels-new");
    await look(2, [png("new")]);
    expect(decoded, "its hash is known from the first attempt").to.deep.equal(["new", "base"]);
  });

  it("a second picture that is the first one again takes over its comparison", async () => {
    const shotId = await addOpen();
    outcome = captured("third");
    await shoot(shotId);
    const reasons = [{ code: "mismatch" as const, message: "Pixels differ." }];
    await world.models.shots.updateOne(
      { _id: shotId },
      { $set: { mismatchPercent: 7, reasons, fingerprint: "abc", "captures.0.pixelSha256": "pixels" } },
    );
    expect(await shoot(shotId, 2)).to.deep.equal({ state: "decided", status: "failed" });
    expect(asked.at(-1)?.extra).to.have.length(1);
    const shot = await shotOf(shotId);
    expect(shot).to.include({ mismatchPercent: 7, fingerprint: "abc" });
    expect(shot.captures.map(({ pixelSha256 }) => pixelSha256)).to.deep.equal(["pixels", "pixels"]);
  });
});
