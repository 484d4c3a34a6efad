// A crawl of a large site on the real stack finds exactly the existing pages, even if its worker is killed.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { eventually } from "../support/eventually.ts";
import { FAULT_SETTINGS, withTemporal } from "../support/faults.ts";
import { expectAuditInvariants } from "../support/invariants.ts";
import { type LargeSite, startLargeSite } from "../support/largeSite.ts";
import { makeProject } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { auditedPaths, withModels } from "../support/watched.ts";

type Job = {
  jobId: string;
  status: string;
  progress: { phase: string; done: number; total: number };
  // biome-ignore lint/suspicious/noExplicitAny: results of several kinds.
  result?: any;
  error?: string;
};
type Envelope = { data: Job; warnings: string[]; nextActions: { tool: string; args: Record<string, unknown> }[] };

describe("crawling on the real stack", function () {
  this.timeout(300_000);
  let world: World;
  let site: LargeSite;
  let small: LargeSite;
  before(async () => {
    site = await startLargeSite(1_500, 500);
    small = await startLargeSite(300, 100);
    world = await startWorld({
      ...FAULT_SETTINGS,
      SVC_INVOKE_RATE_PER_MINUTE: "100000",
      SVC_ALLOWED_HOSTS: [site, small].map(({ port }) => `127.0.0.1:${port}`).join(","),
    });
  });
  after(async () => {
    await world?.stop();
    await site?.close();
    await small?.close();
  });

  let count = 0;
  const projectOn = async (url: string) => {
    count += 1;
    const slug = `crawled-${count}`;
    return createApiClient(world.service.apiUrl, await makeProject(world, { siteUrl: url, slug }));
  };
  const invoke = (client: ApiClient, tool: string, args: object = {}) =>
    client.request("POST", "/api/mcp/v1/invoke", { tool, args }) as Promise<Envelope>;
  const statusOf = async (client: ApiClient, jobId: string) => (await invoke(client, "get_job_status", { jobId })).data;
  /** Polls about twice a second, because the embedded database is busy enough. */
  const ended = (client: ApiClient, jobId: string, timeoutMs = 240_000) =>
    eventually(
      `job ${jobId} ends`,
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 450));
        const job = await statusOf(client, jobId);
        return !["queued", "running"].includes(job.status) && job;
      },
      timeoutMs,
    );
  const found = (jobId: string) =>
    withModels(world, async (models) => {
      const pages = await models.crawlAddresses.find({ jobId, state: "page" }, { url: 1 }).lean();
      return pages.map(({ url }) => url).sort();
    });
  /** Peak memory of the worker, in MB. */
  const workerMb = () =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${world.service.worker.pid}/status`, "utf8"))?.[1]) / 1024;

  it("finds exactly the 2,000 pages that exist, politely, and in bounded memory", async () => {
    const client = await projectOn(site.url);
    const before = workerMb();
    const { data, nextActions } = await invoke(client, "crawl_site", { maxPages: 5_000, depth: 50, confirm: true });
    expect(data).to.deep.equal({ jobId: data.jobId, status: "queued" });
    expect(nextActions[0]).to.deep.include({ tool: "get_job_status", args: { jobId: data.jobId } });
    const job = await ended(client, data.jobId);
    expect([job.status, job.error]).to.deep.equal(["completed", undefined]);
    expect(await found(data.jobId)).to.deep.equal([...site.pages].sort());
    const { counts, pages, groups, broken, robots, sitemap } = job.result;
    expect(counts).to.include({ pages: site.pages.size, disallowed: 1, broken: 1, redirects: 1, notAsked: 0 });
    expect(pages).to.have.length(200);
    expect(pages[0]).to.deep.equal({ url: `${site.url}/`, status: 200, title: "Home | Large", group: "/", depth: 0 });
    expect(groups.slice(0, 2).map((g: { group: string; pages: number }) => [g.group, g.pages])).to.deep.equal([
      ["/products/{n}-a-name", 1_500],
      ["/articles/{n}-a-name", 500],
    ]);
    expect(broken).to.deep.equal([
      { url: `${site.url}/gone`, status: 404, reason: "It answers 404.", foundOn: `${site.url}/` },
    ]);
    expect(robots).to.deep.equal({ state: "read", crawlDelaySeconds: null, sitemaps: [`${site.url}/map.xml`] });
    expect(sitemap).to.deep.include({ entries: 10, own: 10, complete: true });
    expect([...site.hits.keys()].filter((path) => /secret|logout|file\.pdf|utm_/.test(path))).to.deep.equal([]);
    expect(Math.max(...site.hits.values()), "no address is asked twice").to.equal(1);
    expect(site.mostAtOnce()).to.be.at.most(4);
    // The threads that read the sitemap and group the pages account for some 50 MB while they work.
    expect(workerMb() - before, "MB of the worker's peak beyond what it was before").to.be.below(250);
  });

  it("goes on where a killed worker stopped, and then proposes a scenario for each template", async () => {
    const client = await projectOn(small.url);
    const { jobId } = (await invoke(client, "crawl_site", { confirm: true, depth: 50 })).data;
    await eventually("100 pages are found", async () => (await statusOf(client, jobId)).progress.done >= 100);
    await world.service.worker.kill();
    await world.service.worker.start();
    const job = await ended(client, jobId);
    expect([job.status, job.error]).to.deep.equal(["completed", undefined]);
    expect(await found(jobId)).to.deep.equal([...small.pages].sort());
    const again = [...small.hits.entries()].filter(([path, hits]) => hits > 1 && !/robots|map\.xml/.test(path));
    expect(again.length, "addresses that were asked again").to.be.at.most(25);

    const proposing = (await invoke(client, "generate_scenarios")).data;
    const proposed = await ended(client, proposing.jobId);
    expect(proposed.status, proposed.error).to.equal("completed");
    const { proposals, alreadyCovered } = proposed.result;
    expect(alreadyCovered).to.equal(0);
    expect(proposals[0]).to.include({ label: "Home", url: "/" });
    // Named by the page titles, with some of each template.
    expect(proposals.map((p: { label: string }) => p.label)).to.include.members(["products 0", "articles 0", "about"]);
  });

  it("a cancelled crawl ends as cancelled, at once, and gives its site free for the next", async () => {
    const client = await projectOn(site.url);
    const { jobId } = (await invoke(client, "crawl_site", { confirm: true, maxPages: 5_000 })).data;
    const joined = await invoke(client, "crawl_site", { confirm: true, maxPages: 10 });
    expect(joined.data.jobId).to.equal(jobId);
    await eventually("pages are found", async () => (await statusOf(client, jobId)).progress.done > 0);
    await client.request("POST", `/api/mcp/v1/jobs/${jobId}/cancel`);
    const job = await ended(client, jobId, 30_000);
    expect(job.status).to.equal("cancelled");
    expect(job.error).to.match(/^cancelled by key crawled-/);
    const hits = [...site.hits.values()].reduce((sum, n) => sum + n, 0);
    const next = (await invoke(client, "crawl_site", { confirm: true, maxPages: 3 })).data;
    expect(next.jobId).not.to.equal(jobId);
    const short = await ended(client, next.jobId);
    expect(short.result.counts).to.include({ pages: 3 });
    expect([...site.hits.values()].reduce((sum, n) => sum + n, 0) - hits, "the cancelled one asks no more").to.be.below(
      30,
    );
  });

  describe("for an audit of its pages", () => {
    type Crawl = { _id: string; status: string; progress: { done: number } };
    const crawlsOf = (client: { slug: string }) =>
      withModels(world, ({ jobs }) => jobs.find({ projectSlug: client.slug }).lean() as unknown as Promise<Crawl[]>);
    const begun = async (url: string, pages: string, atLeast: number) => {
      const client = await projectOn(url);
      const { runId } = await client.run({ type: "security", pages });
      const slug = `crawled-${count}`;
      await eventually(
        `${atLeast} pages are found for the run`,
        async () => ((await crawlsOf({ slug }))[0]?.progress.done ?? 0) >= atLeast,
      );
      return { client, runId, slug };
    };

    it("ends with the run that is cancelled meanwhile", async () => {
      const { client, runId, slug } = await begun(site.url, "crawl", 1);
      expect((await client.status(runId)).progress?.phase).to.equal("crawling the site");
      await client.request("POST", `/api/ci/runs/${runId}/cancel`);
      const run = await client.wait(runId, { timeoutMs: 60_000, everyMs: 500 });
      expect(run.status).to.equal("failed");
      expect(run.error).to.match(/^cancelled by key crawled-/);
      expect(await auditedPaths(world, runId)).to.deep.equal([]);
      const [crawl] = await crawlsOf({ slug });
      const job = await ended(client, crawl?._id ?? "", 60_000);
      expect(job.status).to.equal("cancelled");
      await expectAuditInvariants(world, runId);
    });

    it("goes on after its worker was killed, and the run completes once", async () => {
      const { client, runId, slug } = await begun(small.url, "templates", 100);
      await world.service.worker.kill();
      await world.service.worker.start();
      const run = await client.wait(runId, { timeoutMs: 240_000, everyMs: 500 });
      expect([run.status, run.error]).to.deep.equal(["completed", null]);
      expect((await crawlsOf({ slug })).map(({ status }) => status)).to.deep.equal(["completed"]);
      const pages = await auditedPaths(world, runId);
      expect(pages.filter((path) => path.startsWith("/articles/"))).to.have.length(1);
      expect(run.summary).to.include({ pages: pages.length, notMeasured: 0 });
      await expectAuditInvariants(world, runId);
    });
  });

  it("a job whose workflow was never begun is begun, and one whose workflow is terminated ends with the reason", async () => {
    const client = await projectOn(site.url);
    const first = (await invoke(client, "crawl_site", { confirm: true, maxPages: 3 })).data;
    expect((await ended(client, first.jobId)).status).to.equal("completed");
    // As if the service had been killed between writing the document and starting its workflow.
    const jobId = `${first.jobId}x`;
    await withModels(world, async ({ jobs }) => {
      const done = await jobs.findById(first.jobId).lean();
      await jobs.create({
        ...done,
        _id: jobId,
        lock: jobId,
        status: "queued",
        seq: 0,
        executionId: null,
        startedAt: null,
        finishedAt: null,
        result: null,
        createdAt: new Date(Date.now() - 5_000),
      });
    });
    const begun = await ended(client, jobId);
    expect([begun.status, begun.result?.counts.pages]).to.deep.equal(["completed", 3]);

    const long = (await invoke(client, "crawl_site", { confirm: true, maxPages: 5_000 })).data;
    await eventually("pages are found", async () => (await statusOf(client, long.jobId)).progress.done > 0);
    await withTemporal(world, (temporal) => temporal.workflow.getHandle(`job-${long.jobId}`).terminate("by the test"));
    const closed = await ended(client, long.jobId, 30_000);
    expect([closed.status, closed.error]).to.deep.equal(["failed", "The workflow was terminated in Temporal."]);
    const next = (await invoke(client, "crawl_site", { confirm: true, maxPages: 3 })).data;
    expect(next.jobId, "the site is free again").not.to.equal(long.jobId);
    expect((await ended(client, next.jobId)).status).to.equal("completed");
  });

  it("a site that cannot be had fails with its reason", async () => {
    const client = await projectOn("http://127.0.0.1:9");
    const { jobId } = (await invoke(client, "crawl_site", { confirm: true })).data;
    const job = await ended(client, jobId);
    expect(job.status).to.equal("failed");
    expect(job.error).to.match(/robots\.txt is unavailable \(.*may not be visited\), which disallows/);
  });
});
