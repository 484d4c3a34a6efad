import { expect } from "chai";
import { hashPassword } from "../../api/operations/keys/passwords.ts";
import { eventually } from "../support/eventually.ts";
import { cookieOf } from "./support/client.ts";
import { makeWorld, PASSWORD, type World } from "./support/world.ts";

const REFUSED = "The e-mail address or the password is wrong.";

describe("Signing in", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld({ signInRatePerMinute: 1_000 });
  });
  afterEach(() => world.close());
  const email = "editor@org_a.example";
  const attempt = (password: string, who = email, headers: Record<string, string> = {}) =>
    world.client.post("/api/auth/sign-in", { body: { email: who, password }, headers });

  it("answers the person and a CSRF token, and sets a cookie that scripts cannot read", async () => {
    const answer = await attempt(PASSWORD, " Editor@ORG_A.example ");
    expect(answer.status).to.equal(200);
    expect(answer.body.user).to.deep.equal({
      id: `usr_${email}`,
      email,
      name: "editor",
      role: "editor",
      orgId: "org_a",
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).to.match(/^plumbline\.sid=.*; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get("cache-control")).to.equal("no-store");
    const session = { cookie: cookieOf(answer)!, csrf: "" };
    const read = await world.client.get("/api/auth/session", { session });
    expect(read.body).to.deep.equal({ user: answer.body.user, csrfToken: answer.body.csrfToken });
    const stored = JSON.stringify(await world.models.users.db.collection("sessions").find().toArray());
    expect(stored).not.to.include(decodeURIComponent(session.cookie).slice("plumbline.sid=s:".length).split(".")[0]);
    expect(await world.models.audit.countDocuments({ action: "user.sign_in" })).to.equal(1);
  });

  for (const [what, config, headers] of [
    ["the public address is https", { publicUrl: "https://quality.example" }, {}],
    ["a trusted proxy says https", { trustProxy: 1 }, { "x-forwarded-proto": "https" }],
  ] as const)
    it(`sets Secure when ${what}`, async () => {
      const client = await world.listen({ config: { ...world.ctx.config, ...config } });
      const answer = await client.post("/api/auth/sign-in", { body: { email, password: PASSWORD }, headers });
      expect(answer.headers.getSetCookie()[0]).to.match(/; Secure/);
    });

  it("gives the session a new id, and ends the one that was there", async () => {
    const planted = await world.session("viewer");
    const answer = await attempt(PASSWORD, email, { cookie: planted.cookie });
    expect(cookieOf(answer)).to.not.equal(planted.cookie);
    expect((await world.client.get("/api/auth/session", { session: planted })).status).to.equal(401);
  });

  it("ends at sign-out", async () => {
    const session = await world.session("editor");
    const out = await world.client.post("/api/auth/sign-out", { session });
    expect(out.status).to.equal(200);
    expect(out.headers.getSetCookie()[0]).to.match(/^plumbline\.sid=;.*Expires=Thu, 01 Jan 1970/);
    expect((await world.client.get("/api/auth/session", { session })).status).to.equal(401);
  });

  it("ends with a new password, and follows a new role at once", async () => {
    const session = await world.session("editor");
    const start = () => world.client.post("/api/tests/test", { session, body: { project: "shop" } });
    expect((await start()).status).to.equal(202);
    await world.models.users.updateOne({ email }, { $set: { role: "viewer" } });
    expect((await start()).status).to.equal(403);
    await world.models.users.updateOne({ email }, { $set: { passwordHash: await hashPassword("another password") } });
    expect((await start()).status).to.equal(401);
  });

  it("refuses a wrong password and an unknown address in the same words", async () => {
    for (const answer of [await attempt("wrong"), await attempt(PASSWORD, "nobody@x.example")]) {
      expect([answer.status, answer.body, answer.headers.getSetCookie()]).to.deep.equal([401, { error: REFUSED }, []]);
    }
    await eventually("the failure is in the audit log", async () => {
      return (await world.models.audit.countDocuments({ action: "user.sign_in_failed" })) === 1;
    });
  });

  it("limits attempts from one address", async () => {
    const client = await world.listen({ config: { ...world.ctx.config, signInRatePerMinute: 3 } });
    const body = { email: "nobody@x.example", password: "x" };
    const statuses = [];
    for (let i = 0; i < 4; i++) statuses.push((await client.post("/api/auth/sign-in", { body })).status);
    expect(statuses).to.deep.equal([401, 401, 401, 429]);
  });

  it("does not take a form that another site could send", async () => {
    const answer = await world.client.post("/api/auth/sign-in", {
      rawBody: JSON.stringify({ email, password: PASSWORD }),
      headers: { "content-type": "text/plain" },
    });
    expect(answer.status).to.equal(400);
  });
});

describe("/api/keys", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("makes a key that is shown once and works, lists it without its text, and revokes it at once", async () => {
    const session = await world.session("admin");
    const made = await world.client.post("/api/keys", {
      session,
      body: { name: "pipeline", kind: "project", project: "shop", scope: "ci" },
    });
    expect(made.status).to.equal(201);
    const key = String(made.body.key);
    expect(key).to.match(/^svc_live_[0-9A-Za-z]{38}$/);
    expect((await world.client.get("/api/ci/projects", { key })).body.count).to.equal(1);

    const list = await world.client.get("/api/keys", { session });
    expect(list.body.count).to.equal(1);
    expect(JSON.stringify(list.body)).not.to.include(key);
    const { id } = made.body.record as { id: string };
    expect((await world.client.del(`/api/keys/${id}`, { session })).status).to.equal(200);
    expect((await world.client.get("/api/ci/projects", { key })).status).to.equal(401);
  });

  it("says what is wrong with a wish, by field", async () => {
    const session = await world.session("admin");
    const answer = await world.client.post("/api/keys", { session, body: { name: "x", kind: "both", admin: true } });
    expect(answer.status).to.equal(400);
    expect(answer.body.fields).to.be.an("array").that.is.not.empty;
  });
});
