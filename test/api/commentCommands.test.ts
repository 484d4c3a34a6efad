// Reviews through comments: over HTTP, against fakes of both code hosts.
import { expect } from "chai";
import { createTellActivities } from "../../activities/notify/tellVerdicts.ts";
import { obeyComments } from "../../api/operations/comments/obey.ts";
import { refreshComments } from "../../api/operations/prComment/refreshComments.ts";
import { commentMarker } from "../../domain/report/prComment.ts";
import { signedHeaders } from "../../platform/webhookSignature.ts";
import { withActivity } from "../support/activity.ts";
import { type FakeHost, fakeHost, TOKEN } from "../support/fakeHosts.ts";
import type { Session } from "./support/client.ts";
import { addRun, addShot } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

const HEAD = "a".repeat(40);
const KINDS = ["github", "gitlab"] as const;
type Kind = (typeof KINDS)[number];

describe("commands in comments", () => {
  const hosts = {} as Record<Kind, FakeHost>;
  const hooks = {} as Record<Kind, { path: string; secret: string; id: string }>;
  const sessions = {} as Record<"admin" | "editor" | "viewer", Session>;
  let world: World;
  before(async () => {
    for (const kind of KINDS) hosts[kind] = await fakeHost(kind);
    world = await makeWorld({
      publicUrl: "https://plumbline.test/",
      githubToken: TOKEN,
      githubApiUrl: hosts.github.base,
      gitlabToken: TOKEN,
      gitlabUrl: hosts.gitlab.base,
      ciRatePerMinute: 100_000,
    });
    for (const role of ["admin", "editor", "viewer"] as const) sessions[role] = await world.session(role);
    for (const host of KINDS) {
      const made = await world.client.post("/api/app/projects/shop/comment-hooks", {
        session: sessions.admin,
        body: { host, repository: "acme/shop" },
      });
      expect(made.status, JSON.stringify(made.body)).to.equal(201);
      const { id, url, secret } = made.body as { id: string; url: string; secret: string };
      expect(url).to.equal(`https://plumbline.test/api/hooks/comments/${id}`);
      hooks[host] = { id, secret, path: new URL(url).pathname };
    }
  });
  after(async () => {
    await world?.close();
    for (const host of Object.values(hosts)) await host.close();
  });
  beforeEach(async () => {
    const { runs, shots, prComments, commentOrders, codeAccounts, linkCodes, audit, baselineVersions, baselines } =
      world.models;
    for (const model of [
      runs,
      shots,
      prComments,
      commentOrders,
      codeAccounts,
      linkCodes,
      audit,
      baselineVersions,
      baselines,
    ])
      await (model as typeof runs).deleteMany({});
    for (const host of Object.values(hosts)) {
      host.reset();
      host.state.now = () => world.clock.at;
    }
    await addRun(world.models, "run_v", { ...OF_PULL, finishedAt: new Date("2026-03-10T11:02:00Z") });
    await addShot(world.models, "run_v", 0);
    await addShot(world.models, "run_v", 1, { scenarioLabel: "Product page", scenarioId: "scn_product_page" });
  });
  const OF_PULL = {
    branch: "cart",
    prNumber: 7,
    commitSha: HEAD,
    verdict: "fail",
    outbox: "done",
    summary: { total: 2, passed: 0, failed: 2, approved: 0, errors: 0, flaky: 0, noBaseline: 0 },
  } as const;

  const deliver = (kind: Kind, id: number, more?: { action?: "created" | "edited" }) =>
    world.client.post(hooks[kind].path, hosts[kind].hookCall(id, hooks[kind].secret, more));
  const answers = (kind: Kind): string[] =>
    hosts[kind].state.comments.filter(({ body }) => body.startsWith("<!-- plumbline-answer:")).map(({ body }) => body);
  /** Posts a comment as `login`. Returns the reply, or "" if there is none. */
  const say = async (kind: Kind, login: string, text: string): Promise<string> => {
    const before = answers(kind).length;
    const received = await deliver(kind, hosts[kind].add(login, text));
    expect(received.status, JSON.stringify(received.body)).to.equal(200);
    await obeyComments(world.ctx);
    return answers(kind).slice(before).join("\n");
  };
  const link = async (kind: Kind, login: string, role: "admin" | "editor" | "viewer" = "editor") => {
    const made = await world.client.post("/api/app/me/code-accounts", {
      session: sessions[role],
      body: { host: kind, login },
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    return String(made.body.command);
  };
  const linked = async (kind: Kind, login: string, role?: "admin" | "editor" | "viewer") =>
    expect(await say(kind, login, await link(kind, login, role))).to.contain("Linked:");
  const standing = async () =>
    (await world.models.shots.find({ runId: "run_v" }).sort({ index: 1 }).lean()).map(
      ({ status, review }) => review?.decision ?? status,
    );

  for (const kind of KINDS)
    it(`${kind}: approve and reject go through the operation of the dashboard, and undo works`, async () => {
      await linked(kind, "Ann");
      expect(await say(kind, "Ann", "Fine.\n/plumbline approve product page")).to.contain("Approved: 1 screenshot");
      expect(await say(kind, "Ann", "/plumbline reject")).to.contain("Rejected: 1 screenshot");
      expect(await standing()).to.deep.equal(["rejected", "approved"]);
      const [entry] = await world.models.audit.find({ action: "results.approve" }).lean();
      expect(entry?.who).to.equal("editor@org_a.example");
      expect(String(entry?.details.via)).to.match(/acme\/shop.*7#/);
      expect(world.engine.decisions).to.contain("prj_shop");
      const seen = await world.client.get("/api/app/runs/run_v/review", { session: sessions.editor });
      const shots = (seen.body.shots as { shotId: string; mark: string }[]).map(({ shotId, mark }) => ({
        shotId,
        mark,
      }));
      const undone = await world.client.post("/api/app/runs/run_v/review", {
        session: sessions.editor,
        body: { decision: "undo", shots },
      });
      expect(undone.status).to.equal(200);
      expect(await standing()).to.deep.equal(["failed", "failed"]);
    });

  it("is answered once, however often and under whatever id the call comes", async () => {
    await linked("github", "Ann");
    const id = hosts.github.add("Ann", "/plumbline approve Home");
    await Promise.all([deliver("github", id), deliver("github", id)]);
    await Promise.all([obeyComments(world.ctx), obeyComments(world.ctx)]);
    await world.models.shots.updateOne({ _id: "run_v-00000" }, { $set: { status: "failed", review: null } });
    await deliver("github", id);
    await obeyComments(world.ctx);
    expect(answers("github").filter((text) => text.includes("Approved"))).to.have.length(1);
    expect((await standing())[0]).to.equal("failed");
  });

  it("writes its answer later where the host is away, and decides nothing twice", async () => {
    await linked("github", "Ann");
    hosts.github.state.refuse = Array.from({ length: 3 }, () => ({ method: "POST", answer: { status: 500 } }));
    expect(await say("github", "Ann", "/plumbline approve")).to.equal("");
    world.clock.at = new Date(world.clock.at.getTime() + 60_000);
    await obeyComments(world.ctx);
    expect(answers("github").at(-1)).to.contain("Approved: 2 screenshots");
    expect(await world.models.audit.countDocuments({ action: "results.approve" })).to.equal(1);
  });

  it("brings the summary comment up to date", async () => {
    await linked("gitlab", "Ann");
    const prUrl = `${hosts.gitlab.base}/acme/shop/-/merge_requests/7`;
    await world.models.runs.updateOne({ _id: "run_v" }, { $set: { prUrl } });
    world.engine.report = "rep-1";
    const body = { prNumber: 7, host: "gitlab" };
    const posted = await world.client.post("/api/ci/comment", { key: await world.addKey("ci"), body });
    expect(posted.status, JSON.stringify(posted.body)).to.equal(200);
    const summary = () =>
      hosts.gitlab.state.comments.find((one) =>
        one.body.startsWith(commentMarker({ projectId: "prj_shop", environmentId: null })),
      )?.body;
    expect(summary()).to.contain("Quality gate failed");
    await say("gitlab", "Ann", "/plumbline approve");
    // Runs what worker and API do every few seconds.
    const client = { workflow: { start: async () => {} } } as never;
    const queues = { orchestration: "o", browser: "b", lab: "l" };
    await withActivity(createTellActivities({ ...world.ctx, client, queues } as never).tellVerdicts);
    await refreshComments(world.ctx);
    expect(summary()).not.to.contain("Quality gate failed");
  });

  const REFUSED: [what: string, prepare: () => Promise<unknown> | unknown, text: string, says: RegExp][] = [
    ["an unknown scenario", () => {}, "/plumbline approve Produkt page", /no scenario.*Did you mean `Product page`/],
    ["an unknown command", () => {}, "/plumbline undo", /`undo` is not a command/],
    [
      "nothing to decide",
      () => world.models.shots.updateMany({}, { $set: { status: "passed" } }),
      "/plumbline approve",
      /no screenshot waits/,
    ],
    [
      "a fork",
      () => {
        hosts.github.state.pull.fork = true;
      },
      "/plumbline approve",
      /comes from a fork/,
    ],
    [
      "a closed pull request",
      () => {
        hosts.github.state.pull.open = false;
      },
      "/plumbline approve",
      /is closed/,
    ],
    [
      "a head that was not tested",
      () => {
        hosts.github.state.pull.head = "b".repeat(40);
      },
      "/plumbline approve",
      /newest visual test is of `aaaaaaa`.*at `bbbbbbb` now/,
    ],
    [
      "a run that goes on",
      () => world.models.runs.updateOne({ _id: "run_v" }, { $set: { status: "running" } }),
      "/plumbline approve",
      /still running/,
    ],
    [
      "a run that ended after the comment",
      () => world.models.runs.updateOne({ _id: "run_v" }, { $set: { finishedAt: new Date("2026-03-11T00:00:00Z") } }),
      "/plumbline reject",
      /ended after your comment/,
    ],
    ["no run", () => world.models.runs.deleteMany({}), "/plumbline approve", /no visual test of this pull request/],
    [
      "another repository",
      () => world.models.runs.updateOne({ _id: "run_v" }, { $set: { prUrl: `${hosts.github.base}/acme/blog/pull/7` } }),
      "/plumbline approve",
      /to another repository/,
    ],
  ];
  for (const [what, prepare, text, says] of REFUSED)
    it(`refuses ${what} with a sentence, and changes nothing`, async () => {
      await linked("github", "Ann");
      await prepare();
      const before = await standing();
      expect(await say("github", "Ann", text)).to.match(says);
      expect(await standing()).to.deep.equal(before);
    });

  it("of everything that waits leaves what was rejected, and what somebody decided after the comment", async () => {
    await linked("github", "Ann");
    await say("github", "Ann", "/plumbline reject product page");
    expect(await say("github", "Ann", "/plumbline approve")).to.contain("Approved: 1 screenshot");
    expect(await standing()).to.include.members(["approved", "rejected"]);
    const review = { decision: "rejected", note: null, by: "x", at: new Date("2100-01-01"), versionId: null };
    await world.models.shots.updateMany({ runId: "run_v" }, { $set: { review, status: "failed" } });
    expect(await say("github", "Ann", "/plumbline approve product page")).not.to.contain("Approved");
  });

  it("refuses strangers once a pull request, people without the right, and people of elsewhere", async () => {
    expect(await say("github", "eve", "/plumbline approve")).to.contain("`eve` is not linked");
    expect(await say("github", "eve", "/plumbline approve")).to.equal("");
    await linked("github", "Vic", "viewer");
    expect(await say("github", "Vic", "/plumbline approve")).to.contain("may only view this project");
    await world.models.organisations.updateOne(
      { _id: "org_a" },
      { $set: { members: [{ userId: "usr_admin@org_a.example", role: "admin", joinedAt: new Date(0), epoch: null }] } },
    );
    expect(await say("github", "Vic", "/plumbline approve")).to.contain("does not belong");
    await world.models.organisations.updateOne({ _id: "org_a" }, { $unset: { members: 1 } });
    expect(await standing()).to.deep.equal(["failed", "failed"]);
  });

  it("links only the account that the code was made for, once, within its time", async () => {
    const command = await link("github", "ann");
    expect(await say("github", "eve", command)).to.contain("Nothing was linked");
    expect(await say("github", "Ann", command)).to.contain("Linked:");
    expect(await say("github", "Ann", command)).to.contain("Nothing was linked");
    const late = await link("github", "bob");
    world.clock.at = new Date(world.clock.at.getTime() + 31 * 60_000);
    expect(await say("github", "bob", late)).to.contain("Nothing was linked");
    const mine = await world.client.get("/api/app/me/code-accounts", { session: sessions.editor });
    const accounts = mine.body.accounts as { id: string; login: string }[];
    expect(accounts.map(({ login }) => login)).to.deep.equal(["Ann"]);
    const path = `/api/app/me/code-accounts/${encodeURIComponent(accounts[0]?.id ?? "")}`;
    expect((await world.client.del(path, { session: sessions.viewer })).status).to.equal(404);
    expect((await world.client.del(path, { session: sessions.editor })).status).to.equal(200);
    expect(await say("github", "Ann", "/plumbline approve")).to.contain("is not linked");
    expect(JSON.stringify([world.logged, await world.models.audit.find().lean()])).not.to.contain(command.slice(-12));
  });

  it("leaves edited comments, comments of apps, other events and old comments alone", async () => {
    await linked("github", "Ann");
    const edited = hosts.github.add("Ann", "/plumbline approve");
    await deliver("github", edited, { action: "edited" });
    const changed = hosts.github.add("Ann", "/plumbline approve");
    await deliver("github", changed);
    hosts.github.state.comments.find(({ id }) => id === changed)!.body = "/plumbline reject";
    expect(await say("github", "plumbline[bot]", "/plumbline approve")).to.equal("");
    const old = hosts.github.add("Ann", "/plumbline approve");
    await deliver("github", old);
    world.clock.at = new Date(world.clock.at.getTime() + 25 * 3_600_000);
    await obeyComments(world.ctx);
    expect(await standing()).to.deep.equal(["failed", "failed"]);
    expect(await world.models.commentOrders.countDocuments({ dueAt: { $ne: null } })).to.equal(0);
  });

  it("refuses calls without the right signature, and of webhooks that are gone, in the same words", async () => {
    const id = hosts.github.add("Ann", "/plumbline approve");
    const call = hosts.github.hookCall(id, "whsec_AAAA");
    const wrong = await world.client.post(hooks.github.path, call);
    const gone = await world.client.post("/api/hooks/comments/hok_none", call);
    expect([wrong.status, gone.status]).to.deep.equal([401, 401]);
    expect(gone.body).to.deep.include({ error: wrong.body.error });
    const signed = hosts.gitlab.hookCall(hosts.gitlab.add("Ann", "/plumbline approve"), "wrong");
    expect((await world.client.post(hooks.gitlab.path, signed)).status).to.equal(401);
    expect(await world.models.commentOrders.countDocuments({})).to.equal(0);
  });

  for (const [what, { minutes, secret, changed }, status] of [
    ["is right", {}, 200],
    ["is of another secret", { secret: `whsec_${Buffer.alloc(32).toString("base64")}` }, 401],
    ["is 6 minutes old", { minutes: -6 }, 401],
    ["is of 6 minutes from now", { minutes: 6 }, 401],
    ["is of another body", { changed: true }, 401],
  ] as [string, { minutes?: number; secret?: string; changed?: boolean }, number][])
    it(`gitlab: takes a call as signed by GitLab 19 only where the signature ${what}: ${status}`, async () => {
      const { rawBody } = hosts.gitlab.hookCall(hosts.gitlab.add("Ann", "/plumbline approve"), "");
      const at = new Date(world.clock.at.getTime() + (minutes ?? 0) * 60_000);
      const signed = signedHeaders(secret ?? hooks.gitlab.secret, { id: "call-1", at, body: rawBody });
      const headers = { "content-type": "application/json", "x-gitlab-event": "Note Hook", ...signed };
      const sent = changed ? rawBody.replace("approve", "reject") : rawBody;
      // A valid token of the older kind does not make up for a wrong signature.
      const token: Record<string, string> = status === 401 ? { "x-gitlab-token": hooks.gitlab.secret } : {};
      const call = { rawBody: sent, headers: { ...headers, ...token } };
      expect((await world.client.post(hooks.gitlab.path, call)).status).to.equal(status);
      expect(await world.models.commentOrders.countDocuments({})).to.equal(status === 200 ? 1 : 0);
    });

  it("has webhooks made, shown without their secrets and deleted by administrators only", async () => {
    const path = "/api/app/projects/shop/comment-hooks";
    expect((await world.client.get(path, { session: sessions.editor })).status).to.equal(403);
    const shown = await world.client.get(path, { session: sessions.admin });
    expect(shown.raw.toString()).not.to.contain("whsec_");
    const body = { host: "github", repository: "https://elsewhere.test/a/b" };
    expect((await world.client.post(path, { session: sessions.admin, body })).status).to.equal(400);
    const stored = JSON.stringify(await world.models.commentHooks.find().lean());
    expect(stored).not.to.contain(hooks.github.secret.slice(6));
    const made = await world.client.post(path, {
      session: sessions.admin,
      body: { host: "github", repository: "acme/x" },
    });
    const del = `${path}/${String(made.body.id)}`;
    expect((await world.client.del(del, { session: sessions.admin })).status).to.equal(200);
    expect((await world.client.del(del, { session: sessions.admin })).status).to.equal(404);
  });
});
