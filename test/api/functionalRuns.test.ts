import { expect } from "chai";
import type { PeopleSide } from "../../domain/problems/people.ts";
import { changeProblem } from "../../models/problems/change.ts";
import { type Problem, withPeople } from "../../models/problems/schema.ts";
import { addFeature } from "./support/features.ts";
import { addFunctionalRun, type Told } from "./support/functionalRun.ts";
import { keepProblems } from "./support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./tools/harness.ts";

const SHOT = "b".repeat(64);
const told = (name: string, tries: Told["tries"], more: Partial<Told> = {}): Told => ({
  feature: "Basket",
  name,
  tries,
  ...more,
});
const BEFORE: Told[] = [
  told("Fill", ["passed"]),
  told("Empty", ["passed"]),
  told("Total", ["failed"], { cause: "assertion" }),
  told("Voucher", ["failed"]),
  told("Old", ["passed"]),
];
const NOW: Told[] = [
  told("Fill", ["passed"], { at: "/checkout" }),
  told("Empty", ["failed", "failed"], { screenshotId: SHOT }),
  told("Total", ["failed"], { cause: "assertion" }),
  told("Voucher", ["passed"]),
  told("Share", ["failed", "passed"]),
  told("Gift", ["undefined"]),
  told("Ship", ["failed"], { viewport: "phone" }),
];

