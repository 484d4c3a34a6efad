// Five jobs as an agent does them, with tools only. Each step takes its input from previous results, as the tools suggest.
import type { DemoSite } from "../../temporal-dev/demo-site/server.ts";
import type { Answer, Meter } from "./meter.ts";

/** A project of the demo shop with features and a tracking plan, and a ticket about it. */
export type Place = { site: DemoSite; project: string; shop: string };

/** `run` returns the result as a sentence, or throws if it is wrong. */
type Job = { name: string; run(meter: Meter, place: Place): Promise<string> };

function must(right: boolean, what: string): void {
  if (!right) throw new Error(`The job came out wrong: ${what}.`);
}

const idOf = ({ data }: Answer): string => String(data.runId);
/** Number of pages that the new project tests in addition to its home page. */
const FURTHER = 3;

const firstRun: Job = {
  name: "First green run of a new project",
  async run(meter, { site, project }) {
    await meter.call("find_tools", { query: "create a project" });
    await meter.call("create_project", { name: "Shop", slug: project, baseUrl: site.url, confirm: true });
    const { data } = await meter.call("crawl_site", { project, maxPages: 10, depth: 1, confirm: true });
    const crawl = await meter.jobEnds(String(data.jobId));
    const found = (crawl.data.result.pages as { url: string }[]).map(({ url }) => new URL(url, site.url).pathname);
    must(found.includes("/"), `the crawl found ${found.join(", ")}`);
    const chosen = ["/", ...found.filter((page) => page !== "/").slice(0, FURTHER)];
    must(chosen.length === FURTHER + 1, `the crawl found ${found.join(", ")}`);
    for (const url of chosen)
      await meter.call("create_scenario", { project, label: url, url, viewports: ["desktop"], confirm: true });
    await meter.runEnds(project, idOf(await meter.call("run_baseline", { project, confirm: true })));
    const run = await meter.runEnds(project, idOf(await meter.call("run_vrt", { project, confirm: true })));
    must(run.data.summary.failed === 0, run.summary);
    return `${run.data.summary.passed} of ${run.data.summary.total} screenshots passed`;
  },
};

const whyFailed: Job = {
  name: "Why a run failed, and approving what is right",
  async run(meter, { site, project }) {
    site.setVariant("flawed");
    const runId = idOf(await meter.call("run_vrt", { project, confirm: true }));
    const ended = await meter.runEnds(project, runId);
    must(ended.data.summary.failed > 0, ended.summary);
    const failures = await meter.call("get_run_failures", { project, runId });
    const [worst] = failures.data.failures as { scenarioLabel: string; viewport: string }[];
    must(worst !== undefined, "no failure is listed");
    await meter.call("find_tools", { query: "why a visual failure" });
    const why = await meter.call("explain_vrt_failure", {
      project,
      runId,
      scenarioLabel: worst?.scenarioLabel,
      viewport: worst?.viewport,
    });
    must(why.data.causes.length > 0, "no cause is named");
    const approved = await meter.call("approve_vrt_results", {
      project,
      runId,
      scenarios: [worst?.scenarioLabel],
      confirm: true,
    });
    must(approved.data.promotedCount > 0, approved.summary);
    return `${ended.data.summary.failed} failed, ${approved.data.promotedCount} approved`;
  },
};

const ticket: Job = {
  name: "Proof of a ticket",
  async run(meter, { site, shop }) {
    site.setVariant("good");
    await meter.call("find_tools", { query: "prove a ticket" });
    const started = await meter.call("tracking_prove_issue_ticket", {
      project: shop,
      issueKey: "SHOP-101",
      title: "Measure when the oak stool is put into the basket",
      description:
        "When somebody adds the oak stool to the basket, add_to_cart must be sent with the currency USD and the value of the piece.",
      confirm: true,
    });
    const { data } = await meter.jobEnds(String(started.data.jobId));
    must(data.result.proofVerdict === "proven", data.result.proofOutcome.headline);
    return "proven";
  },
};

const comparison: Job = {
  name: "Two runs compared",
  async run(meter, { project }) {
    await meter.call("find_tools", { query: "compare two runs" });
    const { data: history } = await meter.call("get_run_history", { project, type: "vrt-test", limit: 2 });
    const [newer, older] = history.runs as { runId: string }[];
    const compared = await meter.call("compare_runs", { project, runId: newer?.runId, baseRunId: older?.runId });
    return compared.summary;
  },
};

const auditToFix: Job = {
  name: "The worst problem of a full audit, to its fix",
  async run(meter, { site, shop }) {
    site.setVariant("flawed");
    await meter.call("find_tools", { query: "full audit, worst problems" });
    const pillars = ["a11y", "seo", "security"];
    const audit = (more: object = {}) =>
      meter.call("run_full_audit", { project: shop, pillars, ...more, confirm: true });
    await meter.runEnds(shop, idOf(await audit()));
    const problems = await meter.call("prioritize_issues", { project: shop, limit: 3 });
    const issues = problems.data.issues as { pillar: string; rule: string }[];
    const worst = issues.find(({ pillar }) => pillars.includes(pillar));
    if (worst === undefined) throw new Error("No problem is listed.");
    const { pillar, rule } = worst;
    const rulesOf = ({ data }: Answer) => (data.rules as { rule: string }[]).map((one) => one.rule);
    const report = await meter.call("get_pillar_report", { project: shop, pillar, limit: 3 });
    must(rulesOf(report).includes(rule), `${rule} is not in the report`);
    // Simulates the fix by the site's owner.
    site.setVariant("good");
    await meter.runEnds(shop, idOf(await audit({ pillars: [pillar] })));
    const after = await meter.call("get_pillar_report", { project: shop, pillar, limit: 1 });
    must(!rulesOf(after).includes(rule), `${rule} is still there`);
    return `${pillar}: ${rule} fixed`;
  },
};

export const JOBS: readonly Job[] = [firstRun, whyFailed, ticket, comparison, auditToFix];
