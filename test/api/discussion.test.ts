// Comments on screenshots, review requests, what waits for a person, and who else is looking.
import { expect } from "chai";
import type { AppReviewRequests, AppThread } from "../../api/endpoints/answers/app/discussion.ts";
import type { AppPresence, AppWaiting } from "../../api/endpoints/answers/app/forMe.ts";
import type { AppReview } from "../../api/endpoints/answers/app/review.ts";
import { PRESENT_MS } from "../../models/presences/queries.ts";
import { askPerson } from "../../models/reviewRequests/queries.ts";
import type { Answer, Session } from "./support/client.ts";
import { addRun, addShot, keepProblems } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

const ADMIN = "admin@org_a.example";
const EDITOR = "editor@org_a.example";
const VIEWER = "viewer@org_a.example";
const box = { x: 1, y: 2, width: 30, height: 4 };
const region = { box, kind: "text" as const, selector: "#price", text: "9", share: 1, changedPixels: 5 };

describe("people around a review", () => {
  let world: World;
  let admin: Session;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({
      smtpHost: "mail.example",
      smtpFrom: "plumbline@x.example",
      publicUrl: "https://q.example",
    });
    [admin, editor, viewer] = await Promise.all([
      world.session("admin"),
      world.session("editor"),
      world.session("viewer"),
    ]);
    await world.models.users.updateMany({}, { $set: { provedBy: "mail" } });
    for (const [run, branch] of [
      ["run_1", "topic"],
      ["run_2", "topic"],
      ["run_main", "main"],
    ] as const) {
      await addRun(world.models, run, { branch });
      await addShot(world.models, run, 0, { regions: [{ ...region, box: { ...box, y: run === "run_2" ? 70 : 2 } }] });
      await addShot(world.models, run, 1, { viewport: "phone" });
    }
    // In the later run, the same screenshot has a different position.
    for (const [run, home] of [
      ["run_3", 0],
      ["run_4", 1],
    ] as const) {
      await addRun(world.models, run, { branch: "moved" });
      await addShot(world.models, run, home);
      await addShot(world.models, run, 1 - home, { viewport: "phone" });
    }
  });
  after(() => world.close());
  afterEach(async () => {
    const { reviewThreads, threadWaits, reviewRequests, notificationDeliveries, presences } = world.models;
    await Promise.all([
      reviewThreads.deleteMany({}),
      threadWaits.deleteMany({}),
      reviewRequests.deleteMany({}),
      notificationDeliveries.deleteMany({}),
      presences.deleteMany({}),
    ]);
  });

  const post = (path: string, session: Session, body: object) => world.client.post(path, { session, body });
  const start = async (session: Session, text: string, more: object = {}, runId = "run_1") =>
    told(await post(`/api/app/runs/${runId}/threads`, session, { shotId: `${runId}-00000`, text, ...more }));
  const change = async (session: Session, id: string, body: object, runId = "run_1") =>
    told(await post(`/api/app/runs/${runId}/threads/${id}`, session, body));
  const told = ({ status, body }: Answer) => ({ status, body: body as unknown as AppThread & { error?: string } });
  const threadsOf = async (runId: string): Promise<AppThread[]> => {
    const { body } = await world.client.get(`/api/app/runs/${runId}/threads`, { session: viewer });
    return body.threads as AppThread[];
  };
  const waitingFor = async (session: Session): Promise<AppWaiting["items"]> =>
    (await world.client.get("/api/app/me/waiting", { session })).body.items as AppWaiting["items"];
  const kinds = async (session: Session) => (await waitingFor(session)).map(({ kind }) => kind);
  const mailed = async () =>
    (await world.models.notificationDeliveries.find({}).sort({ createdAt: 1, _id: 1 }).lean()).map(
      ({ kind, to }) => `${kind} ${to}`,
    );
  const actions = async (target: string) =>
    (await world.models.audit.find({ target }).sort({ _id: 1 }).lean()).map(({ action }) => action);

  it("a comment follows its place to later runs of the branch, and to no other branch", async () => {
    const begun = await start(admin, "Is this meant? @editor", { region: { box, selector: "#price" } });
    expect([begun.status, begun.body.error]).to.deep.equal([200, undefined]);
    const [here] = await threadsOf("run_1");
    expect(here).to.deep.include({ from: null, pin: box, shotId: "run_1-00000", selector: "#price" });
    const [then] = await threadsOf("run_2");
    expect(then).to.deep.include({ id: here?.id, from: "run_1", pin: { ...box, y: 70 }, shotId: "run_2-00000" });
    expect(await threadsOf("run_main")).to.deep.equal([]);
    // Resolved in the later run, it is also resolved in the first.
    const resolved = await change(editor, begun.body.id, { resolved: true }, "run_2");
    expect([resolved.status, (await threadsOf("run_1"))[0]?.resolved?.by]).to.deep.equal([200, EDITOR]);
    expect((await change(admin, begun.body.id, { resolved: true })).body).to.have.nested.property(
      "now.resolved.by",
      EDITOR,
    );
    expect((await change(editor, begun.body.id, { resolved: true }, "run_main")).status).to.equal(404);
    expect(await actions(begun.body.id)).to.deep.equal(["thread.start", "thread.resolve"]);
  });

  it("a mention waits for the person and is mailed once, until they answer", async () => {
    const key = "0123-abcd-once";
    const [first, second] = [await start(admin, "@editor look", { key }), await start(admin, "@editor look", { key })];
    expect([first.body.id, await world.models.reviewThreads.countDocuments()]).to.deep.equal([second.body.id, 1]);
    const [waiting, ...others] = await waitingFor(editor);
    expect(others).to.deep.equal([]);
    expect(waiting).to.deep.include({
      kind: "mention",
      by: ADMIN,
      text: "@editor look",
      shot: 0,
      project: { name: "Shop", slug: "shop" },
    });
    expect(await mailed()).to.deep.equal([`mention usr_${EDITOR}`]);
    const [delivery] = await world.models.notificationDeliveries.find({}).lean();
    expect(JSON.parse(delivery?.body ?? "")).to.include({
      summary: 'admin mentioned you on the screenshot of "Home" (desktop)',
      url: "https://q.example/p/shop/visual/run_1?shot=0",
    });
    await change(editor, first.body.id, { reply: { text: "It is." } });
    expect([await kinds(editor), await kinds(admin)]).to.deep.equal([[], ["reply"]]);
    await change(admin, first.body.id, { resolved: true });
    expect(await kinds(admin)).to.deep.equal([]);
    expect(await world.models.threadWaits.countDocuments()).to.equal(0);
    await change(editor, first.body.id, { resolved: false });
    expect(await kinds(admin)).to.deep.equal(["reply"]);
    // It does not appear in any project's log of channel messages.
    const log = await world.client.get("/api/notifications/deliveries?project=shop", { session: admin });
    expect(log.body.deliveries).to.deep.equal([]);
  });

  it("each reply is mailed to whoever began, with a link to the run in which it was written", async () => {
    const { body: begun } = await start(admin, "one", {}, "run_3");
    for (const text of ["two", "three"]) {
      expect((await change(editor, begun.id, { reply: { text } }, "run_4")).status).to.equal(200);
      world.advance(1_000);
    }
    const sent = await world.models.notificationDeliveries.find({}).sort({ createdAt: 1 }).lean();
    const bodies = sent.map(({ to, body }) => ({ to, ...(JSON.parse(body) as { text: string; url: string }) }));
    const url = "https://q.example/p/shop/visual/run_4?shot=1";
    expect(bodies.map(({ to, text, url }) => ({ to, text, url }))).to.deep.equal([
      { to: `usr_${ADMIN}`, text: "two", url },
      { to: `usr_${ADMIN}`, text: "three", url },
    ]);
  });

  it("an own comment is changed, deleted and restored by its author alone", async () => {
    const { body: begun } = await start(admin, "one");
    const own = { id: begun.messages[0]?.id, rev: 0 };
    expect((await change(editor, begun.id, { edit: { ...own, text: "x" } })).status).to.equal(403);
    const edited = await change(admin, begun.id, { edit: { ...own, text: "two @editor" } });
    expect(edited.body.messages[0]).to.include({ text: "two @editor", rev: 1 });
    expect(await kinds(editor)).to.deep.equal(["mention"]);
    expect((await change(admin, begun.id, { remove: own })).status).to.equal(409);
    const removed = await change(admin, begun.id, { remove: { ...own, rev: 1 } });
    expect(removed.body.messages[0]?.text).to.equal("");
    expect([await threadsOf("run_1"), await kinds(editor)]).to.deep.equal([[], []]);
    await change(admin, begun.id, { restore: { ...own, rev: 2 } });
    expect((await threadsOf("run_1"))[0]?.messages[0]?.text).to.equal("two @editor");
    expect(await mailed()).to.deep.equal([`mention usr_${EDITOR}`]);
  });

  it("many who answer at once are all heard, and wait for each other", async () => {
    const { body: begun } = await start(admin, "@editor?");
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        change(at % 2 ? admin : editor, begun.id, { reply: { text: `answer ${at}`, key: `answer-number-${at}` } }),
      ),
    );
    expect(sent.map(({ status }) => status)).to.deep.equal(Array(12).fill(200));
    const [thread] = await threadsOf("run_1");
    expect(new Set(thread?.messages.map(({ text }) => text)).size).to.equal(13);
    const last = thread?.messages.at(-1)?.by;
    expect(await kinds(admin)).to.deep.equal(last === ADMIN ? [] : ["reply"]);
    expect(await kinds(editor)).to.deep.equal([]);
    const ends = await Promise.all([1, 2, 3, 4].map(() => change(editor, begun.id, { resolved: true })));
    expect(ends.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409, 409]);
  });

  for (const [what, body] of [
    ["without words", { text: "  " }],
    ["too long", { text: "x".repeat(5_001) }],
    ["with an odd key", { text: "x", key: "A/../b" }],
    ["with a box that is none", { text: "x", region: { box: { x: -1, y: 0, width: 1, height: 1 } } }],
  ] as const)
    it(`no comment ${what}`, async () => {
      expect((await start(admin, body.text, body)).status).to.equal(400);
    });
  for (const body of [{}, { resolved: true, reply: { text: "x" } }])
    it(`one change at a time, not ${JSON.stringify(body)}`, async () => {
      const { body: begun } = await start(admin, "one");
      expect((await change(admin, begun.id, body)).status).to.equal(400);
    });
  it("a viewer reads and writes nothing", async () => {
    const { body: begun } = await start(admin, "one");
    expect(await threadsOf("run_1")).to.have.length(1);
    for (const status of [
      (await start(viewer, "x")).status,
      (await change(viewer, begun.id, { resolved: true })).status,
    ])
      expect(status).to.equal(403);
  });

  describe("a request for a review", () => {
    const path = "/api/app/runs/run_1/review-requests";
    const requests = (body: object) => body as AppReviewRequests & { error?: string };
    const ask = async (session: Session, input: object) => {
      const { status, body } = await post(path, session, input);
      return { status, body: requests(body) };
    };
    const read = async () => requests((await world.client.get(path, { session: viewer })).body);
    const states = async () => (await read()).requests.map(({ email, state }) => `${email} ${state}`);
    const decide = async (session: Session, decision: string) => {
      const { body } = await world.client.get("/api/app/runs/run_1/review", { session });
      const all = (body as unknown as AppReview).shots.map(({ shotId, mark }) => ({ shotId, mark }));
      return post("/api/app/runs/run_1/review", session, { decision, shots: all });
    };

    it("is told, seen, done by deciding everything, and open again by an undo", async () => {
      const { status, body } = await ask(admin, { ask: { people: [EDITOR], note: "Before lunch?" } });
      expect([status, body.requests[0]?.note]).to.deep.equal([200, "Before lunch?"]);
      expect((await waitingFor(editor))[0]).to.include({ kind: "review", text: "Before lunch?", runId: "run_1" });
      expect(await mailed()).to.deep.equal([`review usr_${EDITOR}`]);
      await post("/api/app/me/looking", editor, { runId: "run_1" });
      expect(await states()).to.deep.equal([`${EDITOR} looked`]);
      expect((await decide(editor, "reject")).status).to.equal(200);
      expect([await states(), await kinds(editor)]).to.deep.equal([[`${EDITOR} done`], []]);
      await decide(editor, "undo");
      expect([await states(), await kinds(editor)]).to.deep.equal([[`${EDITOR} looked`], ["review"]]);
    });
    it("is not made twice, is ended by oneself, asked again and taken back", async () => {
      await ask(admin, { ask: { people: [EDITOR] } });
      const again = await ask(admin, { ask: { people: [EDITOR, ADMIN] } });
      expect([again.status, again.body.already]).to.deep.equal([200, [EDITOR]]);
      const third = await ask(editor, { ask: { people: [EDITOR] } });
      expect([third.status, third.body.error]).to.deep.equal([409, "editor was already asked by admin."]);
      expect((await ask(editor, { done: true })).status).to.equal(200);
      expect((await ask(editor, { done: true })).status).to.equal(409);
      expect(await states()).to.deep.equal([`${EDITOR} done`, `${ADMIN} asked`]);
      world.advance(1_000);
      expect((await ask(admin, { ask: { people: [EDITOR] } })).body.already).to.deep.equal([]);
      expect(await mailed()).to.deep.equal([`review usr_${EDITOR}`, `review usr_${EDITOR}`]);
      expect((await ask(admin, { takeBack: EDITOR })).status).to.equal(200);
      expect((await ask(admin, { takeBack: EDITOR })).status).to.equal(409);
      expect([await states(), await kinds(editor)]).to.deep.equal([[`${ADMIN} asked`], []]);
    });
    it("that was taken back is restored as it was, and nobody is told again", async () => {
      await ask(admin, { ask: { people: [EDITOR], note: "Before lunch?" } });
      await post("/api/app/me/looking", editor, { runId: "run_1" });
      const [before] = (await read()).requests;
      expect(before).to.include({ state: "looked", askedBy: ADMIN });
      world.advance(1_000);
      await ask(editor, { takeBack: EDITOR });
      await post("/api/app/me/looking", editor, { runId: "run_1" });
      expect([await states(), await kinds(editor)]).to.deep.equal([[], []]);
      for (const done of [true, false]) expect((await ask(editor, { done })).status).to.equal(409);
      expect((await ask(editor, { restore: EDITOR })).body.requests).to.deep.equal([before]);
      expect([await kinds(editor), await mailed()]).to.deep.equal([["review"], [`review usr_${EDITOR}`]]);
      expect((await ask(editor, { restore: EDITOR })).status).to.equal(409);
      // A completed request is restored as completed. A new request replaces it, so nothing is left to restore.
      await ask(editor, { done: true });
      await ask(admin, { takeBack: EDITOR });
      await ask(admin, { restore: EDITOR });
      expect([await states(), await kinds(editor)]).to.deep.equal([[`${EDITOR} done`], []]);
      await ask(admin, { takeBack: EDITOR });
      await ask(admin, { ask: { people: [EDITOR] } });
      expect([(await ask(admin, { restore: EDITOR })).status, await states()]).to.deep.equal([
        409,
        [`${EDITOR} asked`],
      ]);
    });
    it("is ended by whoever was asked, also as a viewer", async () => {
      const about = { orgId: "org_a", projectId: "prj_shop", runId: "run_1", email: VIEWER };
      await askPerson(world.models, { ...about, askedBy: ADMIN, askedAt: world.clock.at, note: null });
      expect((await ask(viewer, { done: true })).status).to.equal(200);
      expect(await states()).to.deep.equal([`${VIEWER} done`]);
      for (const change of [{ takeBack: VIEWER }, { restore: VIEWER }])
        expect((await ask(viewer, change)).status).to.equal(403);
    });
    it("goes to members who may decide", async () => {
      for (const email of ["admin@org_b.example", "viewer@org_a.example", "x"])
        expect((await ask(admin, { ask: { people: [email] } })).status, email).to.equal(400);
      expect((await ask(admin, { done: true, takeBack: EDITOR })).status).to.equal(400);
      expect((await ask(viewer, { ask: { people: [EDITOR] } })).status).to.equal(403);
    });
    it("of two at once is made by one", async () => {
      const sent = await Promise.all([admin, editor, admin].map((who) => ask(who, { ask: { people: [EDITOR] } })));
      expect(sent.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    });
    it("begins with the project's reviewers who are still there", async () => {
      const settings = "/api/app/projects/shop/settings";
      const { rev } = (await world.client.get(settings, { session: admin })).body;
      const reviewers = [EDITOR, "gone@org_a.example", "viewer@org_a.example"];
      const saved = await post(settings, admin, { settings: { review: { reviewers } }, rev });
      expect([saved.status, (await read()).reviewers]).to.deep.equal([200, [EDITOR]]);
    });
  });

  it("a problem waits for its assignee until it is somebody else's", async () => {
    await keepProblems(world.models);
    const list = await world.client.get("/api/problems?project=shop", { session: admin });
    const [problem] = list.body.problems as [{ id: string; rev: number }];
    const { body } = await post(`/api/problems/${problem.id}`, admin, { rev: problem.rev, assignee: EDITOR });
    expect((await waitingFor(editor))[0]).to.include({ kind: "problem", id: problem.id });
    expect(await mailed()).to.deep.equal([`assigned usr_${EDITOR}`]);
    await post(`/api/problems/${problem.id}`, admin, { rev: body.rev, assignee: null });
    expect(await kinds(editor)).to.deep.equal([]);
  });

  it("a problem waits however many fixed, accepted and foreign ones are assigned too", async () => {
    await keepProblems(world.models);
    const { problems } = world.models;
    const stored = await problems.findOne({ projectId: "prj_shop" }).lean();
    if (!stored) throw new Error("no problem was kept");
    const { collection } = problems;
    const accepted = { by: ADMIN, at: world.clock.at, reason: "known", until: null };
    const add = (patch: object, count: number) =>
      collection.insertMany(
        Array.from({ length: count }, (_, at) => ({
          ...stored,
          assignee: EDITOR,
          ...patch,
          _id: `pbm_${JSON.stringify(patch)}_${at}`,
        })) as never,
      );
    await add({ projectId: "prj_foreign" }, 100);
    await add({ status: "fixed" }, 100);
    await add({ acceptance: accepted }, 100);
    await add({ title: "Open" }, 1);
    try {
      const waiting = await waitingFor(editor);
      expect(waiting.map(({ kind, title }) => `${kind} ${title}`)).to.deep.equal(["problem Open"]);
    } finally {
      await problems.deleteMany({ assignee: EDITOR });
    }
  });

  it("whoever is assigned and mentioned at once gets one mail, with the comment", async () => {
    await keepProblems(world.models);
    const list = await world.client.get("/api/problems?project=shop", { session: admin });
    const [{ id, rev }] = list.body.problems as [{ id: string; rev: number }];
    const sent = await post(`/api/problems/${id}`, admin, { rev, assignee: EDITOR, comment: "@editor @viewer please" });
    expect(sent.status).to.equal(200);
    expect((await mailed()).sort()).to.deep.equal([`assigned usr_${EDITOR}`, `mention usr_${VIEWER}`]);
    const assigned = await world.models.notificationDeliveries.findOne({ kind: "assigned" }).lean();
    expect(JSON.parse(assigned?.body ?? "")).to.include({ text: "@editor @viewer please" });
    await post(`/api/problems/${id}`, admin, { rev: sent.body.rev, assignee: null });
  });

  it("says who else is looking, over several processes, for as long as they do", async () => {
    const other = await world.listen();
    const look = async (session: Session, more: object = {}) => {
      const { body } = await other.post("/api/app/me/looking", { session, body: { runId: "run_1", ...more } });
      return (body as unknown as AppPresence).people.map(({ email }) => email);
    };
    expect(await look(admin)).to.deep.equal([]);
    expect(await look(viewer)).to.deep.equal([ADMIN]);
    const here = await post("/api/app/me/looking", admin, { runId: "run_1" });
    expect(here.body.people).to.have.length(1);
    await look(admin, { left: true });
    expect(await look(viewer)).to.deep.equal([]);
    await look(admin);
    world.advance(PRESENT_MS);
    expect(await look(viewer)).to.deep.equal([]);
    // Two people in the inbox have results of different runs open, the viewer also another tab.
    await addRun(world.models, "run_beside");
    for (const session of [admin, viewer]) await look(session, { runId: "run_beside" });
    expect(await look(viewer)).to.deep.equal([]);
    expect(await look(viewer, { inbox: true })).to.deep.equal([ADMIN]);
    expect(await look(editor, { inbox: true })).to.have.members([ADMIN, VIEWER]);
    expect((await other.post("/api/app/me/looking", { session: viewer, body: { runId: "run_f" } })).status).to.equal(
      404,
    );
  });

  it("mails nobody who does not want it, whose address is not proved, or too often", async () => {
    const mail = (session: Session) => world.client.get("/api/app/me/mail", { session });
    expect((await mail(editor)).body).to.deep.equal({ email: EDITOR, wanted: true, problem: null });
    await post("/api/app/me/mail", editor, { wanted: false });
    await start(admin, "@editor");
    await post("/api/app/me/mail", editor, { wanted: true });
    await world.models.users.updateOne({ email: EDITOR }, { $set: { provedBy: null } });
    await start(admin, "@editor");
    expect((await mail(editor)).body.problem).to.match(/not confirmed/);
    expect(await mailed()).to.deep.equal([]);
    await world.models.users.updateOne({ email: EDITOR }, { $set: { provedBy: "mail" } });
    world.advance(7_200_000);
    for (let at = 0; at < 32; at++) await start(admin, `@editor ${at}`, { shotId: "run_1-00001" });
    expect((await mailed()).length).to.equal(30);
    expect(await kinds(editor)).to.have.length(34);
    world.advance(7_200_000);
  });
});
