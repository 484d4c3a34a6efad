// A project whose runs hold the maximum that sites can make the service store is read over every interface, while the API's event loop is
// watched. Endpoints and tools are taken from the OpenAPI document and the catalogue: a new one must specify its arguments, and is then held
// to the same limit. For the method of measurement, see test/support/eventLoop.ts.
import { expect } from "chai";
import type { SchemaDescription } from "yup";
import { type AuditPillar, PILLARS } from "../../domain/audit/pillars.ts";
import { TYPE_OF_PILLAR } from "../../domain/runTypes.ts";
import type { Models } from "../../models/index.ts";
import { refreshProblems } from "../../models/problems/refresh.ts";
import type { Run } from "../../models/runs/schema.ts";
import { artifactLink } from "../../platform/artifactLinks.ts";
import { auditSummary } from "../api/health/support.ts";
import type { Session } from "../api/support/client.ts";
import { addRun } from "../api/support/shots.ts";
import { makeToolWorld, TOOLS, type ToolWorld } from "../api/tools/harness.ts";
import { REDIRECT } from "../mcp/oauthApp.ts";
import { allowedBlockedMs, watchEventLoop } from "../support/eventLoop.ts";
import { AUDIT_RUNS, VISUAL_RUNS } from "../support/hugeDocuments.ts";
import { openApiDocument } from "../support/openApi.ts";
import { readFromThread } from "../support/threadCollections.ts";

