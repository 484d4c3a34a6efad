import { expect } from "chai";
import { makeWorld, type World } from "./support/world.ts";

describe("POST /api/ci/run", () => {
  let world: World;
  let key: string;
  let orgKey: string;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("ci");
    orgKey = await world.addKey("ci", { kind: "org" });
  });
  after(() => world.close());
  const post = (body: unknown, headers: Record<string, string> = {}, by = key) =>
    world.client.post("/api/ci/run", { key: by, body, headers });

  it("answers 202 with the run, its location and no environment fields unless one was named", async () => {
    const answer = await post({});
    expect(answer.status).to.equal(202);
    const runId = String(answer.body.runId);
    expect(answer.body).to.deep.equal({
      success: true,
      runId,
      projectId: "prj_shop",
      type: "vrt-test",
      statusUrl: `/api/ci/status/${runId}`,
      message: "Visual test of Shop started.",
    });
    expect(answer.headers.get("location")).to.equal(`/api/ci/status/${runId}`);
    expect(world.engine.started.get(runId)).to.deep.equal({
      runId,
      type: "vrt-test",
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      environment: "",
      weight: 8,
      urgency: "asked",
    });
    const run = await world.models.runs.findById(runId).lean();
    expect(run).to.include({
      status: "running",
      seq: 0,
      baseUrl: "https://shop.example",
      requestedBy: "key project ci",
    });
    expect(run?.browsers).to.deep.equal(["chromium"]);
    expect(run?.startedAt).to.deep.equal(world.clock.at);
  });

  it("keeps every field of the request on the run", async () => {
    const sent = {
      commitSha: "0123abc",
      branch: "feature/x",
      prNumber: 7,
      prUrl: "https://code.example/pr/7",
      ciProvider: "some-ci",
      issueKey: "SHOP-1",
    };
    const lists = { scenarios: ["Home", "Home", "About us"], browsers: ["firefox", "chromium", "firefox"] };
    const perfBudgets = { lcp: 2500, cls: 0.1, score: 90 };
    const answer = await post({
      ...sent,
      ...lists,
      perfBudgets,
      project: "shop",
      environment: "staging",
      type: "baseline",
    });
    expect(answer.status).to.equal(202);
    expect(answer.body).to.include({ type: "baseline", environmentId: "env_stage", environmentName: "Staging" });
    const run = await world.models.runs.findById(String(answer.body.runId)).lean();
    expect(run).to.include({ ...sent, baseUrl: "https://staging.shop.example", environmentId: "env_stage" });
    expect(run?.scenarios).to.deep.equal(["Home", "About us"]);
    expect(run?.part, "of how many").to.deep.equal({ scenarios: 2, of: 3 });
    expect(run?.browsers).to.deep.equal(["firefox", "chromium"]);
    expect(run?.perfBudgets).to.deep.equal(perfBudgets);
  });

  it("takes null and empty lists, as CI templates send them, for what was left out", async () => {
    const nothing = { project: null, type: null, environment: null, branch: null, prNumber: null, prUrl: null };
    const { status, body } = await post({ ...nothing, scenarios: [], browsers: [], perfBudgets: { lcp: null } });
    expect(status).to.equal(202);
    expect(body.type).to.equal("vrt-test");
    const run = await world.models.runs.findById(String(body.runId)).lean();
    expect(run?.part).to.equal(undefined);
    expect(run).to.include({ scenarios: null, environmentId: null, branch: null, prNumber: null, prUrl: null });
    expect(run?.browsers).to.deep.equal(["chromium"]);
    expect((await post({ scenarios: null, browsers: null })).status).to.equal(202);
  });

  it("keeps the branch and the commit that a person gives, whatever they start", async () => {
    const session = await world.session("editor");
    const facts = { branch: "feature/checkout", commitSha: "8a1b9c0" };
    for (const path of ["test", "reference", "seo", "full-suite"]) {
      const { status, body } = await world.client.post(`/api/tests/${path}`, {
        session,
        body: { project: "shop", ...facts },
      });
      expect(status, path).to.equal(202);
      expect(await world.models.runs.findById(String(body.runId)).lean(), path).to.include(facts);
    }
  });

  it("takes the number of a pull request as text", async () => {
    const { body } = await post({ prNumber: "7" });
    expect((await world.models.runs.findById(String(body.runId)).lean())?.prNumber).to.equal(7);
  });

  for (const named of ["Staging", "staging", "STAGING", "env_stage"])
    it(`finds the environment ${named}`, async () => {
      expect((await post({ environment: named })).body.environmentId).to.equal("env_stage");
    });

  for (const [type, statusType] of [
    ["test", "vrt-test"],
    ["baseline", "baseline"],
    ["perf", "perf-test"],
    ["seo", "seo-test"],
    ["a11y", "a11y-test"],
    ["security", "security-test"],
    ["tracking", "tracking-test"],
    ["analytics", "tracking-test"],
  ])
    it(`starts the type ${type}, which the status calls ${statusType}`, async () => {
      const { body } = await post({ type });
      expect((await world.models.runs.findById(body.runId).lean())?.type).to.equal(statusType);
      expect((await world.client.get(String(body.statusUrl), { key })).body.type).to.equal(statusType);
    });

  const FULL = "lcp, fcp, cls, tbt, ttfb, score";
  const refused: [string, unknown, number, string | RegExp, string?][] = [
    [
      "an unknown type",
      { type: "tests" },
      400,
      'type must be one of test, baseline, perf, seo, a11y, security, tracking, analytics (did you mean "test"?)',
      "type",
    ],
    ["a mistyped browser", { browsers: ["chrome"] }, 400, /\(did you mean "chromium"\?\)$/, "browsers[0]"],
    [
      "a wrong browser",
      { browsers: ["chromium", "ie"] },
      400,
      "browsers[1] must be one of chromium, firefox, webkit",
      "browsers[1]",
    ],
    ["a browser that is no list", { browsers: "chromium" }, 400, "browsers must be a list", "browsers"],
    ["a number for a text", { branch: 5 }, 400, "branch must be a string", "branch"],
    ["a text for a number", { prNumber: "seven" }, 400, "prNumber must be a number", "prNumber"],
    ["no pull request at all", { prNumber: "0" }, 400, "prNumber must be at least 1", "prNumber"],
    ["half a pull request", { prNumber: 1.5 }, 400, "prNumber must be a whole number", "prNumber"],
    ["an address that is none", { prUrl: "javascript:1" }, 400, "prUrl must be an http or https address", "prUrl"],
    [
      "an unknown budget",
      { perfBudgets: { lpc: 1 } },
      400,
      `unknown field lpc in perfBudgets; known: ${FULL}; did you mean "lcp"?`,
      "perfBudgets",
    ],
    ["a negative budget", { perfBudgets: { lcp: -1 } }, 400, "perfBudgets.lcp must be 0 or more", "perfBudgets.lcp"],
    ["a budget in words", { perfBudgets: { lcp: "2s" } }, 400, "perfBudgets.lcp must be a number", "perfBudgets.lcp"],
    ["an unknown field", { scenario: ["Home"] }, 400, /^unknown field scenario; known: project, type/, ""],
    ["an array", [], 400, "the body must be an object", ""],
    ["a filter that is no text", { project: { $ne: "" } }, 400, "project must be a string", "project"],
    [
      "an unknown scenario",
      { scenarios: ["Home", "Abuot us"] },
      400,
      'The project Shop has no scenario "Abuot us". Did you mean "About us"?',
      "scenarios[1]",
    ],
    [
      "an unknown environment",
      { environment: "qa" },
      404,
      'Environment "qa" was not found in the project Shop. It has "Production" and "Staging".',
    ],
    ["another project than the key's", { project: "blog" }, 404, 'Project "blog" was not found.'],
    ["an unknown project", { project: "nope" }, 404, 'Project "nope" was not found.'],
    ["a project of another organisation", { project: "foreign" }, 404, 'Project "foreign" was not found.'],
  ];
  for (const [what, body, status, error, path] of refused)
    it(`refuses ${what} with ${status}`, async () => {
      const before = await world.models.runs.countDocuments();
      const answer = await post(body);
      expect(answer.status).to.equal(status);
      if (typeof error === "string") expect(answer.body.error).to.equal(error);
      else expect(answer.body.error).to.match(error);
      const fields = (answer.body.fields ?? []) as { path: string }[];
      if (path !== undefined) expect(fields.map((f) => f.path)).to.deep.equal([path]);
      expect(await world.models.runs.countDocuments()).to.equal(before);
    });

  it("lists every wrong field at once", async () => {
    const { body } = await post({ type: "x", browsers: ["a"], prNumber: "one" });
    expect((body.fields as { path: string }[]).map((f) => f.path)).to.have.members(["type", "browsers[0]", "prNumber"]);
  });

  const raw = (rawBody: string, headers: Record<string, string>) =>
    world.client.post("/api/ci/run", { key, rawBody, headers });
  it("refuses malformed JSON without repeating it", async () => {
    const answer = await raw('{"branch": "s3cret', { "content-type": "application/json" });
    expect([answer.status, answer.body.error]).to.deep.equal([400, "The body is not valid JSON."]);
  });
  it("refuses a body that is not JSON rather than overlooking it", async () => {
    const answer = await raw("scenarios=Home", { "content-type": "application/x-www-form-urlencoded" });
    expect(answer.status).to.equal(400);
    expect(answer.body.error).to.match(/Content-Type: application\/json/);
  });
  it("refuses a body over its limit with 413", async () => {
    const answer = await raw(JSON.stringify({ branch: "x".repeat(1_100_000) }), { "content-type": "application/json" });
    expect([answer.status, answer.body.error]).to.deep.equal([413, "The body is larger than 1 MB."]);
  });

  it("opens the pages of an audit in Chromium, and says so if another browser was asked for", async () => {
    for (const [asked, warned] of [
      [["firefox", "webkit"], ["Audits open pages in Chromium. Firefox and WebKit were not used."]],
      [["chromium"], []],
    ] as const) {
      const { body } = await post({ type: "a11y", browsers: asked });
      const run = await world.models.runs.findById(String(body.runId)).lean();
      expect(run?.browsers).to.deep.equal(["chromium"]);
      expect(run?.warnings.map(({ message }) => message)).to.deep.equal(warned);
    }
  });

  describe("which project", () => {
    it("is asked for with an org key", async () => {
      const answer = await post({}, {}, orgKey);
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.equal("project is required: it is the project slug.");
    });
    it("may be any of the organisation with an org key", async () => {
      expect((await post({ project: "blog" }, {}, orgKey)).body.projectId).to.equal("prj_blog");
      expect((await post({ project: "foreign" }, {}, orgKey)).status).to.equal(404);
    });
    it("is never a default one, which serves tool calls only", async () => {
      const withDefault = await world.addKey("ci", { kind: "org", defaultProject: "blog" });
      const other = await world.listen({ config: { ...world.ctx.config, defaultProject: "shop" } });
      for (const by of [orgKey, withDefault]) {
        const { status, body } = await other.post("/api/ci/run", { key: by, body: { project: null } });
        expect([status, body.error]).to.deep.equal([400, "project is required: it is the project slug."]);
      }
      expect((await other.post("/api/ci/run", { key, body: {} })).body.projectId).to.equal("prj_shop");
    });
  });

  describe("snapshot quota", () => {
    const usage = { _id: "org_a:snapshots:2026-03", orgId: "org_a", what: "snapshots", period: "2026-03" };
    after(() => world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } }));
    it("refuses with 403 when this month's are used up, and not before", async () => {
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
      await world.models.usage.create({ ...usage, count: 999 });
      expect((await post({})).status).to.equal(202);
      await world.models.usage.updateOne({ _id: usage._id }, { $set: { count: 1_000 } });
      const answer = await post({});
      expect(answer.status).to.equal(403);
      expect(answer.body.error).to.match(/free plan's 1000 snapshots for this month are used up/);
    });
  });
});
