import { expect } from "chai";
import type { PlanName } from "../../domain/plans.ts";
import type { RunStatus } from "../../temporal-dev/apiClient.ts";
import { signIn } from "../../temporal-dev/sessionClient.ts";
import { type AuditSite, HOSTILE_TEXT, startAuditSite } from "../support/auditSite.ts";
import { eventually } from "../support/eventually.ts";
import { FAULT_SETTINGS, withTemporal } from "../support/faults.ts";
import { expectAuditInvariants } from "../support/invariants.ts";
import { itInFullLane } from "../support/lanes.ts";
import { makeKey, makeUser, putOnPlan } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

describe("audits on the real stack", function () {
  this.timeout(400_000);
  let world: World;
  let site: AuditSite;
  before(async () => {
    site = await startAuditSite();
    world = await startWorld({
      ...FAULT_SETTINGS,
      SVC_ALLOWED_HOSTS: `127.0.0.1:${site.port}`,
      // One page after the other, so that it is known which were done.
      SVC_BROWSER_SLOTS: "1",
      SVC_SIGN_IN_RATE_PER_MINUTE: "1000",
    });
  });
  after(async () => {
    await world?.stop();
    await site?.close();
  });

  let count = 0;
  /** Creates a project on the audit site with a scenario for each path. */
  const project = async (...paths: string[]) => {
    count += 1;
    const scenarios = Object.fromEntries(paths.map((path) => [path, `${site.url}${path}`]));
    const { slug: made, client } = await world.project(scenarios);
    return { slug: made, client };
  };
  const person = async () => {
    const email = `p${count}-${Date.now()}@audit.example`;
    return signIn(world.service.apiUrl, email, await makeUser(world, email, "editor"));
  };
  const pagesOf = (runId: string) =>
    withModels(world, (models) =>
      models.auditPages
        .find({ runId, index: { $gte: 0 } })
        .sort({ index: 1 })
        .lean(),
    );
  const childrenOf = (run: RunStatus) => run.children as { runId: string; type: string; status: string }[];

  it("an SEO run has the fields of its type, and tells what is new and what is fixed", async () => {
    const { client } = await project("/page/one", "/faulty/two");
    const first = await client.wait((await client.run({ type: "seo" })).runId);
    expect(first).to.include({ status: "completed", type: "seo-test", error: null, perfBudgetResult: null });
    for (const field of ["seoScore", "seoPassed", "seoFailed", "seoWarnings", "seoLighthouseScore"])
      expect(first[field], field).to.be.a("number");
    expect(first).not.to.have.any.keys("perfScore", "perfAvgLcp");
    expect(first.summary).to.include({ pages: 2, notMeasured: 0, new: 0, fixed: 0, verdict: "pass" });
    await expectAuditInvariants(world, first.runId);

    const findings = await client.findings(first.runId);
    expect(findings.filter((f) => f.outcome === "failed").map((f) => f.rule)).to.include.members([
      "title-missing",
      "image-alt",
    ]);
    const second = await client.wait((await client.run({ type: "seo" })).runId);
    expect(second.summary).to.include({ new: 0, fixed: 0 });
    expect((await client.findings(second.runId)).every((f) => f.new === false)).to.equal(true);
  });

  itInFullLane(
    "a worker killed in the third of five pages: what is done is not done again, and the verdict is the same",
    async () => {
      const { client } = await project("/page/a", "/page/b", "/gate/c", "/faulty/d", "/page/e");
      const whole = client.run({ type: "a11y" });
      const opening = setInterval(() => site.openGates(), 100);
      const expected = await client.wait((await whole).runId);
      clearInterval(opening);

      const { runId } = await client.run({ type: "a11y" });
      await eventually("the third page waits", async () => site.waiting() > 0);
      const done = (
        await eventually("the first pages are judged", async () => {
          const pages = await pagesOf(runId);
          return pages.filter((p) => p.status !== "pending").length >= 2 && pages;
        })
      ).filter((p) => p.status !== "pending");
      const before = new Map(done.map((p) => [p.url, site.hits.get(new URL(p.url).pathname)]));
      await world.service.worker.kill();
      await world.service.worker.start();
      const again = setInterval(() => site.openGates(), 100);
      const ended = await client.wait(runId);
      clearInterval(again);
      for (const [url, hits] of before) expect(site.hits.get(new URL(url).pathname), url).to.equal(hits);
      expect(ended.status).to.equal("completed");
      const same = ({ summary }: RunStatus) => {
        // The first run is the starting point, so the second has something to compare with.
        const {
          new: _n,
          fixed: _f,
          reasons: _r,
          verdict: _v,
          startingPoint: _s,
          sentence: _w,
          ...counts
        } = summary as Record<string, unknown>;
        return counts;
      };
      expect(same(ended)).to.deep.equal(same(expected));
      await expectAuditInvariants(world, runId);
    },
  );

  it("a cancel closes the page at once, and no page stays open", async () => {
    const { client } = await project("/page/a", "/gate/b");
    const { runId } = await client.run({ type: "security" });
    await eventually("the page waits", async () => site.waiting() > 0);
    await client.request("POST", `/api/ci/runs/${runId}/cancel`);
    await eventually("the visitor has gone", async () => site.waiting() === 0, 5_000);
    const ended = await client.wait(runId);
    expect(ended.status).to.equal("failed");
    expect(ended.error).to.match(/^cancelled by key /);
    await expectAuditInvariants(world, runId);
  });

  itInFullLane("a workflow that is terminated from outside closes its run, and its pages say why", async () => {
    const { client } = await project("/gate/a");
    const { runId } = await client.run({ type: "seo" });
    await eventually("the page waits", async () => site.waiting() > 0);
    await withTemporal(world, (temporal) => temporal.workflow.getHandle(`run-${runId}`).terminate("test"));
    const ended = await client.wait(runId);
    expect(ended).to.include({ status: "failed", error: "The workflow was terminated in Temporal." });
    const [page] = await pagesOf(runId);
    expect(page).to.include({ status: "not_measured", code: "not_run" });
    site.openGates();
  });

  itInFullLane(
    "a page that cannot be had is not measured and never a zero; a run of only such pages is failed",
    async () => {
      const { client } = await project("/circle/1", "/page/a");
      const run = await client.wait((await client.run({ type: "security" })).runId);
      expect(run.summary).to.include({ pages: 2, notMeasured: 1 });
      const pages = await pagesOf(run.runId);
      expect(pages[0]).to.include({ status: "not_measured", code: "too_many_redirects", score: null });
      const none = await project("/circle/1");
      const failed = await none.client.wait((await none.client.run({ type: "a11y" })).runId);
      expect(failed.status).to.equal("failed");
      expect(failed.error).to.match(/^No page could be measured: .*redirects/);
      expect(failed).not.to.have.property("perfScore");
    },
  );

  itInFullLane("parts that the plan has locked are left out with a warning, and audits use no snapshots", async () => {
    const { slug, client } = await project("/page/one");
    const settings = { "settings.audits": { a11y: { budgets: { serious: 0 } } } };
    await withModels(world, (models) => models.projects.updateOne({ slug }, { $set: settings }));
    const plan = (name: PlanName) => putOnPlan(world, name);
    const used = () => withModels(world, (models) => models.usage.countDocuments());
    const before = await used();
    await plan("free");
    try {
      const seo = await client.wait((await client.run({ type: "seo" })).runId);
      expect(seo).to.include({ status: "completed" });
      expect(seo.seoScore).to.be.a("number");
      expect(seo).not.to.have.property("seoLighthouseScore");
      const a11y = await client.wait((await client.run({ type: "a11y" })).runId);
      const warnings = async (runId: string) =>
        ((await client.request("GET", `/api/ci/runs/${runId}/results`)) as { warnings: string[] }).warnings;
      expect(await warnings(seo.runId)).to.deep.equal([
        "The free plan does not include Lighthouse scores; the run goes without.",
      ]);
      expect(await warnings(a11y.runId)).to.deep.equal([
        "The free plan does not include accessibility budgets; the run goes without.",
      ]);
      const refused = await client.run({ type: "security" }).catch((error: Error) => error.message);
      expect(refused).to.match(/403.*plans with them: hobby, team, enterprise/);
      await plan("hobby");
      const security = await client.wait((await client.run({ type: "security" })).runId);
      expect(await warnings(security.runId)).to.include(
        "The hobby plan does not include the scan for libraries with known vulnerabilities; the run goes without.",
      );
    } finally {
      await plan("enterprise");
    }
    expect(await used()).to.equal(before);
  });

  itInFullLane(
    "a full audit of hostile pages is inconclusive where too few could be measured, and its report is safe",
    async () => {
      const { slug, client } = await project("/xss/1", "/flood/1", "/circle/1", "/dialogs/1");
      const { post } = await person();
      // The following tests mostly wait for pages, so run many at the same time from here on.
      world.service.env.SVC_BROWSER_SLOTS = "8";
      await world.service.worker.stop();
      await world.service.worker.start();
      const { runId } = await post("/api/tests/full-suite", {
        project: slug,
        pillars: ["seo", "a11y", "security", "tracking", "privacy"],
      });
      const run = await client.wait(String(runId), { timeoutMs: 380_000 });
      expect(run).to.include({ status: "failed", type: "full-suite" });
      expect(childrenOf(run).map(({ type }) => type)).to.have.members([
        "a11y-test",
        "privacy-test",
        "security-test",
        "seo-test",
        "tracking-test",
      ]);
      for (const { runId: id } of childrenOf(run)) {
        const child = await client.wait(id);
        expect(child.status, child.type).to.equal("failed");
        // One page redirects in circles, which is a quarter; others are too large or too busy for some pillars.
        expect(child.error, child.type).to.match(/^[1-4] of 4 pages not measured: /);
      }
      for (const child of childrenOf(run)) await expectAuditInvariants(world, child.runId);
      const report = async (id: string, format: string) => {
        const key = await makeKey(world, slug, "ci");
        const answer = await fetch(`${world.service.apiUrl}/api/ci/runs/${id}/report?format=${format}`, {
          headers: { "x-api-key": key },
        });
        expect(answer.status, format).to.equal(200);
        return Buffer.from(await answer.arrayBuffer());
      };
      const html = (await report(run.runId, "html")).toString();
      expect(html).to.contain("Full audit");
      expect(html).not.to.contain("<script");
      expect(html).not.to.contain("<img src=x");
      expect(html).not.to.contain('href="javascript:');
      expect((await report(run.runId, "pdf")).subarray(0, 5).toString()).to.equal("%PDF-");
      const tracking = childrenOf(run).find((c) => c.type === "tracking-test");
      expect((await report(tracking?.runId ?? "", "xlsx")).subarray(0, 2).toString()).to.equal("PK");
      expect(HOSTILE_TEXT).to.match(/^=/);
    },
  );

  it("a full audit that is cancelled takes its pillars along", async () => {
    const { slug, client } = await project("/gate/a");
    const { post } = await person();
    const { runId } = await post("/api/tests/full-suite", { project: slug, pillars: ["seo", "a11y"] });
    await eventually("a page waits", async () => site.waiting() > 0);
    await client.request("POST", `/api/ci/runs/${runId}/cancel`);
    const run = await client.wait(String(runId));
    expect(run).to.include({ status: "failed" });
    expect(run.error).to.match(/^cancelled by key /);
    for (const child of childrenOf(run)) {
      const ended = await client.wait(child.runId);
      expect(ended.status).to.equal("failed");
      expect(ended.error).to.match(/^cancelled by key /);
    }
  });
});
