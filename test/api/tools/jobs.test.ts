// Async jobs over HTTP: starting, joining, reading, cancelling, and the results of a finished crawl.
import { expect } from "chai";
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import { crawlAddressIdOf } from "../../../models/crawlAddresses/schema.ts";
import { endOfJob } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { patchWork } from "../../../models/work/queries.ts";
import { makeToolWorld, type ToolWorld } from "./harness.ts";

const crawlResult = (pages: number): CrawlResult => ({
  startUrl: "https://shop.example/",
  counts: {
    pages,
    groups: 2,
    asked: pages,
    duplicates: 0,
    redirects: 0,
    broken: 0,
    otherFiles: 0,
    disallowed: 0,
    variants: 0,
    leftOut: 0,
    notAsked: 0,
  },
  pages: Array.from({ length: Math.min(200, pages) }, (_, i) => ({
    url: `https://shop.example/products/${i}`,
    status: 200,
    title: `Product ${i}`,
    group: "/products/{n}",
    depth: 2,
  })),
  groups: [
    { group: "/products/{n}", pages: pages - 1, example: "https://shop.example/products/0", title: "Product 0" },
    { group: "/", pages: 1, example: "https://shop.example/", title: "Shop" },
  ],
  broken: [],
  robots: { state: "absent", crawlDelaySeconds: null, sitemaps: [] },
  sitemap: { files: [], entries: 0, own: 0, beyond: 0, complete: true },
  warnings: ["A warning."],
});

