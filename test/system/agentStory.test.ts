// What an agent does with a new site, with tools alone: set up, find pages, capture baselines, notice a change, understand it, add a rule,
// approve, pass.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { type DemoSite, startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { expectAnswer } from "../api/tools/harness.ts";
import { eventually } from "../support/eventually.ts";
import { itInFullLane } from "../support/lanes.ts";
import { makeOrgKey } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";

type Call = { tool: string; args?: Record<string, unknown> };
type Body = {
  summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of many tools.
  data: any;
  warnings: string[];
  nextActions: (Call & { label: string })[];
  runId: string;
};

/** A site with three pages; `say` changes the text of one. */
async function startSite() {
  const words = { offer: "Ten percent off until Friday", plans: "Basic costs 5 a month" };
  const pages: Record<string, () => [title: string, body: string]> = {
    "/": () => ["Home", `<a href="/plans">Plans</a> <a href="/about">About</a><p>Welcome to the shop.</p>`],
    "/plans": () => ["Plans", `<a href="/">Home</a><p id="price">${words.plans}</p><p>Cancel whenever you like.</p>`],
    "/about": () => [
      "About",
      `<a href="/">Home</a><p id="offer">${words.offer}</p><p>We are four people in a shed.</p>`,
    ],
  };
  const server = createServer((request, response) => {
    const found = pages[request.url ?? "/"]?.();
    if (!found) return void response.writeHead(404, { "content-type": "text/plain" }).end("Not here.");
    const [title, body] = found;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">
<style>body{font:18px/1.6 sans-serif;margin:24px}p{width:300px;height:60px}</style></head><body><h1>${title}</h1>${body}</body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    say: (changed: Partial<typeof words>) => void Object.assign(words, changed),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("an agent on the real stack", function () {
  this.timeout(300_000);
  let world: World;
  let site: Awaited<ReturnType<typeof startSite>>;
  let shop: DemoSite;
  let client: ApiClient;
  before(async () => {
    site = await startSite();
    shop = await startDemoSite({ variant: "good" });
    const hosts = [site.port, shop.port].map((port) => `127.0.0.1:${port}`).join(",");
    world = await startWorld({ SVC_INVOKE_RATE_PER_MINUTE: "1000", SVC_ALLOWED_HOSTS: hosts });
    const key = await makeOrgKey(world, "mcp_full");
    client = createApiClient(world.service.apiUrl, key);
  });
  after(async () => {
    await world?.stop();
    await site?.close();
    await shop?.close();
  });

  /** Validates every response against the tool's own schema, and every call that it suggests. */
  const invoke = async (tool: string, args: Record<string, unknown> = {}): Promise<Body> => {
    const body = (await client.request("POST", "/api/mcp/v1/invoke", { tool, args })) as Body;
    expectAnswer(tool, tool === "run_vrt" || tool === "run_baseline" ? 202 : 200, body as never);
    return body;
  };
  const project = "corner-shop";
  /** Starts a run and waits for it, as the response says. */
  const runAndWait = async (tool: "run_vrt" | "run_baseline") => {
    const { runId } = await invoke(tool, { project, confirm: true });
    return eventually(
      `${tool} ends`,
      async () => {
        const { data } = await invoke("wait_for_run", { project, runId, maxWaitMs: 20_000 });
        return !data.timedOut && data;
      },
      120_000,
    );
  };
  const suggested = ({ nextActions }: Body, tool: string): Record<string, unknown> => {
    const action = nextActions.find((one) => one.tool === tool);
    expect(action, `${tool} among ${JSON.stringify(nextActions)}`).to.be.an("object");
    return action?.args ?? {};
  };

  it("goes from nothing to a passed test after a change that was meant", async () => {
    const made = await invoke("create_project", {
      name: "Corner shop",
      baseUrl: site.url,
      slug: project,
      confirm: true,
    });
    expect(made.data.project).to.include({ slug: project, scenarioCount: 0 });
    const setup = await invoke("check_setup_health", suggested(made, "check_setup_health"));
    const codesOf = (remarks: { code: string }[]) => remarks.map(({ code }) => code);
    expect(codesOf(setup.data.passed)).to.include.members(["site", "service"]);
    expect(codesOf([...setup.data.blockers, ...setup.data.warnings])).to.include("scenarios");

    const crawl = await invoke("crawl_site", { ...suggested(made, "crawl_site"), confirm: true });
    expect(crawl.data.jobId).to.be.a("string");
    const job = await eventually("the crawl ends", async () => {
      const { data } = await invoke("get_job_status", suggested(crawl, "get_job_status"));
      return !["queued", "running"].includes(data.status) && data;
    });
    expect(job.status).to.equal("completed");
    const pages = job.result.pages as { url: string; title: string }[];
    expect(pages.map(({ title }) => title).sort()).to.deep.equal(["About", "Home", "Plans"]);

    for (const { title, url } of pages) {
      const { data } = await invoke("create_scenario", {
        project,
        label: title,
        url,
        viewports: ["phone"],
        confirm: true,
      });
      expect(data.scenario).to.include({ label: title });
    }
    expect((await runAndWait("run_baseline")).summary).to.include({ total: 3, passed: 3, failed: 0 });
    expect((await runAndWait("run_vrt")).summary).to.include({ total: 3, passed: 3, failed: 0 });

    site.say({ offer: "Half price on everything today!", plans: "From May on the large plan costs 17 a year" });
    const changed = await runAndWait("run_vrt");
    expect(changed.summary).to.include({ total: 3, passed: 1, failed: 2 });

    const failures = await invoke("get_run_failures", { project });
    expect(failures.data).to.include({ runId: changed.runId, failed: 2, total: 3 });
    expect(failures.data.failures.map((one: { scenarioLabel: string }) => one.scenarioLabel).sort()).to.deep.equal([
      "About",
      "Plans",
    ]);
    for (const { tool, args } of failures.nextActions.filter((one) => one.tool === "get_diff_stats")) {
      const { data } = await invoke(tool, args);
      expect(data).to.include({ runId: changed.runId, status: "failed", viewport: "phone" });
      expect(data.changedPixels).to.be.above(0);
      expect(data.regions.length).to.be.above(0);
    }
    const why = await invoke("explain_vrt_failure", { project, scenarioLabel: "About", viewport: "phone" });
    expect(why.data.causes[0].selector).to.contain("offer");
    expect(why.data.advice).to.have.length.above(0);

    // The offer changes every day; the change of the price was intended.
    const rule = await invoke("create_comparison_rule", {
      project,
      scenarioLabel: "About",
      selector: "#offer",
      mode: "ignore",
      confirm: true,
    });
    expect(rule.summary).to.be.a("string");
    const approved = await invoke("approve_vrt_results", {
      project,
      runId: changed.runId,
      scenarios: ["Plans"],
      confirm: true,
    });
    expect(approved.data).to.include({ promotedCount: 1, skippedCount: 0 });

    const last = await runAndWait("run_vrt");
    expect(last).to.include({ status: "completed", error: null });
    expect(last.summary).to.include({ total: 3, passed: 3, failed: 0 });
    expect((await invoke("get_run_failures", { project })).data).to.include({ runId: last.runId, failed: 0 });
  });

  describe("in a shop", () => {
    const there = "juniper-and-oak";
    before(() => invoke("create_project", { name: "Juniper and Oak", baseUrl: shop.url, slug: there, confirm: true }));
    const jobEnds = (jobId: string) =>
      eventually(
        `job ${jobId} ends`,
        async () => {
          const body = await invoke("get_job_status", { jobId });
          return !["queued", "running"].includes(body.data.status) && body;
        },
        120_000,
      );

    it("makes a test of a sentence, runs it, and finds the event in the step that sends it", async () => {
      const goal = "a visitor adds a product to the cart and the add_to_cart event is sent";
      const made = await invoke("create_frt_scenario", { project: there, goal, startPath: "/shop", confirm: true });
      expect(made.data).to.deep.include({ resolved: "created", unresolved: [], open: [] });
      const { featureId, status } = made.data.feature;
      expect(status).to.equal("ready");
      expect(suggested(made, "tracking_get_plan")).to.include({ project: there });
      expect(suggested(made, "run_tracking")).to.include({ project: there });
      const dry = await invoke("frt_dry_run_feature", { project: there, featureId, verbose: true });
      expect(dry.data).to.deep.include({ ready: true, open: [] });
      const run = await invoke("run_frt_feature", {
        ...suggested(made, "run_frt_feature"),
        verifyTracking: true,
        confirm: true,
      });
      const { runId } = run.data;
      const ended = await eventually(
        "the run ends",
        async () => {
          const { data } = await invoke("wait_for_run", { project: there, runId, maxWaitMs: 20_000 });
          return !data.timedOut && data;
        },
        120_000,
      );
      expect(ended.summary).to.include({ total: 1, passed: 1, failed: 0 });
      const { data } = await invoke("frt_get_run_timeline", { project: there, runId, featureId });
      const steps = data.steps as { text: string; status: string; events: { name: string }[] }[];
      expect(steps.map((step) => step.status)).to.deep.equal(steps.map(() => "passed"));
      const sending = steps.filter(({ events }) => events.some(({ name }) => name === "add_to_cart"));
      expect(sending.map(({ text }) => text)).to.deep.equal(['And I click the "Add to basket" button']);
      const again = await invoke("create_frt_scenario", {
        project: there,
        goal: "somebody puts an article into the basket",
        startPath: "/shop",
        confirm: true,
      });
      expect(again.data).to.include({ resolved: "existing" });
      expect(again.data.feature).to.include({ featureId });
    });

    itInFullLane(
      "explores it, keeps a draft of what was found, and cancels an exploration that is under way",
      async () => {
        const { data } = await invoke("frt_explore_site", {
          project: there,
          startPath: "/shop",
          maxStates: 5,
          depth: 1,
        });
        expect(data).to.deep.equal({ jobId: data.jobId, status: "queued" });
        const explored = await jobEnds(data.jobId);
        expect([explored.data.status, explored.data.error]).to.deep.equal(["completed", undefined]);
        const { counts, states, edges, journeys } = explored.data.result;
        expect(counts).to.include({ states: 5 });
        expect(states[0]).to.include({ path: "/shop", depth: 0 });
        expect(edges.length).to.be.above(3);
        expect(journeys[0].gherkin).to.include('Given I am on "/shop"\n    And I click the "Reject all" button');
        const kept = await invoke("frt_create_feature", {
          ...suggested(explored, "frt_create_feature"),
          confirm: true,
        });
        expect(kept.data.feature.status).to.equal("ready");

        const long = await invoke("frt_explore_site", { project: there, maxStates: 300, depth: 6 });
        await eventually("states are found", async () => {
          const { data: job } = await invoke("get_job_status", { jobId: long.data.jobId });
          return job.progress.phase === "exploring" || job.status !== "queued";
        });
        await client.request("POST", `/api/mcp/v1/jobs/${long.data.jobId}/cancel`);
        expect((await jobEnds(long.data.jobId)).data.status).to.equal("cancelled");
      },
    );
  });
});
