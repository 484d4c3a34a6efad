// The comment of a CI job, and how it follows decisions: over HTTP, against fakes of both code hosts at the same time.
import { expect } from "chai";
import { createTellActivities } from "../../activities/notify/tellVerdicts.ts";
import { refreshComments } from "../../api/operations/prComment/refreshComments.ts";
import { commentMarker } from "../../domain/report/prComment.ts";
import { withActivity } from "../support/activity.ts";
import { type FakeHost, fakeHost, TOKEN } from "../support/fakeHosts.ts";
import { addRun, addShot } from "./support/shots.ts";
import { makeToolWorld, type ToolWorld } from "./tools/harness.ts";

const MARKER = commentMarker({ projectId: "prj_shop", environmentId: null });
const COUNTS = { total: 1, passed: 0, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };

describe("the comment of a CI job", () => {
  const hosts = {} as Record<"github" | "gitlab", FakeHost>;
  let world: ToolWorld;
  let editor: Awaited<ReturnType<ToolWorld["session"]>>;
  before(async () => {
    for (const kind of ["github", "gitlab"] as const) hosts[kind] = await fakeHost(kind);
    world = await makeToolWorld({
      publicUrl: "https://plumbline.test/",
      githubToken: TOKEN,
      githubApiUrl: hosts.github.base,
      gitlabToken: TOKEN,
      gitlabUrl: hosts.gitlab.base,
    });
    world.engine.report = "rep-1";
    editor = await world.session("editor");
  });
  beforeEach(async () => {
    for (const host of Object.values(hosts)) host.reset();
    await world.models.runs.deleteMany({});
    await world.models.shots.deleteMany({});
    await world.models.prComments.deleteMany({});
    const prUrl = `${hosts.gitlab.base}/acme/shop/-/merge_requests/7`;
    const from = { branch: "cart", prNumber: 7, prUrl, ciProvider: "GitLab CI/CD", commitSha: "a".repeat(40) };
    await addRun(world.models, "run_v", { ...from, verdict: "fail", outbox: "done", summary: COUNTS });
    await addShot(world.models, "run_v", 0);
  });
  after(async () => {
    await world?.close();
    for (const host of Object.values(hosts)) await host.close();
  });
  const post = (body: object, key = world.keys.ci) => world.client.post("/api/ci/comment", { key, body });
  const ours = (kind: "github" | "gitlab") =>
    hosts[kind].state.comments.filter(({ body }) => body.startsWith(MARKER)).map(({ body }) => body);
  /** Runs what worker and API do every few seconds. */
  const follow = async () => {
    const queues = { orchestration: "o", browser: "b", lab: "l" };
    const client = { workflow: { start: async () => {} } } as never;
    const { tellVerdicts } = createTellActivities({ ...world.ctx, client, queues } as never);
    await withActivity(tellVerdicts);
    await refreshComments(world.ctx);
  };
  const reject = async () => {
    const seen = await world.client.get("/api/app/runs/run_v/review", { session: editor });
    const [{ shotId, mark }] = seen.body.shots as [{ shotId: string; mark: string }];
    return world.client.post("/api/app/runs/run_v/review", {
      session: editor,
      body: { decision: "reject", shots: [{ shotId, mark }] },
    });
  };
  const record = () => world.models.prComments.findOne({}).lean();

  it("is made by a key of scope ci at the host of its runs, once, and updated in place", async () => {
    const first = await post({ prNumber: 7 });
    expect(first.status, JSON.stringify(first.body)).to.equal(200);
    expect(first.body).to.include({ host: "gitlab", repository: "acme/shop", created: true, verdict: "fail" });
    expect((await post({ prNumber: 7 })).body).to.include({ created: false });
    expect([ours("gitlab").length, ours("github").length]).to.deep.equal([1, 0]);
    expect(ours("gitlab")[0]).to.contain("[review](<https://plumbline.test/p/shop/visual/run_v>)");
  });

  it("is one for each environment that a job names, and each follows its own runs; one of all tells the worst", async () => {
    const of = { branch: "cart", prNumber: 7, commitSha: "b".repeat(40), ciProvider: "GitLab CI/CD" };
    const run = { ...of, outbox: "done", summary: COUNTS } as const;
    for (const name of ["canary", "next"]) {
      const environmentId = `env_${name}`;
      const site = { projectId: "prj_shop", name, slug: name, baseUrl: `https://${name}.shop.example` };
      await world.models.environments.create({ _id: environmentId, ...site, createdAt: world.ctx.now() });
      const verdict = name === "canary" ? "fail" : "pass";
      const failed = verdict === "fail" ? 1 : 0;
      const summary = { ...COUNTS, failed, passed: 1 - failed };
      const createdAt = new Date(world.ctx.now().getTime() - 60_000 * failed);
      const place = { environmentId, environmentName: name, createdAt };
      await addRun(world.models, `run_${name}`, { ...run, ...place, verdict, summary });
      const posted = await post({ prNumber: 7, environment: name });
      expect(posted.body, name).to.include({ created: true, verdict });
    }
    const told = () =>
      hosts.gitlab.state.comments.map(({ body }) => /Quality gate (\w+): `Shop` on `(\w+)`/.exec(body)?.slice(1));
    const both = [
      ["failed", "canary"],
      ["passed", "next"],
    ];
    expect(told()).to.deep.equal(both);
    await world.models.prComments.updateMany({}, { $set: { dueAt: world.ctx.now() } });
    await refreshComments(world.ctx);
    expect(told()).to.deep.equal(both);
    expect(await world.models.prComments.countDocuments({ dueAt: null, tries: 0 })).to.equal(2);
    expect((await post({ prNumber: 7 })).body).to.include({ created: true, verdict: "fail" });
    expect(ours("gitlab")[0]).to.contain("`On canary: 1 of 1 screenshot changed").and.to.contain("`run_canary`");
  });

  it("is refused to keys that only read, and for a pull request without runs", async () => {
    expect((await post({ prNumber: 7 }, world.keys.mcp_read)).status).to.equal(403);
    expect((await post({ prNumber: 8 })).status).to.equal(404);
    expect(ours("gitlab")).to.deep.equal([]);
  });

  it("follows an approval: failed becomes passed without anybody asking", async () => {
    await post({ prNumber: 7 });
    expect(ours("gitlab")[0]).to.contain("Quality gate failed");
    world.engine.decisions.length = 0;
    const approved = await world.client.post("/api/tests/approve", {
      key: world.keys.mcp_full,
      body: { project: "shop", runId: "run_v", scenarios: ["Home"] },
    });
    expect(approved.status, JSON.stringify(approved.body)).to.equal(200);
    expect(world.engine.decisions).to.deep.equal(["prj_shop"]);
    await follow();
    expect(ours("gitlab")).to.have.length(1);
    expect(ours("gitlab")[0]).not.to.contain("Quality gate failed");
    expect(await record()).to.include({ dueAt: null, takenUntil: null, tries: 0 });
  });

  it("follows a rejection too, though Temporal is away when it is made", async () => {
    await post({ prNumber: 7 });
    hosts.gitlab.state.requests.length = 0;
    world.engine.available = false;
    const rejected = await reject();
    world.engine.available = true;
    expect(rejected.status, JSON.stringify(rejected.body)).to.equal(200);
    await follow();
    expect(hosts.gitlab.state.requests.some(({ method }) => method === "PUT")).to.equal(true);
  });

  const ANSWERS: [http: number, again: boolean][] = [
    [401, false],
    [403, false],
    [404, true],
    [429, true],
    [500, true],
  ];
  for (const [status, again] of ANSWERS)
    it(`${again ? "is tried again" : "waits for the operator"} where the host answers ${status}, and is written in the end`, async () => {
      await post({ prNumber: 7 });
      await reject();
      hosts.gitlab.state.refuse = Array.from({ length: 9 }, () => ({ answer: { status, body: { message: TOKEN } } }));
      await follow();
      const refused = await record();
      expect(refused?.tries).to.equal(1);
      expect(refused?.dueAt !== null).to.equal(again);
      expect(JSON.stringify(refused)).not.to.contain(TOKEN);
      hosts.gitlab.state.refuse = [];
      // The next decision sends the comment again, whatever happened before.
      await world.client.post("/api/tests/approve", {
        key: world.keys.mcp_full,
        body: { project: "shop", runId: "run_v", scenarios: ["Home"] },
      });
      await follow();
      expect(await record()).to.include({ dueAt: null, tries: 0, problem: null });
      expect(ours("gitlab")[0]).not.to.contain("Quality gate failed");
    });

  it("is left alone by a process while another one writes it, and taken up when that one died", async () => {
    await post({ prNumber: 7 });
    hosts.gitlab.state.requests.length = 0;
    const due = new Date(world.ctx.now().getTime() - 1_000);
    await world.models.prComments.updateOne({}, { $set: { dueAt: due, takenUntil: new Date(due.getTime() + 60_000) } });
    await refreshComments(world.ctx);
    expect(hosts.gitlab.state.requests).to.deep.equal([]);
    await world.models.prComments.updateOne({}, { $set: { takenUntil: due } });
    await refreshComments(world.ctx);
    expect(await record()).to.include({ dueAt: null, takenUntil: null });
  });
});
