// Events for open pages: the same from every process, resumed where they left off, only of their own project, and only while the user has
// access.
import { expect } from "chai";
import { countEventStreams, endEventStreams } from "../../../../api/lib/eventStreams.ts";
import { changesSince, noteChange, noteWorkChange } from "../../../../models/changes/queries.ts";
import { decideHealProposal } from "../../../../models/healProposals/queries.ts";
import { insertDelivery, writeTries } from "../../../../models/notifications/queries.ts";
import { claimTurn } from "../../../../models/recordings/queries.ts";
import { eventually } from "../../../support/eventually.ts";
import type { Client, Session } from "../../support/client.ts";
import { hears, openPage, type Page, told } from "../../support/events.ts";
import { addFeature } from "../../support/features.ts";
import { addRun } from "../../support/shots.ts";
import { makeWorld, PASSWORD, type World } from "../../support/world.ts";

describe("live changes", () => {
  let world: World;
  let viewer: Session;
  let other: Client;
  const pages: Page[] = [];
  const open = async (...args: Parameters<typeof openPage>) => {
    const page = await openPage(...args);
    pages.push(page);
    await eventually("a first event", async () => page.heard.length > 0, 20_000);
    return page;
  };
  before(async () => {
    world = await makeWorld();
    viewer = await world.session("viewer");
    other = await world.listen();
    await addRun(world.models, "run_live", { status: "running", progress: { phase: "capturing", done: 1, total: 9 } });
    await addRun(world.models, "run_blog", { projectId: "prj_blog", status: "running" });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) {
      page.close();
      await page.ended;
    }
    await eventually("no streams", async () => countEventStreams() === 0, 20_000);
  });
  after(() => world.close());

  it("come from every process alike, small, and of one's own project", async () => {
    const both = [await open(world.client, viewer), await open(other, viewer)];
    const blog = await open(world.client, viewer, { project: "blog" });
    await noteWorkChange(world.models, "run", "run_live");
    await noteWorkChange(world.models, "run", "run_blog");
    await noteChange(world.models, {
      kind: "review",
      id: "run_x",
      projectId: "prj_shop",
      data: { decision: "approve" },
    });
    for (const page of both) await hears(page, "run run_live", "review run_x");
    const run = both[0]?.heard.find(({ event }) => event === "run");
    expect(run?.data.data).to.deep.include({ status: "running", phase: "capturing", done: 1, total: 9 });
    await hears(blog, "run run_blog");
    expect([...new Set(told(blog))]).to.deep.equal(["run run_blog"]);
    for (const page of both) expect(told(page)).not.to.include("run run_blog");
  });

  it("tell of features, step definitions, proposals and recordings as they are written", async () => {
    const page = await open(world.client, viewer);
    await addFeature(world.models, "told");
    await hears(page, "feature told");
    const at = new Date();
    await world.models.recordings.create({
      _id: "rec_told",
      orgId: "org_a",
      projectId: "prj_shop",
      baseUrl: "https://shop.example",
      name: "Told",
      status: "open",
      seq: 0,
      createdBy: "test",
      createdAt: at,
      touchedAt: at,
    });
    const turn = { keyword: "Given", text: 'I am on "/"' } as const;
    await claimTurn(world.models, { _id: "rec_told", seq: 0 }, { turnId: "turn_1", turn, at });
    await hears(page, "recording rec_told");
    const proposal = { _id: "heal_told", orgId: "org_a", projectId: "prj_shop", jobId: "job_told" };
    const place = { runId: "run_live", featureId: "told", browser: "chromium", viewport: "desktop", subject: "told:1" };
    await world.models.healProposals.create({
      ...proposal,
      ...place,
      status: "proposed",
      outcome: "{}",
      createdAt: at,
    });
    const refused = { status: "refused", decidedAt: at, decidedBy: "test", reason: null } as const;
    expect(await decideHealProposal(world.models, "heal_told", refused, { claimed: false, at })).to.equal(true);
    expect(await decideHealProposal(world.models, "heal_told", refused, { claimed: false, at })).to.equal(false);
    await hears(page, "heal heal_told");
  });

  it("say of a run whether decisions changed it: those are told one by one", async () => {
    const page = await open(world.client, viewer);
    await noteWorkChange(world.models, "run", "run_live", { reviewed: true });
    await hears(page, "run run_live");
    const run = page.heard.find(({ event }) => event === "run");
    expect(run?.data.data).to.deep.include({ status: "running", reviewed: true });
  });

  it("go on from where a page left off, over another process too", async () => {
    const first = await open(world.client, viewer);
    await noteWorkChange(world.models, "run", "run_live");
    await hears(first, "run run_live");
    const lastEventId = first.heard.at(-1)?.id ?? "";
    first.close();
    await first.ended;
    await noteChange(world.models, { kind: "review", id: "run_missed", projectId: "prj_shop" });
    const again = await open(other, viewer, { lastEventId });
    await hears(again, "review run_missed");
    const late = await open(world.client, viewer, { lastEventId: "1000" });
    expect(late.heard[0]?.event).to.equal("reset");
  });

  it("are the same for those who ask again and again", async () => {
    const read = async (since?: string) =>
      (await world.client.get(`/api/app/changes?project=shop${since ? `&since=${since}` : ""}`, { session: viewer }))
        .body;
    const { cursor, changes } = await read();
    expect(changes).to.deep.equal([]);
    await noteChange(world.models, { kind: "finding", id: "fnd_1", projectId: "prj_shop" });
    await noteChange(world.models, { kind: "finding", id: "fnd_2", projectId: "prj_blog" });
    const ids = ((await read(String(cursor))).changes as { id: string }[]).map(({ id }) => id);
    expect(ids).to.include("fnd_1").and.not.include("fnd_2");
    expect((await read("1")).reset).to.equal(true);
    const wrong = await world.client.get("/api/app/changes?project=shop&since=x", { session: viewer });
    expect(wrong.status).to.equal(400);
    const plain = await world.client.get("/api/app/events?project=shop", { session: viewer });
    expect(plain.body).to.have.keys("cursor", "reset", "changes");
  });

  it("are for those who are signed in and may see the project", async () => {
    const stranger = await world.session("admin", "org_b");
    for (const path of ["/api/app/events?project=shop", "/api/app/changes?project=shop"]) {
      expect((await world.client.get(path, { session: stranger })).status).to.equal(404);
      expect((await world.client.get(path)).status).to.equal(401);
    }
    expect((await openPage(world.client, stranger)).status).to.equal(404);
  });

  it("are bounded in number for one person, and end with the process", async () => {
    await Promise.all(Array.from({ length: 30 }, () => open(world.client, viewer)));
    const more = await openPage(world.client, viewer);
    expect(more.status).to.equal(429);
    await more.ended;
    endEventStreams();
    await Promise.all(pages.map(({ ended }) => ended));
    expect(countEventStreams()).to.equal(0);
  });

  it("are beside what goes on now; editors cancel jobs", async () => {
    const common = {
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      lock: "job_crawl",
      baseUrl: "https://shop.example",
      input: {},
    };
    const progress = { phase: "crawling", done: 3, total: 9 };
    await world.models.jobs.create({
      ...common,
      _id: "job_crawl",
      kind: "crawl_site",
      status: "queued",
      requestedBy: "test",
      progress,
      seq: 0,
      createdAt: world.clock.at,
    });
    const path = "/api/app/projects/shop/frame";
    const { body } = await world.client.get(path, { session: viewer });
    const work = body.work as { kind: string; id: string }[];
    expect(work.map(({ kind, id }) => `${kind} ${id}`)).to.include("run run_live");
    const job = work.find(({ id }) => id === "job_crawl");
    expect(job).to.deep.include({ kind: "job", title: "Crawl", by: "test", progress });
    const stranger = await world.session("admin", "org_b");
    const editor = await world.session("editor");
    const cancel = async (session: Session) =>
      (await world.client.post("/api/app/jobs/job_crawl/cancel", { session })).status;
    expect([await cancel(viewer), await cancel(stranger), await cancel(editor)]).to.deep.equal([403, 404, 202]);
    expect((await world.client.get(path, { session: stranger })).status).to.equal(404);
  });

  it("end with the session, and show until then that they are alive", async () => {
    const client = await world.listen({ heartbeatMs: 100 });
    const session = await world.session("editor");
    const page = await open(client, session);
    expect((await client.post("/api/auth/sign-out", { session })).status).to.equal(200);
    await page.ended;
    expect(page.heard.at(-1)?.event).to.equal("end");
    expect((await openPage(client, session)).status).to.equal(401);
    const staying = await client.get("/api/app/changes?project=shop", { session: viewer });
    expect(staying.status).to.equal(200);
  });

  describe("end long before the next heartbeat, in another process too,", () => {
    const WAYS: Record<string, (session: Session, userId: string, admin: Session) => Promise<{ status: number }>> = {
      "when their person signs out": (session) => world.client.post("/api/auth/sign-out", { session }),
      "when they are given another role": (_, id, admin) =>
        world.client.post(`/api/app/members/${id}/role`, { session: admin, body: { role: "viewer" } }),
      "when they are removed": (_, id, admin) =>
        world.client.send("DELETE", `/api/app/members/${id}`, { session: admin, body: {} }),
      "when they change their password": (session) => {
        const body = { current: PASSWORD, password: "another horse battery" };
        return world.client.post("/api/app/me/password", { session, body });
      },
      "when they sign out everywhere": (session) =>
        world.client.post("/api/app/me/sign-out-everywhere", { session, body: {} }),
    };
    const leaver = (at: number) => `leaver${at}@org_a.example`;
    before(async () => {
      for (const at of Object.keys(WAYS).keys()) await world.addUser("editor", "org_a", leaver(at));
    });
    for (const [at, [when, end]] of Object.entries(WAYS).entries())
      it(when, async () => {
        const email = leaver(at);
        const session = await world.client.signIn(email, PASSWORD);
        const page = await open(other, session);
        const staying = await open(other, viewer);
        expect((await end(session, `usr_${email}`, await world.session("admin"))).status).to.equal(200);
        await eventually("the stream ends", async () => page.heard.at(-1)?.event === "end", 10_000);
        await page.ended;
        // Other users' streams stay open, and changes of access are not sent to pages.
        await noteWorkChange(world.models, "run", "run_live");
        await hears(staying, "run run_live");
        expect(told(staying).filter((one) => one.startsWith("access"))).to.deep.equal([]);
      });
  });

  it("are noted when a message is decided, and when it has gone out", async () => {
    const since = new Date();
    const delivery = {
      _id: "dlv_1",
      orgId: "org_a",
      projectId: "prj_shop",
      channelId: "chn_1",
      eventId: "evt_1",
      kind: "broke" as const,
      runId: null,
      body: "{}",
      status: "pending" as const,
      tries: [],
      nextTryAt: null,
      redeliveryOf: null,
      createdAt: since,
      startedAt: null,
      endedAt: null,
    };
    await insertDelivery(world.models, delivery);
    const sent = { status: "delivered" as const, nextTryAt: null, endedAt: since, tries: [] };
    expect(await writeTries(world.models, delivery, sent)).to.equal(true);
    const noted = await changesSince(world.models, new Date(since.getTime() - 1), 50);
    const own = noted.filter(({ subjectId }) => subjectId === "dlv_1").map(({ data }) => data.status);
    expect(own).to.have.members(["pending", "delivered"]);
  });

  it("are noted when runs and jobs begin and end", async () => {
    const since = new Date();
    const editor = await world.session("editor");
    const { body } = await world.client.post("/api/tests/test", { session: editor, body: { project: "shop" } });
    const noted = (await changesSince(world.models, since, 10)).map(({ _id }) => _id);
    expect(noted).to.include(`run:${body.runId}`);
  });
});