/** Paths with which endpoints that have parameters are requested. */
const ADDRESSES: Record<string, string[]> = {
  "/api/ci/status/{runId}": ["/api/ci/status/run_a11y_2", "/api/ci/status/run_vrt_2"],
  "/api/ci/runs/{runId}/results": [
    "/api/ci/runs/run_a11y_2/results?limit=500",
    "/api/ci/runs/run_a11y_2/results?limit=500&outcome=warning&severity=critical",
    "/api/ci/runs/run_vrt_2/results?limit=500",
  ],
  "/api/ci/runs/{runId}/problems": [
    "/api/ci/runs/run_a11y_2/problems?limit=500",
    "/api/ci/runs/run_vrt_2/problems?limit=500",
  ],
  "/api/ci/runs/{runId}/report": ["/api/ci/runs/run_a11y_2/report"],
  "/api/ci/runs/{runId}/junit": ["/api/ci/runs/run_frt/junit"],
  "/api/ci/runs/{runId}/messages": ["/api/ci/runs/run_frt/messages"],
  "/api/ci/runs/{runId}/html": ["/api/ci/runs/run_frt/html"],
  "/api/artifacts/{id}": ["/api/artifacts/diff-run_vrt_2-00001"],
  "/api/tests/status/{project}": ["/api/tests/status/shop"],
  "/api/baselines": ["/api/baselines?limit=500&project=shop"],
  "/api/docs/{file}": ["/api/docs/docs.js"],
  "/api/app/projects/{slug}/overview": ["/api/app/projects/shop/overview"],
  "/api/app/projects/{slug}/runs": ["/api/app/projects/shop/runs?limit=500&parts=1&text=main"],
  "/api/app/projects/{slug}/findings": [
    "/api/app/projects/shop/findings?pillar=a11y&limit=500",
    "/api/app/projects/shop/findings?pillar=a11y&limit=500&page=page-4",
  ],
  "/api/app/projects/{slug}/findings/export": ["/api/app/projects/shop/findings/export?pillar=a11y&format=csv"],
  "/api/app/projects/{slug}/findings/{fingerprint}/pages": [
    "/api/app/projects/shop/findings/f0/pages?runId=run_a11y_2&limit=500",
  ],
  "/api/app/projects/{slug}/acceptances": ["/api/app/projects/shop/acceptances"],
  "/api/app/projects/{slug}/frame": ["/api/app/projects/shop/frame"],
  "/api/app/projects/{slug}/trends": ["a11y", "perf"].map((pillar) => `/api/app/projects/shop/trends?pillar=${pillar}`),
  "/api/app/projects/{slug}/compare": [
    "/api/app/projects/shop/compare?a=run_a11y_1&b=run_a11y_2",
    "/api/app/projects/shop/compare?a=run_vrt_1&b=run_vrt_2",
  ],
  "/api/app/projects/{slug}/runs/{runId}/pages": ["/api/app/projects/shop/runs/run_a11y_2/pages?limit=500"],
  // The bytes of one stored report, served like an artifact.
  "/api/app/projects/{slug}/runs/{runId}/pages/{index}/report": [],
  "/api/app/projects/{slug}/tracking": ["/api/app/projects/shop/tracking"],
  "/api/app/projects/{slug}/tracking/export": ["/api/app/projects/shop/tracking/export"],
  "/api/app/projects/{slug}/tracking/proof": ["/api/app/projects/shop/tracking/proof?runId=run_tracking&id=event-1-0"],
  "/api/app/projects/{slug}/features": ["/api/app/projects/shop/features"],
  "/api/app/projects/{slug}/features/{featureId}": ["/api/app/projects/shop/features/basket"],
  "/api/app/projects/{slug}/features/{featureId}/versions/{version}": [
    "/api/app/projects/shop/features/basket/versions/1",
  ],
  "/api/app/projects/{slug}/steps": ["/api/app/projects/shop/steps"],
  "/api/app/projects/{slug}/runs/{runId}/timeline": ["/api/app/projects/shop/runs/run_frt/timeline"],
  "/api/app/projects/{slug}/heals": ["/api/app/projects/shop/heals"],
  "/api/app/projects/{slug}/recordings": ["/api/app/projects/shop/recordings"],
  "/api/app/projects/{slug}/recordings/{recordingId}": ["/api/app/projects/shop/recordings/rec_long"],
  "/api/app/events": ["/api/app/events?project=shop&since=0"],
  "/api/app/changes": ["/api/app/changes?project=shop&since=0"],
  "/api/app/runs/{runId}/review": ["/api/app/runs/run_vrt_2/review?limit=500"],
  "/api/app/runs/{runId}/rule-preview": [
    "/api/app/runs/run_vrt_2/rule-preview?scenarioLabel=Page%201&selector=.price&mode=ignore",
  ],
  "/api/app/shots/{shotId}/elements": ["/api/app/shots/run_vrt_2-00001/elements"],
  "/api/app/projects/{slug}/scenarios": ["/api/app/projects/shop/scenarios?limit=500"],
  "/api/app/projects/{slug}/scenarios/{label}": ["/api/app/projects/shop/scenarios/Page%201"],
  "/api/app/runs/{runId}": ["/api/app/runs/run_vrt_2", "/api/app/runs/run_a11y_2", "/api/app/runs/run_frt"],
  "/api/app/projects/{slug}/proofs": ["/api/app/projects/shop/proofs"],
  "/api/app/projects/{slug}/proofs/{jobId}": ["/api/app/projects/shop/proofs/job_proof"],
  "/api/app/projects/{slug}/setup/proposals": ["/api/app/projects/shop/setup/proposals?jobId=job_crawl"],
  "/api/app/projects/{slug}/setup/pages": ["/api/app/projects/shop/setup/pages?jobId=job_crawl&text=page"],
  "/api/app/projects/{slug}/settings": ["/api/app/projects/shop/settings"],
  "/api/app/projects/{slug}/environments": ["/api/app/projects/shop/environments"],
  "/api/app/projects/{slug}/rules": ["/api/app/projects/shop/rules"],
  "/api/app/projects/{slug}/connectors": ["/api/app/projects/shop/connectors"],
  "/api/app/runs/{runId}/outcome": ["/api/app/runs/run_vrt_2/outcome", "/api/app/runs/run_a11y_2/outcome"],
  "/api/app/runs/{runId}/threads": ["/api/app/runs/run_vrt_2/threads"],
  "/api/app/runs/{runId}/review-requests": ["/api/app/runs/run_vrt_2/review-requests"],
  "/api/app/runs/{runId}/shots/{shotId}/problems": ["/api/app/runs/run_vrt_2/shots/run_vrt_2-00001/problems"],
  "/api/app/runs/{runId}/element-reach": ["/api/app/runs/run_vrt_2/element-reach?selector=.price"],
  "/api/app/runs/{runId}/restless": ["/api/app/runs/run_vrt_2/restless"],
  "/api/app/shots/{shotId}/suggestions": ["/api/app/shots/run_vrt_2-00001/suggestions"],
  "/api/app/projects/{slug}/review": ["/api/app/projects/shop/review?limit=500"],
  "/api/app/projects/{slug}/review/own": ["/api/app/projects/shop/review/own"],
  "/api/app/projects/{slug}/ignored-changes": ["/api/app/projects/shop/ignored-changes"],
  "/api/app/projects/{slug}/flakiness": ["/api/app/projects/shop/flakiness"],
  "/api/app/projects/{slug}/flakiness/{label}": ["/api/app/projects/shop/flakiness/Page%201"],
  "/api/app/projects/{slug}/problems/export": ["/api/app/projects/shop/problems/export?format=csv"],
  "/api/app/projects/{slug}/rule-effect": [
    "/api/app/projects/shop/rule-effect?scope=project&kind=mode&selector=.price&value=ignore",
  ],
  "/api/app/projects/{slug}/next-sweep": ["/api/app/projects/shop/next-sweep"],
  "/api/app/projects/{slug}/modes": ["/api/app/projects/shop/modes"],
  "/api/app/projects/{slug}/comment-hooks": ["/api/app/projects/shop/comment-hooks"],
  "/api/app/projects/{slug}/previews": ["/api/app/projects/shop/previews"],
  "/api/app/projects/{slug}/deletion": ["/api/app/projects/shop/deletion"],
  // No deletion exists, and no problem has the same id in every test.
  "/api/app/deletions/{id}": [],
  "/api/problems/{id}": [],
  "/api/schedules/preview": ["/api/schedules/preview?cron=0%207%20*%20*%20*&timeZone=Europe%2FBerlin"],
  "/api/app/search": ["/api/app/search?q=page&project=shop"],
  // These request the site itself, or redirect to a provider that does not exist.
  "/api/app/projects/{slug}/setup": [],
  "/api/app/projects/{slug}/setup/thumbnail": [],
  "/api/auth/oidc/start": [],
  "/api/auth/oidc/callback": [],
  "/api/frt/recorder/{featureId}": ["/api/frt/recorder/opened?project=shop"],
  "/trace-viewer/{file}": ["/trace-viewer/sw.bundle.js"],
};

