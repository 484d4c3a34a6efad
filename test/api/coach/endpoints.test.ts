// The coach's endpoints: who may ask, what a body may contain, what is returned, and whose limits apply.
import { expect } from "chai";
import type { Send } from "../support/client.ts";
import { makeWorld, type World } from "../support/world.ts";

const AGENT_KEY = "an agent key for tests only, of forty characters".replaceAll(" ", "-");

describe("the coach over HTTP", () => {
  let world: World;
  let read: string;
  before(async () => {
    world = await makeWorld({ coachRatePerMinute: 1_000, invokeRatePerMinute: 1_000, coachAgentKey: AGENT_KEY });
    read = await world.addKey("mcp_read");
  });
  after(() => world.close());

  const v2 = (body: unknown, send: Send = { key: read }) => world.client.post("/api/coach/v2/agent", { ...send, body });
  const v1 = (body: unknown, bearer?: string) =>
    world.client.post("/api/coach/v1/agent", {
      body,
      ...(bearer && { headers: { authorization: `Bearer ${bearer}` } }),
    });

  describe("v2", () => {
    it("answers ok, reply, model and toolCalls", async () => {
      const { status, body } = await v2({ message: "Which scenarios are there?" });
      expect(status).to.equal(200);
      expect(body).to.have.all.keys("ok", "reply", "model", "toolCalls");
      expect(body).to.include({ ok: true, model: "builtin", toolCalls: 1 });
      expect(body.reply).to.contain("About us");
    });

    it("takes keys that may read, and people with their CSRF token", async () => {
      const message = "Which scenarios are there?";
      const session = await world.session("viewer");
      const org = await world.addKey("mcp_full", { kind: "org", defaultProject: "shop" });
      const answers = {
        nobody: await v2({ message }, {}),
        ci: await v2({ message }, { key: await world.addKey("ci") }),
        org: await v2({ message }, { key: org }),
        viewer: await v2({ message, project: "shop" }, { session }),
        "viewer without token": await v2({ message, project: "shop" }, { headers: { cookie: session.cookie } }),
      };
      expect(Object.fromEntries(Object.entries(answers).map(([who, { status }]) => [who, status]))).to.deep.equal({
        nobody: 401,
        ci: 403,
        org: 200,
        viewer: 200,
        "viewer without token": 403,
      });
    });

    for (const [body, status, says] of [
      [{}, 400, /message is required/],
      [{ message: "" }, 400, /message/],
      [{ message: 7 }, 400, /message must be a string/],
      [{ message: "x".repeat(4_001) }, 400, /at most 4000/],
      [{ message: "Hi", maxTurns: 0 }, 400, /maxTurns must be at least 1/],
      [{ message: "Hi", maxTurns: -3 }, 400, /maxTurns/],
      [{ message: "Hi", maxTurns: 2.5 }, 400, /maxTurns must be a whole number/],
      [{ message: "Hi", context: "text" }, 400, /context must be an object/],
      [{ message: "Hi", other: 1 }, 400, /unknown field other/],
      [{ message: "Hi", project: "foreign" }, 404, /"foreign" was not found/],
      [{ message: "Hi", project: "blog" }, 404, /"blog" was not found/],
      [{ message: "Hi", environment: "mars" }, 404, /"mars" was not found/],
    ] as const)
      it(`refuses ${JSON.stringify(body).slice(0, 60)} with ${status}`, async () => {
        const answer = await v2(body);
        expect(answer.status).to.equal(status);
        expect(answer.body.error).to.match(says);
      });

    it("makes maxTurns calls at most", async () => {
      expect((await v2({ message: "How healthy is the site?", maxTurns: 1 })).body.toolCalls).to.equal(1);
    });

    it("asks which project is meant where there are several", async () => {
      const key = await world.addKey("mcp_read", { kind: "org" });
      const { body } = await v2({ message: "How healthy is the site?" }, { key });
      expect(body.reply).to.contain("Which project is meant?").and.contain("blog").and.contain("shop");
      expect(body.reply).not.to.contain("foreign");
    });

    it("takes an empty project for none, and no default of another organisation", async () => {
      const key = await world.addKey("mcp_read", { kind: "org", orgId: "org_b" });
      const other = await world.listen({ config: { ...world.ctx.config, defaultProject: "shop" } });
      const answer = await other.post("/api/coach/v2/agent", {
        key,
        body: { message: "Which scenarios are there?", project: "" },
      });
      expect([answer.status, answer.body.toolCalls]).to.deep.equal([200, 1]);
    });

    it("takes 4,000 characters that are escaped", async () => {
      expect((await v2({ message: `Which scenarios are there? ${"\u{1f600}".repeat(1_900)}` })).status).to.equal(200);
    });

    it("is routed by feature and action where the words do not decide", async () => {
      const { body } = await v2({ message: "Bonjour", feature: "visual", action: "scenarios" });
      expect(body.reply).to.contain("About us");
    });

    it("counts the calls that it makes as the caller's own", async () => {
      const { models, ctx } = world;
      const tight = await world.listen({ config: { ...ctx.config, invokeRatePerMinute: 1 } });
      const key = await world.addKey("mcp_read", { name: "tight" });
      const ask = () => tight.post("/api/coach/v2/agent", { key, body: { message: "Which pages have no baseline?" } });
      expect((await ask()).status).to.equal(200);
      const { status, headers, body } = await ask();
      expect([status, body.retryAfterMs !== undefined, headers.has("retry-after")]).to.deep.equal([429, true, true]);
      expect(await models.rateWindows.countDocuments({ _id: /^invoke:key_/ })).to.be.greaterThan(0);
    });

    it("limits questions", async () => {
      const tight = await world.listen({ config: { ...world.ctx.config, coachRatePerMinute: 1 } });
      const key = await world.addKey("mcp_read");
      const ask = () => tight.post("/api/coach/v2/agent", { key, body: { message: "Help" } });
      expect([(await ask()).status, (await ask()).status]).to.deep.equal([200, 429]);
    });
  });

  describe("v1", () => {
    it("answers reply, feature, action, model and the routing key", async () => {
      const { status, body } = await v1(
        { orgId: "org_a", projectId: "prj_shop", message: "Which scenarios are there?" },
        AGENT_KEY,
      );
      expect(status).to.equal(200);
      expect(body).to.have.all.keys("reply", "feature", "action", "model", "key");
      expect(body).to.include({ feature: "visual", action: "scenarios", model: "builtin", key: "visual.scenarios" });
      const routed = await v1({ orgId: "org_a", message: "Help", feature: "my", action: "own" }, AGENT_KEY);
      expect(routed.body).to.include({ feature: "my", action: "own", key: "my.own" });
    });

    it("takes its credential alone", async () => {
      const body = { orgId: "org_a", message: "Help" };
      expect((await v1(body)).status).to.equal(401);
      expect((await v1(body, "wrong")).status).to.equal(401);
      expect((await v1(body, read)).status).to.equal(401);
      const without = await world.listen({ config: { ...world.ctx.config, coachAgentKey: null } });
      const answer = await without.post("/api/coach/v1/agent", {
        body,
        headers: { authorization: `Bearer ${AGENT_KEY}` },
      });
      expect(answer.status).to.equal(404);
    });

    for (const [body, status] of [
      [{ message: "Help" }, 400],
      [{ orgId: "org_a" }, 400],
      [{ orgId: "org_none", message: "Help" }, 404],
      [{ orgId: "org_a", userId: "usr_admin@org_b.example", message: "Help" }, 404],
      [{ orgId: "org_b", projectId: "prj_shop", message: "Which scenarios are there?" }, 404],
      [{ orgId: "org_a", message: "Help", maxTurns: 3 }, 400],
    ] as const)
      it(`refuses ${JSON.stringify(body)} with ${status}`, async () =>
        expect((await v1(body, AGENT_KEY)).status).to.equal(status));
  });
});
