import { expect } from "chai";
import { storeFindings } from "../../../activities/audit/findings.ts";
import { createFinishAuditActivities } from "../../../activities/audit/finishAudit.ts";
import { decideAuditPage, openAuditPage } from "../../../activities/audit/pages.ts";
import type { AuditDeps } from "../../../activities/deps.ts";
import { judge as perf } from "../../../activities/pillars/perf/judge.ts";
import { cutRules } from "../../../domain/audit/cutShort.ts";
import type { Finding, Severity } from "../../../domain/audit/finding.ts";
import type { AuditSummary } from "../../../domain/audit/summary.ts";
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { acceptedUntil } from "../../../models/acceptances/queries.ts";
import type { AuditPageRecord } from "../../../models/auditPages/schema.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import { fixedIn } from "../../../models/findings/fixed.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Models } from "../../../models/index.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { openDatabase } from "../../support/database.ts";

const finding = (name: string, severity: Severity = "serious", page = "https://shop.example/a"): Finding => ({
  fingerprint: name,
  pillar: "seo",
  rule: name,
  severity,
  outcome: "failed",
  page,
  target: "",
  message: `${name} is broken.`,
  evidence: {},
  help: "",
});

describe("the end of an audit", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: AuditDeps;
  let hour = 0;
  before(async () => {
    database = await openDatabase();
    models = database.models;
    deps = {
      models,
      now: () => new Date("2026-03-10T12:00:00Z"),
      log: () => undefined,
      metrics: { run: () => undefined, page: () => undefined, shot: () => undefined },
      pillars: {
        perf,
        seo: {
          pillar: "seo",
          rollUp: (pages: readonly { score: number | null }[]) => ({
            score: pages[0]?.score ?? null,
            passed: 7,
            failed: 2,
            warnings: 1,
            review: 0,
            extra: { seoScore: 80 },
            warningSentences: ["One thing."],
          }),
        },
      },
    } as unknown as AuditDeps;
    await models.projects.create({
      _id: "prj_shop",
      orgId: "org_a",
      name: "Shop",
      slug: "shop",
      baseUrl: "https://shop.example",
      createdAt: new Date(0),
    });
  });
  after(() => database.drop());

  const page = (runId: string, index: number, url: string, patch: Partial<AuditPageRecord> = {}) =>
    models.auditPages.create({
      _id: `${runId}-p${index}`,
      runId,
      projectId: "prj_shop",
      pillar: "seo",
      index,
      url,
      key: new URL(url).pathname,
      status: "failed",
      score: 80,
      ...patch,
    });
  /** Finishes a run with these findings on /a. */
  const run = async (id: string, findings: Finding[], patch: Partial<Run> = {}) => {
    hour += 1;
    await addRun(models, id, {
      type: "seo-test",
      status: "running",
      seq: 0,
      createdAt: new Date(Date.UTC(2026, 2, 10, hour)),
      ...patch,
    });
    await page(id, 0, `${patch.baseUrl ?? "https://shop.example"}/a`, { cutRules: cutRules(findings) });
    await storeFindings(deps, { runId: id, projectId: "prj_shop" }, 0, findings);
    return finish(id);
  };
  const finish = async (id: string, failure?: { cancelled: true }) => {
    const { finishAudit } = createFinishAuditActivities(deps);
    await withActivity(() => finishAudit({ runId: id, executionId: "exec", seq: 9, ...(failure ? { failure } : {}) }));
    const stored = await models.runs.findById(id).lean();
    const summary = stored?.summary as unknown as AuditSummary;
    // The list is that of the findings that were counted, and the same if it was not kept.
    const fixed = await fixedIn(models, stored as unknown as Run);
    expect(fixed).to.have.length(summary?.fixed ?? 0);
    await models.runFacts.deleteMany({ runId: id });
    expect(await fixedIn(models, stored as unknown as Run)).to.deep.equal(fixed);
    return { run: stored as unknown as Run, summary };
  };
  const accept = async (name: string) => {
    const { fingerprint, pillar, rule, severity, page: url, message } = finding(name);
    const place = { projectId: "prj_shop", branch: null, commitSha: null };
    const decision = {
      id: name,
      reason: "Known.",
      by: "ann",
      at: new Date(0),
      until: new Date("2026-09-01T00:00:00Z"),
    };
    const one = { fingerprint, pillar, rule, severity, page: url, message };
    await models.acceptances.create({ _id: `prj_shop:${fingerprint}`, ...place, ...decision, ...one });
  };
  const marks = async (id: string, field: "isNew" | "isNewOnBranch") => {
    const found = await models.findings.find({ runId: id }).lean();
    return Object.fromEntries(found.map((f) => [f.fingerprint, f[field]]));
  };

  it("the first run is the starting point", async () => {
    const historyNotes: Run["historyNotes"] = [{ code: "history", message: "The clone is shallow." }];
    const found = [finding("a"), finding("b", "minor")];
    const { run: stored, summary } = await run("run_1", found, { historyNotes, warnings: historyNotes });
    expect(stored).to.include({ status: "completed", verdict: "pass", error: null });
    expect(stored.warnings).to.deep.equal(historyNotes);
    expect(summary).to.include({
      pages: 1,
      passed: 7,
      failed: 2,
      warnings: 1,
      notMeasured: 0,
      score: 80,
      new: 0,
      fixed: 0,
      startingPoint: true,
    });
    expect(summary.bySeverity).to.deep.equal({ critical: 0, serious: 1, moderate: 0, minor: 1, info: 0 });
    expect(stored.extra).to.deep.include({ seoScore: 80, warnings: ["One thing."], comparedWith: null });
    expect(await marks("run_1", "isNew")).to.deep.equal({ a: null, b: null });
  });

  it("the next one tells what is new and what is fixed, and fails on what is new and serious", async () => {
    const { run: stored, summary } = await run("run_2", [finding("a"), finding("c")]);
    expect(summary).to.include({ new: 1, fixed: 1, verdict: "fail" });
    expect(summary.reasons).to.deep.equal(["1 new serious finding."]);
    expect(stored.extra.comparedWith).to.equal("run_1");
    expect(await marks("run_2", "isNew")).to.deep.equal({ a: false, c: true });
    // Each page of a list needs all that is fixed, which is kept.
    const own = await models.findings.find({ runId: "run_2" }).lean();
    await models.findings.deleteMany({ runId: "run_2" });
    expect((await fixedIn(models, stored)).map(({ _id }) => _id)).to.deep.equal(["run_1:b"]);
    await models.findings.collection.insertMany(own as never[]);
    const before = await models.runs.findById("run_1").lean();
    await models.runs.deleteOne({ _id: "run_1" });
    expect(await fixedIn(models, stored)).to.deep.equal([]);
    await models.runs.collection.insertOne(before as never);
  });

  it("a rule that the compared run did not have finds nothing new", async () => {
    const patch = { environmentId: "env_rules" };
    await run("run_rules_1", [finding("a")], patch);
    const rules = ["a", "c"].map((rule) => ({ rule, outcome: "passed" as const, severity: "serious" as const }));
    await models.auditPages.updateOne({ _id: "run_rules_1-p0" }, { $set: { rules } });
    const { summary } = await run("run_rules_2", [finding("a"), finding("c"), finding("added")], patch);
    expect(summary).to.include({ new: 1, fixed: 0 });
    expect(await marks("run_rules_2", "isNew")).to.deep.equal({ a: false, c: true, added: false });
  });

  it("nor does a rule that gave no answer on the page then, although it did on others", async () => {
    const patch = { environmentId: "env_parts" };
    const rules = (...names: string[]) =>
      names.map((rule) => ({ rule, outcome: "passed" as const, severity: "serious" as const }));
    await run("run_parts_1", [], patch);
    await page("run_parts_1", 1, "https://shop.example/b", { rules: rules("a", "c") });
    const some = { rules: rules("a"), metrics: { leftOutRules: 1 } };
    await models.auditPages.updateOne({ _id: "run_parts_1-p0" }, { $set: some });
    await run("run_parts_2", [finding("a"), finding("c")], patch);
    expect(await marks("run_parts_2", "isNew")).to.deep.equal({ a: true, c: false });
  });

  it("an element that was among those beyond the list is not new, unless there are more", async () => {
    const patch = { environmentId: "env_cut" };
    const contrast = (name: string): Finding => ({ ...finding(name), rule: "contrast" });
    const others = (elements: number): Finding & Pick<FindingRecord, "pages"> => ({
      ...contrast("others"),
      target: "(more elements)",
      evidence: { elements, further: elements - 2 },
      // Shared with more pages than it lists: what it says of one page says nothing of another.
      pages: { count: 30, of: 30, first: ["a", "b"].map((at) => ({ page: `https://shop.example/${at}`, target: "" })) },
    });
    await run("run_cut_1", [contrast("a"), contrast("b"), others(3)], patch);
    const fewer = await run("run_cut_2", [contrast("b"), contrast("c"), finding("label", "minor")], patch);
    expect([fewer.run.verdict, fewer.summary.fixed]).to.deep.equal(["pass", 2]);
    expect(await marks("run_cut_2", "isNew")).to.deep.equal({ b: false, c: false, label: true });
    await run("run_cut_3", [contrast("b"), contrast("c"), others(3)], patch);
    const more = await run("run_cut_4", [contrast("d"), contrast("b"), others(4)], patch);
    expect(await marks("run_cut_4", "isNew")).to.deep.equal({ d: true, b: false, others: false });
    // c may be among the others now.
    const problem = async () => (await models.problems.findOne({ ...patch, cause: "c" }).lean())?.status;
    expect([more.summary.fixed, await problem()]).to.deep.equal([0, "ongoing"]);
    expect((await run("run_cut_5", [contrast("b"), others(3)], patch)).summary.fixed).to.equal(1);
    expect(await problem()).to.equal("fixed");
  });

  it("nor is one beyond a list of an earlier version, which did not know what it left out", async () => {
    const patch = { environmentId: "env_cut_before" };
    const contrast = (name: string): Finding => ({ ...finding(name), rule: "contrast" });
    const listed = Array.from({ length: 20 }, (_, at) => contrast(`listed ${at}`));
    await run("run_cut_before", listed, patch);
    await models.auditPages.updateOne({ _id: "run_cut_before-p0" }, { $unset: { cutRules: 1 } });
    const next = await run("run_cut_after", [...listed, contrast("beyond")], patch);
    expect([next.run.verdict, next.summary.new]).to.deep.equal(["pass", 0]);
    const last = await run("run_cut_last", [...listed, contrast("beyond"), contrast("fresh")], patch);
    expect([last.run.verdict, last.summary.new]).to.deep.equal(["fail", 1]);
  });

  describe("after a run of some scenarios", () => {
    const AT = { environmentId: "env_some" };
    const SOME = { ...AT, scenarios: ["scn_a"] };
    const onB = finding("b", "critical", "https://shop.example/b");
    const ofSite = finding("title-duplicate");
    const go = async (id: string, patch: Partial<Run>, { b, site }: { b?: Finding[]; site?: Finding[] }) => {
      if (b) await page(id, 1, "https://shop.example/b");
      if (site) await page(id, -1, "https://shop.example/site");
      await storeFindings(deps, { runId: id, projectId: "prj_shop" }, 1, b ?? []);
      await storeFindings(deps, { runId: id, projectId: "prj_shop" }, -1, site ?? []);
      return (await run(id, [], patch)).summary;
    };
    const problem = async (at: { environmentId: string }) =>
      (await models.problems.findOne({ ...at, rule: "title-duplicate" }).lean())?.status;
    it("other pages are compared with the last run that had them", async () => {
      const at = { environmentId: "env_pages" };
      await go("run_pages_1", at, { b: [onB] });
      await go("run_pages_2", { ...SOME, ...at }, {});
      expect(await go("run_pages_3", at, { b: [onB] })).to.include({ new: 0, verdict: "pass" });
    });
    it("other pages and the site are compared with the last run that had them, and nothing there is fixed", async () => {
      await go("run_some_1", AT, { b: [onB], site: [ofSite] });
      expect(await go("run_some_2", SOME, { site: [] })).to.include({ new: 0, fixed: 0 });
      expect(await problem(AT)).to.equal("new");
      expect(await go("run_some_3", AT, { b: [onB], site: [ofSite] })).to.include({
        new: 0,
        fixed: 0,
        verdict: "pass",
      });
      await go("run_some_4", SOME, { site: [] });
      const added = [onB, finding("b2", "critical", "https://shop.example/b")];
      expect(await go("run_some_5", AT, { b: added, site: [] })).to.include({ new: 1, fixed: 1 });
      expect(await problem(AT)).to.equal("fixed");
    });
    it("the site is compared with a run of the same ones", async () => {
      const at = { ...SOME, environmentId: "env_same" };
      await go("run_same_1", at, { site: [ofSite] });
      expect(await go("run_same_2", at, { site: [finding("robots-txt")] })).to.include({ new: 1, fixed: 1 });
      expect(await problem({ environmentId: "env_same" })).to.equal("fixed");
    });
    it("a branch without a known history is compared with main on the other pages", async () => {
      const at = { environmentId: "env_branch" };
      await go("run_ours_1", at, { b: [onB] });
      await go("run_ours_2", { ...SOME, ...at, branch: "feature" }, {});
      const b = [onB, finding("b2", "critical", "https://shop.example/b")];
      expect(await go("run_ours_3", { ...at, branch: "feature" }, { b })).to.include({ new: 1, verdict: "fail" });
    });
    it("what was found about the site with other pages is not fixed, although the run between did not see the site", async () => {
      const at = { environmentId: "env_between" };
      await go("run_between_1", at, { b: [], site: [ofSite] });
      await go("run_between_2", { ...SOME, ...at }, {});
      expect(await go("run_between_3", { ...SOME, ...at }, { site: [] })).to.include({ fixed: 0 });
    });
    it("a problem of the site stays open without the pages of earlier runs, if none had all scenarios", async () => {
      const at = { ...SOME, environmentId: "env_never_all" };
      await go("run_never_1", at, { b: [], site: [ofSite] });
      for (const id of ["run_never_2", "run_never_3"]) {
        await go(id, at, { site: [] });
        expect(await problem({ environmentId: "env_never_all" })).to.equal("new");
      }
      await go("run_never_4", at, { b: [], site: [] });
      expect(await problem({ environmentId: "env_never_all" })).to.equal("fixed");
    });
  });

  it("a branch is compared with its base, and the same site elsewhere with itself", async () => {
    const { summary } = await run("run_3", [finding("a"), finding("d")], { branch: "feature" });
    expect(summary).to.include({ new: 1, fixed: 1 });
    expect(await marks("run_3", "isNewOnBranch")).to.deep.equal({ a: false, d: true });
    const again = await run("run_4", [finding("a"), finding("d")], { branch: "feature" });
    expect(again.summary).to.include({ new: 0, fixed: 0, verdict: "pass", startingPoint: false });
    expect(await marks("run_4", "isNewOnBranch")).to.deep.equal({ a: false, d: true });
    const elsewhere = await run("run_5", [finding("z")], { environmentId: "env_stage", baseUrl: "http://stage.test" });
    expect(elsewhere.run.extra.comparedWith).to.equal(null);
  });

  it("a run without a branch and one of the main branch are compared", async () => {
    const place = { environmentId: "env_branches" };
    await run("run_main", [finding("a")], { ...place, branch: "main" });
    const next = await run("run_without", [finding("a"), finding("b")], { ...place, branch: null });
    expect(next.run.extra.comparedWith).to.equal("run_main");
    expect(await marks("run_without", "isNewOnBranch")).to.deep.equal({ a: null, b: null });
    const branch = await run("run_branch", [finding("b")], { ...place, branch: "feature" });
    expect(branch.run.extra.comparedWith).to.equal("run_without");
    expect(await marks("run_branch", "isNewOnBranch")).to.deep.equal({ b: false });
    const last = await run("run_last", [finding("a")], { ...place, branch: "main" });
    expect(last.run.extra.comparedWith).to.equal("run_without");
  });

  it("what was not looked at is not fixed", async () => {
    await addRun(models, "run_6", {
      type: "seo-test",
      status: "running",
      seq: 0,
      createdAt: new Date(Date.UTC(2026, 2, 11)),
    });
    await page("run_6", 0, "https://shop.example/a", { status: "not_measured", reason: "It is down." });
    await page("run_6", 1, "https://shop.example/b", { status: "passed" });
    expect((await finish("run_6")).summary).to.include({ fixed: 0, notMeasured: 1, pages: 2 });
  });

  it("a run of which nothing was measured is failed, with the commonest reason", async () => {
    await addRun(models, "run_7", {
      type: "seo-test",
      status: "running",
      seq: 0,
      createdAt: new Date(Date.UTC(2026, 2, 12)),
    });
    await page("run_7", 0, "https://shop.example/a", { status: "not_measured", reason: "It is down." });
    const { run: stored, summary } = await finish("run_7");
    expect(stored).to.include({ status: "failed", verdict: null, error: "No page could be measured: It is down." });
    expect(stored.extra).not.to.have.property("seoScore");
    expect(summary.verdict).to.equal("fail");
  });

  describe("pages that were not measured", () => {
    type Look = Partial<AuditPageRecord> & { findings?: Finding[] };
    const AWAY: Look = { status: "not_measured", code: "connection_failed", reason: "The connection was refused." };
    const GONE: Look = { status: "not_measured", code: "http_error", reason: "The page answered 404 Not Found." };
    const FINE: Look = { status: "passed" };
    const onB = finding("b", "critical", "https://shop.example/b");
    const WITH_B: Look = { findings: [onB] };
    const looks = async (id: string, pages: Look[], site: Partial<AuditPageRecord> | null = null) => {
      hour += 1;
      const createdAt = new Date(Date.UTC(2026, 2, 10, hour));
      await addRun(models, id, { type: "seo-test", status: "running", seq: 0, branch: "away", createdAt });
      for (const [index, { findings = [], ...patch }] of pages.entries()) {
        await page(id, index, `https://shop.example/${"abcde"[index]}`, { cutRules: cutRules(findings), ...patch });
        await storeFindings(deps, { runId: id, projectId: "prj_shop" }, index, findings);
      }
      if (site) await page(id, -1, "https://shop.example/", { _id: `${id}-site`, key: "site", ...site });
      return finish(id);
    };

    it("one of five is told, fixes nothing and is compared with nothing; one that answers 404 fails the site", async () => {
      await looks("run_nm_1", [FINE, WITH_B, FINE, FINE, FINE]);
      const { run: stored, summary } = await looks("run_nm_2", [FINE, AWAY, GONE, FINE, FINE]);
      expect(stored).to.include({ status: "completed", verdict: "fail" });
      expect(summary).to.include({ pages: 5, notMeasured: 1, pageErrors: 1, fixed: 0, new: 0 });
      expect(summary.reasons).to.deep.equal([
        "/c answers 404; it answered before.",
        "1 of 5 pages not measured: The connection was refused.",
      ]);
    });

    it("the run after it takes what it did not see from the run before it", async () => {
      const { run: stored, summary } = await looks("run_nm_3", [FINE, WITH_B, FINE, FINE, AWAY]);
      expect(stored).to.include({ status: "completed", verdict: "pass" });
      expect(summary).to.include({ notMeasured: 1, new: 0, fixed: 0 });
      expect(summary.reasons.at(-1)).to.equal("1 of 5 pages not measured: The connection was refused.");
      expect(await marks("run_nm_3", "isNew")).to.deep.equal({ b: false });
      // A pillar that also reads error pages learns nothing about the page that was there before.
      const read: Look = { status: "passed", code: "http_error", reason: "The page answered 404." };
      const again = await looks("run_nm_4", [FINE, { ...read, findings: [] }, read, FINE, FINE]);
      expect(again.summary).to.include({ fixed: 0, notMeasured: 0, pageErrors: 2 });
      expect(again.summary.reasons).to.deep.equal([
        "/b answers 404; it answered before.",
        "/c answers 404; it answered before.",
      ]);
    });

    it("from a quarter of the pages on the run says nothing about the site, and is no reference", async () => {
      const { run: stored, summary } = await looks("run_nm_5", [FINE, AWAY, FINE, AWAY, FINE]);
      expect(stored).to.include({
        status: "failed",
        verdict: null,
        error: "2 of 5 pages not measured: The connection was refused.",
      });
      expect(summary).to.include({ fixed: 0, notMeasured: 2 });
      const next = await looks("run_nm_6", [FINE, WITH_B, FINE, FINE, FINE]);
      expect(next.run).to.include({ status: "completed", verdict: "pass" });
      expect(next.run.extra.comparedWith).to.equal("run_nm_4");
    });

    it("have no new findings on a branch that is deployed to another host", async () => {
      const pages = async (id: string, host: string, b: Partial<AuditPageRecord>) => {
        for (const [at, path] of ["b", "c", "d", "e"].entries())
          await page(id, at + 1, `https://${host}/${path}`, path === "b" ? b : { status: "passed" });
      };
      await pages("run_host_1", "shop.example", { status: "not_measured", code: "refused" });
      await run("run_host_1", [], { branch: "main" });
      await pages("run_host_2", "preview.example", { status: "failed" });
      const found = ["b", "c"].map((path) => finding(path, "serious", `https://preview.example/${path}`));
      await run("run_host_2", found, { branch: "elsewhere", baseUrl: "https://preview.example" });
      expect(await marks("run_host_2", "isNewOnBranch")).to.deep.equal({ b: false, c: true });
    });

    it("the part that looks at the site counts as no page", async () => {
      const { run: stored } = await looks("run_nm_7", [AWAY, AWAY, AWAY, AWAY], { status: "passed" });
      expect(stored).to.include({
        status: "failed",
        verdict: null,
        error: "No page could be measured: The connection was refused.",
      });
    });

    it("a page that no run has measured yet begins like a first run", async () => {
      await looks("run_nm_8", [FINE, FINE, FINE, FINE, AWAY]);
      const late = finding("late", "critical", "https://shop.example/e");
      await models.auditPages.updateMany({ key: "/e", runId: { $ne: "run_nm_8" } }, { $set: { key: "/elsewhere" } });
      const { run: stored, summary } = await looks("run_nm_9", [FINE, FINE, FINE, FINE, { findings: [late] }]);
      expect([stored.verdict, summary.new]).to.deep.equal(["pass", 0]);
    });

    it("keep what their list left out when they were last measured", async () => {
      const patch = { rule: "contrast" };
      const of = (name: string, more: Partial<Finding> = {}) => ({ ...onB, fingerprint: name, ...patch, ...more });
      const others = of("others", { evidence: { elements: 3, further: 2 } });
      await looks("run_nm_cut_1", [FINE, { findings: [of("listed"), others] }, FINE, FINE, FINE]);
      await looks("run_nm_cut_2", [FINE, AWAY, FINE, FINE, FINE]);
      await looks("run_nm_cut_3", [FINE, { findings: [of("unlisted"), others] }, FINE, FINE, FINE]);
      expect(await marks("run_nm_cut_3", "isNew")).to.deep.equal({ unlisted: false, others: false });
      const more = of("others", { evidence: { elements: 4, further: 3 } });
      await looks("run_nm_cut_4", [FINE, { findings: [of("added"), more] }, FINE, FINE, FINE]);
      expect(await marks("run_nm_cut_4", "isNew")).to.deep.equal({ added: true, others: false });
    });
  });

  it("a cancelled run leaves no page open", async () => {
    await addRun(models, "run_8", {
      type: "seo-test",
      status: "running",
      seq: 0,
      cancelledBy: "ada",
      createdAt: new Date(Date.UTC(2026, 2, 13)),
    });
    await page("run_8", 0, "https://shop.example/a", { status: "pending" });
    expect((await finish("run_8", { cancelled: true })).run).to.include({
      status: "failed",
      error: "cancelled by ada",
    });
    expect(await models.auditPages.findById("run_8-p0").lean()).to.include({ status: "not_measured", code: "not_run" });
  });

  it("of two that decide one page, one wins, and findings stored twice are there once", async () => {
    await addRun(models, "run_9", { type: "seo-test", status: "running" });
    await page("run_9", 0, "https://shop.example/a", { status: "pending" });
    const open = await openAuditPage(deps, "run_9-p0");
    const answers = await Promise.all(
      (["passed", "failed"] as const).map((status) => decideAuditPage(deps, open, { status })),
    );
    expect(new Set(answers).size).to.equal(1);
    const findings = Array.from({ length: 450 }, (_, i) => finding(`f${i}`));
    await Promise.all([1, 2].map(() => storeFindings(deps, { runId: "run_9", projectId: "prj_shop" }, 0, findings)));
    await storeFindings(deps, { runId: "run_9", projectId: "prj_shop" }, 0, findings);
    expect(await models.findings.countDocuments({ runId: "run_9" })).to.equal(450);
  });

  it("counts what a person accepted apart, and does not take it for fixed", async () => {
    const place = { branch: "accepted" };
    const accepted = (name: string): Finding => ({ ...finding(name), outcome: "accepted", was: "failed" });
    for (const name of ["settled", "odd"]) await accept(name);
    await run("run_acc_1", [finding("kept"), finding("settled")], place);
    const { run: stored, summary } = await run(
      "run_acc_2",
      [finding("kept"), accepted("settled"), accepted("odd")],
      place,
    );
    expect(stored.verdict).to.equal("pass");
    expect(summary).to.deep.include({ accepted: 2, new: 0, fixed: 0 });
    expect(summary.bySeverity.serious).to.equal(1);
    expect(summary.reasons.at(-1)).to.equal("2 accepted findings are not counted.");
    // The acceptance has expired, so the finding counts as new.
    await models.acceptances.deleteMany({});
    const after = await run("run_acc_3", [finding("kept"), finding("settled")], place);
    expect([after.run.verdict, after.summary.new]).to.deep.equal(["fail", 1]);
  });

  it("takes what was not certain, because the page was still loading, for neither fixed nor new", async () => {
    const place = { branch: "slow" };
    const slow: Finding = { ...finding("slow"), outcome: "review", unsure: true };
    const doubt: Finding = { ...finding("doubt"), outcome: "review" };
    await run("run_slow_1", [finding("slow"), finding("doubt"), finding("gone")], place);
    const { run: stored, summary } = await run("run_slow_2", [slow, doubt], place);
    expect([stored.verdict, summary.new, summary.fixed]).to.deep.equal(["pass", 0, 1]);
    const loaded = await run("run_slow_3", [finding("slow")], place);
    expect([loaded.run.verdict, loaded.summary.new, loaded.summary.fixed]).to.deep.equal(["pass", 0, 0]);
    await run("run_slow_4", [slow], place);
    expect((await run("run_slow_5", [], place)).summary.fixed).to.equal(1);
    // What never failed was not there to be fixed.
    await run("run_slow_never", [slow], place);
    expect((await run("run_slow_gone", [], place)).summary.fixed).to.equal(0);
    // What only needed a manual check, and fails now, is new.
    await run("run_slow_6", [doubt], place);
    expect((await run("run_slow_7", [finding("doubt")], place)).run.verdict).to.equal("fail");
  });

  it("goes by what is accepted at its end, not when its pages were judged", async () => {
    const place = { branch: "late" };
    await run("run_late_1", [finding("kept")], place);
    const revoked: Finding = { ...finding("revoked"), outcome: "accepted", was: "failed" };
    await accept("agreed");
    // Accepted on several pages, of which one is left: it is no longer stored as shared, and its cause says so.
    await accept("shared");
    const left: Finding = { ...finding("left"), cause: "shared", outcome: "accepted", was: "failed" };
    const { run: stored, summary } = await run(
      "run_late_2",
      [finding("kept"), finding("agreed"), revoked, left],
      place,
    );
    expect([stored.verdict, summary.accepted, summary.new]).to.deep.equal(["fail", 2, 1]);
    await accept("revoked");
    const retried = await finish("run_late_2");
    expect([retried.run.verdict, retried.summary.accepted]).to.deep.equal(["pass", 3]);
    await models.acceptances.deleteMany({});
  });

  it("notes since when each finding stands, and in how many runs", async () => {
    const place = { branch: "seen" };
    await run("run_seen_1", [finding("seen-a")], place);
    await run("run_seen_2", [finding("seen-a"), finding("seen-b")], place);
    await run("run_seen_3", [finding("seen-a"), finding("seen-b")], place);
    const found = await models.findings.find({ runId: "run_seen_3" }).sort({ fingerprint: 1 }).lean();
    expect(found.map((one) => [one.fingerprint, one.firstSeen?.runId, one.timesSeen])).to.deep.equal([
      ["seen-a", "run_seen_1", 3],
      ["seen-b", "run_seen_2", 2],
    ]);
  });

  it("blames a branch for nothing that main brought, and praises it for nothing that main mended", async () => {
    const shaOf = (name: string) => Buffer.from(name.padEnd(20, "-")).toString("hex");
    // main: m1 m2; the branch forked at m1 (f1) and merged m2 (f2).
    const rows = [
      ["f2", ["f1", "m2"]],
      ["f1", ["m1"]],
      ["m2", ["m1"]],
      ["m1", []],
    ] as const;
    const told = rows.map(([sha, parents]): HistoryRow => [shaOf(sha), parents.map(shaOf)]);
    await keepHistory(models, { projectId: "prj_shop", rows: told, onMain: false, at: new Date(0) });
    const at = (commit: string, branch: string) => ({ branch, commitSha: shaOf(commit), environmentId: "env_history" });
    await run("run_m1", [finding("old"), finding("both")], at("m1", "main"));
    // Main fixes "old" and introduces "mains".
    await run("run_m2", [finding("both"), finding("mains")], at("m2", "main"));
    const behind = await run("run_f1", [finding("old"), finding("both"), finding("own")], at("f1", "feature"));
    expect(behind.summary).to.include({
      new: 1,
      fixed: 0,
      against: `main at ${shaOf("m1").slice(0, 7)}, where this branch began`,
    });
    expect(await marks("run_f1", "isNewOnBranch")).to.deep.equal({ old: false, both: false, own: true });
    expect(behind.summary.base).to.deep.equal({ runId: "run_m1", against: behind.summary.against, score: 80 });
    expect(behind.summary).not.to.have.property("comparedWith");
    const merged = await run("run_f2", [finding("both"), finding("mains"), finding("more")], at("f2", "feature"));
    // The branch fixed "own" and introduced "more"; the changes of "old" and "mains" come from main.
    expect(merged.summary).to.include({ new: 1, fixed: 1, against: `feature at ${shaOf("f1").slice(0, 7)}` });
    expect(await marks("run_f2", "isNew")).to.deep.equal({ both: false, mains: false, more: true });
    expect(await marks("run_f2", "isNewOnBranch")).to.deep.equal({ both: false, mains: false, more: true });
    await models.commits.deleteMany({});
  });

  describe("performance of a branch", () => {
    const shaOf = (name: string) => Buffer.from(name.padEnd(20, "-")).toString("hex");
    const began = (commit: string) => `main at ${shaOf(commit).slice(0, 7)}, where this branch began`;
    // main: m1 m2, where m2 is slower; the branch forked at m1 (f1, f2) and merged m2 (f3).
    const rows: HistoryRow[] = [
      [shaOf("f3"), ["f2", "m2"].map(shaOf)],
      [shaOf("f2"), [shaOf("f1")]],
      [shaOf("f1"), [shaOf("m1")]],
      [shaOf("m2"), [shaOf("m1")]],
      [shaOf("m1"), []],
    ];
    before(() => keepHistory(models, { projectId: "prj_shop", rows, onMain: false, at: new Date(0) }));
    after(() => models.commits.deleteMany({}));
    /** Finishes a run that measured this LCP three times on /a, and this score. */
    const measure = async (id: string, [lcp, score]: [number, number], patch: Partial<Run>) => {
      hour += 1;
      const createdAt = new Date(Date.UTC(2026, 2, 10, hour));
      const place = { environmentId: "env_perf", createdAt };
      await addRun(models, id, { type: "perf-test", status: "running", seq: 0, ...place, ...patch });
      const metrics = Object.fromEntries(
        [1, 2, 3].flatMap((n) => [
          [`lcpRun${n}`, lcp],
          [`scoreRun${n}`, score],
        ]),
      );
      await page(id, 0, "https://shop.example/a", { pillar: "perf", score, metrics });
      return (await finish(id)).summary;
    };
    const at = (commit: string, branch: string) => ({ branch, commitSha: shaOf(commit) });

    it("stands beside main where the branch began, whatever main was after that", async () => {
      const main = await measure("run_pm1", [1_900, 91], at("m1", "main"));
      expect(main).not.to.have.any.keys("base", "comparedWith");
      await measure("run_pm2", [3_500, 60], at("m2", "main"));
      const same = await measure("run_pf1", [1_900, 91], at("f1", "feature"));
      expect(same.base).to.deep.equal({
        runId: "run_pm1",
        against: began("m1"),
        score: 91,
        pages: 1,
        figures: [
          { figure: "score", from: 91, to: 91, change: "steady" },
          { figure: "lcp", from: 1_900, to: 1_900, change: "steady" },
        ],
      });
      expect(same.comparedWith).to.deep.equal([`Compared with ${began("m1")}: score and LCP are steady.`]);
      const slower = await measure("run_pf2", [2_600, 80], at("f2", "feature"));
      // Findings are compared with the branch's previous run, figures with main.
      expect(slower.against).to.equal(`feature at ${shaOf("f1").slice(0, 7)}`);
      expect(slower.comparedWith).to.deep.equal([
        `Compared with ${began("m1")}: score 91 → 80 and LCP 1,900 → 2,600 ms are worse.`,
      ]);
      // The branch merged main's slower pages: not a change of the branch, which made nothing slower itself.
      const merged = await measure("run_pf3", [3_500, 60], at("f3", "feature"));
      expect(merged.base?.runId).to.equal("run_pm2");
      expect(merged.comparedWith).to.deep.equal([`Compared with ${began("m2")}: score and LCP are steady.`]);
    });

    it("leaves out pages that main's run could not measure, and says so", async () => {
      await models.auditPages.updateOne({ _id: "run_pm1-p0" }, { $set: { status: "not_measured" } });
      const again = await measure("run_pf1_again", [1_900, 91], at("f1", "feature"));
      expect(again.comparedWith).to.deep.equal([
        `Not compared with ${began("m1")}: no page was measured in both runs.`,
      ]);
    });

    it("says nothing of main where the history is not known", async () => {
      for (const patch of [{ branch: "menu" }, at("stray", "menu")]) {
        const summary = await measure(`run_pn_${hour}`, [2_600, 80], patch);
        expect(summary).not.to.have.any.keys("base", "comparedWith", "against");
      }
    });
  });

  it("what a branch accepted goes along when it is rebased, and comes with a merge of what it is then", async () => {
    const shaOf = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
    // r is f rebased on m2; main was fast-forwarded to it.
    const rows: HistoryRow[] = [
      [shaOf("r"), [shaOf("m2")]],
      [shaOf("f"), [shaOf("m1")]],
      [shaOf("m2"), [shaOf("m1")]],
      [shaOf("m1"), []],
    ];
    await keepHistory(models, { projectId: "prj_shop", rows, onMain: false, at: new Date(0) });
    const accepted = { ...finding("fine"), outcome: "accepted", was: "failed" } as Finding;
    const { fingerprint, pillar, rule, severity, page: url, message } = accepted;
    await models.acceptances.create({
      _id: "prj_shop:fine:x",
      projectId: "prj_shop",
      fingerprint,
      pillar,
      rule,
      severity,
      page: url,
      message,
      id: "1",
      reason: "Known.",
      by: "ann",
      at: new Date(0),
      until: new Date("2026-09-01T00:00:00Z"),
      branch: "feature",
      commitSha: shaOf("f"),
    });
    const acceptedAt = async (branch: string, commit: string) =>
      (
        await acceptedUntil(
          models,
          {
            projectId: "prj_shop",
            pillar: "seo",
            branch,
            commitSha: shaOf(commit),
            prNumber: null,
            createdAt: deps.now(),
          },
          deps.now(),
        )
      ).has("fine");
    expect(await acceptedAt("main", "r")).to.equal(false);
    await run("run_own", [accepted], { branch: "feature", commitSha: shaOf("f") });
    await run("run_away", [accepted], { branch: "main", commitSha: shaOf("m2") });
    expect((await models.acceptances.findById("prj_shop:fine:x").lean())?.carried).to.equal(undefined);
    for (const again of ["1", "2"])
      await run(`run_r${again}`, [accepted], { branch: "feature", commitSha: shaOf("r") });
    expect((await models.acceptances.findById("prj_shop:fine:x").lean())?.carried).to.deep.equal([shaOf("r")]);
    expect([await acceptedAt("main", "r"), await acceptedAt("main", "m2")]).to.deep.equal([true, false]);
    await models.commits.deleteMany({});
  });
});