/** Values for the args that tools require. */
const ARGS: Record<string, unknown> = {
  jobId: "job_crawl",
  scenarioLabel: "Page 1",
  viewport: "desktop",
  eventId: "event-1-0",
  pageId: "page-1",
  message: "Why did Page 1 fail on desktop?",
  pillar: "a11y",
  stepDefId: "builtin.click-button",
  featureId: "basket",
  gherkin: 'Feature: Basket\n  Scenario: Open\n    Given I am on "/cart"\n    Then the page contains "cart"\n',
  query: "open the basket",
  sentence: "I open the basket",
};
/** Additional args of tools for which the newest run is not the slowest case. */
const CALLS: Record<string, Record<string, unknown>[]> = {
  get_pillar_report: PILLARS.filter((pillar) => pillar !== "functional").map((pillar) => ({ pillar })),
  compare_runs: [{ runId: "run_a11y_2", limit: 500 }, { runId: "run_vrt_2" }],
  analyze_results: [{}, { runId: "run_a11y_2" }, { runId: "run_vrt_2" }],
  get_page_health: [{ url: "/page-1", verbose: true }],
  suggest_quick_scenarios: [{}],
  frt_find_scenarios: [{ query: "open the basket", limit: 50 }],
  frt_search_step_library: [{ query: "click a button", limit: 50 }],
  frt_suggest_steps: [{ sentence: "I open the basket", limit: 50 }],
  frt_get_feature: [{ featureId: "basket", verbose: true }],
  frt_get_run_timeline: [{ runId: "run_frt" }],
  frt_explain_failure: [{ runId: "run_frt" }],
  get_page_groups: [{ limit: 500 }, { group: "/group-1/{n}" }],
};

