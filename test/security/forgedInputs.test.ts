// Whoever reaches Temporal's port can start a workflow with any input. Activities use only ids from it: addresses, organisations, access and
// sizes come from the database, and inconsistent combinations are rejected before anything is done.
import { readdir, readFile } from "node:fs/promises";
import { defaultPayloadConverter } from "@temporalio/common";
import proto from "@temporalio/proto";
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { createCaptureActivities } from "../../activities/capture/captureShot.ts";
import { createRecompareActivities } from "../../activities/compare/recompareShots.ts";
import type { AuditDeps, CaptureDeps } from "../../activities/deps.ts";
import { inputProblem } from "../../activities/inputs.ts";
import { createInspectActivities } from "../../activities/inspect/inspectPage.ts";
import { readRequest } from "../../activities/inspect/readRequest.ts";
import { createCrawlActivities } from "../../activities/jobs/crawl/index.ts";
import { createPlanAuditActivities } from "../../activities/plan/planAudit.ts";
import { createPlanActivities } from "../../activities/plan/planRun.ts";
import { createPromoteActivities } from "../../activities/promote/promoteShot.ts";
import { siteAccessOf } from "../../activities/siteAccess.ts";
import { readConfig } from "../../domain/config.ts";
import type { InspectionRequest } from "../../domain/inspect/inspection.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import type { Models } from "../../models/index.ts";
import { checkInputs } from "../../workers/checkInputs.ts";
import { specOf } from "../activities/capture/engine/harness.ts";
import { withActivity } from "../support/activity.ts";
import { type Crawls, openCrawls } from "../support/crawls.ts";
import { openDatabase } from "../support/database.ts";
import { testSealer } from "../support/sealer.ts";

const HISTORIES = new URL("../workflows/histories/", import.meta.url);
const SHOP = "https://shop.example";
const refusal = async (work: () => Promise<unknown>): Promise<string> =>
  withActivity(work).then(
    (answer) => `done: ${JSON.stringify(answer)}`,
    (error: { message: string; nonRetryable?: boolean }) => (error.nonRetryable ? error.message : `thrown: ${error}`),
  );

describe("inputs of activities", () => {
  it("of every recorded history are taken as they are", async () => {
    const { History } = proto.temporal.api.history.v1;
    const seen = new Set<string>();
    for (const name of await readdir(HISTORIES)) {
      if (!name.endsWith(".pb")) continue;
      const { events } = History.decode(await readFile(new URL(name, HISTORIES)));
      for (const { activityTaskScheduledEventAttributes: scheduled } of events ?? []) {
        if (!scheduled) continue;
        const type = scheduled.activityType?.name ?? "";
        const args = (scheduled.input?.payloads ?? []).map((one) => defaultPayloadConverter.fromPayload(one));
        expect(inputProblem(type, args), `${name}: ${type} ${JSON.stringify(args)}`).to.equal(null);
        seen.add(type);
      }
    }
    expect([...seen]).to.include.members(["planRun", "captureShot", "inspectPage", "crawlBatch", "gatherPage"]);
  });

  const execution = { executionId: "e", seq: 1 };
  for (const [activity, input] of [
    ["captureShot", { shotId: { $ne: null }, attempt: 1 }],
    ["captureShot", { shotId: ["a"], attempt: 1 }],
    ["captureShot", { shotId: "a", attempt: 1e9 }],
    ["captureShot", { shotId: "../../etc", attempt: 1 }],
    ["planRun", { runId: { $gt: "" }, executionId: "e" }],
    ["planRun", { runId: "a".repeat(300), executionId: "e" }],
    ["planRun", null],
    ["planRun", undefined],
    ["finishRun", { runId: { $gt: "" }, ...execution }],
    ["finishRun", { runId: "r", executionId: { $gt: "" }, seq: 1 }],
    ["finishRun", { runId: "r", executionId: "e", seq: -1 }],
    ["listRecomparable", { $ne: null }],
    ["renderDiffPicture", { $ne: null }],
    ["judgeUpload", { uploadId: { $ne: null } }],
    ["judgeUpload", { uploadId: "run_1" }],
    ["recompareShots", ["a", { $ne: null }]],
    ["renderReport", { runId: "r", format: "__proto__" }],
    ["renderReport", { runId: "r", format: "../x" }],
    ["planCrawl", { jobId: { $ne: "" } }],
    ["crawlBatch", { jobId: "j", counts: { pages: -1e9, waiting: 1, known: 1, asked: 1, leftOut: 1 } }],
    [
      "inspectPage",
      { projectId: { $ne: null }, environmentId: null, url: "/", viewport: { name: "phone" }, what: "reach", wish: {} },
    ],
    [
      "inspectPage",
      { projectId: "p", environmentId: { $ne: null }, url: "/", viewport: { name: "phone" }, what: "reach", wish: {} },
    ],
    [
      "inspectPage",
      { projectId: "p", environmentId: null, url: "/", viewport: { name: "constructor" }, what: "reach", wish: {} },
    ],
    [
      "inspectPage",
      { projectId: "p", environmentId: null, url: "/", viewport: { name: "phone" }, what: "__proto__", wish: {} },
    ],
    ["noSuchActivity", { runId: "r" }],
    ["constructor", { runId: "r" }],
  ] as const)
    it(`${activity} is not begun with ${JSON.stringify(input)?.slice(0, 80)}`, async () => {
      let begun = false;
      const environment = new MockActivityEnvironment({ activityType: activity }, { interceptors: [checkInputs] });
      const error = await environment
        .run(
          async () => {
            begun = true;
          },
          ...([input] as unknown as []),
        )
        .catch((thrown: unknown) => thrown);
      expect(error).to.include({ type: "InvalidInput", nonRetryable: true });
      expect(begun).to.equal(false);
    });
});

