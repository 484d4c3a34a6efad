// What an app may request, how it discovers the service, and how unclaimed apps are limited.
import { expect } from "chai";
import { findClient } from "../../../api/operations/oauth/findClient.ts";
import { REQUEST_FIELDS } from "../../../domain/oauth/request.ts";
import { byHand, REDIRECT } from "../../mcp/oauthApp.ts";
import { makeWorld, type World } from "../support/world.ts";

describe("an app that asks to be connected", () => {
  let world: World;
  before(async () => {
    world = await makeWorld({ linkRatePerMinute: 10_000, signInRatePerMinute: 10_000 });
  });
  after(() => world.close());
  const register = (body: unknown) => world.client.post("/oauth/register", { body });

  it("finds where it gets tokens from the refusal of /mcp", async () => {
    const { base } = world.client;
    const refused = await world.client.post("/mcp", { body: { jsonrpc: "2.0", id: 1, method: "ping" } });
    expect(refused.status).to.equal(401);
    const told = refused.headers.get("www-authenticate") ?? "";
    expect(told)
      .to.match(/^Bearer /)
      .and.to.include('scope="read write"')
      .and.to.not.include("error");
    const [, address = ""] = /resource_metadata="([^"]+)"/.exec(told) ?? [];
    const resource = await world.client.get(new URL(address).pathname);
    expect(resource.body).to.deep.include({ resource: `${base}/mcp`, authorization_servers: [base] });
    const root = await world.client.get("/.well-known/oauth-protected-resource");
    expect(root.body).to.deep.equal(resource.body);
    const server = await world.client.get("/.well-known/oauth-authorization-server");
    expect(server.body).to.deep.include({
      issuer: base,
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    const openId = await world.client.get("/.well-known/openid-configuration");
    expect(openId.body).to.deep.include(server.body);
    expect((await world.client.get("/oauth/keys")).body).to.deep.equal({ keys: [] });
  });

  it("is told the public address, whatever host it came to, and none where none is safe", async () => {
    const own = await world.listen({ config: { ...world.ctx.config, publicUrl: "https://qa.example/plumbline" } });
    const server = await own.get("/.well-known/oauth-authorization-server");
    expect(server.body).to.include({
      issuer: "https://qa.example/plumbline",
      token_endpoint: "https://qa.example/plumbline/oauth/token",
    });
    const led = await own.get("/oauth/authorize?client_id=x");
    expect(led.headers.get("location")).to.match(/^\/plumbline\/connect\?request=q\./);

    const plain = await world.listen({ config: { ...world.ctx.config, publicUrl: "http://qa.example" } });
    for (const path of [
      "/.well-known/oauth-authorization-server",
      "/.well-known/oauth-protected-resource",
      "/oauth/authorize",
    ])
      expect((await plain.get(path)).status, path).to.equal(404);
    expect((await plain.post("/oauth/register", { body: { redirect_uris: [REDIRECT] } })).status).to.equal(404);
    const refused = await plain.post("/mcp", { body: { jsonrpc: "2.0", id: 1, method: "ping" } });
    expect(refused.headers.get("www-authenticate")).to.equal("Bearer");
  });

  it("registers without a secret, and is refused with an address that is not safe", async () => {
    const made = await register({
      redirect_uris: [REDIRECT],
      client_name: "A",
      token_endpoint_auth_method: "client_secret_basic",
    });
    expect(made.status).to.equal(201);
    expect(made.body).to.include({ client_name: "A", token_endpoint_auth_method: "none" });
    expect(made.body).to.not.have.property("client_secret");
    const wrong = await register({ redirect_uris: ["http://evil.example/"] });
    expect([wrong.status, wrong.body.error]).to.deep.equal([400, "invalid_redirect_uri"]);
    const empty = await register({});
    expect([empty.status, empty.body.error]).to.deep.equal([400, "invalid_redirect_uri"]);
  });

  it("registers a bounded number of times from one address", async () => {
    const strict = await world.listen({ config: { ...world.ctx.config, linkRatePerMinute: 4 } });
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++)
      statuses.push((await strict.post("/oauth/register", { body: { redirect_uris: [REDIRECT] } })).status);
    expect(statuses.at(-1)).to.equal(429);
  });

  it("is forgotten when nobody connects it, and never fills the database", async () => {
    await world.models.oauthClients.deleteMany({});
    const old = new Date(world.ctx.now().getTime() - 2 * 3_600_000);
    await world.models.oauthClients.insertMany(
      Array.from({ length: 1_000 }, (_, at) => ({
        _id: `oac_old_${at}`,
        name: "x",
        redirectUris: [REDIRECT],
        uri: null,
        createdAt: old,
        connectedAt: at === 0 ? old : null,
      })),
    );
    expect((await register({ redirect_uris: [REDIRECT] })).status).to.equal(201);
    expect((await register({ redirect_uris: [REDIRECT] })).status).to.equal(201);
    expect(await world.models.oauthClients.countDocuments({})).to.equal(3);
    expect(await world.models.oauthClients.exists({ _id: "oac_old_0" }), "somebody connected it").to.not.equal(null);
    await world.models.oauthClients.updateMany({ _id: { $ne: "oac_old_0" } }, { $set: { createdAt: world.ctx.now() } });
    await world.models.oauthClients.insertMany(
      Array.from({ length: 998 }, (_, at) => ({
        _id: `oac_new_${at}`,
        name: "x",
        redirectUris: [REDIRECT],
        uri: null,
        createdAt: world.ctx.now(),
        connectedAt: null,
      })),
    );
    const full = await register({ redirect_uris: [REDIRECT] });
    expect([full.status, full.body.error]).to.deep.equal([503, "temporarily_unavailable"]);
    await world.models.oauthClients.deleteMany({});
  });

  it("never sends a person to an address that it has not registered", async () => {
    const session = await world.session("editor");
    const app = await byHand(world, session);
    for (const redirect_uri of ["http://127.0.0.1:3118/other", "https://evil.example/", "javascript:alert(1)"]) {
      const body = { request: { ...app.request, redirect_uri }, allow: true, project: "shop", scope: "read" };
      const { status, body: answer } = await world.client.post("/api/app/oauth/decision", { session, body });
      expect(status, redirect_uri).to.equal(400);
      expect(JSON.stringify(answer)).to.not.include('redirect"');
    }
    const other = { ...app.request, client_id: "oac_unknown" };
    const unknown = await world.client.post("/api/app/oauth/decision", {
      session,
      body: { request: other, allow: true },
    });
    expect(unknown.status).to.equal(400);
    // RFC 8252: programs on the user's computer use any free port.
    const port = { ...app.request, redirect_uri: "http://127.0.0.1:40123/callback" };
    const body = { request: port, allow: true, project: "shop", scope: "read" };
    const free = await world.client.post("/api/app/oauth/decision", { session, body });
    expect(new URL(String(free.body.redirect)).port).to.equal("40123");
  });

  it("that asks wrongly is shown to the person, with the way back, and gets no code", async () => {
    const session = await world.session("editor");
    for (const [changed, error] of [
      [{ code_challenge_method: "plain" }, "invalid_request"],
      [{ code_challenge: "" }, "invalid_request"],
      [{ response_type: "token" }, "unsupported_response_type"],
      [{ scope: "admin" }, "invalid_scope"],
      [{ resource: "https://other.example/mcp" }, "invalid_target"],
    ] as const) {
      const app = await byHand(world, session, { request: changed });
      expect(app.back?.searchParams.get("error"), JSON.stringify(changed)).to.equal(error);
      expect(app.code).to.equal("");
      const query = new URLSearchParams(
        REQUEST_FIELDS.flatMap((name) => (app.request[name] ? [[name, app.request[name]]] : [])),
      );
      const seen = await world.client.get(`/api/app/oauth/request?${query}`, { session });
      expect(seen.body.problem).to.have.property("back").that.includes(`error=${error}`);
    }
  });

  it("is shown with what the person may grant, and gets no more than that", async () => {
    const viewer = await world.session("viewer");
    const refused = await byHand(world, viewer);
    expect(refused.decided.status).to.equal(403);
    const allowed = await byHand(world, viewer, { scope: "read" });
    expect(allowed.decided.status).to.equal(200);
    const query = new URLSearchParams(Object.entries(allowed.request) as [string, string][]);
    const seen = await world.client.get(`/api/app/oauth/request?${query}`, { session: viewer });
    expect(seen.body).to.deep.include({
      scopes: ["read"],
      asked: "write",
      problem: null,
      person: "viewer@org_a.example",
    });
    expect(seen.body.app).to.deep.include({
      name: "By hand",
      returnsTo: "this computer",
      local: true,
      documentHost: null,
    });
    expect((seen.body.projects as { slug: string }[]).map(({ slug }) => slug)).to.deep.equal(["blog", "shop"]);
    const foreign = await byHand(world, await world.session("editor"), { project: "foreign" });
    expect(foreign.decided.status).to.equal(404);
  });

  it("needs a person who is signed in, and their page", async () => {
    const app = await byHand(world, await world.session("editor"));
    const body = { request: app.request, allow: true, project: "shop", scope: "read" };
    expect((await world.client.post("/api/app/oauth/decision", { body })).status).to.equal(401);
    const forged = { ...(await world.session("editor")), csrf: "forged" };
    expect((await world.client.post("/api/app/oauth/decision", { session: forged, body })).status).to.equal(403);
  });

  it("may not name a document inside the network, and the refusal does not tell what is there", async () => {
    const messages = new Set<string>();
    for (const address of [
      "https://127.0.0.1:1/client.json",
      "https://169.254.169.254/client.json",
      "https://[::1]/client.json",
    ]) {
      const error = await findClient(world.ctx, address).catch((error: Error) => error);
      expect(error).to.be.instanceOf(Error);
      messages.add((error as Error).message);
    }
    expect([...messages]).to.have.length(1);
  });
});