const MAX_FUNCTIONAL = 300;
/** With 300 scenarios, nearly the maximum number of steps in a feature. */
const STEPS = 16;

const planOf = (id: string): string =>
  JSON.stringify({
    id,
    name: id,
    rule: null,
    tags: [],
    place: { line: 1, column: 1 },
    steps: Array.from({ length: STEPS }, (_, index) => ({
      index,
      keyword: "When",
      text: `I open "${"x".repeat(900)}"`,
      place: { line: 1, column: 1 },
      argument: null,
      state: "prepared",
      stepDefId: "builtin.go-to-page",
      candidates: [],
      problem: null,
      args: {},
      actions: [],
    })),
  });

/** Adds the maximum number of schedules in a project, each with a full history. */
async function addSchedules(models: Models): Promise<void> {
  const at = new Date(0);
  const runs = Array.from({ length: 8 }, () => ({ type: "test", runId: "run_vrt_2", problem: "x".repeat(500) }));
  const due = { at, handledAt: at, by: null, outcome: "started", reason: "x".repeat(200), passed: 0, runs };
  await models.schedules.insertMany(
    Array.from({ length: 50 }, (_, index) => ({
      _id: `sch_${index}`,
      orgId: "org_a",
      projectId: "prj_shop",
      name: `n${index}`,
      cron: "0 0 29 2 *",
      timeZone: "Europe/Berlin",
      jitterMinutes: 0,
      types: ["test"],
      scenarios: Array(200).fill("x".repeat(200)),
      enabled: true,
      createdBy: "test",
      createdAt: at,
      updatedAt: at,
      rev: 1,
      turn: 0,
      handledUntil: at,
      recent: Array(10).fill(due),
    })),
  );
}

/** Adds a feature, and a run of it in which every scenario failed with the maximum of stored data. */
async function addFunctionalRun(models: Models): Promise<void> {
  const at = new Date(0);
  const place = { projectId: "prj_shop", featureId: "basket" };
  await models.features.create({
    ...place,
    _id: "prj_shop:basket",
    name: "Basket",
    gherkin: String(ARGS.gherkin),
    status: "draft",
    origin: "written",
    coverage: { pages: [], elements: [], events: [], variables: [] },
    version: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: "test",
  });
  await models.featureVersions.create({
    ...place,
    _id: "prj_shop:basket:1",
    version: 1,
    name: "Basket",
    gherkin: String(ARGS.gherkin),
    status: "draft",
    what: "created",
    at,
    by: "test",
  });
  await models.features.create({
    _id: "prj_shop:opened",
    projectId: "prj_shop",
    featureId: "opened",
    name: "Opened",
    status: "draft",
    version: 1,
    gherkin: 'Feature: Opened\n  Scenario: Open\n    Given I am on "/cart"\n',
    origin: "written",
    coverage: { pages: [], elements: [], events: [], variables: [] },
    createdAt: at,
    updatedAt: at,
    updatedBy: "test",
  });
  await addRun(models, "run_frt", { type: "frt-test", verdict: "fail" });
  const noise = Array.from({ length: 20 }, () => ({ level: "error", text: "x".repeat(500) }));
  const steps = Array.from({ length: 100 }, (_, index) => ({
    index,
    keyword: "When",
    text: "I open it",
    place: { line: 1, column: 1 },
    stepDefId: "d",
    status: "passed",
    startedAt: 0,
    duration: 1,
    failure: null,
    drift: [],
    fingerprints: {},
    url: "",
    screenshotId: null,
    console: noise,
    network: [],
    events: [],
  }));
  const ids = Array.from({ length: MAX_FUNCTIONAL }, (_, index) => ({ index, _id: `run_frt-s${index}` }));
  await models.scenarioRuns.insertMany(
    ids.map(({ index, _id }) => ({
      ...place,
      _id,
      runId: "run_frt",
      index,
      key: _id,
      scenarioId: _id,
      name: `Scenario ${index}`,
      browser: "chromium",
      viewport: "desktop",
      plan: planOf(_id),
      status: "failed",
      message: "It failed.",
    })),
  );
  await models.scenarioAttempts.insertMany(
    ids.slice(0, 10).map(({ _id }) => ({
      _id: `${_id}-1`,
      scenarioRunId: _id,
      runId: "run_frt",
      projectId: "prj_shop",
      attempt: 1,
      status: "failed",
      startedAt: at.toISOString(),
      duration: 1,
      steps: JSON.stringify(steps),
    })),
  );
}

