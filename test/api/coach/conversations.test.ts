// The dashboard's coach: private and bounded conversations, streamed answers, and proposals that wait for a person.
import { expect } from "chai";
import { KEEP } from "../../../api/operations/coach/conversations.ts";
import { createModel } from "../../../platform/model/model.ts";
import { type FakeModel, startFakeModel } from "../../support/fakeModel.ts";
import type { Client, Session } from "../support/client.ts";
import { makeWorld, type World } from "../support/world.ts";

const PATH = "/api/app/coach";

describe("the coach of the dashboard", () => {
  let world: World;
  let fake: FakeModel;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld({ coachRatePerMinute: 1_000, invokeRatePerMinute: 1_000 });
    fake = await startFakeModel();
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  beforeEach(async () => {
    const { conversations, conversationTurns, proposals } = world.models;
    await Promise.all([conversations.deleteMany({}), conversationTurns.deleteMany({}), proposals.deleteMany({})]);
  });
  after(async () => {
    await world.close();
    await fake.close();
  });

  type Turns = { message: string; reply: string; calls: { tool: string }[]; proposal: { status: string } | null }[];
  const question = { message: "Which scenarios are there?", project: "shop" };
  const ask = async (body: object = {}, session = editor, client: Client = world.client) =>
    client.post(PATH, { session, body: { ...question, ...body } });
  const read = (id: unknown, session = editor) => world.client.get(`${PATH}/${id}`, { session });

  it("keeps questions and answers with their calls", async () => {
    const first = await ask();
    expect(first.status, first.raw.toString()).to.equal(200);
    const { conversationId } = first.body;
    await ask({ conversationId, message: "Help" });
    const { conversation, turns } = (await read(conversationId)).body as unknown as {
      conversation: object;
      turns: Turns;
    };
    expect(conversation).to.include({ conversationId, title: question.message, turns: 2 });
    expect(turns.map(({ message, calls }) => [message, calls.map(({ tool }) => tool)])).to.deep.equal([
      [question.message, ["list_scenarios"]],
      ["Help", []],
    ]);
    expect(turns[0]?.reply).to.equal(first.body.reply);
    const { conversations } = (await world.client.get(PATH, { session: editor })).body;
    expect(conversations).to.have.length(1);
  });

  it("is listed, read, continued and deleted in the project in which it began", async () => {
    const begin = async (project: string) => String((await ask({ project })).body.conversationId);
    const [inShop, inBlog, before] = [await begin("shop"), await begin("blog"), await begin("shop")];
    // Of an earlier version.
    await world.models.conversations.updateOne({ _id: before }, { $unset: { projectId: 1 } });
    const listed = async (query: string) => {
      const { body } = await world.client.get(`${PATH}${query}`, { session: editor });
      return (body.conversations as { conversationId: string }[]).map(({ conversationId }) => conversationId).sort();
    };
    expect(await listed("?project=shop")).to.deep.equal([inShop, before].sort());
    expect(await listed("?project=blog")).to.deep.equal([inBlog, before].sort());
    expect(await listed("")).to.deep.equal([inShop, inBlog, before].sort());
    const readIn = async (id: string) => (await read(`${id}?project=blog`)).status;
    expect(await Promise.all([inShop, inBlog, before].map(readIn))).to.deep.equal([404, 200, 200]);
    const askIn = async (conversationId: string) =>
      (await ask({ conversationId, project: "blog", message: "Help" })).status;
    expect(await Promise.all([inShop, inBlog, before].map(askIn))).to.deep.equal([404, 200, 200]);
    expect(await world.models.conversationTurns.countDocuments({ conversationId: inShop })).to.equal(1);
    const dropIn = async (id: string) =>
      (await world.client.del(`${PATH}/${id}?project=blog`, { session: editor })).status;
    expect([await dropIn(inShop), await dropIn(inBlog)]).to.deep.equal([404, 200]);
    const unknown = await world.client.get(`${PATH}?project=foreign`, { session: editor });
    expect(unknown.status).to.equal(404);
  });

  it("is a person's own: others see nothing of it, writes need the CSRF token, keys are not let in", async () => {
    const { conversationId } = (await ask()).body;
    const admin = await world.session("admin");
    const stranger = await world.session("admin", "org_b");
    for (const session of [viewer, admin, stranger]) {
      expect((await read(conversationId, session)).status).to.equal(404);
      expect((await ask({ conversationId, project: undefined, message: "Help" }, session)).status).to.equal(404);
      expect((await world.client.del(`${PATH}/${conversationId}`, { session })).status).to.equal(404);
      expect((await world.client.get(PATH, { session })).body.conversations).to.deep.equal([]);
    }
    const forged = { headers: { cookie: editor.cookie }, body: question };
    expect((await world.client.post(PATH, forged)).status).to.equal(403);
    const key = await world.addKey("mcp_full");
    expect((await world.client.post(PATH, { key, body: question })).status).to.equal(401);
    expect((await world.client.del(`${PATH}/${conversationId}`, { session: editor })).status).to.equal(200);
    expect((await read(conversationId)).status).to.equal(404);
    expect(await world.models.conversationTurns.countDocuments({})).to.equal(0);
  });

  it("answers a wish for a rule with a proposal in words, and names who approved it", async () => {
    type Answer = { reply: string; proposal: { proposalId: string; title: string; calls: { args: object }[] } | null };
    const answerTo = async (message: string, session = editor) =>
      (await ask({ message }, session)).body as unknown as Answer;
    const wish = "Add an ignore rule for .price on all pages";
    const { reply, proposal } = await answerTo(wish);
    expect(reply)
      .to.match(/^Ignore \.price on all scenarios\./)
      .and.not.match(/[{}]/);
    expect(proposal?.title).to.equal("Ignore .price on all scenarios");
    expect(proposal?.calls[0]?.args).to.include({ selector: ".price", mode: "ignore", scope: "project" });
    expect(await world.models.wideRules.countDocuments({})).to.equal(0);
    const approved = await world.client.post(`${PATH}/proposals/${proposal?.proposalId}/approve`, { session: editor });
    expect(approved.body, approved.raw.toString()).to.include({ status: "done" });
    expect(await world.models.wideRules.countDocuments({ selector: ".price" })).to.equal(1);

    expect((await answerTo(wish, viewer)).proposal).to.equal(null);
    const who = await answerTo("Who set the last rule?", await world.session("admin"));
    expect(who.reply).to.match(/^editor did it last, on .* set the rule for several scenarios/s);
    expect((await answerTo("Who set the last rule?")).reply).to.contain("only administrators");
    const unknown = await answerTo("Who set the rule of the checkout?", await world.session("admin"));
    expect(unknown.reply).to.contain("no entry about").and.contain("checkout").and.not.contain("did it last");
    for (const vague of ["Add an ignore rule", "Ignore the weather on all news pages", "Ignore the weather on Home"])
      expect((await answerTo(vague)).proposal, vague).to.equal(null);
    await world.models.wideRules.deleteMany({});
  });

  it("is bounded: answers in one, conversations of a person, days", async () => {
    const { models, clock } = world;
    const { conversationId } = (await ask({ message: "Help" })).body;
    await models.conversations.updateOne({ _id: String(conversationId) }, { $set: { turns: KEEP.turns } });
    expect((await ask({ conversationId })).status).to.equal(409);
    const own = { orgId: "org_a", userId: "usr_editor@org_a.example", title: "old", turns: 0, createdAt: clock.at };
    for (let n = 0; n < KEEP.conversations; n++)
      await models.conversations.create({
        ...own,
        _id: `cnv_${n}`,
        updatedAt: new Date(clock.at.getTime() - 1_000 * n),
      });
    await ask({ message: "Help" });
    expect(await models.conversations.countDocuments({ userId: own.userId })).to.equal(KEEP.conversations);
    await models.conversations.updateMany({}, { $set: { updatedAt: new Date(clock.at.getTime() - 91 * 86_400_000) } });
    expect((await world.client.get(PATH, { session: editor })).body.conversations).to.deep.equal([]);
    expect((await read("cnv_1")).status).to.equal(404);
  });

  it("streams calls, lines and the whole answer", async () => {
    const headers = { accept: "text/event-stream" };
    const answer = await world.client.post(PATH, { session: editor, body: question, headers });
    expect(answer.headers.get("content-type")).to.match(/^text\/event-stream/);
    const events = answer.raw
      .toString()
      .trim()
      .split("\n\n")
      .map((block) => {
        const [, event = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        return { event, data: JSON.parse(data) };
      });
    expect(events[0]).to.deep.include({ event: "call" });
    expect(events[0]?.data).to.include({ tool: "list_scenarios", ok: true });
    const done = events.at(-1);
    expect(done?.event).to.equal("done");
    expect(
      events
        .filter(({ event }) => event === "text")
        .map(({ data }) => data.text)
        .join(""),
    ).to.equal(`${done?.data.reply}\n`);
    expect(done?.data).to.include({ ok: true, model: "builtin", toolCalls: 1 });
    const wrong = await world.client.post(PATH, {
      session: editor,
      body: { ...question, project: "foreign" },
      headers,
    });
    expect([wrong.status, wrong.body.error]).to.deep.equal([404, 'Project "foreign" was not found.']);
  });

  describe("with a model that proposes changes", () => {
    let client: Client;
    before(async () => {
      const settings = {
        coachProvider: "compatible",
        coachModel: "fake",
        coachBaseUrl: fake.url,
        coachKey: null,
      } as const;
      const config = { ...world.ctx.config, ...settings };
      client = await world.listen({ config, model: createModel(config, { retries: 0 }) });
    });

    const CALLS = [
      { tool: "create_scenario", args: { label: "Cart", url: "/cart", confirm: true }, why: "It has none." },
      { tool: "create_scenario", args: { label: "FAQ", url: "/faq" }, why: "It has none." },
    ];
    const propose = async (calls: unknown[] = CALLS, session = editor) => {
      fake.play(
        { calls: [{ name: "propose_changes", args: { title: "New scenarios", calls } }] },
        { text: "I propose scenarios; approve them." },
      );
      const { body } = await ask({ message: "Create scenarios for the cart and the FAQ" }, session, client);
      return body as typeof body & {
        proposal: { proposalId: string; status: string; calls: { args: object }[] } | null;
      };
    };
    const decide = (id: unknown, what: "approve" | "reject", session = editor) =>
      client.post(`${PATH}/proposals/${id}/${what}`, { session });
    const labels = async () =>
      (await world.models.scenarios.find({ label: { $in: ["Cart", "FAQ"] } }).lean()).map(({ label }) => label);
    afterEach(() => world.models.scenarios.deleteMany({ label: { $in: ["Cart", "FAQ"] } }));

    it("does nothing before the approval, and then each call once, as the person", async () => {
      const { proposal, conversationId } = await propose();
      expect(proposal).to.include({ status: "open" });
      // A `confirm` set by the model is dropped: only the person may confirm.
      expect(proposal?.calls.map(({ args }) => args)).to.deep.equal([
        { project: "shop", label: "Cart", url: "/cart" },
        { project: "shop", label: "FAQ", url: "/faq" },
      ]);
      expect(await labels()).to.deep.equal([]);
      const answers = await Promise.all([
        decide(proposal?.proposalId, "approve"),
        decide(proposal?.proposalId, "approve"),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      expect(answers.find(({ status }) => status === 200)?.body).to.include({ status: "done" });
      expect(await labels()).to.have.members(["Cart", "FAQ"]);
      const { turns } = (await read(conversationId)).body as unknown as { turns: Turns };
      expect(turns[0]?.proposal).to.include({ status: "done" });
      const audit = await world.models.audit
        .findOne({ action: "proposal.approve", target: proposal?.proposalId })
        .lean();
      expect(audit).to.include({ who: "editor@org_a.example", target: proposal?.proposalId });
    });

    it("asks for the rights at the approval, and belongs to the one it was made to", async () => {
      const { proposal } = await propose();
      expect((await decide(proposal?.proposalId, "approve", await world.session("admin"))).status).to.equal(404);
      const ofViewer = (await propose(CALLS, viewer)).proposal;
      expect((await decide(ofViewer?.proposalId, "approve", viewer)).status).to.equal(403);
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
      const { body } = await decide(proposal?.proposalId, "approve");
      await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "enterprise" } });
      expect(body).to.include({ status: "failed" });
      expect(body.results).to.have.length(1);
      expect(await labels()).to.deep.equal([]);
    });

    it("can be rejected, grows old, and ends at the first call that is refused", async () => {
      const rejected = (await propose()).proposal;
      expect((await decide(rejected?.proposalId, "reject")).body).to.include({ status: "rejected" });
      expect((await decide(rejected?.proposalId, "approve")).status).to.equal(409);
      const old = (await propose()).proposal;
      await world.models.proposals.updateOne({ _id: old?.proposalId }, { $set: { createdAt: new Date(0) } });
      expect((await decide(old?.proposalId, "approve")).status).to.equal(409);
      const [cart] = CALLS;
      const twice = (await propose([cart, cart, CALLS[1]])).proposal;
      const { body } = await decide(twice?.proposalId, "approve");
      expect([body.status, (body.results as { ok: boolean }[]).map(({ ok }) => ok)]).to.deep.equal([
        "failed",
        [true, false],
      ]);
      expect(await labels()).to.deep.equal(["Cart"]);
    });

    for (const [what, calls, told] of [
      ["a tool that reads", [{ tool: "list_scenarios", args: {} }], /not a tool that changes something/],
      ["an unknown tool", [{ tool: "drop_all", args: {} }], /not a tool that changes something/],
      ["wrong args", [{ tool: "create_scenario", args: { label: "Cart" } }], /url/],
      ["nothing", [], /1 to 10/],
      ["too much", Array(11).fill(CALLS[0]), /1 to 10/],
    ] as const)
      it(`tells the model that it cannot propose ${what}`, async () => {
        expect((await propose([...calls])).proposal).to.equal(null);
        expect(JSON.stringify(fake.requests[1]?.body.messages)).to.match(told);
      });

    it("tells the model what was said before", async () => {
      fake.play({ text: "Four." });
      const { conversationId } = (await ask({ message: "How many?" }, editor, client)).body;
      fake.play({ text: "Yes." });
      await ask({ conversationId, message: "Really?" }, editor, client);
      expect(fake.requests[0]?.body.messages.map(({ role }) => role)).to.deep.equal([
        "system",
        "user",
        "assistant",
        "user",
      ]);
    });
  });
});
