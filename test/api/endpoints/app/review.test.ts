// Reviewing screenshots: equal changes form one group, decisions are stored with who and when, can be undone, and never overwrite what
// happened in between.
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import sharp from "sharp";
import type { Region } from "../../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../../domain/visual/pageMap.ts";
import { baselineIdOf } from "../../../../models/baselines/key.ts";
import { promote } from "../../../../models/baselines/promote.ts";
import { recordArtifact } from "../../../support/artifacts.ts";
import type { Session } from "../../support/client.ts";
import { addRun, addShot, capture } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

type Review = { decision: string; note: string | null; by: string } | null;
type ShotView = {
  shotId: string;
  mark: string;
  groupId: string;
  kind: string;
  status: string;
  review: Review;
  comparedWith: { sentence: string } | null;
  baselineMoved: boolean;
  regions: { sentence: string }[];
  pictures: Record<string, string | null>;
};
type ReviewBody = {
  progress: Record<string, number>;
  groups: { id: string; kind: string; count: number; title: string }[];
  shots: Pick<ShotView, "shotId" | "mark" | "groupId" | "kind" | "status" | "review">[];
  details: ShotView[];
  rules: { selector: string }[];
  nextCursor: string | null;
};
type Decided = {
  results: {
    shotId: string;
    ok: boolean;
    refused: string | null;
    now: { status: string; mark: string; review: Review };
  }[];
  progress: Record<string, number>;
};

const RUN = "run_review";
const region = (cause: string, text = "9,99 €"): Region => ({
  box: { x: 10, y: 20, width: 100, height: 30 },
  kind: "text",
  selector: "#price",
  text,
  share: 1,
  changedPixels: 500,
  cause,
});