describe("functional runs, wherever runs are shown", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    const { models } = world;
    await models.scenarios.deleteMany({ label: "About us" });
    await models.scenarios.updateOne({ label: "Product page" }, { $set: { url: "/basket" } });
    for (const [id, name] of [
      ["basket", "Basket"],
      ["account", "Account"],
    ] as const)
      await addFeature(models, id, { name });
    const at = (minutes: number) => new Date(Date.parse("2026-03-10T10:00:00Z") + minutes * 60_000);
    await addFunctionalRun(models, "run_before", BEFORE, { createdAt: at(0), finishedAt: at(1) });
    await addFunctionalRun(models, "run_now", NOW, { createdAt: at(10), finishedAt: at(11) });
    await keepProblems(models);
  });
  after(() => world.close());

  type Scenario = { name: string; status: string; failure: { cause: string; screenshot: string | null } | null };
  const results = async (query = "") => {
    const { status, body } = await world.client.get(`/api/ci/runs/run_now/results${query}`, { key: world.keys.ci });
    return {
      status,
      body: body as unknown as { scenarios: Scenario[]; warnings?: string[]; nextCursor: string | null },
    };
  };

  it("GET …/results lists the scenarios, each with why it did not pass", async () => {
    const { body } = await results();
    expect(body.scenarios.map(({ name, status }) => `${name} ${status}`)).to.deep.equal([
      "Fill passed",
      "Empty failed",
      "Total failed",
      "Voucher passed",
      "Share passed",
      "Gift undefined",
      "Ship failed",
    ]);
    expect(body.warnings?.[0]).to.equal("1 scenario passed only when tried again.");
    const [fill, empty, total] = body.scenarios;
    expect(fill?.failure).to.equal(null);
    expect(empty).to.deep.include({ attempts: 2, flaky: false, pages: ["/basket"] });
    expect(empty?.failure).to.deep.include({
      cause: "locator",
      evidence: ['No button "Buy" was found.'],
      step: { index: 1, text: 'Then I see "2 items"' },
    });
    expect(empty?.failure?.screenshot).to.match(/^\/api\/artifacts\/b{64}\?expires=/);
    expect(total?.failure?.cause).to.equal("assertion");
    expect(body.scenarios[4]).to.deep.include({ name: "Share", flaky: true, attempts: 2 });
  });

  it("GET …/results filters by status, pages, and refuses what is not of scenarios", async () => {
    const failed = await results("?status=failed,undefined&limit=2");
    expect(failed.body.scenarios.map(({ name }) => name)).to.deep.equal(["Empty", "Total"]);
    const rest = await results(`?status=failed,undefined&cursor=${failed.body.nextCursor}`);
    expect(rest.body.scenarios.map(({ name }) => name)).to.deep.equal(["Gift", "Ship"]);
    for (const query of ["?status=approved", "?outcome=failed", "?severity=critical"])
      expect((await results(query)).status, query).to.equal(400);
  });

  it("compare_runs tells what is newly failing, mended, still failing, new and gone", async () => {
    const { data, summary, nextActions } = await world.call("compare_runs", { runId: "run_now" });
    const names = (list: { name: string; from: string | null; to: string | null }[]) =>
      list.map(({ name, from, to }) => `${name.replace(/^Basket: | on desktop in chromium/g, "")}: ${from} > ${to}`);
    expect(names(data.worse)).to.deep.equal(["Empty: passed > failed (locator)"]);
    expect(names(data.better)).to.deep.equal(["Voucher: failed (locator) > passed"]);
    expect(names(data.still)).to.deep.equal(["Total: failed (assertion) > failed (assertion)"]);
    expect(names(data.appeared)).to.deep.equal([
      "Gift: null > undefined (data)",
      "Ship on phone in chromium: null > failed (locator)",
      "Share: null > flaky",
    ]);
    expect(names(data.vanished)).to.deep.equal(["Old: passed > null"]);
    expect(summary).to.match(/1 still wrong/);
    expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["frt_explain_failure"]);
  });

  it("get_pillar_report and get_run_report name every failure by its cause, new ones and mended ones", async () => {
    const { data, summary, nextActions } = await world.call("get_pillar_report", {
      pillar: "functional",
      verbose: true,
    });
    expect(summary).to.match(/^Functional run run_\w+ failed: \d of 7 scenarios failed\./);
    const seen = data.findings.map(({ rule, outcome, new: fresh, target }: Record<string, unknown>) =>
      [rule, outcome, fresh, target].join(" · "),
    );
    expect(seen).to.deep.equal([
      "locator · failed · true · Basket: Empty, desktop, chromium",
      "locator · failed · true · Basket: Ship, phone, chromium",
      "assertion · failed · false · Basket: Total, desktop, chromium",
      "data · failed · true · Basket: Gift, desktop, chromium",
      "locator · warning · false · Basket: Share, desktop, chromium",
    ]);
    expect(data.findings[0].picture).to.include(SHOT);
    expect(data.rules.find(({ rule }: { rule: string }) => rule === "locator")).to.deep.include({ findings: 3 });
    expect(data.fixedFindings[0].message).to.equal("Basket: Voucher, desktop, chromium passes again.");
    expect(nextActions?.map(({ tool }) => tool)).to.include("frt_explain_failure");
    const { data: report } = await world.call("get_run_report", { runId: "run_now" });
    expect(report.total).to.equal(5);
    expect(report.reports.html).to.be.a("string");
  });

  it("get_pillar_report does not call new what an earlier partial run did not check", async () => {
    const { runs } = world.models;
    const { extra } = (await runs.findById("run_before").lean()) ?? {};
    await runs.updateOne({ _id: "run_before" }, { $set: { extra: { ...extra, functional: { tags: "@smoke" } } } });
    const { data } = await world.call("get_pillar_report", { pillar: "functional", verbose: true });
    await runs.updateOne({ _id: "run_before" }, { $set: { extra } });
    const news = data.findings.map(({ target, new: fresh }: { target: string; new: boolean | null }) => [
      target,
      fresh,
    ]);
    expect(news)
      .to.deep.include(["Basket: Ship, phone, chromium", null])
      .and.deep.include(["Basket: Empty, desktop, chromium", true]);
  });

  it("analyze_results tells clusters of one cause and what changed", async () => {
    const { data, summary } = await world.call("analyze_results", { runId: "run_now" });
    const [story] = data.runs;
    expect(story.happened[0]).to.equal("Functional test: 3 of 7 scenarios failed. 1 not runnable, 1 flaky.");
    expect(story.clusters[0]).to.deep.include({ count: 2, severity: "serious" });
    expect(story.clusters[0].hint).to.equal("The same in 2 scenarios: one cause.");
    expect(story.clusters[0].call.tool).to.equal("frt_explain_failure");
    expect(story.changes).to.deep.include({ comparedWith: "run_before", appeared: 1, gone: 0, stayed: 2 });
    expect(summary).to.match(/Look first: "Step failed: Then I see '2 items' \(2 scenarios\)" on/);
  });

  it("prioritising, next action and blockers count failing scenarios", async () => {
    const { data } = await world.call("prioritize_issues", {});
    const functional = data.issues.filter(({ pillar }: { pillar: string }) => pillar === "functional");
    expect(functional.map(({ rule, count }: { rule: string; count: number }) => `${rule} ${count}`)).to.deep.equal([
      "locator 2",
      "assertion 1",
      "data 1",
      "flaky 1",
    ]);
    const plan = await world.call("generate_action_plan", {});
    expect(JSON.stringify(plan.data)).to.match(/Fix 2 failed scenarios with one cause/);
    const blockers = await world.call("identify_blockers_for_release", {});
    expect(JSON.stringify(blockers.data)).to.match(/"functional_failures"/);
    expect(JSON.stringify(blockers.data)).to.match(/"frt_explain_failure"/);
  });

  it("health counts functional runs by the features that they tested", async () => {
    const { data } = await world.call("get_site_health", { verbose: true });
    const functional = data.pillars.find(({ pillar }: { pillar: string }) => pillar === "functional");
    expect(functional).to.deep.include({ runs: 2, notCovered: ["Account"] });
    expect(functional.score).to.be.within(40, 61);
    expect(functional.coverage).to.be.within(0.49, 0.5);
    const { data: quality } = await world.call("get_quality_score", {});
    expect(JSON.stringify(quality)).to.match(/functional/);
  });

  it("the page that scenarios were on shows them", async () => {
    const { data, nextActions } = await world.call("get_page_health", { url: "/basket" });
    const functional = data.pillars.find(({ pillar }: { pillar: string }) => pillar === "functional");
    expect(functional).to.deep.include({ status: "failed", runId: "run_now", reason: 'No button "Buy" was found.' });
    expect(data.functional.map(({ scenario }: { scenario: string }) => scenario)).to.have.members([
      "Empty",
      "Total",
      "Gift",
      "Ship",
      "Share",
    ]);
    expect(nextActions?.map(({ tool }) => tool)).to.include("frt_explain_failure");
    const { data: checkout } = await world.call("get_page_health", { url: "/checkout", verbose: true });
    expect(checkout.functional).to.deep.include({
      featureId: "basket",
      scenario: "Fill",
      viewport: "desktop",
      browser: "chromium",
      status: "passed",
      flaky: false,
      reason: null,
    });
    const decide = async (snooze: PeopleSide["snooze"]) => {
      for (const one of await world.models.problems.find({ pillar: "functional" }).lean<Problem[]>())
        await changeProblem(world.models, withPeople(one), { snooze });
    };
    await decide({ by: "ann", at: new Date(0), note: null, until: new Date("2999-01-01"), places: null });
    const { data: snoozed } = await world.call("get_page_health", { url: "/basket" });
    await decide(null);
    expect(snoozed.functional).to.deep.equal([]);
    expect(snoozed.pillars.find(({ pillar }: { pillar: string }) => pillar === "functional")).to.deep.include({
      status: "passed",
      reason: null,
      score: functional.score,
    });
  });

  it("run history, waiting and the gate lead to what failed", async () => {
    const { data } = await world.call("get_run_history", { type: "frt-test" });
    expect(data.runs[0]).to.deep.include({
      runId: "run_now",
      verdict: "fail",
      result: "3 of 7 scenarios failed. 1 not runnable, 1 flaky.",
    });
    const waited = await world.call("wait_for_run", { runId: "run_now" });
    expect(waited.nextActions?.map(({ tool }) => tool)).to.deep.equal(["frt_explain_failure"]);
    const gate = await world.call("gate_pr_quality", {});
    expect(gate.nextActions?.map(({ tool }) => tool)).to.include("frt_explain_failure");
    const wrong = await world.refused("get_run_failures", { runId: "run_now" }, 400, "validation_error");
    expect(wrong.nextActions?.map(({ tool }) => tool)).to.deep.equal(["get_pillar_report"]);
  });
});
