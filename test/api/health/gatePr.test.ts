import { expect } from "chai";
import { gatherFacts } from "../../../api/operations/guidance/gatherFacts.ts";
import { gatePr } from "../../../api/operations/health/gatePr.ts";
import { factsOf } from "../../../domain/functional/feature.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { blockersOf } from "../../../domain/guidance/blockers.ts";
import { changeProblem, type PeopleChange } from "../../../models/problems/change.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import { type Problem, withPeople } from "../../../models/problems/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addFunctionalRun, type Told } from "../support/functionalRun.ts";
import { addRun, addShot } from "../support/shots.ts";
import { makeWorld, type World } from "../support/world.ts";
import { addAudit, addFinding, auditSummary } from "./support.ts";

const operator = { kind: "operator", orgId: "org_a" } as const;
const HOME = ["scn_home"];

describe("gatePr", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());
  const gate = (input: Omit<Parameters<typeof gatePr>[2], "project">) =>
    gatePr(world.ctx, operator, { project: "shop", ...input });
  const addVisual = (id: string, day: number, passed: number, more: Parameters<typeof addRun>[2] = {}) =>
    addRun(world.models, id, {
      branch: "new-cart",
      createdAt: new Date(Date.UTC(2026, 2, day)),
      summary: { total: 4, passed, failed: 4 - passed, approved: 1, errors: 0, flaky: 0, noBaseline: 1 },
      ...more,
    });

  it("is inconclusive without a run, and says what for", async () => {
    await addVisual("run_main", 1, 4, { branch: "main" });
    const result = await gate({ branch: "new-cart" });
    expect(result).to.deep.include({ verdict: "inconclusive", runs: {}, branch: "new-cart" });
    expect(result.reasons.map(({ code, message }) => [code, message])).to.deep.equal([
      ["no_data", "There are 0 runs for the branch new-cart, so the result is inconclusive."],
    ]);
  });

  it("judges the latest run of each pillar, whatever came of it", async () => {
    await addVisual("run_1", 1, 1);
    await addVisual("run_2", 2, 4);
    expect(await gate({ branch: "new-cart" })).to.deep.include({ verdict: "pass", runs: { visual: "run_2" } });
    await addVisual("run_3", 3, 2);
    const failed = await gate({ branch: "new-cart" });
    expect(failed.verdict).to.equal("fail");
    expect(failed.reasons[0]?.data).to.include({ total: 4, passed: 2, approved: 1, failures: 2, noBaseline: 1 });
    await addVisual("run_4", 4, 4, { status: "running", summary: null });
    expect((await gate({ branch: "new-cart" })).reasons.map(({ code }) => code)).to.deep.equal(["run_running"]);
  });

  it("counts scenarios that failed before and were not run, until they pass, are gone or accepted", async () => {
    const cart = { feature: "Cart", name: "Add", tries: ["passed" as const] };
    const told = async (runId: string, day: number, scenarios: Told[], options?: object) => {
      const createdAt = new Date(Date.UTC(2026, 2, day));
      const extra = { functional: { featureIds: ["cart"], ...options } };
      await addFunctionalRun(world.models, runId, scenarios, { branch: "new-cart", createdAt, extra });
      await refreshProblems(world.models, (await world.models.runs.findById(runId).lean()) as Run);
      const { verdict, reasons } = await gate({ branch: "new-cart" });
      return [verdict, reasons[0]?.data.failures];
    };
    const feature = async (name: string, scenarios: string[], status: "ready" | "draft" = "ready") => {
      const featureId = name.toLowerCase();
      const _id = `prj_shop:${featureId}`;
      await world.models.features.deleteOne({ _id });
      const text = `Feature: ${name}\n${scenarios.map((one) => `  Scenario: ${one}\n    Given I am on "/"\n`).join("")}`;
      await world.models.features.create({
        _id,
        projectId: "prj_shop",
        featureId,
        gherkin: text,
        status,
        version: 1,
        ...factsOf(compileFeature(text), []),
        origin: "written",
        updatedBy: "test",
        createdAt: new Date(0),
        updatedAt: new Date(0),
      });
    };
    await feature("Cart", ["Add", "Remove", "Empty"]);
    await feature("Search", ["Add"]);
    const failing: Told[] = ["Remove", "Empty"].map((name) => ({ ...cart, name, tries: ["failed"] }));
    const only = { scenarioIds: ["Add"] };
    expect(await told("run_1", 1, [cart, ...failing])).to.deep.equal(["fail", 2]);
    expect(await told("run_2", 2, [cart], only)).to.deep.equal(["fail", 2]);
    const [{ message = "" } = {}] = (await gate({ branch: "new-cart" })).reasons;
    expect(message).to.match(/ 2 other scenarios failed before and were not run\.$/);
    expect(await told("run_3", 3, [{ ...cart, name: "Empty" }], { scenarioIds: ["Empty"] })).to.deep.equal(["fail", 1]);
    expect(await told("run_4", 4, [{ ...cart, feature: "Search" }], { featureIds: ["search"] })).to.deep.equal([
      "fail",
      1,
    ]);
    // Drafts are not run, and a removed scenario stays removed.
    await feature("Cart", ["Add", "Remove", "Empty"], "draft");
    expect(await told("run_4b", 4, [cart], only)).to.deep.equal(["pass", 0]);
    await feature("Cart", ["Add", "Empty"]);
    expect(await told("run_5", 5, [cart], only)).to.deep.equal(["pass", 0]);
    await feature("Cart", ["Add", "Remove", "Empty"]);
    expect(await told("run_5b", 5, [cart], only)).to.deep.equal(["pass", 0]);
    expect(await told("run_6", 6, failing.slice(0, 1))).to.deep.equal(["fail", 1]);
    const [problem] = await world.models.problems.find({ runId: "run_6", status: "regressed" }).lean<Problem[]>();
    await changeProblem(world.models, withPeople(problem as Problem), {
      acceptance: { by: "ann", at: new Date(0), reason: "known", until: null },
    });
    expect(await told("run_7", 7, [cart], only)).to.deep.equal(["pass", 0]);
  });

  it("fails on critical findings that the base branch does not have", async () => {
    await addAudit(world.models, "run_seo", 9, 90, HOME, { branch: "new-cart" });
    await addFinding(world.models, "run_seo", "old", { isNew: true, isNewOnBranch: false });
    await addFinding(world.models, "run_seo", "warned", { isNew: true, isNewOnBranch: true, outcome: "warning" });
    expect((await gate({ branch: "new-cart" })).verdict).to.equal("pass");
    await addFinding(world.models, "run_seo", "s", { isNew: false, isNewOnBranch: true, severity: "serious" });
    expect((await gate({ branch: "new-cart" })).verdict).to.equal("warn");
    await addFinding(world.models, "run_seo", "c", { isNew: false, isNewOnBranch: true });
    const result = await gate({ branch: "new-cart" });
    expect(result.verdict).to.equal("fail");
    expect(result.reasons.map(({ message }) => message)).to.deep.equal([
      'SEO on Production: 1 new critical finding. It is: "The page has no title".',
      'SEO on Production: 1 new serious finding. It is: "The page has no title".',
    ]);
  });

  it("does not pass if there are more findings than it reads", async () => {
    await addAudit(world.models, "run_seo", 9, 90, HOME, { branch: "new-cart" });
    await addFinding(world.models, "run_seo", "old", { isNew: false, isNewOnBranch: false });
    const failing = (critical: number) =>
      world.models.runs.updateOne({ _id: "run_seo" }, { $set: { "summary.bySeverity.critical": critical } });
    await failing(20_000);
    expect((await gate({ branch: "new-cart" })).verdict).to.equal("pass");
    await failing(20_001);
    expect((await gate({ branch: "new-cart" })).reasons.map(({ code }) => code)).to.deep.equal(["not_comparable"]);
    // What is accepted is read too, but only of the severities that the gate checks.
    await failing(20_000);
    await addFinding(world.models, "run_seo", "minor", { outcome: "accepted", was: "failed", severity: "minor" });
    expect((await gate({ branch: "new-cart" })).verdict).to.equal("pass");
    await addFinding(world.models, "run_seo", "bad", { outcome: "accepted", was: "failed" });
    expect((await gate({ branch: "new-cart" })).reasons.map(({ code }) => code)).to.deep.equal(["not_comparable"]);
  });

  it("counts what the branch brought to pages that its newest audit did not look at, until it is fixed, main's or snoozed", async () => {
    const base = { base: { runId: "run_base", against: "main", score: 90 } };
    const audit = async (runId: string, day: number, key: string, finding: boolean, branch = "new-cart") => {
      const summary = { ...auditSummary(90), ...base };
      await addAudit(world.models, runId, day, 90, HOME, { branch, summary, scenarios: HOME });
      await world.models.auditPages.updateOne({ runId }, { $set: { key, url: `https://shop.example${key}` } });
      const page = `https://shop.example${key}`;
      if (finding) await addFinding(world.models, runId, "cart title", { page, isNew: true, isNewOnBranch: true });
      await refreshProblems(world.models, (await world.models.runs.findById(runId).lean()) as Run);
      const { verdict, reasons } = await gate({ branch: "new-cart" });
      return [verdict, reasons[0]?.message];
    };
    const missing = 'It is: "The page has no title".';
    const left = `SEO on Production: 1 new critical finding since main, on pages that this run did not check. ${missing}`;
    const none = "SEO on Production: 0 new critical and 0 new serious findings since main.";
    expect(await audit("run_1", 1, "/cart", true)).to.deep.equal([
      "fail",
      `SEO on Production: 1 new critical finding since main. ${missing}`,
    ]);
    expect(await audit("run_2", 2, "/", false)).to.deep.equal(["fail", left]);
    expect(await audit("run_3", 3, "/cart", false)).to.deep.equal(["pass", none]);
    await audit("run_4", 4, "/cart", true);
    expect(await audit("run_5", 5, "/", false)).to.deep.equal(["fail", left]);
    const id = { runId: "run_4", line: "new-cart" };
    const [problem] = await world.models.problems.find(id).lean<Problem[]>();
    const snooze = { ...by, note: null, until: new Date("2999-01-01"), places: null };
    const snoozed = await changeProblem(world.models, withPeople(problem as Problem), { snooze });
    expect(await gate({ branch: "new-cart" })).to.include({ verdict: "pass" });
    await changeProblem(world.models, withPeople(snoozed as Problem), { snooze: null });
    expect(await gate({ branch: "new-cart" })).to.include({ verdict: "fail" });
    await audit("run_6", 6, "/cart", true, "main");
    expect(await gate({ branch: "new-cart" })).to.include({ verdict: "pass" });
  });

  /** Refreshes the run's problems, and applies the decision to its only one. */
  async function decide(runId: string, decision: PeopleChange): Promise<void> {
    await refreshProblems(world.models, (await world.models.runs.findById(runId).lean()) as Run);
    const [problem] = await world.models.problems.find({ runId }).lean<Problem[]>();
    await changeProblem(world.models, withPeople(problem as Problem), decision);
  }
  const NOW = new Date("2026-03-10T12:00:00Z");
  const by = { by: "ann", at: NOW };
  const [AHEAD, PAST] = [new Date(NOW.getTime() + 86_400_000), new Date(NOW.getTime() - 86_400_000)];
  const CRITICAL = 'SEO on Production: 1 new critical finding. It is: "The page has no title".';
  const NONE = "SEO on Production: 0 new critical and 0 new serious findings.";
  for (const [name, decision, verdict, message] of [
    ["snoozed until tomorrow", { snooze: { ...by, note: null, until: AHEAD, places: null } }, "pass", NONE],
    ["snoozed until yesterday", { snooze: { ...by, note: null, until: PAST, places: null } }, "fail", CRITICAL],
    ["snoozed until it is on 2 pages", { snooze: { ...by, note: null, until: null, places: 1 } }, "pass", NONE],
    ["snoozed until it spread", { snooze: { ...by, note: null, until: null, places: 0 } }, "fail", CRITICAL],
    ["accepted", { acceptance: { ...by, reason: "known", until: null } }, "pass", NONE],
    ["assigned", { assignee: "ann@shop.example" }, "fail", CRITICAL],
  ] as const)
    it(`a new critical finding that is ${name}: ${verdict}, and the blockers of a release agree`, async () => {
      world.ctx.now = () => NOW;
      for (const [day, branch] of [
        [8, "main"],
        [9, "new-cart"],
      ] as const) {
        const runId = `run_${branch}`;
        await addAudit(world.models, runId, day, 90, HOME, { branch });
        await addFinding(world.models, runId, "c", { isNew: true, isNewOnBranch: branch === "main" ? null : true });
      }
      // A decision on main applies to its branches too.
      await decide("run_main", decision);
      for (const input of [{}, { branch: "new-cart" }]) {
        const { verdict: told, reasons } = await gate(input);
        expect([told, reasons.find(({ code }) => code !== "health_held")?.message]).to.deep.equal([verdict, message]);
      }
      const project = (await world.models.projects.findOne({ slug: "shop" }).lean()) as Project;
      const { items } = blockersOf(await gatherFacts(world.ctx, operator, { project, environment: null }));
      expect(items.find(({ pillar, message: told }) => pillar === "seo" && told === message)?.level).to.equal(
        verdict === "fail" ? "blocks" : "clear",
      );
    });

  it("takes the worst environment of a commit after what people accepted there", async () => {
    const summary = { total: 1, passed: 0, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
    for (const [day, name] of ["canary", "next"].entries()) {
      const place = { environmentId: `env_${name}`, environmentName: name, commitSha: "a".repeat(40) };
      await addVisual(`run_${name}`, day + 1, 0, { ...place, summary, verdict: "fail" });
      await addShot(world.models, `run_${name}`, 0);
      await refreshProblems(world.models, (await world.models.runs.findById(`run_${name}`).lean()) as Run);
    }
    const { collection } = world.models.shots;
    const { find } = collection;
    for (const [accepted, verdict, visual, on] of [
      ["next", "fail", "run_canary", "canary"],
      ["canary", "pass", "run_next", "next"],
    ] as const) {
      await decide(`run_${accepted}`, { acceptance: { ...by, reason: "known", until: null } });
      const reads: unknown[] = [];
      Object.assign(collection, {
        find: (...args: Parameters<typeof find>) => {
          reads.push(args[0]?.runId);
          return find.apply(collection, args);
        },
      });
      const told = await gate({ branch: "new-cart" });
      Object.assign(collection, { find });
      expect(told, accepted).to.deep.include({ verdict, runs: { visual }, environments: { visual: on } });
      expect(told.reasons[0]?.message).to.match(new RegExp(`^Visual on ${on}: `));
      expect(reads.toSorted(), "each run is read once").to.deep.equal(["run_canary", "run_next"]);
      const only = await gate({ branch: "new-cart", environment: "production" });
      expect(only.environments).to.deep.equal({});
    }
  });

  it("judges a release by the worst environment of its commit, as the blockers do", async () => {
    for (const [day, name, passed] of [
      [1, "canary", 3],
      [2, "next", 4],
    ] as const) {
      const place = { environmentId: `env_${name}`, environmentName: name, commitSha: "a".repeat(40), branch: "main" };
      await addVisual(`run_${name}`, day, passed, { ...place, verdict: passed === 4 ? "pass" : "fail" });
    }
    const message = "Visual on canary: 1 of 4 screenshots without a baseline. 1 approved.";
    const { verdict, reasons } = await gate({});
    expect([verdict, reasons[0]?.message]).to.deep.equal(["fail", message]);
    const project = (await world.models.projects.findOne({ slug: "shop" }).lean()) as Project;
    const { items } = blockersOf(await gatherFacts(world.ctx, operator, { project, environment: null }));
    expect(items.find(({ level }) => level === "blocks")).to.include({ code: "visual_failures", message });
  });

  it("counts no page that cannot be opened once its problem is accepted", async () => {
    const summary = { total: 3, passed: 1, failed: 2, approved: 0, errors: 1, flaky: 0, noBaseline: 0 };
    await addVisual("run_1", 1, 1, { summary });
    await addShot(world.models, "run_1", 0, { status: "passed" });
    await addShot(world.models, "run_1", 1, { viewport: "phone" });
    const reasons = [{ code: "browser_crashed" as const, message: "The page did not load." }];
    await addShot(world.models, "run_1", 2, { viewport: "tablet", status: "error", reasons });
    const codes = async () => (await gate({ branch: "new-cart" })).reasons.map(({ code }) => code);
    expect(await codes()).to.deep.equal(["visual_failures", "partly_measured"]);
    await refreshProblems(world.models, (await world.models.runs.findById("run_1").lean()) as Run);
    for (const problem of await world.models.problems.find({}).lean<Problem[]>())
      await changeProblem(world.models, withPeople(problem), {
        snooze: { ...by, note: null, until: new Date("2999-01-01"), places: null },
      });
    const { verdict, reasons: told } = await gate({ branch: "new-cart" });
    expect([verdict, told[0]?.code, told[0]?.message, told[0]?.data.failures]).to.deep.equal([
      "pass",
      "visual_passed",
      "Visual on Production: 1 of 3 screenshots changed. 1 not measured. 2 of them accepted or snoozed.",
      0,
    ]);
  });

  it("does not take findings for new where the base branch has no run, and compares the main branch with its run before", async () => {
    for (const [id, branch] of [
      ["run_cart", "new-cart"],
      ["run_main", "main"],
    ] as const) {
      await addAudit(world.models, id, 9, 90, HOME, { branch });
      await addFinding(world.models, id, "c", { isNew: true, isNewOnBranch: null });
    }
    const cart = await gate({ branch: "new-cart" });
    expect([cart.verdict, cart.reasons[0]?.code]).to.deep.equal(["warn", "not_comparable"]);
    const main = await gate({});
    expect([main.branch, main.verdict, main.reasons[0]?.code]).to.deep.equal(["main", "fail", "new_critical"]);
  });

  it("holds a score against the rolling one of the main branch, which the run itself is no part of", async () => {
    for (const [i, score] of [90, 92, 88].entries()) await addAudit(world.models, `run_${i}`, 4 + i, score, HOME);
    await addAudit(world.models, "run_cart", 9, 70, HOME, { branch: "new-cart" });
    const cart = await gate({ branch: "new-cart" });
    // Median 90 (weights 0.741, 0.779, 0.818), deviations 0, 2, 2: noise 3.
    expect(cart.reasons.find(({ code }) => code === "health_fell")?.data).to.include({
      fall: 20,
      noise: 3,
      rolling: 90,
      runs: 3,
    });
    expect(cart.verdict).to.equal("fail");
    await addAudit(world.models, "run_main", 9, 85, HOME);
    const main = await gate({});
    expect(main.reasons[0]?.data).to.include({ fall: 5, rolling: 90, runs: 3 });
    expect(main.verdict).to.equal("warn");
  });

  for (const [what, own] of [
    ["environment", { environmentId: "env_canary", environmentName: "Canary" }],
    ["address", { environmentId: null, environmentName: null }],
  ] as const)
    it(`holds a score against the rolling one of its own ${what}, as the blockers do`, async () => {
      for (const [i, score] of [90, 92, 88, 91].entries()) {
        await addAudit(world.models, `run_${i}`, 2 + i, score, HOME);
        await addAudit(world.models, `run_own_${i}`, 2 + i, score - 50, HOME, own);
      }
      await addAudit(world.models, "run_main", 9, 41, HOME, own);
      const told = (await gate({})).reasons.find(({ data }) => data.rolling !== undefined);
      expect([told?.code, told?.level, told?.data.rolling, told?.data.runs]).to.deep.equal([
        "health_held",
        "pass",
        41,
        4,
      ]);
      const project = (await world.models.projects.findOne({ slug: "shop" }).lean()) as Project;
      const { items } = blockersOf(await gatherFacts(world.ctx, operator, { project, environment: null }));
      expect(items.find(({ code }) => code === "health_held")?.message).to.equal(told?.message);
    });

  it("compares a release with as many earlier runs as the gate does", async () => {
    for (let i = 0; i <= 10; i++) await addAudit(world.models, `run_${i}`, i - 1, 90, HOME);
    const told = (await gate({})).reasons.find(({ code }) => code === "health_held")?.message;
    expect(told).to.contain(" of 10 runs;");
    const project = (await world.models.projects.findOne({ slug: "shop" }).lean()) as Project;
    const { items } = blockersOf(await gatherFacts(world.ctx, operator, { project, environment: null }));
    expect(items.find(({ code }) => code === "health_held")?.message).to.equal(told);
  });

  it("blames a branch for no fall of main's, and names what findings are new since", async () => {
    for (const [i, score] of [90, 92, 88].entries()) await addAudit(world.models, `run_${i}`, 4 + i, score, HOME);
    const base = { runId: "run_base", against: "main at a1b2c3d, where this branch began", score: 70 };
    const summary = { ...auditSummary(70), base };
    await addAudit(world.models, "run_cart", 9, 70, HOME, { branch: "new-cart", summary });
    await addFinding(world.models, "run_cart", "s", { isNewOnBranch: true, severity: "serious" });
    const { verdict, reasons } = await gate({ branch: "new-cart" });
    expect([verdict, ...reasons.map(({ level, message }) => [level, message])]).to.deep.equal([
      "warn",
      ["warn", `SEO on Production: 1 new serious finding since ${base.against}. It is: "The page has no title".`],
      ["pass", `SEO on Production: 70 against the 70 of ${base.against}; runs differ by 3 without any change.`],
    ]);
    // On main, new findings are counted against its previous run.
    const ofMain = { ...auditSummary(90), against: "main at 0f1e2d3" };
    await addAudit(world.models, "run_main", 9, 90, HOME, { summary: ofMain });
    await addFinding(world.models, "run_main", "c", { isNew: true });
    expect((await gate({})).reasons[0]?.message).to.equal(
      'SEO on Production: 1 new critical finding since main at 0f1e2d3. It is: "The page has no title".',
    );
  });

  it("takes runs without a branch for runs of the main branch", async () => {
    await addVisual("run_1", 1, 1, { branch: "main" });
    await addVisual("run_2", 2, 4, { branch: null });
    for (const input of [{}, { branch: "main" }])
      expect(await gate(input)).to.deep.include({ verdict: "pass", runs: { visual: "run_2" }, branch: "main" });
    await addVisual("run_3", 3, 1, { branch: "main" });
    expect(await gate({})).to.deep.include({ verdict: "fail", runs: { visual: "run_3" } });
  });

  it("finds runs by pull request and commit", async () => {
    await addVisual("run_a", 1, 3, { prNumber: 7, commitSha: "a".repeat(40) });
    await addVisual("run_b", 2, 4, { prNumber: 7, commitSha: "b".repeat(40) });
    expect(await gate({ prNumber: 7 })).to.deep.include({ verdict: "pass", runs: { visual: "run_b" }, branch: null });
    expect(await gate({ commitSha: "a".repeat(40) })).to.deep.include({ verdict: "fail", runs: { visual: "run_a" } });
    const none = await gate({ prNumber: 8, commitSha: "b".repeat(40) });
    expect(none.reasons[0]?.message).to.equal(
      "There are 0 runs for pull request 8, the commit bbbbbbbbbbbb, so the result is inconclusive.",
    );
  });

  it("follows the thresholds of the project", async () => {
    await addVisual("run_1", 1, 3);
    await world.models.projects.collection.updateOne(
      { _id: "prj_shop" as never },
      { $set: { settings: { gate: { visualFailures: { fail: 2 } } } } },
    );
    const result = await gate({ branch: "new-cart" });
    expect(result.verdict).to.equal("warn");
    expect(result.thresholds.visualFailures).to.deep.equal({ warn: 1, fail: 2 });
  });

  it("is no business of keys for CI alone", async () => {
    const key = {
      kind: "key",
      keyId: "k",
      keyName: "k",
      orgId: "org_a",
      projectId: null,
      defaultProject: null,
    } as const;
    const code = await gatePr(world.ctx, { ...key, scope: "ci" }, { project: "shop" }).catch((error) => error.code);
    expect(code).to.equal("scope_denied");
  });
});
