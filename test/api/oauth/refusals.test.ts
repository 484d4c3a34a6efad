// What a connection rejects: incomplete secrets, secrets used twice, and people who have lost access.
import { expect } from "chai";
import { LIFETIMES } from "../../../domain/oauth/tokens.ts";
import { markProject } from "../../../models/erasures/mark.ts";
import { byHand } from "../../mcp/oauthApp.ts";
import { PASSWORD } from "../support/world.ts";
import { makeToolWorld, type ToolWorld } from "../tools/harness.ts";

describe("a connected app", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld({ linkRatePerMinute: 10_000, signInRatePerMinute: 10_000 });
  });
  after(() => world.close());
  const editor = () => world.session("editor");
  const errorOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body.error];

  it("gets no tokens with another verifier, app, address or resource, and then still the right ones", async () => {
    const app = await byHand(world, await editor());
    for (const [changed, error] of [
      [{ code_verifier: "a".repeat(43) }, "invalid_grant"],
      [{ code_verifier: "" }, "invalid_grant"],
      [{ client_id: "oac_other" }, "invalid_grant"],
      [{ redirect_uri: "http://127.0.0.1:3118/other" }, "invalid_grant"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
      [{ code: app.code.slice(0, -1) + (app.code.endsWith("x") ? "y" : "x") }, "invalid_grant"],
      [{ grant_type: "password" }, "unsupported_grant_type"],
    ] as const)
      expect(errorOf(await app.exchange(changed)), JSON.stringify(changed)).to.deep.equal([400, error]);
    const { status, body, headers } = await app.exchange({ resource: `${world.client.base}/mcp` });
    expect(status).to.equal(200);
    expect(body).to.include({ token_type: "Bearer", expires_in: 3_600, scope: "read write" });
    expect(headers.get("cache-control")).to.equal("no-store");
    expect((await app.call(body.access_token)).status).to.equal(200);
  });

  it("ends when its code is used twice", async () => {
    const app = await byHand(world, await editor());
    const { body } = await app.exchange();
    expect(errorOf(await app.exchange())).to.deep.equal([400, "invalid_grant"]);
    expect((await app.call(body.access_token)).status).to.equal(401);
    expect(errorOf(await app.refresh(body.refresh_token))).to.deep.equal([400, "invalid_grant"]);
    expect(await world.models.audit.exists({ action: "app.reuse" })).to.not.equal(null);
  });

  it("gets tokens once of two who use one code at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const app = await byHand(world, await editor());
      const answers = await Promise.all([app.exchange(), app.exchange(), app.exchange()]);
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    }
  });

  it("gets tokens once of two who use one refresh token at the same moment, and the connection ends", async () => {
    for (let round = 0; round < 5; round++) {
      const app = await byHand(world, await editor());
      const { body } = await app.exchange();
      const answers = await Promise.all([app.refresh(body.refresh_token), app.refresh(body.refresh_token)]);
      const [won, ...others] = answers.filter(({ status }) => status === 200);
      expect(others).to.deep.equal([]);
      expect(won).to.not.equal(undefined);
      expect((await app.call(won?.body.access_token)).status).to.equal(401);
    }
  });

  it("ends when a refresh token comes again that was used before, even long before", async () => {
    const app = await byHand(world, await editor());
    const first = (await app.exchange()).body;
    await world.models.oauthClients.updateMany({}, { $set: { connectedAt: new Date(0) } });
    const second = (await app.refresh(first.refresh_token)).body;
    expect(await world.models.oauthClients.exists({ connectedAt: { $gt: new Date(0) } }), "used, so not forgotten").to
      .exist;
    const third = (await app.refresh(second.refresh_token)).body;
    expect((await app.call(third.access_token)).status).to.equal(200);
    expect((await app.call(second.access_token)).status, "earlier access tokens end with their renewal").to.equal(401);
    expect(errorOf(await app.refresh(first.refresh_token))).to.deep.equal([400, "invalid_grant"]);
    expect((await app.call(third.access_token)).status).to.equal(401);
  });

  it("does not end by a refresh token that nobody made", async () => {
    const app = await byHand(world, await editor());
    const { body } = await app.exchange();
    expect(errorOf(await app.refresh("svc_ort_x.y.z"))).to.deep.equal([400, "invalid_grant"]);
    expect(errorOf(await app.refresh(body.refresh_token, { client_id: "oac_other" }))).to.deep.equal([
      400,
      "invalid_grant",
    ]);
    expect((await app.call(body.access_token)).status).to.equal(200);
  });

  it("works with an access token for an hour, and with a code for two minutes", async () => {
    const late = await byHand(world, await editor());
    const app = await byHand(world, await editor());
    const { body } = await app.exchange();
    world.advance(LIFETIMES.codeMs + 1_000);
    expect(errorOf(await late.exchange())).to.deep.equal([400, "invalid_grant"]);
    world.advance(LIFETIMES.accessMs);
    const refused = await app.call(body.access_token);
    expect(refused.status).to.equal(401);
    const told = refused.headers.get("www-authenticate");
    expect(told).to.include('error="invalid_token"');
    expect(told).to.include(`resource_metadata="${world.client.base}/.well-known/oauth-protected-resource/mcp"`);
  });

  it("may never do more than the person may at that moment", async () => {
    const user = await world.addUser("editor", "org_a", "changing@org_a.example");
    const session = await world.client.signIn(user.email, PASSWORD);
    const app = await byHand(world, session);
    const { body } = await app.exchange();
    const create = (label: string) =>
      app.call(body.access_token, "create_scenario", { label, url: "/", confirm: true });
    expect((await create("While editor")).raw.toString()).to.include('\\"ok\\":true');
    const admin = { session: await world.session("admin") };
    await world.client.post(`/api/app/members/${user._id}/role`, { ...admin, body: { role: "viewer" } });
    const denied = await create("While viewer");
    expect(denied.raw.toString()).to.include("scope_denied");
    expect(await world.models.scenarios.exists({ label: "While viewer" })).to.equal(null);

    const gone = await world.client.del(`/api/app/members/${user._id}`, admin);
    expect(gone.status).to.equal(200);
    expect((await app.call(body.access_token)).status).to.equal(401);
    expect(errorOf(await app.refresh(body.refresh_token))).to.deep.equal([400, "invalid_grant"]);
  });

  it("sees its project alone", async () => {
    const app = await byHand(world, await editor());
    const { body } = await app.exchange();
    const other = await app.call(body.access_token, "get_project", { project: "blog" });
    expect(other.raw.toString()).to.include("project_resolution_error");
    const own = await app.call(body.access_token, "get_project");
    expect(own.raw.toString()).to.include('\\"ok\\":true');
  });

  it("comes in by /mcp alone, and by the header of tokens alone", async () => {
    const app = await byHand(world, await editor());
    const { body } = await app.exchange();
    const token = String(body.access_token);
    expect((await world.client.get("/api/ci/projects", { key: token })).status).to.equal(401);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await world.client.get("/api/ci/projects", { headers: bearer })).status).to.equal(401);
    expect(
      (await world.client.post("/mcp", { key: token, body: { jsonrpc: "2.0", id: 1, method: "ping" } })).status,
    ).to.equal(401);
  });

  it("gives its token back, and the connection ends", async () => {
    const app = await byHand(world, await editor());
    const { body } = await app.exchange();
    const give = (fields: Record<string, string>) =>
      world.client.post("/oauth/revoke", {
        rawBody: new URLSearchParams(fields).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
    expect((await give({ token: String(body.refresh_token), client_id: "oac_other" })).status).to.equal(200);
    expect((await app.call(body.access_token)).status).to.equal(200);
    expect((await give({ token: "unknown", client_id: app.clientId })).status).to.equal(200);
    expect((await give({ token: String(body.refresh_token), client_id: app.clientId })).status).to.equal(200);
    expect((await app.call(body.access_token)).status).to.equal(401);
    // The log names the person, because apps choose their own names.
    const deed = await world.models.audit.findOne({ action: "app.revoke" }).lean();
    expect([deed?.who, deed?.details?.app]).to.deep.equal(["editor@org_a.example", "By hand"]);
    const byAccess = await byHand(world, await editor());
    const tokens = (await byAccess.exchange()).body;
    await give({ token: String(tokens.access_token), client_id: byAccess.clientId });
    expect((await byAccess.call(tokens.access_token)).status).to.equal(401);
  });

  it("ends where its person signs out everywhere, and where a reset link sets their password", async () => {
    const admin = await world.session("admin");
    const viewerId = (await world.models.users.findOne({ email: "viewer@org_a.example" }).lean())?._id;
    for (const end of [
      async () => {
        const session = await world.session("viewer");
        return world.client.post("/api/app/me/sign-out-everywhere", { session, body: {} });
      },
      async () => {
        const made = await world.client.post(`/api/app/members/${viewerId}/reset-link`, { session: admin });
        const token = String(made.body.link).split("#")[1];
        return world.client.post("/api/app/links/reset", { body: { token, password: PASSWORD } });
      },
    ]) {
      const app = await byHand(world, await world.session("viewer"), { scope: "read" });
      const { body } = await app.exchange();
      expect((await app.call(body.access_token)).status).to.equal(200);
      expect((await end()).status).to.equal(200);
      expect((await app.call(body.access_token)).status).to.equal(401);
      expect(errorOf(await app.refresh(body.refresh_token))).to.deep.equal([400, "invalid_grant"]);
    }
  });

  it("is another person's only to administrators", async () => {
    const app = await byHand(world, await editor());
    await app.exchange();
    const grant = await world.models.oauthGrants.findOne({ clientId: app.clientId }).lean();
    const id = String(grant?._id);
    const viewer = { session: await world.session("viewer") };
    expect((await world.client.del(`/api/app/connected-apps/${id}`, viewer)).status).to.equal(404);
    const seen = (await world.client.get("/api/app/connected-apps", viewer)).body.apps as { yours: boolean }[];
    expect(seen.every(({ yours }) => yours)).to.equal(true);
    const foreign = { session: await world.session("admin", "org_b") };
    expect((await world.client.del(`/api/app/connected-apps/${id}`, foreign)).status).to.equal(404);
    const admin = { session: await world.session("admin") };
    expect((await world.client.del(`/api/app/connected-apps/${id}`, admin)).status).to.equal(200);
  });

  it("ends with its project", async () => {
    const app = await byHand(world, await editor(), { project: "blog" });
    const { body } = await app.exchange();
    expect((await app.call(body.access_token)).status).to.equal(200);
    await markProject(world.models, "prj_blog", { erasureId: "ers_1", at: world.ctx.now() });
    expect((await app.call(body.access_token)).status).to.equal(401);
    const grant = await world.models.oauthGrants.findOne({ clientId: app.clientId }).lean();
    expect(grant?.revokedAt).to.not.equal(null);
  });
});
