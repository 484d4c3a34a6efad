import { expect } from "chai";
import { latestRuns } from "../../../api/operations/health/healthRuns.ts";
import { siteHealth } from "../../../api/operations/health/siteHealth.ts";
import { DEFAULT_OPTIONS } from "../../../domain/functional/runOptions.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeWorld, type World } from "../support/world.ts";
import { addAudit, addFinding } from "./support.ts";

const SCENARIOS = ["scn_home", "scn_about_us", "scn_product_page"];
const operator = { kind: "operator", orgId: "org_a" } as const;

describe("siteHealth", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
    world.clock.at = new Date("2026-03-10T00:00:00Z");
    const { models } = world;
    await addAudit(models, "run_1", 8, 70, SCENARIOS);
    await addAudit(models, "run_2", 9, 80, SCENARIOS, { branch: null });
    await addAudit(models, "run_3", 10, 90, SCENARIOS.slice(0, 2));
    // None of these runs counts for the site: another branch, not ended, too old, another project.
    await addAudit(models, "run_branch", 10, 1, SCENARIOS, { branch: "new-cart" });
    await addAudit(models, "run_failed", 10, 1, SCENARIOS, { status: "failed" });
    await addAudit(models, "run_old", -30, 1, SCENARIOS);
    await addAudit(models, "run_blog", 10, 1, SCENARIOS, { projectId: "prj_blog" });
    await addAudit(models, "run_stage", 10, 30, SCENARIOS, { environmentId: "env_stage", type: "a11y-test" });
    const at = new Date("2026-03-10T00:00:00Z");
    const summary = { total: 3, passed: 2, failed: 1, approved: 1, errors: 1, flaky: 0, noBaseline: 0 };
    await addRun(models, "run_visual", { branch: "main", createdAt: at, finishedAt: at, summary });
    await addShot(models, "run_visual", 0, { status: "passed" });
    await addShot(models, "run_visual", 1, { status: "approved", viewport: "phone" });
    await addShot(models, "run_visual", 2, { status: "error", scenarioId: "scn_about_us", scenarioLabel: "About us" });
  });
  after(() => world.close());
  const pillar = (health: Awaited<ReturnType<typeof siteHealth>>, name: string) =>
    health.pillars.find((one) => one.pillar === name);

  it("rolls up runs of the main branch and without a branch", async () => {
    const health = await siteHealth(world.ctx, operator, { project: "shop" });
    expect(health).to.include({ project: "shop", environmentId: null });
    // Weights: 70 → 0.906, 80 → 0.952, 90 → 2/3; half of 2.53 is reached at 80. All scenarios were audited: two now, the third a day ago.
    expect(pillar(health, "seo")).to.deep.include({
      score: 80,
      runs: 3,
      coverage: 0.984,
      noise: 14.8,
      lastRunAt: "2026-03-10T00:00:00.000Z",
      notCovered: [],
      trend: { perDay: 10, direction: "rising", sentence: "Rising by 10 points a day over 3 runs in 2 days." },
    });
    expect(pillar(health, "perf")).to.deep.include({ score: null, runs: 0 });
  });

  it("says what its newest runs moved, with the problems that came with them", async () => {
    const { models } = world;
    const ofBlog = { projectId: "prj_blog", type: "privacy-test" as const };
    const own = { projectId: "prj_blog", pillar: "privacy" } as const;
    for (const [id, day, score] of [
      ["run_m1", 8, 90],
      ["run_m2", 10, 40],
    ] as const) {
      await addAudit(models, id, day, score, SCENARIOS, ofBlog);
      await addFinding(models, id, "old", { ...own, severity: "minor", message: "An old one." });
      if (id === "run_m2") await addFinding(models, id, "new", { ...own, message: "A tracker\nis asked." });
      await refreshProblems(models, (await models.runs.findById(id).lean()) as Run);
    }
    const { before, score, movedBy } = await siteHealth(world.ctx, operator, { project: "blog" });
    expect(movedBy).to.have.length(1);
    expect(score).to.be.lessThan(before ?? 0);
    const [mover] = movedBy;
    expect(mover?.sentence).to.match(/^Privacy: [\d.]+ points down\. New: A tracker is asked\.$/);
    expect(mover?.problems.map(({ status, points }) => [status, points])).to.deep.equal([["new", mover?.points]]);
  });

  it("counts the pictures that passed or were approved, and covers only what was judged", async () => {
    const health = await siteHealth(world.ctx, operator, { project: "prj_shop" });
    expect(pillar(health, "visual")).to.deep.include({
      score: 66.7,
      coverage: 0.333,
      notCovered: ["About us", "Product page"],
    });
  });

  it("is that of the last full run, however many runs of some scenarios there are since", async () => {
    const full = { projectId: "prj_blog", type: "a11y-test" as const };
    await addAudit(world.models, "run_full", 1, 60, [], full);
    for (let i = 0; i < 50; i++)
      await addAudit(world.models, `run_part_${i}`, 2, 100, [], { ...full, scenarios: ["Home"] });
    const health = await siteHealth(world.ctx, operator, { project: "blog" });
    await world.models.runs.deleteMany({ type: "a11y-test", projectId: "prj_blog" });
    expect(pillar(health, "a11y")).to.include({ score: 60, runs: 1 });
  });

  it("finds the last run of all features, however many runs of some there are since", async () => {
    const { models, ctx } = world;
    const project = (await models.projects.findOne({ slug: "blog" }).lean()) as Project;
    const ofBlog = { projectId: project._id, type: "frt-test" as const };
    const some = { functional: { ...DEFAULT_OPTIONS, tags: "@smoke" } };
    await addRun(models, "run_all", { ...ofBlog, createdAt: new Date("2026-03-01") });
    for (let i = 0; i < 51; i++)
      await addRun(models, `run_some_${i}`, { ...ofBlog, createdAt: new Date("2026-03-02"), extra: some });
    const runs = await latestRuns(ctx, "functional", { project }, ctx.now().getTime());
    await models.runs.deleteMany(ofBlog);
    expect(runs.map(isPart)).to.deep.equal([...Array(10).fill(true), false]);
  });

  it("keeps to one environment when asked", async () => {
    const stage = await siteHealth(world.ctx, operator, { project: "shop", environment: "Staging" });
    expect(stage).to.include({ environmentId: "env_stage", environmentName: "Staging", score: 30 });
    const all = await siteHealth(world.ctx, operator, { project: "shop" });
    // (18 × 66.7 + 14 × 30 + 10 × 80) / 42.
    expect(all.score).to.equal(57.6);
  });

  it("gives the quality score with its table", async () => {
    const quality = await siteHealth(world.ctx, operator, { project: "shop" });
    expect(quality).to.include({ project: "shop", score: 57.6 });
    expect(
      quality.weights.map(({ pillar, points }) => [pillar, points]).filter(([, points]) => points !== null),
    ).to.deep.equal([
      ["visual", 28.6],
      ["a11y", 10],
      ["seo", 19],
    ]);
  });

  it("is no business of strangers and of keys for CI alone", async () => {
    const key = { kind: "key", keyId: "k", keyName: "k", orgId: "org_a", defaultProject: null } as const;
    const refusal = async (caller: Parameters<typeof siteHealth>[1], input = { project: "shop" }) =>
      siteHealth(world.ctx, caller, input).then(
        () => "answered",
        (error: { code: string }) => error.code,
      );
    expect(await refusal({ ...key, scope: "ci", projectId: null })).to.equal("scope_denied");
    expect(await refusal({ ...key, scope: "mcp_read", projectId: "prj_blog" })).to.equal("project_resolution_error");
    expect(await refusal({ kind: "operator", orgId: "org_b" })).to.equal("project_resolution_error");
    expect(await refusal({ ...key, scope: "mcp_read", projectId: "prj_shop" })).to.equal("answered");
    expect(await refusal(operator, { project: "nope" })).to.equal("project_resolution_error");
  });
});
