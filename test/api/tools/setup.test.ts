import { expect } from "chai";
import { rightOf } from "../../../api/tools/tool.ts";
import { ProductError } from "../../../domain/errors.ts";
import type { InspectionRequest, PageInspection } from "../../../domain/inspect/inspection.ts";
import { VIEWPORT_NAMES, type ViewportName } from "../../../domain/visual/shot.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { addRun } from "../support/shots.ts";
import { everything, makeToolWorld, TOOLS, type ToolWorld } from "./harness.ts";

const BROWSERS = { chromium: null, firefox: null, webkit: "WebKit is not installed on this worker." };
const reached = ({ url }: InspectionRequest): PageInspection => ({
  state: "seen",
  finalUrl: url,
  status: 200,
  loaded: true,
  data: { browsers: BROWSERS },
});

describe("tools for setting up", () => {
  let world: ToolWorld;
  beforeEach(async () => {
    world = await makeToolWorld();
    world.engine.look = reached as typeof world.engine.look;
  });
  afterEach(() => world.close());
  const setPlan = (plan: string) => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan } });

  describe("list_projects", () => {
    it("a project key sees its own, an org key all of its organisation", async () => {
      const own = (await world.call("list_projects")) as unknown as { projects: unknown[]; count: number };
      expect(own).to.deep.equal({
        projects: [{ id: "prj_shop", name: "Shop", slug: "shop", baseUrl: "https://shop.example", scenarioCount: 3 }],
        count: 1,
      });
      const all = (await world.call("list_projects", {}, world.keys.org)) as unknown as {
        projects: { slug: string }[];
      };
      expect(all.projects.map(({ slug }) => slug)).to.deep.equal(["blog", "shop"]);
    });

    it("of very many it answers as many as an agent can take in, and the cursor for the rest", async () => {
      const many = Array.from({ length: 700 }, (_, i) => ({
        _id: `prj_many_${i}`,
        orgId: "org_a",
        name: `Many ${String(i).padStart(3, "0")}`,
        slug: `many-${i}`,
        baseUrl: `https://many-${i}.a-rather-long-name.example`,
        createdAt: new Date(),
      }));
      await world.models.projects.insertMany(many);
      try {
        type Listed = { projects: { slug: string }[]; count: number; nextCursor?: string };
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          const args = { ...(cursor && { cursor }) };
          const listed = (await world.call("list_projects", args, world.keys.org)) as unknown as Listed;
          expect(listed.count).to.equal(702);
          expect(listed.projects.length).to.be.above(100);
          seen.push(...listed.projects.map(({ slug }) => slug));
          cursor = listed.nextCursor;
        } while (cursor);
        expect([seen.length, new Set(seen).size]).to.deep.equal([702, 702]);
      } finally {
        await world.models.projects.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } });
      }
    });
  });

  describe("create_project", () => {
    const made = { name: "Café & Bar", baseUrl: "https://Cafe.example/", confirm: true };

    it("makes the project with its Production environment, and the log says who", async () => {
      const { data, nextActions, summary } = await world.call("create_project", made, world.keys.org);
      expect(data.project).to.include({
        name: "Café & Bar",
        slug: "cafe-bar",
        baseUrl: "https://cafe.example",
        scenarioCount: 0,
      });
      expect(data.environment).to.include({ name: "Production", slug: "production", protected: false });
      expect(summary).to.contain("cafe-bar");
      expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["check_setup_health", "crawl_site"]);
      const { data: read } = await world.call("get_project", { project: "cafe-bar" }, world.keys.org);
      expect(read.environments).to.deep.equal([data.environment]);
      expect(data.environment.environmentId).to.equal(data.environment.id);
      const [entry] = await world.models.audit.find({ action: "project.create" }).lean();
      expect(entry).to.include({ target: data.project.id, who: "key org mcp_full" });
    });

    it("a project key is refused with the reason, and nothing is made", async () => {
      const before = await everything(world.models);
      const body = await world.refused("create_project", made, 403, "scope_denied");
      expect(body.error?.message).to.contain("belongs to one project").and.contain("organisation key");
      expect(await everything(world.models)).to.equal(before);
    });

    it("a taken slug is named, and ten at once make one project", async () => {
      const body = await world.refused("create_project", { ...made, slug: "shop" }, 422, "tool_error", world.keys.org);
      expect(body.error?.message).to.contain('"shop"');
      expect(body.recoverable).to.equal(true);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => world.send("create_project", made, world.keys.org)),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(9).fill(422)]);
      const projects = await world.models.projects.find({ slug: "cafe-bar" }).lean();
      expect(projects).to.have.length(1);
      expect(await world.models.environments.countDocuments({ baseUrl: "https://cafe.example" })).to.equal(1);
    });

    for (const [what, patch, message] of [
      ["no name", { name: undefined }, /name is required/],
      ["no address", { baseUrl: "cafe.example" }, /baseUrl/],
      ["credentials in the address", { baseUrl: "https://u:secret@cafe.example" }, /user name or password/],
      ["a slug with capitals", { slug: "Cafe" }, /slug/],
      ["a number as name", { name: 7 }, /name must be a string/],
    ] as const)
      it(`refuses ${what}`, async () => {
        const body = await world.refused(
          "create_project",
          { ...made, ...patch },
          400,
          "validation_error",
          world.keys.org,
        );
        expect(body.error?.message).to.match(message).and.not.contain("secret");
      });
  });

  describe("get_project", () => {
    it("tells pillars with their last run, places and how much there is", async () => {
      await addRun(world.models, "run_1", {
        type: "seo-test",
        verdict: "fail",
        finishedAt: new Date("2026-03-10T11:05:00Z"),
      });
      await addRun(world.models, "run_2", { type: "seo-test", status: "running" });
      await addRun(world.models, "run_3", { type: "vrt-test", verdict: "pass" });
      await setPlan("hobby");
      const { data, summary } = await world.call("get_project");
      expect(data.project).to.deep.equal({
        id: "prj_shop",
        name: "Shop",
        slug: "shop",
        baseUrl: "https://shop.example",
        scenarioCount: 3,
        mainBranch: "main",
      });
      expect(data).to.deep.include({
        plan: "hobby",
        scenarioCount: 3,
        counts: { baselines: 0, comparisonRules: 0, contentRules: 0, trackingPages: 0, trackingEvents: 0 },
      });
      const of = (pillar: string) => data.modules.find((m: { pillar: string }) => m.pillar === pillar);
      expect(data.modules).to.have.length(8);
      expect(of("seo")).to.deep.equal({
        pillar: "seo",
        unlocked: true,
        available: true,
        runs: 1,
        lastRunAt: "2026-03-10T11:05:00.000Z",
        lastVerdict: "fail",
      });
      expect(of("visual")).to.include({ runs: 1, lastVerdict: "pass" });
      expect(of("privacy")).to.include({ unlocked: false, available: true, runs: 0, lastRunAt: null });
      expect(data.environments.map((e: { slug: string }) => e.slug)).to.have.members(["production", "staging"]);
      expect(summary).to.contain("3 scenarios and 2 environments").and.not.contain("Privacy");
    });
  });

  describe("list_environments", () => {
    it("lists them without what enters them, page by page", async () => {
      await world.models.environments.updateOne({ _id: "env_stage" }, { $set: { sealedAccess: "sealed-secret" } });
      const first = await world.call("list_environments", { limit: 1 });
      expect(first.data.environments).to.have.length(1);
      const second = await world.call("list_environments", { limit: 1, cursor: first.data.nextCursor });
      expect(second.data.nextCursor).to.equal(null);
      const all = [...first.data.environments, ...second.data.environments];
      expect(all.find(({ id }: { id: string }) => id === "env_stage")).to.deep.equal({
        environmentId: "env_stage",
        id: "env_stage",
        name: "Staging",
        slug: "staging",
        baseUrl: "https://staging.shop.example",
        protected: true,
      });
      expect(JSON.stringify(first) + JSON.stringify(second)).not.to.contain("sealed-secret");
    });

    it("refuses a cursor and a limit of another kind", async () => {
      await world.refused("list_environments", { cursor: "nonsense" }, 400, "validation_error");
      await world.refused("list_environments", { limit: 0 }, 400, "validation_error");
    });
  });

  describe("check_setup_health", () => {
    const baseline = (scenarioId: string, viewport: ViewportName, more: { mode?: string } = {}) => {
      const key = {
        projectId: "prj_shop",
        environmentId: "env_prod",
        scenarioId,
        selector: "",
        viewport,
        browser: "chromium",
        branch: "main",
        ...more,
      } as const;
      const renderer = { browser: "chromium", version: "140", platform: "linux", fonts: "f" };
      const picture = {
        artifactId: "a",
        mapId: null,
        frameSha256: "f",
        pixelSha256: "p",
        width: 1,
        height: 1,
        renderer,
      };
      const updatedAt = world.clock.at;
      return world.models.baselines.create({
        _id: baselineIdOf(key),
        ...key,
        version: 1,
        versionId: "v",
        picture,
        updatedAt,
      });
    };
    const codes = (list: { code: string }[]) => list.map(({ code }) => code);

    it("looks at the site from a worker, and says what is missing with the call that mends it", async () => {
      for (const viewport of VIEWPORT_NAMES) await baseline("scn_home", viewport);
      await baseline("scn_about_us", "phone");
      const { data, nextActions, summary } = await world.call("check_setup_health");
      expect(data).to.deep.include({
        ready: true,
        siteUrl: "https://shop.example",
        environmentName: "Production",
        blockers: [],
      });
      expect(codes(data.warnings)).to.deep.equal([
        "browsers",
        "baselines",
        "protection",
        "tracking_plan",
        "step_library",
      ]);
      expect(data.warnings[1].message).to.equal("2 of 3 scenarios have no baseline to compare with.");
      expect(codes(data.passed)).to.deep.equal(["service", "site", "scenarios", "snapshots", "plan", "key"]);
      expect(summary).to.match(/^Shop is ready to be tested, with 5 remarks/);
      expect(nextActions?.map(({ tool, args }) => [tool, args])).to.deep.equal([
        ["run_baseline", { project: "shop", scenarios: ["About us", "Product page"] }],
        ["tracking_discover_from_pages", { project: "shop" }],
      ]);
      expect(world.engine.looked).to.have.length(1);
      expect(world.engine.looked[0]).to.deep.include({
        what: "reach",
        url: "https://shop.example/",
        environmentId: "env_prod",
      });
    });

    it("finds the baselines of a scenario's own modes, and captures none for uploaded screenshots", async () => {
      const { projects, scenarios } = world.models;
      const modes = { dark: { colorScheme: "dark" }, print: { media: "print" } };
      await projects.updateOne(
        { _id: "prj_shop" },
        { $set: { "settings.modes": modes, "settings.visual.modes": ["print"] } },
      );
      await scenarios.updateOne({ _id: "scn_home" }, { $set: { modes: ["dark"] } });
      await scenarios.updateOne({ _id: "scn_about_us" }, { $set: { source: "upload" } });
      for (const viewport of VIEWPORT_NAMES) await baseline("scn_home", viewport, { mode: "dark" });
      const capture = async () => {
        const { data, nextActions } = await world.call("check_setup_health");
        const [remark] = data.warnings.filter(({ code }: { code: string }) => code === "baselines");
        return [remark.message, nextActions?.find(({ tool }) => tool === "run_baseline")?.args?.scenarios];
      };
      expect(await capture()).to.deep.equal(["2 of 3 scenarios have no baseline to compare with.", ["Product page"]]);
      // A run that names no branch refuses the scenarios of one.
      await scenarios.updateOne({ _id: "scn_product_page" }, { $set: { onlyBranches: ["new"] } });
      expect(await capture()).to.deep.equal(["2 of 3 scenarios have no baseline to compare with.", undefined]);
      for (const viewport of VIEWPORT_NAMES) await baseline("scn_product_page", viewport, { mode: "print" });
      expect(await capture()).to.deep.equal(["1 of 3 scenarios has no baseline to compare with.", undefined]);
    });

    it("a site that does not answer blocks, on the environment that was named", async () => {
      world.engine.look = {
        state: "not_seen",
        code: "http_error",
        reason: "The page answered 401 Unauthorized.",
        browsers: BROWSERS,
      };
      const { data, summary, nextActions } = await world.call("check_setup_health", { environment: "Staging" });
      expect(data).to.include({ ready: false, environmentName: "Staging", siteUrl: "https://staging.shop.example" });
      expect(data.blockers).to.deep.equal([
        {
          code: "site",
          message:
            "https://staging.shop.example cannot be tested: The page answered 401 Unauthorized. The site is protected: add its access data to the environment.",
        },
      ]);
      expect(summary).to.match(/^Shop is not ready/);
      expect(nextActions?.[0]).to.deep.include({ tool: "list_environments", args: { project: "shop" } });
    });

    it("without a worker nobody is asked to look, and the check still answers", async () => {
      world.engine.pollers = { orchestration: 1, browser: 0, lab: 1 };
      const { data } = await world.call("check_setup_health");
      expect(codes(data.blockers)).to.deep.equal(["service"]);
      expect(data.blockers[0].message).to.contain("queue browser");
      expect(codes(data.warnings)).to.include.members(["site", "browsers"]);
      expect(world.engine.looked).to.deep.equal([]);
      world.engine.available = false;
      expect((await world.call("check_setup_health")).data.ready).to.equal(false);
    });

    it("a worker that goes while it is asked leaves the site unknown, and the check still answers", async () => {
      world.engine.look = () => {
        throw new ProductError("unavailable", "No worker in eu can open pages.");
      };
      const { data } = await world.call("check_setup_health");
      expect(codes(data.warnings)).to.include.members(["site", "browsers"]);
    });

    it("a machine without Chromium says how to get it, and nothing about the site", async () => {
      const problem = "Chromium is not installed on this worker: run `npx playwright install chromium`.";
      world.engine.look = {
        state: "not_seen",
        code: "browser_unavailable",
        reason: problem,
        browsers: { ...BROWSERS, chromium: problem },
      };
      const { data } = await world.call("check_setup_health");
      expect(data.blockers).to.deep.equal([{ code: "browsers", message: problem }]);
      expect(codes(data.warnings)).to.include("site");
    });

    it("an empty project on the free plan with a reading key", async () => {
      await setPlan("free");
      await world.models.scenarios.deleteMany({});
      const { data, nextActions } = await world.call("check_setup_health", {}, world.keys.mcp_read);
      expect(codes(data.blockers)).to.deep.equal(["scenarios"]);
      expect(codes(data.warnings)).to.deep.equal(["browsers", "plan", "key", "step_library"]);
      expect(nextActions?.map(({ tool }) => tool)).to.deep.equal([
        "crawl_site",
        "get_project",
        "list_my_tools",
        "get_site_health",
      ]);
    });

    it("a used-up quota of snapshots blocks", async () => {
      await setPlan("free");
      await world.models.usage.create({
        _id: "org_a:snapshots:2026-03",
        orgId: "org_a",
        what: "snapshots",
        period: "2026-03",
        count: 1_000,
      });
      expect(codes((await world.call("check_setup_health")).data.blockers)).to.deep.equal(["snapshots"]);
    });

    it("an environment that is not there is refused with those that are", async () => {
      const body = await world.refused(
        "check_setup_health",
        { environment: "Nowhere" },
        422,
        "project_resolution_error",
      );
      expect(body.error?.message).to.contain('"Production" and "Staging"');
    });
  });

  describe("list_my_tools", () => {
    const mutating = TOOLS.filter((tool) => tool.mutating).map(({ name }) => name);
    const rest = TOOLS.filter((tool) => !tool.mutating).map(({ name }) => name);
    const flat = (data: { callable: { tools: string[] }[] }) => data.callable.flatMap(({ tools }) => tools);

    it("a full key on a plan with changes may call everything", async () => {
      const { data } = await world.call("list_my_tools");
      expect(data).to.deep.include({
        keyKind: "project",
        scope: "mcp_full",
        plan: "enterprise",
        count: TOOLS.length,
        refused: [],
      });
      expect(flat(data)).to.have.members(TOOLS.map(({ name }) => name));
    });

    it("a reading key, and a plan that allows no changes: each with its reason", async () => {
      const reading = await world.call("list_my_tools", {}, world.keys.mcp_read);
      // A recording turn is listed as reading, although it requires the right to change things.
      const reads = TOOLS.filter((tool) => rightOf(tool) === "mcpRead").map(({ name }) => name);
      expect(flat(reading.data)).to.have.members(reads);
      expect(reading.data.refused).to.deep.equal([
        {
          code: "scope_denied",
          message: "The key's scope mcp_read is too narrow: mcp_full is needed.",
          tools: TOOLS.filter((tool) => rightOf(tool) === "mcpWrite").map(({ name }) => name),
        },
      ]);
      await setPlan("free");
      const free = await world.call("list_my_tools", {}, world.keys.org);
      expect(free.data).to.include({ keyKind: "org", plan: "free", count: rest.length });
      expect(free.data.refused[0]).to.deep.include({ code: "plan_gate", tools: mutating });
      expect(free.data.refused[0].message).to.contain("hobby, team, enterprise");
    });

    it("what it promises is what the gates do", async () => {
      const { data } = await world.call("list_my_tools", {}, world.keys.mcp_read);
      for (const tool of data.refused[0].tools)
        await world.refused(tool, { confirm: true }, 403, "scope_denied", world.keys.mcp_read);
    });
  });
});