/** The viewer opens only with a signed link, and the names of its parts change with each version. */
async function addTraceViewer({ models, ctx, client }: ToolWorld, artifactId: string): Promise<void> {
  await models.artifacts.create({
    _id: `${artifactId}-trace`,
    artifactId,
    projectId: "prj_shop",
    contentType: "application/zip",
    bytes: 1,
    createdAt: new Date(0),
  });
  const page = `/trace-viewer/index.html?trace=${encodeURIComponent(artifactLink(ctx, artifactId))}`;
  const [asset = ""] = /assets\/[^"]+/.exec((await client.get(page)).raw.toString()) ?? [];
  ADDRESSES["/trace-viewer/index.html"] = [page];
  ADDRESSES["/trace-viewer/assets/{file}"] = [`/trace-viewer/${asset}`];
}

describe("reading what hostile sites made huge", function () {
  this.timeout(240_000);
  let world: ToolWorld;
  let session: Session;
  let stopThread: () => Promise<unknown>;
  before(async () => {
    world = await makeToolWorld({ ciRatePerMinute: 100_000 });
    const { models, engine, ctx } = world;
    session = await world.session("admin");
    for (const { id, pillar, minute, held } of AUDIT_RUNS) await addHugeAudit(models, id, pillar, minute, held.pages);
    for (const { id, minute, shots } of VISUAL_RUNS) await addVisualRun(models, id, minute, shots);
    await addCrawl(models);
    await addFunctionalRun(models);
    for (const { id } of [...AUDIT_RUNS, ...VISUAL_RUNS])
      await refreshProblems(models, (await models.runs.findById(id).lean()) as Run);
    const problem = await models.problems.findOne({}, { _id: 1 }).lean();
    ADDRESSES["/api/problems"] ??= [
      "/api/problems?project=shop&limit=500",
      "/api/problems?project=shop&limit=500&status=fixed",
    ];
    ADDRESSES["/api/problems/{id}"] ??= [`/api/problems/${problem?._id}`];
    stopThread = readFromThread(models);
    const large = await ctx.artifacts.put(Buffer.alloc(40_000_000, "report "));
    await addTraceViewer(world, large);
    await addConversation(models);
    await addRecording(models);
    await addProof(models);
    for (const list of ["channels", "deliveries"])
      ADDRESSES[`/api/notifications/${list}`] ??= [`/api/notifications/${list}?project=shop`];
    await addSchedules(models);
    ADDRESSES["/api/schedules"] ??= ["/api/schedules?project=shop"];
    ADDRESSES["/api/config"] ??= ["/api/config?project=shop"];
    const { body: app } = await world.client.post("/oauth/register", { body: { redirect_uris: [REDIRECT] } });
    const asked = new URLSearchParams({
      client_id: app.client_id as string,
      redirect_uri: REDIRECT,
      response_type: "code",
      code_challenge: "x".repeat(43),
      code_challenge_method: "S256",
      state: "x".repeat(1_000),
      resource: `${world.client.base}/mcp`,
    });
    ADDRESSES["/api/app/oauth/request"] ??= [`/api/app/oauth/request?${asked}`];
    Object.assign(engine, { diff: large, report: large });
  });
  after(async () => {
    await stopThread?.();
    await world?.close();
  });

  type Call = { what: string; path: string; body?: unknown };
  /** Makes the calls one after the other; each must succeed, and none may block the event loop. */
  async function hold(calls: readonly Call[]): Promise<void> {
    const watch = watchEventLoop();
    const refused: string[] = [];
    for (const { what, path, body } of calls) {
      watch.during(what);
      const response = await fetch(world.client.base + path, {
        method: body === undefined ? "GET" : "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          // Endpoints accept a key or a session, and some only one of them.
          ...(/^\/api\/(tests|keys|auth|app)/.test(path)
            ? { cookie: session.cookie }
            : { "x-api-key": world.keys.org }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      // The test's own work on the response is not measured.
      let begin = "";
      for await (const chunk of response.body ?? []) begin ||= Buffer.from(chunk.subarray(0, 300)).toString();
      if (response.status >= 400) refused.push(`${what}: ${response.status} ${begin}`);
    }
    const { longestMs, stretches, clockMs } = watch.stop();
    expect(refused).to.deep.equal([]);
    expect(longestMs, JSON.stringify({ stretches, clockMs })).to.be.at.most(allowedBlockedMs);
  }

  // Tools that request the site itself read nothing that is stored.
  const reading = TOOLS.filter(({ mutating, async, openWorld }) => !mutating && !async && !openWorld);
  const required = ({ fields }: SchemaDescription & { fields?: Record<string, SchemaDescription> }) =>
    Object.entries(fields ?? {}).flatMap(([name, field]) => (field.optional ? [] : [[name, ARGS[name]] as const]));

  it("by no endpoint holds the event loop", async () => {
    const paths = Object.entries(openApiDocument("test").paths).filter(([, item]) => "get" in item);
    const calls = paths.flatMap(([path]) => (ADDRESSES[path] ?? [path]).map((one) => ({ what: path, path: one })));
    await hold(calls);
  });

  it("by no tool holds the event loop", async () => {
    const calls = reading.flatMap(({ name, schema, args }) => {
      const needed = Object.fromEntries(required(schema.describe() as SchemaDescription));
      const most = { ...("limit" in args && { limit: 500 }), ...("verbose" in args && { verbose: true }) };
      const sets = CALLS[name] ?? [{ ...needed, ...most }];
      return sets.map((own) => ({
        what: `${name} ${JSON.stringify(own)}`,
        path: "/api/mcp/v1/invoke",
        body: { tool: name, args: { project: "shop", ...own } },
      }));
    });
    await hold(calls);
  });

  it("over MCP holds the event loop as little", async () => {
    const message = (method: string, params: object) => ({ jsonrpc: "2.0", id: 1, method, params });
    // The same work with another envelope, so only the tools with the largest responses are called.
    const calls = Object.entries(CALLS).map(([name, [own]]) => ({
      what: name,
      path: "/mcp",
      body: message("tools/call", { name, arguments: { project: "shop", ...own } }),
    }));
    await hold(calls);
  });
});

/** A conversation of maximum length, with texts of maximum length. */
async function addConversation(models: Models) {
  const at = new Date(Date.UTC(2026, 2, 10));
  const place = { orgId: "org_a", userId: "usr_admin@org_a.example", createdAt: at, updatedAt: at };
  await models.conversations.create({ _id: "cnv_long", title: "long", turns: 100, ...place });
  const call = { tool: "get_site_health", args: {}, ok: true, summary: "s".repeat(2_000) };
  await models.conversationTurns.create(
    Array.from({ length: 100 }, (_, index) => ({
      _id: `cnv_long-${index}`,
      conversationId: "cnv_long",
      index,
      model: "builtin",
      at,
      message: "m".repeat(4_000),
      reply: "r".repeat(20_000),
      calls: Array(8).fill(call),
    })),
  );
  ADDRESSES["/api/app/coach/{conversationId}"] = ["/api/app/coach/cnv_long"];
}

/** A proof whose ticket has the maximum length. */
async function addProof(models: Models) {
  const at = new Date(Date.UTC(2026, 2, 10));
  const ticket = { issueKey: "SHOP-12", title: "t".repeat(300), description: "d".repeat(20_000) };
  await models.jobs.create({
    _id: "job_proof",
    orgId: "org_a",
    projectId: "prj_shop",
    projectSlug: "shop",
    lock: "job_proof",
    seq: 1,
    kind: "tracking_prove_issue_ticket",
    status: "failed",
    error: "It failed.",
    baseUrl: "https://shop.example",
    input: ticket,
    requestedBy: "test",
    createdAt: at,
    finishedAt: at,
    result: null,
    progress: { phase: "failed", done: 1, total: 5 },
  });
}

/** A recording without any turns yet. */
async function addRecording(models: Models) {
  const at = new Date(Date.UTC(2026, 2, 10));
  await models.recordings.create({
    _id: "rec_long",
    orgId: "org_a",
    projectId: "prj_shop",
    baseUrl: "https://shop.example",
    name: "Long",
    status: "open",
    seq: 0,
    steps: [],
    createdBy: "test",
    createdAt: at,
    touchedAt: at,
  });
}

/** Completed audits on the main branch; the later of two of a pillar was compared with the earlier one. */
async function addHugeAudit(models: Models, id: string, pillar: AuditPillar, minute: number, pages: number) {
  const at = new Date(Date.UTC(2026, 2, 10, 10, minute));
  await addRun(models, id, {
    type: TYPE_OF_PILLAR[pillar] ?? "seo-test",
    branch: "main",
    createdAt: at,
    finishedAt: at,
    verdict: "fail",
    summary: { ...auditSummary(40), pages, verdict: "fail", new: 10, fixed: 20 },
    extra: minute === 2 ? { comparedWith: "run_a11y_1" } : {},
  });
}

async function addVisualRun(models: Models, id: string, minute: number, total: number) {
  const at = new Date(Date.UTC(2026, 2, 10, 10, minute));
  const passed = total / 10;
  await addRun(models, id, {
    branch: "main",
    createdAt: at,
    finishedAt: at,
    summary: { total, passed, failed: total - passed, approved: 0, errors: 0, flaky: 0, noBaseline: 0 },
  });
}

async function addCrawl(models: Models) {
  const groups = Array.from({ length: 500 }, (_, i) => ({
    group: `/group-${i}/{n}`,
    pages: 5,
    example: "/",
    title: "",
  }));
  const counts = { pages: 5_000, groups: 1_000, asked: 5_000, duplicates: 0, redirects: 0, broken: 0, otherFiles: 0 };
  const at = new Date("2026-03-10T10:00:00Z");
  await models.jobs.create({
    _id: "job_crawl",
    orgId: "org_a",
    projectId: "prj_shop",
    projectSlug: "shop",
    kind: "crawl_site",
    status: "completed",
    lock: "job_crawl",
    baseUrl: "https://shop.example",
    input: {},
    requestedBy: "test",
    createdAt: at,
    finishedAt: at,
    seq: 1,
    progress: { phase: "completed", done: 5_000, total: 5_000 },
    result: {
      startUrl: "https://shop.example/",
      counts: { ...counts, disallowed: 0, variants: 0, leftOut: 0, notAsked: 0 },
      pages: Array.from({ length: 5_000 }, (_, i) => ({
        url: `/page-${i}`,
        status: 200,
        title: "T",
        group: "/",
        depth: 1,
      })),
      groups,
      broken: [],
      robots: { state: "read", crawlDelaySeconds: null, sitemaps: [] },
      sitemap: { files: [], entries: 0, own: 0, beyond: 0, complete: true },
      warnings: [],
    },
  });
}
