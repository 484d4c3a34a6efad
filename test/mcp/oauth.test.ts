// Connecting an app by OAuth with the official client: rejected, registered, authorised, used, renewed, ended.
import { expect } from "chai";
import { LIFETIMES } from "../../domain/oauth/tokens.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";
import { connectApp, decide, makeApp } from "./oauthApp.ts";
import { callTool, REVISIONS, rejection } from "./support.ts";

describe("an MCP client that connects by OAuth", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld({ linkRatePerMinute: 10_000, signInRatePerMinute: 10_000 });
  });
  after(() => world.close());

  for (const revision of REVISIONS)
    it(`goes from the refusal to tools, renews its tokens, and is refused once it is disconnected (${revision})`, async () => {
      const session = await world.session("editor");
      const app = await connectApp(world, session, revision);
      // A state that looks like a number is returned unchanged, together with the issuer.
      expect(app.back.searchParams.get("state")).to.equal("1e5");
      expect(app.back.searchParams.get("iss")).to.equal(world.client.base);

      const { envelope } = await callTool(app.client, "list_projects");
      expect(envelope.data).to.deep.include({ count: 1 });
      const made = await callTool(app.client, "create_scenario", {
        label: `By app ${revision}`,
        url: "/app",
        confirm: true,
      });
      expect(made.envelope.ok, made.envelope.summary).to.equal(true);

      const before = app.memory.stored;
      world.advance(LIFETIMES.accessMs + 1_000);
      expect((await callTool(app.client, "list_projects")).envelope.ok).to.equal(true);
      expect(app.memory.stored?.access_token).to.not.equal(before?.access_token);
      expect(app.memory.stored?.refresh_token).to.not.equal(before?.refresh_token);

      const listed = await world.client.get("/api/app/connected-apps", { session: await world.session("editor") });
      const apps = listed.body.apps as { id: string; name: string; scope: string; yours: boolean }[];
      const own = apps.find(({ yours }) => yours);
      expect(own).to.include({ name: "Test agent", scope: "write" });
      const ended = await world.client.del(`/api/app/connected-apps/${own?.id}`, {
        session: await world.session("editor"),
      });
      expect(ended.status).to.equal(200);
      app.memory.sentTo = null;
      await rejection(callTool(app.client, "list_projects"));
      // The refresh token is rejected too, so the app has to ask the person again.
      expect(app.memory.sentTo).to.not.equal(null);
      await app.client.close();

      const entries = await world.models.audit.find({ action: /^app\./ }).lean();
      expect(entries.map(({ action }) => action)).to.include.members(["app.connect", "app.revoke"]);
      const deed = await world.models.audit.findOne({ action: "scenario.create" }).sort({ at: -1 }).lean();
      expect(deed).to.deep.include({ who: "editor@org_a.example" });
      expect(deed?.details).to.deep.include({ via: "Test agent" });
    });

  it("asks for more when it was connected to read and a tool changes things", async () => {
    const session = await world.session("editor");
    const { client, memory } = await connectApp(world, session, "2026-07-28", { scope: "read" });
    expect(memory.stored?.scope).to.equal("read");
    expect((await callTool(client, "list_projects")).envelope.ok).to.equal(true);
    memory.sentTo = null;
    await rejection(callTool(client, "create_scenario", { label: "No", url: "/", confirm: true }));
    const asked = memory.sentTo as URL | null;
    expect(asked?.searchParams.get("scope")?.split(" ")).to.include.members(["read", "write"]);
    expect(await world.models.scenarios.exists({ label: "No" })).to.equal(null);
    await client.close();
  });

  it("of a viewer is told that the role allows no more, and is not sent to ask again", async () => {
    const { client, memory } = await connectApp(world, await world.session("viewer"), "2026-07-28", { scope: "read" });
    memory.sentTo = null;
    const { envelope } = await callTool(client, "create_scenario", { label: "No", url: "/", confirm: true });
    expect(envelope.error).to.include({ code: "scope_denied" });
    expect(envelope.summary).to.include("viewer");
    expect(memory.sentTo).to.equal(null);
    await client.close();
  });

  it("is refused where the person says no", async () => {
    const { client, transport, memory } = makeApp(world.client.base, "2026-07-28");
    await rejection(client.connect(transport));
    const back = await decide(world.client, await world.session("editor"), memory.sentTo as URL, { allow: false });
    expect(back.searchParams.get("error")).to.equal("access_denied");
    expect(back.searchParams.get("iss")).to.equal(world.client.base);
    await rejection(transport.finishAuth(back.searchParams));
  });

  it("leaves nothing secret in the log and the database", async () => {
    const { client, memory, back } = await connectApp(world, await world.session("editor"));
    const secrets = [back.searchParams.get("code"), memory.stored?.access_token, memory.stored?.refresh_token];
    const kept = JSON.stringify([world.logged, await world.models.oauthGrants.find().lean()]);
    for (const secret of secrets) expect(kept).to.not.include(String(secret));
    await client.close();
  });
});