describe("activities with forged inputs", () => {
  const sealer = testSealer();
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let deps: CaptureDeps & AuditDeps;
  const visited: unknown[] = [];
  const at = new Date("2026-03-10T12:00:00Z");
  before(async () => {
    database = await openDatabase();
    models = database.models;
    deps = {
      models,
      sealer,
      config: readConfig({}),
      log: () => undefined,
      now: () => at,
      visit: {
        pool: {
          acquire: async (...args: unknown[]) => {
            visited.push(args);
            throw new Error("a browser was asked for");
          },
        },
      },
      capture: async (...args: unknown[]) => {
        visited.push(args);
        throw new Error("a capture was begun");
      },
    } as unknown as CaptureDeps & AuditDeps;
    await models.organisations.create({
      _id: "org_a",
      name: "A",
      slug: "a",
      plan: "enterprise",
      settings: {},
      createdAt: at,
    });
    await models.projects.create([
      { _id: "prj_a", orgId: "org_a", name: "A", slug: "a", baseUrl: SHOP, createdAt: at },
      { _id: "prj_b", orgId: "org_b", name: "B", slug: "b", baseUrl: "https://other.example", createdAt: at },
    ]);
    const access = (headers: Record<string, string>) => sealer.seal(JSON.stringify({ headers }));
    await models.environments.create([
      {
        _id: "env_a",
        projectId: "prj_a",
        name: "P",
        slug: "p",
        baseUrl: SHOP,
        sealedAccess: access({ a: "own" }),
        createdAt: at,
      },
      {
        _id: "env_b",
        projectId: "prj_b",
        name: "P",
        slug: "p",
        baseUrl: "https://other.example",
        sealedAccess: access({ b: "theirs" }),
        createdAt: at,
      },
      { _id: "env_old", projectId: "prj_a", name: "O", slug: "o", baseUrl: "file:///etc", createdAt: at },
    ]);
  });
  after(() => database.drop());
  beforeEach(() => void visited.splice(0));

  const look = (change: Record<string, unknown>): InspectionRequest =>
    ({
      projectId: "prj_a",
      environmentId: "env_a",
      url: `${SHOP}/x`,
      viewport: DEFAULT_VIEWPORTS.phone,
      what: "reach",
      wish: {},
      ...change,
    }) as InspectionRequest;

  for (const [what, change, reason] of [
    [
      "another project's environment",
      { environmentId: "env_b", url: "https://other.example/" },
      /does not belong to the project/,
    ],
    ["a project that there is not", { projectId: "prj_c" }, /not in the database/],
    ["an address of another project", { url: "https://other.example/" }, /not on the project's site/],
    ["the metadata service", { url: "http://169.254.169.254/latest" }, /not on the project's site/],
    ["a file", { url: " file:///etc/hostname" }, /must be an http or https address/],
    [
      "a file on an environment of old data",
      { url: "file:///etc/hostname", environmentId: "env_old" },
      /http or https/,
    ],
    [
      "a page on an environment of old data",
      { url: "https://null/", environmentId: "env_old" },
      /not on the project's site/,
    ],
    ["credentials", { url: "https://u:p@shop.example/" }, /must not contain a user name/],
  ] as const)
    it(`no page is looked at with ${what}`, async () => {
      const said = await refusal(() => createInspectActivities(deps).inspectPage(look(change)));
      expect(said).to.match(reason);
      expect(said).not.to.match(/u:p|^done|^thrown/);
      expect(visited).to.deep.equal([]);
    });

  it("the size of the window is the project's and not the caller's", async () => {
    const forged = { ...DEFAULT_VIEWPORTS.phone, width: 1_000_000, height: 1_000_000, scale: 50 };
    const { viewport, url } = await readRequest(deps, look({ viewport: forged, url: `${SHOP}/a\tb` }));
    expect(viewport).to.deep.equal(DEFAULT_VIEWPORTS.phone);
    expect(url).to.equal(`${SHOP}/ab`);
  });

  it("no environment's access is opened for another project", async () => {
    expect(await siteAccessOf(deps, { projectId: "prj_a", environmentId: "env_a" })).to.deep.include({
      headers: { a: "own" },
    });
    expect(await refusal(() => siteAccessOf(deps, { projectId: "prj_a", environmentId: "env_b" }))).to.match(
      /does not belong to the project/,
    );
  });

  it("access is used on no other origin than it was given for", async () => {
    const owner = { projectId: "prj_a", environmentId: "env_a" };
    await models.environments.updateOne({ _id: "env_a" }, { $set: { accessOrigin: "https://earlier.example" } });
    expect(await refusal(() => siteAccessOf(deps, owner))).to.match(/was given for https:\/\/earlier\.example/);
    await models.environments.updateOne({ _id: "env_a" }, { $set: { accessOrigin: new URL(SHOP).origin } });
    expect(await siteAccessOf(deps, owner)).to.deep.include({ headers: { a: "own" } });
  });

  const run = (_id: string, more: Record<string, unknown>) =>
    models.runs.create({
      _id,
      orgId: "org_a",
      projectId: "prj_a",
      projectSlug: "a",
      status: "running",
      baseUrl: SHOP,
      requestedBy: "test",
      createdAt: at,
      seq: 0,
      progress: { done: 0, total: 0, phase: "" },
      ...more,
    } as never);
  const shot = (_id: string, more: Record<string, unknown> = {}) =>
    models.shots.create({
      _id,
      runId: "run_v",
      projectId: "prj_a",
      index: Number(_id.slice(-1)),
      scenarioId: _id,
      scenarioLabel: _id,
      viewport: "phone",
      browser: "chromium",
      url: SHOP,
      kind: "visual",
      baselineKey: {},
      status: "pending",
      threshold: 0,
      artifacts: {},
      spec: specOf(`${SHOP}/`, { environmentId: "env_a" }),
      ...more,
    } as never);

  it("a shot is not entered with another project's access", async () => {
    await shot("shot_1", { spec: specOf(`${SHOP}/`, { environmentId: "env_b" }) });
    const work = () => createCaptureActivities(deps).captureShot({ shotId: "shot_1", attempt: 1 });
    expect(await refusal(work)).to.match(/does not belong to the project/);
    expect(visited).to.deep.equal([]);
  });

  it("a visual run is none of baselines because a workflow says so", async () => {
    await run("run_v", { type: "vrt-test" });
    await models.scenarios.create({
      _id: "scn_a",
      projectId: "prj_a",
      label: "A",
      url: "/",
      viewports: ["phone"],
      createdAt: at,
    });
    await models.shots.deleteMany({});
    const forged = { runId: "run_v", executionId: "e", kind: "baseline" };
    await withActivity(() => createPlanActivities(deps).planRun(forged));
    const [planned] = await models.shots.find({ runId: "run_v" }).lean();
    expect(planned?.kind).to.equal("visual");
    const promote = () => createPromoteActivities(deps).promoteShot({ shotId: planned?._id ?? "", attempt: 1 });
    expect(await refusal(promote)).to.match(/does not belong to a baseline run/);
    await run("run_s", { type: "seo-test" });
    const plan = () => createPlanActivities(deps).planRun({ runId: "run_s", executionId: "e" });
    expect(await refusal(plan)).to.match(/seo-test run and has no shots/);
  });

  it("a run is not planned for a project of another organisation", async () => {
    await run("run_x", { type: "vrt-test", projectId: "prj_b" });
    await run("run_y", { type: "seo-test", projectId: "prj_b" });
    const shots = () => createPlanActivities(deps).planRun({ runId: "run_x", executionId: "e" });
    const pages = () => createPlanAuditActivities(deps).planAudit({ runId: "run_y", executionId: "e" });
    for (const plan of [shots, pages]) expect(await refusal(plan)).to.match(/^The project was deleted/);
  });

  it("shots of two runs are not judged again together", async () => {
    await models.shots.deleteMany({});
    await shot("shot_1");
    await shot("shot_2", { runId: "run_other" });
    const work = () => createRecompareActivities(deps).recompareShots(["shot_1", "shot_2"]);
    expect(await refusal(work)).to.match(/more than one run/);
  });
});

describe("a crawl with forged inputs", () => {
  let crawls: Crawls;
  before(async () => {
    crawls = await openCrawls([9]);
  });
  after(() => crawls.close());

  for (const startUrl of [
    "file:///etc/hostname",
    " file:///etc/hostname",
    "https://other.example/",
    "http://169.254.169.254/",
  ])
    it(`does not begin at ${startUrl}`, async () => {
      const jobId = await crawls.addJob("http://127.0.0.1:9", { startUrl });
      const activities = createCrawlActivities(crawls.deps);
      for (const work of [() => activities.planCrawl({ jobId }), () => activities.crawlBatch({ jobId, counts: null })])
        expect(await refusal(work)).to.match(/does not begin on the project's site/);
    });

  it("counts for itself, whatever a workflow says was counted", async () => {
    const jobId = await crawls.addJob("http://127.0.0.1:9", { maxPages: 2 });
    const robots = {
      state: "absent",
      address: "http://127.0.0.1:9/robots.txt",
      textId: null,
      delayMs: null,
      sitemaps: [],
    };
    await crawls.models.jobs.updateOne({ _id: jobId }, { $set: { state: { robots } } });
    for (const n of [1, 2, 3])
      await crawls.models.crawlAddresses.create({
        _id: `${jobId}-${n}`,
        jobId,
        projectId: "prj_a",
        url: `http://127.0.0.1:9/${n}`,
        key: `/${n}`,
        family: "",
        depth: 1,
        weight: 2,
        foundOn: "start",
        state: n < 3 ? "page" : "waiting",
        tries: n < 3 ? 1 : 0,
      } as never);
    const counts = { pages: 0, waiting: 1, known: 1, asked: 0, leftOut: 0 };
    const batch = await withActivity(() => createCrawlActivities(crawls.deps).crawlBatch({ jobId, counts }));
    expect(batch).to.deep.include({ left: 0 });
    expect(batch.counts.pages).to.equal(2);
  });
});