describe("the visual review", () => {
  let world: World;
  let editor: Session;
  let admin: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld();
    [editor, admin, viewer] = [
      await world.session("editor"),
      await world.session("admin"),
      await world.session("viewer"),
    ];
  });
  beforeEach(async () => {
    const { models } = world;
    await Promise.all([
      ...[models.runs, models.shots, models.baselines, models.baselineVersions].map((one) =>
        (one as typeof models.runs).deleteMany({}),
      ),
    ]);
    await addRun(models, RUN, {
      verdict: "fail",
      branch: "main",
      summary: { total: 6, passed: 1, failed: 5, approved: 0, errors: 2, flaky: 1, noBaseline: 1 },
    });
    const header = { fingerprint: "header", causes: ["header"], regions: [region("header")] };
    await addShot(models, RUN, 0, { ...header });
    await addShot(models, RUN, 1, { ...header, viewport: "phone" });
    await addShot(models, RUN, 2, {
      scenarioLabel: "About us",
      scenarioId: "scn_about_us",
      flaky: true,
      attempts: 2,
      captures: [capture("a"), capture("b", 2)],
    });
    await addShot(models, RUN, 3, {
      viewport: "tablet",
      status: "error",
      reasons: [{ code: "http_error", message: "The page answered 500." }],
    });
    await addShot(models, RUN, 4, {
      browser: "firefox",
      status: "error",
      reasons: [{ code: "no_baseline", message: "No baseline yet." }],
    });
    await addShot(models, RUN, 5, { browser: "webkit", status: "passed" });
  });
  after(() => world.close());

  const path = `/api/app/runs/${RUN}/review`;
  const read = async (query = "", session = viewer) => {
    const answer = await world.client.get(path + query, { session });
    expect(answer.status, answer.raw.toString().slice(0, 400)).to.equal(200);
    return answer.body as unknown as ReviewBody;
  };
  const shot = async (n: number) => (await read(`?shots=${RUN}-0000${n}`)).details[0] as ShotView;
  const decide = async (
    decision: string,
    shots: { shotId: string; mark: string }[],
    session = editor,
    note?: string,
    end?: string,
  ) => {
    const wanted = shots.map(({ shotId, mark }) => ({ shotId, mark }));
    const answer = await world.client.post(path, { session, body: { decision, shots: wanted, note, end } });
    expect(answer.status, answer.raw.toString().slice(0, 400)).to.equal(200);
    return answer.body as unknown as Decided;
  };
  const current = async (n: number) => {
    const stored = await world.models.shots.findOne({ _id: `${RUN}-0000${n}` }).lean();
    const baseline = await world.models.baselines.findOne({ _id: baselineIdOf(stored!.baselineKey) }).lean();
    return baseline && !baseline.withdrawn ? baseline.picture.artifactId : null;
  };

  it("shows the rules for several scenarios with each scenario of its results, and their scope", async () => {
    const { projectId } = (await world.models.shots.findById(`${RUN}-00000`).lean())!;
    const rule = { scope: "project", kind: "page", selector: ".chat", value: "hide" } as const;
    await world.models.wideRules.create({ _id: "wrl_chat", projectId, ...rule, createdAt: new Date() });
    const { rules } = await read(`?shots=${RUN}-00000,${RUN}-00002`);
    const shown = { id: "wrl_chat", ...rule };
    expect(rules).to.have.deep.members([
      { ...shown, scenarioLabel: "Home" },
      { ...shown, scenarioLabel: "About us" },
    ]);
    expect((await read()).rules, "those of the result that is looked at").to.deep.equal([
      { ...shown, scenarioLabel: "Home" },
    ]);
    await world.models.wideRules.deleteOne({ _id: "wrl_chat" });
  });

  it("shows equal changes as one group, and what is unstable or broken apart", async () => {
    const body = await read();
    expect(body.groups.map(({ kind, count }) => [kind, count])).to.deep.equal([
      ["change", 2],
      ["no_baseline", 1],
      ["unstable", 1],
      ["error", 1],
    ]);
    expect(body.groups[0]?.title).to.equal('Text of "9,99 €" changed');
    expect(body.shots).to.have.length(5);
    expect(body.details[0]?.pictures.diff).to.match(/^\/api\/artifacts\/diff-/);
    expect(body.progress).to.deep.equal({
      total: 5,
      judged: 0,
      approved: 0,
      rejected: 0,
      later: 0,
      ignored: 0,
      changes: 2,
      changedScreenshots: 3,
    });
  });

  it("is read in pages, in the order in which it is judged; a group is the same on each page that it is on", async () => {
    const whole = await read();
    const first = await read("?limit=1");
    const rest = await read(`?limit=500&cursor=${first.nextCursor}`);
    const order = (pages: ReviewBody[]) => pages.flatMap(({ shots }) => shots.map(({ shotId }) => shotId));
    expect(order([first, rest])).to.deep.equal(order([whole]));
    expect(order([whole])).to.deep.equal([0, 1, 4, 2, 3].map((n) => `${RUN}-0000${n}`));
    expect(first.groups).to.deep.equal([whole.groups[0]]);
    expect(rest.groups).to.deep.equal(whole.groups);
    expect(first.groups[0]).to.include({ count: 2, title: 'Text of "9,99 €" changed' });
  });

  it("knows all of the result that is looked at: the first to judge, or the one that the address names", async () => {
    const looked = async (query = "") => (await read(query)).details.map(({ shotId }) => shotId);
    expect(await looked()).to.deep.equal([`${RUN}-00000`]);
    expect(await looked("?limit=1&at=3"), "on a page that has not come").to.deep.equal([`${RUN}-00003`]);
    expect(await looked("?at=999"), "no such result: none is shown in its place").to.deep.equal([]);
    const passed = await read("?at=5");
    expect(passed.details.map(({ shotId, status }) => [shotId, status])).to.deep.equal([[`${RUN}-00005`, "passed"]]);
    expect(passed.shots.map(({ shotId }) => shotId)).to.not.include(`${RUN}-00005`);
    const refused = await decide("approve", passed.details);
    expect(refused.results.map(({ ok, now }) => [ok, now.status])).to.deep.equal([[false, "passed"]]);
    await decide("reject", [await shot(0), await shot(1)]);
    expect(await looked()).to.deep.equal([`${RUN}-00004`]);
    const { nextCursor } = await read("?limit=1");
    expect(await looked(`?cursor=${nextCursor}`), "only on the first page").to.deep.equal([]);
  });

  it("has a small picture of each result, made from the stored one and seen by whoever holds its link", async () => {
    const { models, ctx, client } = world;
    const { projectId } = (await models.shots.findById(`${RUN}-00000`).lean())!;
    const png = await sharp({ create: { width: 300, height: 900, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    const artifactId = await ctx.artifacts.put(png);
    await recordArtifact(models, {
      artifactId,
      projectId,
      contentType: "image/png",
      bytes: png.length,
      at: new Date(),
    });
    await models.shots.updateOne({ _id: `${RUN}-00000` }, { $set: { "artifacts.test": artifactId } });
    const { thumbnail } = (await shot(0)) as ShotView & { thumbnail: string };
    const answer = await client.get(thumbnail);
    expect([answer.status, answer.headers.get("content-type")]).to.deep.equal([200, "image/webp"]);
    expect(await sharp(answer.raw).metadata()).to.include({ width: 144, height: 108 });
    expect((await client.get(thumbnail.replace("thumb-", ""))).status, "opens nothing else").to.equal(403);
    expect((await client.get(`/api/artifacts/thumb-${artifactId}`)).status).to.equal(401);
    const stranger = await world.session("admin", "org_b");
    expect((await client.get(`/api/artifacts/thumb-${artifactId}`, { session: stranger })).status).to.equal(404);
  });

  it("shows some results alone, so that pages look again only at what others decided", async () => {
    const { shots, details, progress } = await read(`?shots=${RUN}-00001,${RUN}-00005,run_other-00000`);
    expect(shots.map(({ shotId, status }) => [shotId, status])).to.deep.equal([
      [`${RUN}-00001`, "failed"],
      [`${RUN}-00005`, "passed"],
    ]);
    expect(details.map(({ shotId }) => shotId)).to.deep.equal(shots.map(({ shotId }) => shotId));
    expect(progress).to.include({ total: 5 });
  });

  it("says what a result was compared with and might have been, as the results do", async () => {
    const version = {
      versionId: "bsv_1",
      branch: "main",
      commitSha: "0f9e8d7c6b",
      by: "ann@shop.example",
      at: "2026-11-12T10:41:00.000Z",
      prNumber: 41,
    };
    const main = { branch: "main", sha: "a1b2c3d4e5f6", own: false };
    const mainNow = { ...version, versionId: "bsv_2", artifactId: "art-now" };
    const reference = { chosenBy: "history", version, where: "branch_point", main, mainNow };
    await world.models.shots.updateOne({ _id: `${RUN}-00000` }, { $set: { reference } });
    const { body } = await world.client.get(`/api/ci/runs/${RUN}/results`, { session: viewer });
    const results = body.results as { shotId: string; comparedWith: Record<string, unknown> | null }[];
    const told = results[0]?.comparedWith;
    expect(told).to.deep.include({
      ...version,
      chosenBy: "history",
      where: "branch_point",
      merge: false,
      sentence:
        "Compared with main at a1b2c3d, where this branch began; accepted by ann@shop.example on 12 November 2026 in #41.",
    });
    const [other] = (told?.alternatives ?? []) as { what: string; picture: string; versionId: string }[];
    expect(other).to.include({ what: "main_now", versionId: "bsv_2" }).and.to.not.have.property("artifactId");
    expect(other?.picture).to.match(/^\/api\/artifacts\/art-now/);
    expect(results[1]?.comparedWith).to.equal(null);
    expect((await shot(0)).comparedWith?.sentence).to.equal(told?.sentence);
  });

  it("approves a group, says who and when, and takes it back", async () => {
    const { groups, shots } = await read();
    const group = shots.filter(({ groupId }) => groupId === groups[0]?.id);
    const done = await decide("approve", group);
    expect(done.results.map(({ ok }) => ok)).to.deep.equal([true, true]);
    expect(done.progress).to.include({ judged: 2, approved: 2, total: 5 });
    expect((await shot(0)).review).to.include({ decision: "approved", by: "editor@org_a.example" });
    expect((await shot(0)).baselineMoved).to.equal(false);
    expect(await current(0)).to.equal(`art-${RUN}-00000`);
    const back = await decide(
      "undo",
      done.results.map(({ shotId, now }) => ({ shotId, mark: now.mark })),
    );
    expect(back.results.map(({ ok, now }) => [ok, now.status, now.review])).to.deep.equal([
      [true, "failed", null],
      [true, "failed", null],
    ]);
    expect(await current(0)).to.equal(null);
    const run = await world.models.runs.findOne({ _id: RUN }).lean();
    expect(run?.summary).to.include({ approved: 0, failed: 5 });
    // After undoing, the screenshot may be approved again.
    expect((await decide("approve", [await shot(0)])).results[0]?.ok).to.equal(true);
    expect(await current(0)).to.equal(`art-${RUN}-00000`);
  });

  it("rejects with a note, marks for later, and goes back to the decision before", async () => {
    const later = await decide("later", [await shot(0)]);
    expect(later.progress).to.include({ later: 1, judged: 0 });
    const rejected = await decide("reject", [await shot(0)], admin, "The price is wrong.");
    expect(rejected.results[0]?.now).to.include({ status: "failed" });
    expect(rejected.results[0]?.now.review).to.include({
      decision: "rejected",
      note: "The price is wrong.",
      by: "admin@org_a.example",
    });
    expect((await decide("undo", [await shot(0)])).results[0]?.now.review).to.include({ decision: "later" });
    expect((await decide("undo", [await shot(0)])).results[0]?.now.review).to.equal(null);
    expect((await decide("undo", [await shot(0)])).results[0]?.refused).to.match(/no decision/);
    expect((await decide("approve", [await shot(3)])).results[0]?.refused).to.equal("The page answered 500.");
  });

  it("refuses a decision about what changed meanwhile, and tells what happened", async () => {
    const seen = await shot(0);
    await decide("reject", [seen], admin);
    const late = (await decide("approve", [seen])).results[0];
    expect(late?.ok).to.equal(false);
    expect(late?.refused).to.match(/^admin@org_a\.example rejected it at 2026-/);
    expect(late?.now.review).to.include({ decision: "rejected" });
    expect(await current(0)).to.equal(null);

    // Compared with a picture of the main branch and without its own baseline: nobody has replaced anything.
    await world.models.shots.updateOne({ _id: `${RUN}-00001` }, { $set: { baseline: { artifactId: "art-of-main" } } });
    const other = await shot(1);
    expect(other.baselineMoved).to.equal(false);
    const stored = (await world.models.shots.findOne({ _id: other.shotId }).lean())!;
    const picture = {
      artifactId: "art-x",
      mapId: null,
      frameSha256: "f",
      pixelSha256: "p",
      width: 1,
      height: 1,
      renderer: {} as never,
    };
    const promotion = {
      key: stored.baselineKey,
      picture,
      by: "run",
      how: "baseline_run" as const,
      fromRunId: "run_other",
      fromShotId: null,
      at: world.clock.at,
      id: "bsv_other",
    };
    await promote(world.models, promotion);
    const moved = (await decide("approve", [other])).results[0];
    expect(moved?.refused).to.match(/^run changed the baseline from run run_other/);
    expect(await current(1)).to.equal("art-x");
    expect((await shot(1)).baselineMoved).to.equal(true);
    // Having seen the moved baseline, the person may decide.
    expect((await decide("approve", [await shot(1)])).results[0]?.ok).to.equal(true);
    await promote(world.models, { ...promotion, id: "bsv_third", picture: { ...picture, artifactId: "art-y" } });
    const undone = (await decide("undo", [await shot(1)])).results[0];
    expect(undone?.refused).to.match(/changed the baseline/);
    expect(await current(1)).to.equal("art-y");
  });

  it("takes an approval back after its baseline was reverted, and approves again; approvals of two results go back in order", async () => {
    const { models } = world;
    const key = (await models.shots.findOne({ _id: `${RUN}-00000` }).lean())!.baselineKey;
    const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer } = capture("first");
    const picture = {
      artifactId: artifactId!,
      mapId,
      frameSha256: frameSha256!,
      pixelSha256: pixelSha256!,
      width,
      height,
      renderer: renderer!,
    };
    const given = { key, picture, by: "run", how: "baseline_run" as const, fromRunId: "run_first", fromShotId: null };
    await promote(models, { ...given, at: world.clock.at, id: "bsv_first" });
    const undo = async (n: number) => (await decide("undo", [await shot(n)])).results[0];
    expect((await decide("approve", [await shot(0)])).results[0]?.ok).to.equal(true);
    const body = { baselineId: baselineIdOf(key), versionId: "bsv_first" };
    expect((await world.client.post("/api/baselines/rollback", { session: admin, body })).body.changed).to.equal(true);
    expect((await undo(0))?.now).to.include({ status: "failed", review: null });
    expect([await current(0), await models.baselineVersions.countDocuments()]).to.deep.equal(["art-first", 3]);
    expect((await decide("approve", [await shot(0)])).results[0]?.ok).to.equal(true);
    expect(await current(0)).to.equal(`art-${RUN}-00000`);

    // A later run's result of the same place.
    await models.shots.updateOne({ _id: `${RUN}-00001` }, { $set: { baselineKey: key } });
    expect((await decide("approve", [await shot(1)])).results[0]?.ok).to.equal(true);
    expect((await undo(0))?.refused).to.match(/changed the baseline/);
    expect([(await undo(1))?.ok, await current(0)]).to.deep.equal([true, `art-${RUN}-00000`]);
    expect([(await undo(0))?.ok, await current(0)]).to.deep.equal([true, "art-first"]);
  });

  it("leaves no baseline that an interrupted approval made once its result is rejected or ignored", async () => {
    for (const decision of ["reject", "ignore"]) {
      const {
        _id,
        runId,
        baselineKey: key,
        captures,
      } = (await world.models.shots.findOne({ _id: `${RUN}-00000` }).lean())!;
      const picture = captures[0] as never;
      const half = { key, picture, by: "ed", how: "approve" as const, fromRunId: runId, fromShotId: _id };
      await promote(world.models, { ...half, at: world.clock.at, id: `bsv_${decision}` });
      expect(await current(0)).to.equal(`art-${RUN}-00000`);
      expect((await decide(decision, [await shot(0)])).results[0]?.ok).to.equal(true);
      expect(await current(0), decision).to.equal(null);
      expect((await decide("undo", [await shot(0)])).results[0]?.ok).to.equal(true);
    }
  });

  it("keeps a picture that somebody rolled back to, or that a run made the baseline, when its result is rejected or taken back", async () => {
    const { models } = world;
    const { _id, runId, baselineKey: key, captures } = (await models.shots.findOne({ _id: `${RUN}-00000` }).lean())!;
    const picture = captures[0] as never;
    const rollBack = async (versionId: string | null | undefined) => {
      const body = { baselineId: baselineIdOf(key), versionId };
      expect((await world.client.post("/api/baselines/rollback", { session: admin, body })).body.changed).to.equal(
        true,
      );
    };
    const decided = async (decision: string) => (await decide(decision, [await shot(0)])).results[0];
    const by = { key, by: "ed", at: world.clock.at, fromRunId: runId };
    const first = { ...by, picture: { ...captures[0], artifactId: "art-first" } as never, fromShotId: null };
    await promote(models, { ...first, how: "baseline_run", id: "bsv_first" });
    expect((await decided("approve"))?.ok).to.equal(true);
    const own = (await models.shots.findOne({ _id }).lean())?.review?.versionId;
    await rollBack("bsv_first");
    await rollBack(own);
    expect((await decided("undo"))?.refused).to.match(/reverted to an ol/);
    expect(await current(0)).to.equal(`art-${RUN}-00000`);

    await rollBack("bsv_first");
    expect((await decided("undo"))?.ok).to.equal(true);
    await rollBack(own);
    expect((await decided("reject"))?.ok).to.equal(true);
    expect(await current(0), "rolled back to").to.equal(`art-${RUN}-00000`);

    expect((await decided("undo"))?.ok).to.equal(true);
    await models.baselineVersions.deleteMany({ fromShotId: _id });
    await promote(models, { ...by, picture, how: "branch_merge", fromShotId: _id, id: "bsv_merged" });
    expect((await decided("reject"))?.ok).to.equal(true);
    expect(await current(0), "merged").to.equal(`art-${RUN}-00000`);
  });

  it("lets one of two people win who decide at the same moment, and leaves picture and decision agreeing", async () => {
    for (let round = 0; round < 3; round++) {
      const seen = await shot(0);
      const answers = await Promise.all([
        decide("approve", [seen]),
        decide("reject", [seen], admin),
        decide("approve", [seen], admin),
      ]);
      const won = answers.filter(({ results }) => results[0]?.ok);
      expect(won, JSON.stringify(answers)).to.have.length(1);
      const now = await shot(0);
      expect(await current(0)).to.equal(now.status === "approved" ? `art-${RUN}-00000` : null);
      expect(now.review?.decision).to.equal(now.status === "approved" ? "approved" : "rejected");
      await decide("undo", [now]);
    }
  });

  const ignored = async () => {
    const answer = await world.client.get("/api/app/projects/shop/ignored-changes", { session: viewer });
    return answer.body.ignored as { id: string; state: string; sentence: string; stoppedAt: string | null }[];
  };
  const setIgnored = (id: string, body: object, session = editor) =>
    world.client.post(`/api/app/projects/shop/ignored-changes/${id}`, { session, body });

  it("ignores a change for a while: the result passes, the run counts it, and an undo puts all back", async () => {
    await world.models.ignoredChanges.deleteMany({});
    const before = await shot(0);
    const done = await decide("ignore", [before], editor, "The banner of the week.", "7d");
    expect(done.results[0]?.now).to.include({ status: "passed" });
    expect(done.results[0]?.now.review).to.include({
      decision: "ignored",
      note: "The banner of the week.",
      end: "7d",
    });
    expect(done.progress).to.include({ total: 5, judged: 1, ignored: 1, changes: 2, changedScreenshots: 2 });
    const now = await shot(0);
    expect(now.groupId, "stays where it is in the list").to.equal(before.groupId);
    expect(await current(0), "the baseline stays").to.equal(null);
    const run = await world.models.runs.findOne({ _id: RUN }).lean();
    expect(run?.summary).to.include({ passed: 2, failed: 4, ignored: 1 });
    const [kept] = await ignored();
    expect(kept).to.include({ state: "holds", note: "The banner of the week.", by: "editor@org_a.example", end: "7d" });
    for (const decision of ["approve", "reject", "later"])
      expect((await decide(decision, [await shot(0)])).results[0]?.refused).to.match(/It is ignored: undo that first/);
    expect((await decide("ignore", [await shot(0)])).results[0]?.refused).to.equal("It is ignored already.");
    const back = await decide("undo", [await shot(0)], admin);
    expect(back.results[0]?.now).to.deep.include({ status: "failed", review: null });
    const stored = await world.models.shots.findById(`${RUN}-00000`).lean();
    expect(stored?.reasons.map(({ code }) => code)).to.deep.equal(["mismatch"]);
    expect((await ignored())[0]).to.include({ state: "stopped" });
    expect((await world.models.runs.findOne({ _id: RUN }).lean())?.summary).to.include({ passed: 1, failed: 5 });
  });

  it("lists the newest 500 ignored changes, and says whether there are more", async () => {
    const { collection } = world.models.ignoredChanges;
    const one = await collection.findOne({});
    for (const count of [500, 501]) {
      await collection.deleteMany({});
      await collection.insertMany(Array.from({ length: count }, (_, at) => ({ ...one, _id: `ign_${at}` as never })));
      const path = "/api/app/projects/shop/ignored-changes";
      const { body } = await world.client.get(path, { session: viewer });
      expect(body).to.include({ more: count > 500 });
      expect(body.ignored).to.have.length(500);
    }
    await collection.deleteMany({});
  });

  it("an undo reaches the reruns that took the result over with its decision, and no others", async () => {
    const { models } = world;
    for (const decision of ["approve", "ignore"]) {
      const done = await decide(decision, [await shot(0)]);
      const before = await models.shots.findById(`${RUN}-00000`).lean();
      const rerun = { runs: { "vrt-test": { runId: RUN } } } as never;
      const reruns = [`run_${decision}_1`, `run_${decision}_2`];
      for (const id of reruns) {
        await addRun(models, id, {
          branch: "main",
          verdict: "pass",
          createdAt: new Date("2026-03-10T12:00:00Z"),
          rerun,
        });
        const { status, review, reasons } = before!;
        const carriedFrom = id.endsWith("_1") ? RUN : "run_another";
        await addShot(models, id, 0, { status, review, reasons, carriedFrom });
      }
      await decide("undo", [{ shotId: `${RUN}-00000`, mark: done.results[0]!.now.mark }]);
      const states = await Promise.all(
        reruns.map(async (id) => (await models.shots.findById(`${id}-00000`).lean())?.status),
      );
      expect(states, decision).to.deep.equal(["failed", before?.status]);
      const verdicts = await Promise.all(reruns.map(async (id) => (await models.runs.findById(id).lean())?.verdict));
      expect(verdicts, decision).to.deep.equal(["fail", "pass"]);
    }
  });

  it("an undo fails the newest result that passed by it, and leaves one that passes by itself", async () => {
    const { models } = world;
    await models.ignoredChanges.deleteMany({});
    await decide("ignore", [await shot(0)]);
    const [kept] = await ignored();
    const reasons = [
      { code: "ignored_change" as const, message: "Ignored.", data: { ignored: kept?.id ?? "" } },
      { code: "mismatch" as const, message: "Pixels differ." },
    ];
    await addRun(models, "run_later", { branch: "main", verdict: "pass", createdAt: new Date("2026-03-10T12:00:00Z") });
    const later = await addShot(models, "run_later", 0, { status: "passed", reasons });
    const other = await addShot(models, "run_later", 1, { status: "passed", reasons, viewport: "phone" });
    await decide("undo", [await shot(0)]);
    const after = await models.shots.findById(later).lean();
    expect(after?.status).to.equal("failed");
    expect(after?.reasons.map(({ code }) => code)).to.deep.equal(["mismatch", "was_ignored"]);
    expect((await models.shots.findById(other).lean())?.status, "another place").to.equal("passed");
    const run = await models.runs.findById("run_later").lean();
    expect([run?.verdict, run?.summary]).to.deep.include("fail");
    expect(run?.summary).to.include({ failed: 1, passed: 1 });

    await decide("ignore", [await shot(0)]);
    const equal = [{ code: "equal", message: "Equal." }];
    await models.shots.updateOne({ _id: `${RUN}-00000` }, { $set: { reasons: equal } });
    const back = await decide("undo", [await shot(0)]);
    expect(back.results[0]?.now).to.deep.include({ status: "passed", review: null });
  });

  it("does not ignore what is unstable, broken or new, and wants a reason to do it permanently", async () => {
    const refusal = async (n: number, end?: string) =>
      (await decide("ignore", [await shot(n)], editor, undefined, end)).results[0]?.refused;
    expect(await refusal(2)).to.match(/^It is unstable/);
    expect(await refusal(3)).to.equal("An error cannot be ignored.");
    expect(await refusal(4)).to.match(/cannot be ignored|first screenshot/);
    expect(await refusal(0, "forever")).to.match(/needs a reason/);
    const body = { decision: "ignore", shots: [{ shotId: "x", mark: "m" }], end: "2 years" };
    expect((await world.client.post(path, { session: editor, body })).status).to.equal(400);
  });

  it("lets one of two people win who ignore and undo at the same moment, and leaves nothing ignored that fails", async () => {
    for (let round = 0; round < 3; round++) {
      await world.models.ignoredChanges.deleteMany({});
      const seen = await shot(0);
      const first = await Promise.all([
        decide("ignore", [seen]),
        decide("ignore", [seen], admin),
        decide("reject", [seen], admin),
      ]);
      expect(first.filter(({ results }) => results[0]?.ok)).to.have.length(1);
      const now = await shot(0);
      const holding = (await ignored()).filter(({ state }) => state === "holds").length;
      expect(holding).to.equal(now.status === "passed" ? 1 : 0);
      const undone = await Promise.all([decide("undo", [now]), decide("undo", [now], admin)]);
      expect(undone.filter(({ results }) => results[0]?.ok)).to.have.length(1);
      expect((await ignored()).filter(({ state }) => state === "holds")).to.deep.equal([]);
      expect((await shot(0)).status).to.equal("failed");
    }
  });

  it("stops ignoring a change and takes that back; who comes second is told", async () => {
    await world.models.ignoredChanges.deleteMany({});
    await decide("ignore", [await shot(0)]);
    const [kept] = await ignored();
    const id = kept?.id ?? "";
    const both = await Promise.all([setIgnored(id, { state: "stopped" }), setIgnored(id, { state: "stopped" }, admin)]);
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect(String(both.find(({ status }) => status === 409)?.body.error)).to.match(/stopped ignoring it first/);
    const [stopped] = await ignored();
    expect(stopped).to.include({ state: "stopped" });
    const stoppedAt = stopped?.stoppedAt;
    expect((await setIgnored(id, { state: "ignored", stoppedAt })).body).to.include({
      state: "holds",
      stoppedAt: null,
    });
    expect((await setIgnored(id, { state: "ignored", stoppedAt })).status, "taken back twice").to.equal(409);
    expect((await setIgnored(id, { state: "ignored", stoppedAt: "yesterday" })).status, "no time").to.equal(400);
    expect((await setIgnored("ign_none", { state: "stopped" })).status).to.equal(404);
    const said = await world.models.audit.find({ action: /^(ignoredChange|results\.ignore)/ }).lean();
    expect(new Set(said.map(({ action }) => action))).to.deep.equal(
      new Set(["results.ignore", "ignoredChange.stop", "ignoredChange.resume"]),
    );
  });

  it("names what was restless in first captures, and one call makes the rules; twice makes them once", async () => {
    const restless = [{ box: { x: 0, y: 0, width: 9, height: 9 }, selector: "#ticker" }];
    await addRun(world.models, "run_base", { type: "baseline" });
    await addShot(world.models, "run_base", 0, {
      kind: "baseline",
      status: "passed",
      captures: [{ ...capture("r"), restless }],
    });
    const of = "/api/app/runs/run_base/restless";
    const elements = async () => (await world.client.get(of, { session: viewer })).body.elements;
    const [named] = [{ selector: "#ticker", mode: "dynamic", scenarios: ["Home"], screenshots: 1 }];
    expect(await elements()).to.deep.equal([named]);
    const body = { selectors: ["#ticker", "#none"] };
    expect((await world.client.post(of, { session: viewer, body })).status).to.equal(403);
    const both = await Promise.all([editor, admin].map((session) => world.client.post(of, { session, body })));
    const made = both.flatMap((answer) => answer.body.made as { id: string; selector: string }[]);
    expect(made.map(({ selector }) => selector)).to.deep.equal(["#ticker"]);
    expect(await elements()).to.deep.equal([]);
    await world.models.comparisonRules.deleteMany({});
    expect((await world.client.get(`/api/app/runs/${RUN}/restless`, { session: viewer })).body.elements).to.deep.equal(
      [],
    );
  });

  it("suggests rules for an unstable result alone, and says on how many scenarios an element is", async () => {
    const moving = [{ box: { x: 0, y: 0, width: 9, height: 9 }, selector: "#ticker" }];
    const captures = [capture("a"), { ...capture("b", 2), restless: moving }];
    await world.models.shots.updateOne({ _id: `${RUN}-00002` }, { $set: { captures } });
    const suggested = async (n: number) => {
      const answer = await world.client.get(`/api/app/shots/${RUN}-0000${n}/suggestions`, { session: viewer });
      return answer.body.suggestions as { selector: string; value: string }[];
    };
    expect((await suggested(2))[0]).to.include({ kind: "comparison", selector: "#ticker", value: "dynamic" });
    expect(await suggested(0)).to.deep.equal([]);
    // A result that passed after it was captured again appears in no review; the screen of its scenario requests the suggestion.
    await world.models.shots.updateOne(
      { _id: `${RUN}-00002` },
      { $set: { status: "passed", flaky: true, reasons: [] } },
    );
    expect((await suggested(2))[0]).to.include({ selector: "#ticker", value: "dynamic" });
    const reach = await world.client.get(`/api/app/runs/${RUN}/element-reach?selector=%23ticker`, { session: viewer });
    expect(reach.body).to.deep.equal({ selector: "#ticker", scenarios: 0, of: 2, more: false });
    const stranger = await world.session("admin", "org_b");
    for (const address of [
      `shots/${RUN}-00002/suggestions`,
      `runs/${RUN}/element-reach?selector=a`,
      `runs/${RUN}/restless`,
    ])
      expect((await world.client.get(`/api/app/${address}`, { session: stranger })).status, address).to.equal(404);
  });

  it("is changed by editors alone, and only where it is theirs", async () => {
    const shots = [await shot(0)].map(({ shotId, mark }) => ({ shotId, mark }));
    const body = { decision: "approve", shots };
    expect((await world.client.post(path, { session: viewer, body })).status).to.equal(403);
    const stranger = await world.session("admin", "org_b");
    expect((await world.client.post(path, { session: stranger, body })).status).to.equal(404);
    expect((await world.client.get(path, { session: stranger })).status).to.equal(404);
    expect((await world.client.get(`/api/app/shots/${RUN}-00000/elements`, { session: stranger })).status).to.equal(
      404,
    );
    expect((await world.client.post(path, { headers: { cookie: editor.cookie }, body })).status).to.equal(403);
    await addRun(world.models, "run_seo", { type: "seo-test" });
    expect((await world.client.get("/api/app/runs/run_seo/review", { session: viewer })).status).to.equal(409);
    const foreign = [{ shotId: "run_other-00000", mark: "0.0.failed.0" }];
    expect((await decide("approve", foreign)).results[0]?.refused).to.match(/no such result/);
    expect((await shot(0)).review).to.equal(null);
  });

  it("previews a rule on all viewports, and knows the elements to which a box snaps", async () => {
    const element = {
      parent: -1,
      tag: "p",
      id: "price",
      classes: [],
      attrs: {},
      selector: "#price",
      role: "",
      textHash: "a",
      text: "9,99 €",
      styles: {},
      image: "",
      box: { x: 5, y: 10, width: 50, height: 15 },
    };
    const map: PageMap = { v: 2, width: 720, height: 450, title: "", elements: [element], cut: false, ruleBoxes: {} };
    const mapId = await world.ctx.artifacts.put(gzipSync(JSON.stringify(map)));
    const { artifactId, renderer: _, ...side } = capture("base");
    const baseline = { ...side, artifactId: artifactId ?? "", mapId, renderer: {} as never } as never;
    const captures = [{ ...capture("new"), mapId }];
    await world.models.shots.updateMany(
      { runId: RUN, scenarioLabel: "Home", status: "failed" },
      { $set: { baseline, captures } },
    );
    const query = "scenarioLabel=Home&selector=%23price&mode=ignore";
    const { body } = await world.client.get(`/api/app/runs/${RUN}/rule-preview?${query}`, { session: viewer });
    const results = body.results as { viewport: string; wouldPass: boolean | null; boxes: object[]; status: string }[];
    expect(
      results.filter(({ status }) => status === "failed").map(({ viewport, wouldPass }) => [viewport, wouldPass]),
    ).to.deep.equal([
      ["desktop", true],
      ["phone", true],
    ]);
    expect(results[0]?.boxes).to.deep.equal([{ x: 10, y: 20, width: 100, height: 30 }]);
    const found = await world.client.get(`/api/app/shots/${RUN}-00000/elements`, { session: viewer });
    expect(found.body).to.include({ known: true, cut: false });
    expect((found.body.elements as { box: object }[])[0]?.box).to.deep.equal({ x: 10, y: 20, width: 100, height: 30 });
    expect(await world.models.comparisonRules.countDocuments({})).to.equal(0);
  });

  it("shows scenarios with their pictures, the history of their baselines and how steady they are", async () => {
    await decide("approve", [await shot(0)]);
    const list = await world.client.get("/api/app/projects/shop/scenarios", { session: viewer });
    const scenarios = list.body.scenarios as { label: string; picture: string | null }[];
    expect(scenarios.map(({ label, picture }) => [label, picture !== null])).to.deep.equal([
      ["About us", false],
      ["Home", true],
      ["Product page", false],
    ]);
    const one = await world.client.get("/api/app/projects/shop/scenarios/About%20us", { session: viewer });
    expect(one.status, one.raw.toString().slice(0, 300)).to.equal(200);
    const flaky = await world.client.get("/api/app/projects/shop/flakiness/About%20us", { session: viewer });
    expect((flaky.body.history as object[])[0]).to.include({ runId: RUN, results: 1, failed: 1, unstable: 1 });
    const ranking = await world.client.get("/api/app/projects/shop/flakiness", { session: viewer });
    expect(ranking.body).to.deep.include({ runs: 1 });
    const home = await world.client.get("/api/app/projects/shop/scenarios/Home", { session: viewer });
    const [baseline] = home.body.baselines as { history: { promotedBy: string; fromRunId: string }[] }[];
    expect(baseline?.history[0]).to.include({ promotedBy: "editor@org_a.example", fromRunId: RUN });
    expect((await world.client.get("/api/app/projects/shop/scenarios/None", { session: viewer })).status).to.equal(404);
  });

  it("shows of each rule of a scenario how much of the page it hid in the last run", async () => {
    const own = { projectId: "prj_shop", scenarioLabel: "Home", mode: "ignore" as const, createdAt: new Date() };
    await world.models.comparisonRules.create({ _id: "cmp_1", ...own, selector: "#ad" });
    await world.models.comparisonRules.create({ _id: "cmp_2", ...own, selector: "#new" });
    const wide = { projectId: "prj_shop", scope: "project" as const, kind: "mode" as const, selector: ".ads" };
    await world.models.wideRules.create({ _id: "wrl_1", ...wide, value: "ignore", createdAt: new Date() });
    const total = { shots: 1, hiding: 1, changedPixels: 5, changes: 1, pagePixels: 1_000 };
    const ruleTotals = [
      { id: "cmp_1", pixels: 340, ...total },
      { id: "wrl_1", pixels: 100, ...total },
    ];
    await world.models.runs.updateOne({ _id: RUN }, { $set: { ruleTotals } });
    const { body } = await world.client.get("/api/app/projects/shop/scenarios/Home", { session: viewer });
    const shares = (of: unknown) =>
      (of as { selector: string; share: number | null }[]).map(({ selector, share }) => [selector, share]);
    expect(shares(body.comparisonRules)).to.have.deep.members([
      ["#ad", 0.34],
      ["#new", null],
    ]);
    expect(shares(body.wideRules)).to.deep.equal([[".ads", 0.1]]);
    await world.models.comparisonRules.deleteMany({});
    await world.models.wideRules.deleteMany({});
  });
});
