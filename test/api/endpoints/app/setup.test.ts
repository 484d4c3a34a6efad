// The first project in one flow, the setup checklist, proofs of tickets and the palette's search, on the dashboard.
import { expect } from "chai";
import { readPasted } from "../../../../api/operations/proofs/proofs.ts";
import { type CrawlState, crawlAddressIdOf } from "../../../../models/crawlAddresses/schema.ts";
import type { Session } from "../../support/client.ts";
import { addFeature } from "../../support/features.ts";
import { addRun } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const AT = new Date("2026-03-10T11:00:00Z");

describe("setting up on the dashboard", () => {
  let world: World;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000, triggerRatePerMinute: 10_000 });
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  after(() => world.close());
  const get = (path: string, session = viewer) => world.client.get(path, { session });
  const post = (path: string, body: object, session = editor) => world.client.post(path, { session, body });

  describe("a first project", () => {
    let slug = "";
    let jobId = "";
    it("is made of an address, and its site is crawled at once", async () => {
      const { status, body } = await post("/api/app/projects", { address: "www.demo.example/start" });
      expect(status, JSON.stringify(body)).to.equal(201);
      expect(body.project).to.deep.include({ name: "demo.example", baseUrl: "https://www.demo.example/start" });
      slug = String(Reflect.get(body.project ?? {}, "slug"));
      jobId = String(Reflect.get(body.crawl ?? {}, "jobId"));
      expect(world.engine.jobs.get(jobId)?.kind).to.equal("crawl_site");
      const again = await post("/api/app/projects", { address: "https://demo.example" });
      expect(Reflect.get(again.body.project ?? {}, "name")).to.equal("demo.example 2");
      expect((await post("/api/app/projects", { address: "https://" })).status).to.equal(400);
      expect((await post("/api/app/projects", { address: "https://x.example" }, viewer)).status).to.equal(403);
    });

    it("proposes scenarios with thumbnails once its crawl has ended", async () => {
      const path = `/api/app/projects/${slug}/setup/proposals?jobId=${jobId}`;
      const before = (await get(path)).body;
      expect([Reflect.get(before.crawl ?? {}, "status"), before.proposals]).to.deep.equal(["queued", []]);
      const group = (name: string, pages: number) => ({
        group: name,
        pages,
        example: `https://www.demo.example${name}`,
        title: name.slice(1),
      });
      await world.models.jobs.updateOne(
        { _id: jobId },
        {
          $set: {
            status: "completed",
            result: {
              startUrl: "https://www.demo.example/start",
              groups: [group("/cart", 1), group("/p/1", 12)],
              pages: [],
              broken: [],
              warnings: [],
              sitemap: {},
              robots: {},
              counts: { pages: 13, groups: 2 },
            },
          },
        },
      );
      const { _id: projectId } = (await world.models.projects.findOne({ slug }).lean()) ?? { _id: "" };
      const url = "https://www.demo.example/cart";
      await world.models.crawlAddresses.create({
        _id: crawlAddressIdOf(jobId, url),
        jobId,
        projectId,
        url,
        key: "/cart",
        depth: 1,
        weight: 1,
        state: "page",
        group: "/cart",
      });
      const { body } = await get(path);
      const proposals = body.proposals as { label: string; url: string; thumbnail: string }[];
      expect(proposals.map((one) => one.url)).to.have.members(["/cart", "/p/1"]);

      const cart = proposals.find((one) => one.url === "/cart");
      const pictureId = await world.ctx.artifacts.put(Buffer.from("a small picture"));
      world.engine.look = {
        state: "seen",
        finalUrl: url,
        status: 200,
        loaded: true,
        data: { pictureId } as never,
      };
      const seen = world.engine.looked.length;
      const picture = await get(cart?.thumbnail ?? "");
      expect([picture.status, picture.raw.toString()]).to.deep.equal([200, "a small picture"]);
      expect(picture.headers.get("content-type")).to.equal("image/jpeg");
      await get(cart?.thumbnail ?? "");
      expect(world.engine.looked.length, "taken once").to.equal(seen + 1);
      const other = cart?.thumbnail.replace("%2Fcart", "%2Felsewhere") ?? "";
      expect((await get(other)).status).to.equal(404);
    });

    it("lists every page of the crawl, named by its title or path, with the scenario that it has", async () => {
      const { _id: projectId } = (await world.models.projects.findOne({ slug }).lean()) ?? { _id: "" };
      const add = (key: string, title: string, state: CrawlState = "page") => {
        const url = `https://www.demo.example${key}`;
        return world.models.crawlAddresses.create({
          _id: crawlAddressIdOf(jobId, url),
          jobId,
          projectId,
          url,
          key,
          depth: 1,
          weight: 2,
          state,
          title,
        });
      };
      await Promise.all([
        add("/stool", "Oak stool – Demo"),
        add("/chair?a=1", "Chair – Demo"),
        add("/chair?a=2", "Chair – Demo"),
        add("/gone", "Gone – Demo", "broken"),
      ]);
      await world.models.scenarios.create({
        _id: "scn_stool",
        projectId,
        label: "The stool",
        url: "/stool",
        createdAt: AT,
      });
      const path = `/api/app/projects/${slug}/setup/pages`;
      const all = await get(`${path}?jobId=${jobId}`);
      expect(all.status, JSON.stringify(all.body)).to.equal(200);
      expect([all.body.total, all.body.matching]).to.deep.equal([4, 4]);
      const stool = { label: "Oak stool", url: "/stool", scenario: "The stool" };
      expect(all.body.pages).to.have.deep.members([
        { label: "/cart", url: "/cart", scenario: null },
        stool,
        { label: "/chair?a=1", url: "/chair?a=1", scenario: null },
        { label: "/chair?a=2", url: "/chair?a=2", scenario: null },
      ]);
      const found = async (text: string) => (await get(`${path}?text=${encodeURIComponent(text)}`)).body;
      expect(await found(" OAK ")).to.deep.include({ total: 4, matching: 1, pages: [stool] });
      expect(await found("?a=")).to.deep.include({ matching: 2 });
      expect(await found(".*")).to.deep.include({ total: 4, matching: 0, pages: [] });
      expect((await get(`${path}?jobId=job_other`)).status).to.equal(404);
      expect((await get(`/api/app/projects/foreign/setup/pages`)).status).to.equal(404);
    });

    it("makes scenarios of what was chosen and captures their baselines; what cannot be made is named", async () => {
      const path = `/api/app/projects/${slug}/setup/scenarios`;
      const scenarios = [
        { label: "Cart", url: "/cart" },
        { label: "Bad", url: "ftp://elsewhere" },
      ];
      expect((await post(path, { scenarios }, viewer)).status).to.equal(403);
      const { status, body } = await post(path, { scenarios });
      expect([status, (body.created as object[]).length, (body.skipped as object[]).length]).to.deep.equal([201, 1, 1]);
      expect(world.engine.started.get(String(body.baselineRunId))).to.not.equal(undefined);
      expect((await post(path, { scenarios: [scenarios[1]] })).status).to.equal(409);
    });

    it("has a checklist that says how to clear what is missing", async () => {
      world.engine.look = {
        state: "seen",
        finalUrl: "https://www.demo.example/",
        status: 200,
        loaded: true,
        data: { browsers: { chromium: null, firefox: null, webkit: null } } as never,
      };
      const { status, body } = await get(`/api/app/projects/${slug}/setup`);
      expect(status, JSON.stringify(body)).to.equal(200);
      const checks = body.checks as { code: string; state: string; clear: { tool: string }[] }[];
      const baselines = checks.find(({ code }) => code === "baselines");
      expect(baselines?.state).not.to.equal("passed");
      expect(baselines?.clear.map(({ tool }) => tool)).to.include("run_baseline");
      // An earlier test started a run that captures the cart.
      expect(body.toCapture).to.deep.equal(["The stool"]);
      await world.models.runs.updateMany({ projectSlug: slug }, { $set: { status: "cancelled" } });
      expect((await get(`/api/app/projects/${slug}/setup`)).body.toCapture).to.deep.equal(["Cart", "The stool"]);
    });
  });

  describe("proofs of tickets", () => {
    for (const [what, given, wanted] of [
      ["a key", { issueKey: "SHOP-1" }, { issueKey: "SHOP-1", title: "" }],
      [
        "a pasted ticket",
        { text: "SHOP-12: Cart\nIt breaks." },
        { issueKey: "SHOP-12", title: "SHOP-12: Cart", description: "It breaks." },
      ],
      ["an issue's number", { text: "Cart breaks (#77)" }, { issueKey: "#77" }],
      ["both", { issueKey: "A-1", text: "B-2 Title" }, { issueKey: "A-1" }],
    ] as const)
      it(`are read from ${what}`, () => expect(readPasted(given)).to.deep.include(wanted));
    it("get a key of their own where they name none, and need some text", () => {
      expect(readPasted({ text: "Cart breaks" }).issueKey).to.match(/^pasted-[0-9a-f]{8}$/);
      expect(() => readPasted({})).to.throw(/Pass issueKey/);
    });

    it("are started, listed, read and stopped; those of other projects are unknown", async () => {
      const started = await post("/api/app/projects/shop/proofs", { text: "SHOP-12: Cart\nIt breaks." });
      expect([started.status, started.body.issueKey]).to.deep.equal([202, "SHOP-12"]);
      const jobId = String(started.body.jobId);
      expect((await post("/api/app/projects/shop/proofs", { issueKey: "X-1" }, viewer)).status).to.equal(403);
      const { proofs } = (await get("/api/app/projects/shop/proofs")).body;
      expect((proofs as object[])[0]).to.deep.include({ jobId, issueKey: "SHOP-12", status: "queued", verdict: null });
      const read = await get(`/api/app/projects/shop/proofs/${jobId}`);
      expect(read.body).to.deep.include({ headline: null, steps: [], markdown: null });
      expect((await get(`/api/app/projects/blog/proofs/${jobId}`)).status).to.equal(404);
      const record = {
        ticket: { key: "SHOP-12", title: "Cart" },
        proofVerdict: "failed",
        warnings: [],
        candidates: { scenarios: [], events: [] },
        outcome: { proven: false, headline: "No.", reasons: [] },
        scenario: null,
        event: null,
        run: null,
        rows: [],
        environment: { name: null, baseUrl: "https://shop.example" },
        times: null,
        carriedBy: [],
        traceId: "tr",
        at: AT.toISOString(),
        projectId: "prj_shop",
        projectName: "Shop",
        jobId,
        steps: [
          { keyword: "Given", text: "I am here", status: "passed", message: null, screenshotId: "pic", events: [] },
        ],
      };
      await world.models.jobs.updateOne({ _id: jobId }, { $set: { state: { proof: JSON.stringify(record) } } });
      const whole = (await get(`/api/app/projects/shop/proofs/${jobId}`)).body;
      expect((whole.steps as { screenshot: string }[])[0]?.screenshot).to.match(/^\/api\/artifacts\/pic\?/);
      expect(whole.jira).to.match(/Not proven/);
      const stopped = await world.client.del(`/api/app/projects/shop/proofs/${jobId}`, { session: editor });
      expect(stopped.status).to.equal(200);
      expect(world.engine.cancelledJobs).to.include(jobId);

      const ended = { $set: { status: "cancelled", lock: null } };
      await world.models.jobs.updateOne({ _id: jobId }, ended);
      const picked = { again: jobId, scenarioId: "cart/pay", eventId: undefined };
      const again = await post("/api/app/projects/shop/proofs", picked);
      expect([again.status, again.body.issueKey], again.raw.toString()).to.deep.equal([202, "SHOP-12"]);
      const { input } = (await world.models.jobs.findOne({ _id: String(again.body.jobId) }).lean()) ?? {};
      expect(input).to.deep.include({ title: "SHOP-12: Cart", description: "It breaks.", scenarioId: "cart/pay" });
      expect((await post("/api/app/projects/blog/proofs", picked)).status).to.equal(404);
    });
  });

  it("the palette finds projects, scenarios, features, runs and settings of what the caller may see", async () => {
    await addFeature(world.models, "checkout", { name: "About checkout" });
    await addRun(world.models, "run_about", { branch: "about-page" });
    await world.models.scenarios.create({
      _id: "scn_secret",
      projectId: "prj_foreign",
      label: "About them",
      url: "/",
      createdAt: AT,
    });
    const find = async (query: string) =>
      ((await get(`/api/app/search?${query}`)).body.results as { kind: string; id: string }[]).map(
        ({ kind, id }) => `${kind} ${id}`,
      );
    expect(await find("q=about&project=shop")).to.have.members([
      "scenario scn_about_us",
      "feature checkout",
      "run run_about",
    ]);
    expect(await find("q=about")).to.have.members(["scenario scn_about_us", "feature checkout"]);
    expect(await find("q=blog")).to.deep.equal(["project blog"]);
    expect(await find("q=jira&project=shop")).to.deep.equal(["setting connectors"]);
    expect(await find("q=.*&project=shop")).to.deep.equal([]);
    expect((await get("/api/app/search?q=a&project=foreign")).status).to.equal(404);
  });
});