describe("jobs", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
  });
  afterEach(() => world.close());

  const crawl = (args = {}, key?: string) => world.call("crawl_site", { confirm: true, ...args }, key);
  const stored = async (jobId: string) => (await world.models.jobs.findById(jobId).lean()) as Job;
  const cancel = (jobId: string, key = world.keys.mcp_full) =>
    world.client.post(`/api/mcp/v1/jobs/${jobId}/cancel`, { key });
  /** Adds a finished crawl with its pages. */
  const addCrawl = async (_id: string, pages: number, projectId = "prj_shop") => {
    await world.models.jobs.create({
      _id,
      orgId: "org_a",
      projectId,
      projectSlug: "shop",
      kind: "crawl_site",
      status: "completed",
      lock: _id,
      baseUrl: "https://shop.example",
      input: {},
      requestedBy: "test",
      createdAt: world.clock.at,
      finishedAt: world.clock.at,
      seq: 1,
      progress: { phase: "completed", done: pages, total: pages },
      result: crawlResult(pages),
    });
    const page = (url: string, group: string) => ({
      _id: crawlAddressIdOf(_id, url),
      jobId: _id,
      projectId,
      url,
      key: new URL(url).pathname,
      depth: 1,
      weight: 2,
      state: "page" as const,
      title: "T",
      group,
    });
    await world.models.crawlAddresses.create([
      page("https://shop.example/", "/"),
      ...Array.from({ length: pages - 1 }, (_, i) => page(`https://shop.example/products/${i}`, "/products/{n}")),
    ]);
  };

  describe("crawl_site", () => {
    it("writes the job, starts its workflow, and says how to poll", async () => {
      const { data, summary, nextActions } = await crawl({ include: ["/blog/*"], depth: 3, environment: "staging" });
      expect(data).to.deep.equal({ jobId: data.jobId, status: "queued" });
      expect(data.jobId).to.match(/^job_[0-9a-z]{26}$/);
      expect(summary).to.equal(`Crawl ${data.jobId} of https://staging.shop.example/ queued.`);
      expect(nextActions).to.deep.equal([
        { label: "See how far it is", tool: "get_job_status", args: { jobId: data.jobId } },
      ]);
      const job = await stored(data.jobId);
      expect(job).to.deep.include({
        kind: "crawl_site",
        status: "queued",
        environmentId: "env_stage",
        input: {
          startUrl: "https://staging.shop.example/",
          maxPages: 500,
          depth: 3,
          include: ["/blog/*"],
          exclude: [],
        },
      });
      expect(job.startedAt).to.be.an.instanceOf(Date);
      expect(world.engine.jobs.get(data.jobId)).to.deep.equal({
        jobId: data.jobId,
        kind: "crawl_site",
        orgId: "org_a",
        projectId: "prj_shop",
        projectSlug: "shop",
        environment: "staging",
        // Like a run's: the organisation's weight, because this is its only busy project.
        weight: 8,
      });
      const audit = await world.models.audit.find({ action: "job.start" }).lean();
      expect(audit.map(({ target }) => target)).to.deep.equal([data.jobId]);
    });

    it("one crawl of a site at a time: five calls at once answer the same job", async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => crawl()));
      expect(new Set(answers.map(({ data }) => data.jobId)).size).to.equal(1);
      expect(answers.filter(({ warnings = [] }) => warnings.length > 0)).to.have.length(4);
      expect(await world.models.jobs.countDocuments()).to.equal(1);
      const other = await crawl({ environment: "staging" });
      expect(other.data.jobId).not.to.equal(answers[0]?.data.jobId);
    });

    it("the plan bounds the pages, and says so", async () => {
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "hobby" } });
      const { data, warnings } = await crawl({ maxPages: 5_000 });
      expect((await stored(data.jobId)).input.maxPages).to.equal(500);
      expect(warnings).to.deep.equal(["maxPages was lowered to 500, the most of the hobby plan."]);
    });

    const bad: [args: object, message: RegExp][] = [
      [{ url: "https://elsewhere.example/" }, /^url must be on shop\.example, the project's site/],
      [{ url: "ftp://shop.example/" }, /^url must be an http/],
      [{ url: "/logout" }, /^url must be the address of a page: it signs out\.$/],
      [{ url: "/a.pdf" }, /: it has a file extension\.$/],
      [{ url: "/a?token=x" }, /: a value of its query looks like a secret\.$/],
      [{ url: "/?add-to-cart=1" }, /: its query changes something\.$/],
      [{ url: "/a/a/a" }, /: its path repeats itself, or has more than 20 parts\.$/],
      [{ maxPages: 0 }, /maxPages must be at least 1/],
      [{ maxPages: 20_001 }, /maxPages must be at most 20000/],
      [{ depth: 1.5 }, /depth must be a whole number/],
      [{ include: "/x" }, /include must be a list/],
    ];
    for (const [args, message] of bad)
      it(`refuses ${JSON.stringify(args)}`, async () => {
        const { error } = await world.refused("crawl_site", { confirm: true, ...args }, 400, "validation_error");
        expect(error?.message).to.match(message);
        expect(await world.models.jobs.countDocuments()).to.equal(0);
      });

    it("with Temporal away it is not started, and the same call later starts the same job", async () => {
      world.engine.available = false;
      const { error, nextActions } = await world.refused("crawl_site", { confirm: true }, 503, "unavailable");
      world.engine.available = true;
      const { data } = await crawl();
      expect(error).to.include({ jobId: data.jobId });
      expect(error?.message).to.contain(`Job ${data.jobId} is stored and starts automatically`);
      expect(nextActions).to.deep.equal([
        { label: "Status of the job", tool: "get_job_status", args: { jobId: data.jobId } },
      ]);
      expect([...world.engine.jobs.keys()]).to.deep.equal([data.jobId]);
      expect(await world.models.jobs.countDocuments()).to.equal(1);
    });
  });

  describe("get_job_status", () => {
    const open = async (patch: Partial<Job> = {}) => {
      const { jobId } = (await crawl()).data;
      const at = {
        status: "running" as const,
        executionId: "e",
        seq: 3,
        progress: { phase: "crawling", done: 3, total: 9 },
      };
      await world.models.jobs.updateOne({ _id: jobId }, { $set: { ...at, ...patch } });
      return jobId as string;
    };

    it("asks the workflow how far it is, and answers what was written down when that has none to tell yet", async () => {
      const jobId = await open();
      world.engine.live = { phase: "crawling", done: 7, total: 9, failed: 0 };
      const live = await world.call("get_job_status", { jobId });
      expect(live.data.progress).to.deep.equal({ phase: "crawling", done: 7, total: 9 });
      world.engine.live = null;
      const written = await world.call("get_job_status", { jobId });
      expect(written.data.progress).to.deep.equal({ phase: "crawling", done: 3, total: 9 });
      expect(written.data).not.to.have.property("stale");
    });

    it("says stale when Temporal cannot be asked", async () => {
      const jobId = await open();
      world.engine.available = false;
      const { data, warnings } = await world.call("get_job_status", { jobId });
      world.engine.available = true;
      expect(warnings).to.deep.equal(["Temporal does not answer: the progress shown is the last stored one."]);
      expect(data).to.deep.include({
        status: "running",
        stale: true,
        progress: { phase: "crawling", done: 3, total: 9 },
      });
    });

    for (const [workflow, cancelledBy, status, error] of [
      ["TERMINATED", null, "failed", /terminated in Temporal/],
      ["TIMED_OUT", null, "failed", /timed out/],
      ["CANCELLED", "ada", "cancelled", /^cancelled by ada$/],
    ] as const)
      it(`ends a job whose workflow is ${workflow} when it is asked for, once, and lets the next one begin`, async () => {
        const jobId = await open({ cancelledBy });
        world.engine.ended.set(`job-${jobId}`, workflow);
        const closed = () =>
          world.logged.filter(({ message, fields }) => message === "a job was closed" && fields.jobId === jobId);
        const late = { executionId: "e", seq: 4, status: "completed" };
        const [late1, ...answers] = await Promise.all([
          patchWork(world.models, { kind: "job", id: jobId }, { executionId: "e", seq: { $lt: 2 } }, late),
          ...Array.from({ length: 6 }, () => world.call("get_job_status", { jobId })),
        ]);
        expect(late1).to.equal(false);
        for (const { data } of answers) {
          expect(data.status).to.equal(status);
          expect(data.error).to.match(error);
        }
        expect(closed()).to.have.length(1);
        // Later writes of a workflow change nothing.
        const later = { executionId: "e", seq: 9, status: "completed" };
        expect(
          await patchWork(world.models, { kind: "job", id: jobId }, { executionId: "e", seq: { $lt: 9 } }, later),
        ).to.equal(false);
        expect((await crawl()).data.jobId).not.to.equal(jobId);
      });

    it("leaves the end that the workflow wrote while it was asked", async () => {
      const jobId = await open();
      world.engine.ended.set(`job-${jobId}`, "COMPLETED");
      const end = {
        executionId: "e",
        seq: 4,
        ...endOfJob(jobId, { status: "completed", result: crawlResult(1) }, world.clock.at),
      };
      world.engine.between = async () => {
        await patchWork(world.models, { kind: "job", id: jobId }, { executionId: "e", seq: { $lt: 4 } }, end);
      };
      const { data } = await world.call("get_job_status", { jobId });
      world.engine.between = null;
      expect(data.status).to.equal("completed");
      expect(await stored(jobId)).to.include({ status: "completed", error: null, seq: 4 });
    });

    it("tells queued, running, failed and cancelled, and what to do then", async () => {
      const { jobId } = (await crawl()).data;
      const queued = await world.call("get_job_status", { jobId });
      expect(queued.data).to.deep.equal({
        jobId,
        kind: "crawl_site",
        status: "queued",
        progress: { phase: "queued", done: 0, total: 0 },
      });
      const set = (patch: Partial<Job>) => world.models.jobs.updateOne({ _id: jobId }, { $set: patch });
      await set({ status: "running", progress: { phase: "crawling", done: 3, total: 9 } });
      const running = await world.call("get_job_status", { jobId }, world.keys.mcp_read);
      expect(running.summary).to.equal(`Crawl ${jobId} is running: crawling, 3 of 9.`);
      expect(running.nextActions?.[0]).to.deep.include({ tool: "get_job_status", args: { jobId } });
      await set({ status: "failed", error: "The site\nis unavailable." });
      const failed = await world.call("get_job_status", { jobId });
      expect(failed.data.error).to.equal("The site\nis unavailable.");
      expect(failed.summary).to.equal(`Crawl ${jobId} failed: The site is unavailable.`);
      const again = { url: "https://shop.example/", maxPages: 500, depth: 10 };
      expect(failed.nextActions?.[0]).to.deep.include({ tool: "crawl_site", args: { project: "shop", ...again } });
    });

    it("one that failed is suggested again as it was asked for, in its environment", async () => {
      const asked = { url: "/shoes", maxPages: 20, depth: 2, exclude: ["/account/*"], environment: "staging" };
      const { jobId } = (await crawl(asked)).data;
      await world.models.jobs.updateOne(
        { _id: jobId },
        { $set: { status: "failed", error: "The site is unavailable." } },
      );
      const { nextActions } = await world.call("get_job_status", { jobId });
      expect(nextActions?.[0]?.args).to.deep.equal({
        project: "shop",
        ...asked,
        url: "https://staging.shop.example/shoes",
      });
    });

    it("a finished crawl has the first 200 pages, facts and warnings, within an answer's size", async () => {
      await addCrawl("job_done", 300);
      const { data, warnings, summary, nextActions } = await world.call("get_job_status", { jobId: "job_done" });
      expect(summary).to.equal("Crawl job_done is completed: 300 pages.");
      expect(data.result.pages).to.have.length(200);
      expect(data.result.counts.pages).to.equal(300);
      expect(warnings).to.deep.equal([
        "A warning.",
        "The first 200 of 300 pages are named; get_page_groups lists all.",
      ]);
      // The first suggestions belong to the profile qa, which lists no other tools.
      expect(nextActions?.map(({ tool }) => tool)).to.deep.equal([
        "create_scenario",
        "list_scenarios",
        "generate_scenarios",
        "get_page_groups",
      ]);
      const long = crawlResult(200);
      for (const page of long.pages) page.url += "x".repeat(1_500);
      await world.models.jobs.updateOne({ _id: "job_done" }, { $set: { result: long } });
      const cut = await world.call("get_job_status", { jobId: "job_done" });
      expect(JSON.stringify(cut).length).to.be.below(60_000);
      expect(cut.data.result.pages.length).to.be.within(1, 40);
    });

    it("a finished crawl comes with calls that create scenarios as they stand, for what no scenario covers", async () => {
      await addCrawl("job_done", 30);
      const groups = ["/news/{slug}", "/", "/a", "/b", "/c", "/d", "/e"].map((group, i) => ({
        group,
        pages: i === 0 ? 20 : 1,
        example: `https://shop.example${group.replace("{slug}", "today")}`,
        // Truncation leaves a trailing space, which labels must not have.
        title: i === 2 ? `${"x".repeat(79)} and more` : `Title ${i}`,
      }));
      const pages = groups.map(({ group, example }) => ({
        _id: crawlAddressIdOf("job_done", example),
        jobId: "job_done",
        projectId: "prj_shop",
        url: example,
        group,
        key: new URL(example).pathname,
        depth: 1,
        weight: 2,
        state: "page" as const,
        title: "T",
      }));
      await world.models.crawlAddresses.deleteMany({});
      await world.models.crawlAddresses.create(pages);
      const result = { ...crawlResult(30), groups };
      await world.models.jobs.updateOne({ _id: "job_done" }, { $set: { result, environment: "staging" } });
      const creations = async () => {
        const { nextActions = [] } = await world.call("get_job_status", { jobId: "job_done" });
        return nextActions.filter(({ tool }) => tool === "create_scenario");
      };
      const first = await creations();
      expect(first.map(({ args, needsConfirm }) => [args?.environment, args?.url, needsConfirm])).to.deep.equal(
        ["/news/today", "/a", "/b", "/c", "/d"].map((url) => ["staging", url, true]),
      );
      for (const { tool, args } of first) await world.call(tool, { ...args, confirm: true });
      expect((await creations()).map(({ args }) => args?.url)).to.deep.equal(["/e"]);
    });

    it("proposals come with calls that create them", async () => {
      await addCrawl("job_p", 2);
      const proposal = { url: "/", viewports: ["phone", "desktop"], group: "/", pages: 1, why: "Because." };
      const proposals = ["One", "Two"].map((label) => ({ label, ...proposal }));
      const result = { crawlJobId: "x", crawledAt: "", proposals, alreadyCovered: 0, leftOut: 0 };
      await world.models.jobs.updateOne({ _id: "job_p" }, { $set: { kind: "generate_scenarios", result } });
      const { nextActions, data } = await world.call("get_job_status", { jobId: "job_p" });
      expect(data.result).to.deep.equal(result);
      expect(nextActions?.map(({ tool, args }) => [tool, args?.label])).to.deep.equal([
        ["create_scenario", "One"],
        ["create_scenario", "Two"],
      ]);
    });

    it("proposals that failed are suggested again, and a wait that is too long is told", async () => {
      await addCrawl("job_p", 2);
      const failed = {
        kind: "generate_scenarios",
        status: "failed",
        error: "No worker.",
        input: { most: 7 },
        result: null,
      } as const;
      await world.models.jobs.updateOne({ _id: "job_p" }, { $set: failed });
      const { nextActions, warnings } = await world.call("get_job_status", { jobId: "job_p", maxWaitMs: 600_000 });
      expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["list_scenarios", { project: "shop" }],
        ["generate_scenarios", { project: "shop", limit: 7 }],
      ]);
      expect(warnings).to.deep.equal(["maxWaitMs was lowered to 120000, the longest wait of one call."]);
    });

    it("an unknown job, and one of another organisation, are the same; the nearest is named", async () => {
      const { jobId } = (await crawl()).data;
      const mistyped = await world.refused("get_job_status", { jobId: `${jobId}x` }, 422, "tool_error");
      expect(mistyped.error?.message).to.contain(`Did you mean "${jobId}"`);
      expect(mistyped.recoverable).to.equal(true);
      const foreign = await world.addKey("mcp_full", { orgId: "org_b", projectId: "prj_foreign" });
      const { error } = await world.refused("get_job_status", { jobId }, 422, "tool_error", foreign);
      expect(error?.message).to.match(/was not found\. Start one first/);
      await world.refused("get_job_status", {}, 400, "validation_error");
    });
  });

  describe("generate_scenarios", () => {
    it("needs a completed crawl, and says how to get one", async () => {
      const { error, nextActions } = await world.refused("generate_scenarios", {}, 422, "tool_error");
      expect(error?.message).to.match(/^The project Shop has no completed crawl yet: call crawl_site/);
      expect(nextActions?.[0]?.tool).to.equal("crawl_site");
      expect(await world.models.jobs.countDocuments()).to.equal(0);
    });

    it("starts a job, also for a key that may only read", async () => {
      await addCrawl("job_done", 3);
      const { data } = await world.call("generate_scenarios", { limit: 5 }, world.keys.mcp_read);
      expect(data.status).to.equal("queued");
      expect((await stored(data.jobId)).input).to.deep.equal({ most: 5 });
      expect(world.engine.jobs.get(data.jobId)?.kind).to.equal("generate_scenarios");
      await world.refused("generate_scenarios", { limit: 51 }, 400, "validation_error");
    });
  });

  describe("get_page_groups", () => {
    it("lists groups with their scenarios, page by page", async () => {
      await addCrawl("job_done", 5);
      const { data, summary } = await world.call("get_page_groups", { limit: 1 });
      expect(summary).to.equal("2 template groups, 1 without a scenario.");
      expect(data).to.deep.include({ jobId: "job_done", total: 2, withoutScenario: 1 });
      expect(data.groups).to.deep.equal([
        {
          group: "/products/{n}",
          pages: 4,
          example: "https://shop.example/products/0",
          title: "Product 0",
          scenarios: [],
        },
      ]);
      const rest = await world.call("get_page_groups", { limit: 1, cursor: data.nextCursor });
      expect(rest.data.groups[0]).to.deep.include({ group: "/", scenarios: ["About us", "Home", "Product page"] });
      expect(rest.data.nextCursor).to.equal(null);
    });

    it("lists the pages of one group, and names the nearest of one that there is not", async () => {
      await addCrawl("job_done", 5);
      const { data } = await world.call("get_page_groups", { group: "/products/{n}", limit: 3 });
      expect(data.total).to.equal(4);
      expect(data.pages.map(({ url }: { url: string }) => url)).to.deep.equal(
        [0, 1, 2].map((i) => `https://shop.example/products/${i}`),
      );
      const rest = await world.call("get_page_groups", { group: "/products/{n}", limit: 3, cursor: data.nextCursor });
      expect(rest.data.pages).to.have.length(1);
      expect(rest.data.nextCursor).to.equal(null);
      const { error } = await world.refused("get_page_groups", { group: "/product/{n}" }, 422, "tool_error");
      expect(error?.message).to.contain('Did you mean "/products/{n}"');
      await world.refused("get_page_groups", { cursor: "nonsense" }, 400, "validation_error");
    });

    it("tells also of groups beyond those that the result has", async () => {
      await addCrawl("job_many", 5);
      const rare = (n: number, i: number) => ({
        _id: `job_many:${n}:${i}`,
        jobId: "job_many",
        projectId: "prj_shop",
        depth: 3,
        weight: 6,
        url: `https://shop.example/rare-${n}${"x".repeat(i)}`,
        key: `/rare-${n}`,
        state: "page" as const,
        title: `Rare ${n}`,
        group: `/rare-${n}`,
      });
      await world.models.crawlAddresses.create([rare(1, 0), rare(2, 1), rare(2, 0), rare(3, 0)]);
      const result = crawlResult(9);
      await world.models.jobs.updateOne(
        { _id: "job_many" },
        { $set: { result: { ...result, counts: { ...result.counts, groups: 5 } } } },
      );
      const names: string[] = [];
      let cursor: string | null = null;
      do {
        const { data } = await world.call("get_page_groups", { limit: 2, ...(cursor && { cursor }) });
        expect(data).to.include({ total: 5, withoutScenario: 4 });
        names.push(...data.groups.map(({ group }: { group: string }) => group));
        cursor = data.nextCursor;
      } while (cursor);
      expect(names).to.deep.equal(["/products/{n}", "/", "/rare-2", "/rare-1", "/rare-3"]);
      const { data } = await world.call("get_page_groups", { group: "/rare-2" });
      expect(data).to.deep.include({ total: 2, nextCursor: null });
      expect(data.groups).to.deep.equal([
        { group: "/rare-2", pages: 2, example: "https://shop.example/rare-2", title: "Rare 2", scenarios: [] },
      ]);
      const { error } = await world.refused("get_page_groups", { group: "/rare-9" }, 422, "tool_error");
      expect(error?.message).to.contain('Did you mean "/rare-');
    });

    it("needs a completed crawl", async () => {
      const { nextActions } = await world.refused("get_page_groups", {}, 422, "tool_error");
      expect(nextActions?.[0]?.tool).to.equal("crawl_site");
    });
  });

  describe("cancelling", () => {
    it("asks the workflow, notes who asked, and may be asked again", async () => {
      const { jobId } = (await crawl()).data;
      for (let i = 0; i < 2; i++) {
        const { status, body } = await cancel(jobId);
        expect(status).to.equal(202);
        expect(body).to.deep.include({ ok: true, data: { jobId, status: "queued" } });
      }
      expect(world.engine.cancelledJobs).to.deep.equal([jobId, jobId]);
      // A new crawl request does not join a crawl that is about to end.
      const wait = await world.refused("crawl_site", { confirm: true }, 422, "tool_error");
      expect([wait.recoverable, wait.summary]).to.deep.equal([
        true,
        `Job ${jobId} is being cancelled: call again when it has ended.`,
      ]);
      expect((await stored(jobId)).cancelledBy).to.equal("key project mcp_full");
      expect(await world.models.audit.countDocuments({ action: "job.cancel" })).to.equal(1);
    });

    it("closes a job without a workflow, which frees the site for the next crawl", async () => {
      const { jobId } = (await crawl()).data;
      world.engine.jobs.delete(jobId);
      const { body } = await cancel(jobId);
      expect(body.data).to.deep.equal({ jobId, status: "cancelled" });
      expect(await stored(jobId)).to.include({
        status: "cancelled",
        error: "cancelled by key project mcp_full",
        lock: jobId,
      });
      const next = await crawl();
      expect(next.data.jobId).not.to.equal(jobId);
      expect((await cancel(jobId)).status).to.equal(422);
    });

    it("a cancel that comes before the workflow is there reaches it", async () => {
      let once = true;
      world.engine.between = async () => {
        if (!once) return;
        once = false;
        await world.models.jobs.updateMany({}, { $set: { cancelledBy: "somebody" } });
      };
      const { jobId } = (await crawl()).data;
      expect(world.engine.cancelledJobs).to.deep.equal([jobId]);
    });

    it("refuses in the envelope: keys that only read, unknown jobs, ended ones, no key", async () => {
      const { jobId } = (await crawl()).data;
      const refusals: [string | undefined, string, number, string][] = [
        [world.keys.mcp_read, jobId, 403, "scope_denied"],
        [world.keys.ci, jobId, 403, "scope_denied"],
        [world.keys.mcp_full, "job_none", 422, "tool_error"],
        [undefined, jobId, 401, "unauthorized"],
      ];
      for (const [key, id, status, code] of refusals) {
        const answer = await world.client.post(`/api/mcp/v1/jobs/${id}/cancel`, { key });
        expect([answer.status, (answer.body.error as unknown as { code: string }).code]).to.deep.equal([status, code]);
        expect(answer.body).to.include({ ok: false, data: null });
      }
      expect(world.engine.cancelledJobs).to.deep.equal([]);
    });
  });
});
