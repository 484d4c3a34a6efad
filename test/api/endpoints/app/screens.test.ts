// The data behind the overview and the lists of runs: figures that come from the runs, filters, cursors, bounds.
import { expect } from "chai";
import { auditSummary } from "../../health/support.ts";
import type { Session } from "../../support/client.ts";
import { addRun, addShot } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const SAID = { comparedWith: ["Compared with main."], approvals: ["1 screenshot passed by an approval."] };
const VISUAL = { total: 2, passed: 1, failed: 1, approved: 0, errors: 0, flaky: 1, noBaseline: 0, ...SAID };
const minute = (n: number) => new Date(Date.UTC(2026, 2, 10, 10, n));

describe("screens of the dashboard", () => {
  let world: World;
  let viewer: Session;
  let admin: Session;
  before(async () => {
    world = await makeWorld();
    [viewer, admin] = [await world.session("viewer"), await world.session("admin")];
    const { models } = world;
    const end = (n: number) => ({ createdAt: minute(n), finishedAt: minute(n + 1), duration: 60_000 });
    await addRun(models, "run_seo_1", {
      type: "seo-test",
      branch: "main",
      ...end(1),
      verdict: "pass",
      summary: auditSummary(90),
    });
    await addRun(models, "run_seo_2", {
      type: "seo-test",
      branch: "main",
      ...end(3),
      verdict: "fail",
      summary: { ...auditSummary(60), new: 2, verdict: "fail", reasons: ["2 new serious findings."] },
    });
    for (const index of [-1, 0])
      for (const runId of ["run_seo_1", "run_seo_2"])
        await models.auditPages.create({
          _id: `${runId}-p${index}`,
          runId,
          projectId: "prj_shop",
          pillar: "seo",
          index,
          url: "https://shop.example/",
          key: "/",
          scenarioLabels: ["Home"],
          scenarioIds: ["scn_home"],
          status: "failed",
          attempts: index === 0 ? 2 : 1,
        });
    await addRun(models, "run_vrt", {
      ...end(5),
      branch: "feature/x",
      commitSha: "abcdef1234567",
      prNumber: 7,
      issueKey: "SHOP-12",
      verdict: "fail",
      summary: VISUAL,
      prUrl: "https://github.com/acme/shop/pull/7",
      requestedBy: "ci@acme.example",
    });
    await addShot(models, "run_vrt", 0, { attempts: 2, flaky: true });
    await addShot(models, "run_vrt", 1, { scenarioLabel: "About us", scenarioId: "scn_about_us", status: "passed" });
    await addRun(models, "run_full", {
      type: "full-suite",
      ...end(6),
      verdict: "fail",
      summary: null,
      extra: { pillars: ["a11y"] },
    });
    await addRun(models, "run_part", {
      type: "a11y-test",
      parentRunId: "run_full",
      ...end(6),
      verdict: "pass",
      summary: auditSummary(100),
    });
    await addRun(models, "run_going", {
      status: "running",
      createdAt: minute(8),
      startedAt: minute(8),
      progress: { phase: "capturing", done: 3, total: 9 },
    });
  });
  after(() => world.close());

  const addPart = (score: number) =>
    addRun(world.models, "run_seo_part", {
      type: "seo-test",
      branch: "main",
      createdAt: minute(2),
      finishedAt: minute(2),
      scenarios: ["Home"],
      summary: auditSummary(score),
    });
  const read = async (path: string, session = viewer) => {
    const answer = await world.client.get(`/api/app${path}`, { session });
    expect(answer.status, answer.raw.toString().slice(0, 500)).to.equal(200);
    return answer.body as Record<string, never>;
  };
  const ids = (body: { runs: { runId: string }[] }) => body.runs.map(({ runId }) => runId);

  it("stand in a frame that tells branches, environments and what runs now", async () => {
    const frame = (await read("/projects/shop/frame")) as unknown as Record<string, Record<string, unknown>[]>;
    expect(frame.branches).to.have.members(["main", "feature/x"]);
    expect(frame.environments?.map(({ slug }) => slug)).to.have.members(["production", "staging"]);
    expect(frame.work?.map(({ kind, id, title, progress }) => ({ kind, id, title, progress }))).to.deep.equal([
      {
        kind: "run",
        id: "run_going",
        title: "Visual test",
        progress: { phase: "capturing", done: 3, total: 9 },
      },
    ]);
  });

  it("list the projects of the organisation with their health and last verdicts", async () => {
    // A part of a full audit does not count as a separate run.
    await addRun(world.models, "run_going_part", { type: "seo-test", status: "running", parentRunId: "run_going" });
    const { projects } = (await read("/projects")) as unknown as { projects: Record<string, unknown>[] };
    expect(projects.map(({ slug, health, running }) => [slug, typeof health, running])).to.deep.equal([
      ["blog", "object", 0],
      ["shop", "number", 1],
    ]);
    await world.models.runs.deleteOne({ _id: "run_going_part" });
    expect(projects[1]).to.include({ scenarioCount: 3, environments: 2 });
    type Pillars = { pillar: string; score: number | null; runId: string }[];
    const last = (projects[1]?.last ?? []) as Pillars;
    expect(last.map(({ pillar }) => pillar)).to.include.members(["visual", "seo"]);
    const { health } = (await read("/projects/shop/overview")) as unknown as {
      health: { score: number; pillars: Pillars };
    };
    expect(projects[1]?.health).to.equal(health.score);
    const scores = new Map(health.pillars.map(({ pillar, score }) => [pillar, score]));
    for (const { pillar, score } of last) expect(score, pillar).to.equal(scores.get(pillar) ?? null);
  });

  it("hear nothing of how a project stands from a run that was cancelled", async () => {
    const summary = { ...VISUAL, passed: 0, failed: 2, errors: 2 };
    const cancelled = { branch: "main", createdAt: minute(9), status: "failed", cancelledBy: "ann", summary } as const;
    await addRun(world.models, "run_cancelled", cancelled);
    const { projects } = (await read("/projects")) as unknown as { projects: { last: { runId: string }[] }[] };
    expect(projects[1]?.last.map(({ runId }) => runId)).to.not.include("run_cancelled");
    expect((await read("/runs/run_cancelled/outcome")).score).to.equal(null);
    await world.models.runs.deleteOne({ _id: "run_cancelled" });
  });

  it("say how a project stands, what moved it, and what to do", async () => {
    type Overview = {
      health: {
        score: number;
        pillars: { pillar: string; moved: number }[];
      };
      needsYou: { code: string; action: { tool: string; args: object } }[];
      lastRuns: { runId: string }[];
      trends: { pillar: string; scores: number[] }[];
      release: { verdict: string; items: { message: string }[] };
      gate: unknown;
      branches: string[];
    };
    // The score of a part of the site is no point of a trend.
    await addPart(100);
    const main = (await read("/projects/shop/overview?environment=production")) as unknown as Overview;
    await world.models.runs.deleteOne({ _id: "run_seo_part" });
    expect(main.health.pillars.find(({ pillar }) => pillar === "seo")?.moved).to.be.below(0);
    expect(main.needsYou[0]?.action.args).to.include({ project: "shop", environment: "production" });
    expect(main.trends.find(({ pillar }) => pillar === "seo")?.scores).to.deep.equal([90, 60]);
    expect(main.release.items).not.to.have.length(0);
    expect(main.branches).to.include.members(["main", "feature/x"]);
    expect(main.gate).to.equal(null);
    const branch = (await read("/projects/shop/overview?branch=feature/x")) as unknown as Overview;
    expect(branch.lastRuns.map(({ runId }) => runId)).to.deep.equal(["run_vrt"]);
    expect(branch.gate).to.include({ verdict: "fail" });
  });

  it("list runs, narrowed and page by page", async () => {
    const runs = async (query: string) => ids((await read(`/projects/shop/runs${query}`)) as never);
    expect(await runs("")).to.deep.equal(["run_going", "run_full", "run_vrt", "run_seo_2", "run_seo_1"]);
    const all = (await read("/projects/shop/runs")) as unknown as { runs: { chosen: string[] }[] };
    expect(all.runs.map(({ chosen }) => chosen)).to.deep.equal([[], ["a11y"], [], [], []]);
    expect(await runs("?parts=1&type=a11y-test")).to.deep.equal(["run_part"]);
    expect(await runs("?status=running")).to.deep.equal(["run_going"]);
    expect(await runs("?verdict=pass")).to.deep.equal(["run_seo_1"]);
    expect(await runs("?branch=main&type=seo-test")).to.deep.equal(["run_seo_2", "run_seo_1"]);
    for (const text of ["shop-12", "FEATURE/", "abcdef1", "%237", "run_vrt", "ci@acme"])
      expect(await runs(`?text=${text}`), text).to.deep.equal(["run_vrt"]);
    expect(await runs("?text=.*")).to.deep.equal([]);
    expect(await runs("?environment=staging")).to.deep.equal([]);
    const first = (await read("/projects/shop/runs?limit=3")) as unknown as { nextCursor: string };
    expect(await runs(`?limit=3&cursor=${first.nextCursor}`)).to.deep.equal(["run_seo_2", "run_seo_1"]);
  });

  it("tell a run: how it stands, its links and what was tried again", async () => {
    const vrt = (await read("/runs/run_vrt")) as unknown as Record<string, object>;
    expect(vrt.run).to.include({ sentence: "1 of 2 screenshots changed. 1 flaky.", conclusion: "failed" });
    expect(vrt.run).to.include({ commitUrl: "https://github.com/acme/shop/commit/abcdef1234567" });
    expect(vrt.links).to.deep.equal({ report: "/api/ci/runs/run_vrt/report", temporal: null });
    expect(vrt.said).to.deep.equal([...SAID.comparedWith, ...SAID.approvals]);
    expect((vrt.triedAgain as { id: string }[]).map(({ id }) => id)).to.deep.equal(["run_vrt-00000"]);
    expect((vrt.timeline as { what: string }[]).map(({ what }) => what)).to.deep.equal(["created", "ended"]);
    const seo = (await read("/runs/run_seo_2")) as unknown as Record<string, object>;
    expect(seo.compareWith).to.deep.equal({ previous: "run_seo_1", base: null, against: null });
    expect(seo.reasons).to.deep.equal(["2 new serious findings."]);
    type Parts = { isAudit: boolean; pillars: { runId: string; pillar: string }[] };
    const full = (await read("/runs/run_full")) as unknown as Parts;
    expect([full.isAudit, full.pillars.map(({ runId }) => runId)]).to.deep.equal([true, ["run_part"]]);
    // No other run has parts, and a run is not its own part.
    for (const runId of ["run_seo_2", "run_part", "run_vrt"])
      expect((await read(`/runs/${runId}`)) as object, runId).to.deep.include({ isAudit: false, pillars: [] });
    const going = (await read("/runs/run_going")) as unknown as { run: { progress: object } };
    expect(going.run.progress).to.have.property("phase");
  });

  it("say of a run of some scenarios that its score is theirs: in its row and on its page", async () => {
    const told = "Score 60 over 1 of 3 scenarios.";
    await world.models.runs.updateOne({ _id: "run_seo_2" }, { $set: { part: { scenarios: 1, of: 3 } } });
    type Row = { runId: string; sentence: string };
    const { lastRuns } = (await read("/projects/shop/overview")) as unknown as { lastRuns: Row[] };
    expect(lastRuns.find(({ runId }) => runId === "run_seo_2")?.sentence).to.match(RegExp(`^${told}`));
    const { run } = (await read("/runs/run_seo_2")) as unknown as { run: Row };
    expect(run.sentence).to.match(RegExp(`^${told}`));
    await world.models.runs.updateOne({ _id: "run_seo_2" }, { $unset: { part: 1 } });
  });

  it("show Temporal's interface to administrators alone", async () => {
    const config = { ...world.ctx.config, temporalUiUrl: "http://127.0.0.1:8233" };
    const client = await world.listen({ config });
    const link = async (session: Session) =>
      ((await client.get("/api/app/runs/run_vrt", { session })).body.links as { temporal: string | null }).temporal;
    expect(await link(admin)).to.equal("http://127.0.0.1:8233/namespaces/default/workflows/run-run_vrt");
    expect(await link(viewer)).to.equal(null);
  });

  it("show what a run found: its score beside the run before, and its problems with where they are", async () => {
    const { models } = world;
    const shown = {
      changes: [],
      causes: [],
      fingerprint: "f",
      regions: [{ box: { x: 1, y: 2, width: 3, height: 4 } }],
    };
    await addShot(models, "run_vrt", 7, {
      ...(shown as object),
      scenarioLabel: "Shop",
      baseline: { artifactId: "art-base", width: 1_440, height: 900 } as never,
      review: { decision: "rejected", note: "No.", by: "ada", at: minute(6), versionId: null },
    });
    type Found = { shot: number; standing: string; change: { after: object }; new: boolean };
    const outcome = (await read("/runs/run_vrt/outcome")) as unknown as { problems: Found[]; score: object };
    expect(outcome).to.deep.include({ total: 2, open: 2, before: null });
    const [rejected] = outcome.problems.filter(({ shot }) => shot === 7);
    expect(rejected?.standing).to.equal("rejected");
    expect(rejected?.change.after).to.deep.include({ width: 1_440, box: { x: 1, y: 2, width: 3, height: 4 } });
    expect(((await read("/runs/run_vrt/outcome?limit=1")) as unknown as { problems: Found[] }).problems).to.have.length(
      1,
    );
    // The nearest run before is of a part, and not what the whole is compared with.
    await addPart(100);
    const seo = (await read("/runs/run_seo_2/outcome")) as unknown as { score: object; before: { runId: string } };
    await world.models.runs.deleteOne({ _id: "run_seo_part" });
    expect([seo.score, seo.before.runId]).to.deep.equal([{ value: 60, change: -30, spread: null }, "run_seo_1"]);
    const going = (await read("/runs/run_going/outcome")) as unknown as { score: object | null };
    expect(going.score).to.equal(null);
  });

  it("are closed to others: another organisation's ids are unknown, keys and nobody are not let in", async () => {
    const stranger = await world.session("admin", "org_b");
    for (const path of ["/projects/shop/overview", "/projects/prj_shop/runs", "/runs/run_vrt"]) {
      expect((await world.client.get(`/api/app${path}`, { session: stranger })).status, path).to.equal(404);
      expect((await world.client.get(`/api/app${path}`)).status, path).to.equal(401);
      expect((await world.client.get(`/api/app${path}`, { key: await world.addKey("mcp_full") })).status).to.equal(401);
    }
    const { projects } = (await read("/projects", stranger)) as unknown as { projects: { slug: string }[] };
    expect(projects.map(({ slug }) => slug)).to.deep.equal(["foreign"]);
  });
});
