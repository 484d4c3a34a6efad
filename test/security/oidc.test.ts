// Signing in with OpenID Connect against a real provider on loopback: who is admitted, and what an attacker tries on the way.
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { Provider } from "oidc-provider";
import { hashPassword } from "../../api/operations/keys/passwords.ts";
import type { Config } from "../../domain/config.ts";
import { joinClaims } from "../../domain/people/oidc.ts";
import { type Client, cookieOf } from "../api/support/client.ts";
import { makeWorld, PASSWORD, type World } from "../api/support/world.ts";

const SECRET = "a-secret-of-the-client-that-no-log-may-hold";

/** The provider's claims about each person, by the name entered there. */
const PEOPLE: Record<string, object> = {
  nora: { email: "Nora@firm.example", email_verified: true, name: "Nora N", groups: ["developers", "staff"] },
  lead: { email: "lead@firm.example", email_verified: true, name: "Lead", groups: ["qa:leads", "developers"] },
  outside: { email: "nora@elsewhere.example", email_verified: true, name: "Out" },
  unverified: { email: "editor@org_a.example", email_verified: false, name: "Eve" },
  silent: { name: "No Address" },
  editor: { email: "editor@org_a.example", email_verified: true, name: "Editor" },
  victim: { email: "victim@firm.example", email_verified: true, name: "Victim" },
  linked: { email: "linked@firm.example", email_verified: true, name: "Linked" },
  raced: { email: "raced@firm.example", email_verified: true, name: "Raced" },
  invited: { email: "invited@elsewhere.example", email_verified: true, name: "Invited" },
  viewer: { email: "viewer@org_a.example", email_verified: true, name: "Viewer" },
  twin: { email: "editor@org_a.example", email_verified: true, name: "Twin" },
};

/** A browser's cookies, by host and port. */
function browser() {
  const jars = new Map<string, Map<string, string>>();
  const visit = async (address: string, form?: Record<string, string>) => {
    const url = new URL(address);
    const jar = jars.get(url.host) ?? new Map<string, string>();
    jars.set(url.host, jar);
    const answer = await fetch(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "), accept: "text/html" },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const location = answer.headers.get("location");
    return { status: answer.status, to: location === null ? null : new URL(location, url).href };
  };
  /** Follows redirects as long as `on` returns true. Returns the address at which it stopped. */
  const follow = async (address: string, on: (to: string) => boolean): Promise<string> => {
    let at = address;
    for (let step = 0; step < 12 && on(at); step++) {
      const { to } = await visit(at);
      if (to === null) return at;
      at = to;
    }
    return at;
  };
  return {
    visit,
    follow,
    cookie: (host: string) => [...(jars.get(host) ?? [])].map((one) => one.join("=")).join("; "),
  };
}

describe("signing in by OpenID Connect", () => {
  let world: World;
  let provider: Server;
  let issuer: string;
  let app: Client;
  let answerAs: RequestListener;
  /** Manipulates ID tokens like an attacker between the provider and the service. */
  let forge: ((token: string) => string) | null = null;
  before(async () => {
    provider = createServer((req, res) => answerAs(req, res));
    await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
    issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
    world = await makeWorld({ signInRatePerMinute: 100_000 });
    app = await listen({ oidcDomains: "firm.example, org_a.example" });
  });
  after(async () => {
    provider.closeAllConnections();
    await new Promise((resolve) => provider.close(resolve));
    await world.close();
  });
  /** Starts an API process with these settings, and registers its address with the provider. */
  async function listen(config: Partial<Config>): Promise<Client> {
    // These tests use real time, because tokens expire by it.
    world.clock.at = new Date();
    const settings = { oidcIssuer: issuer, oidcClientId: "plumbline", oidcClientSecret: SECRET };
    const client = await world.listen({ config: { ...world.ctx.config, ...settings, ...config } });
    const made = new Provider(issuer, {
      clients: [
        { client_id: "plumbline", client_secret: SECRET, redirect_uris: [`${client.base}/api/auth/oidc/callback`] },
      ],
      cookies: { keys: ["only for tests"] },
      claims: { openid: ["sub", "groups"], email: ["email", "email_verified"], profile: ["name"] },
      findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...PEOPLE[sub] }) }),
      pkce: { required: () => true },
    });
    made.use(async (ctx, next) => {
      await next();
      const answer = ctx.body as { id_token?: string } | undefined;
      if (forge && answer?.id_token) answer.id_token = forge(answer.id_token);
    });
    answerAs = made.callback();
    return client;
  }
  /** Signs in like a person: to the provider, its form, its question, and back. Returns where the browser ends. */
  const signIn = async (who: string, { client = app, next = "/p/shop", tab = browser() } = {}) => {
    const back = await atCallback(who, { client, next, tab });
    const done = await tab.visit(back);
    return { ended: (done.to ?? "").replace(client.base, ""), tab, back };
  };
  const atCallback = async (who: string, { client = app, next = "/", tab = browser() } = {}) => {
    const inside = (to: string) => !to.includes("/interaction/") && !to.includes("/oidc/callback");
    let at = await tab.follow(`${client.base}/api/auth/oidc/start?next=${encodeURIComponent(next)}`, inside);
    for (const form of [{ prompt: "login", login: who, password: "x" }, { prompt: "consent" }]) {
      if (!at.includes("/interaction/")) break;
      const { to } = await tab.visit(at, form as unknown as Record<string, string>);
      at = await tab.follow(to ?? "", inside);
    }
    expect(at).to.include("/api/auth/oidc/callback?");
    return at;
  };
  const me = async (tab: ReturnType<typeof browser>, client = app) =>
    (await client.get("/api/app/me", { headers: { cookie: tab.cookie(new URL(client.base).host) } })).body as {
      user?: { email: string; role: string; name: string; hasPassword: boolean };
    };

  it("makes an account for a person of an allowed domain, and knows it again", async () => {
    expect((await app.get("/api/app/sign-in-options")).body.oidc).to.deep.equal({
      name: "single sign-on",
      url: "/api/auth/oidc/start",
    });
    const { ended, tab } = await signIn("nora", { next: "/p/shop/runs?branch=main" });
    expect(ended).to.equal("/p/shop/runs?branch=main");
    expect((await me(tab)).user).to.deep.include({
      email: "nora@firm.example",
      name: "Nora N",
      role: "viewer",
      hasPassword: false,
    });
    expect((await signIn("nora")).ended).to.equal("/p/shop");
    expect(await world.models.users.countDocuments({ email: "nora@firm.example" })).to.equal(1);
    const guess = await app.post("/api/auth/sign-in", { body: { email: "nora@firm.example", password: PASSWORD } });
    expect(guess.status).to.equal(401);
  });

  it("opens an account that is there, for the first person who proves its address, and no other", async () => {
    const { ended, tab } = await signIn("editor");
    expect([ended, (await me(tab)).user?.role]).to.deep.equal(["/p/shop", "editor"]);
    expect((await signIn("twin")).ended).to.equal("/sign-in?problem=oidc_other&next=%2Fp%2Fshop");
  });

  describe("an address that its owner has not proved", () => {
    const TAKEN = "the password of a stranger";
    /** Creates an account before the provider was set up: an administrator of another organisation uses the invitation link himself. */
    const takeOver = async (email: string) => {
      const stranger = await world.session("admin", "org_b");
      const body = { email, role: "editor" };
      const made = await world.client.post("/api/app/invitations", { body, session: stranger });
      const token = tokenOf(made);
      const taking = { token, name: "Not her", password: TAKEN };
      const taken = await world.client.post("/api/app/links/invitation", { body: taking });
      expect(taken.status).to.equal(200);
      return { stranger, session: { cookie: cookieOf(taken) ?? "", csrf: String(taken.body.csrfToken) } };
    };
    const tokenOf = ({ body }: { body: Record<string, unknown> }) => String(body.link).split("#")[1];
    const passwordOpens = async (email: string, password: string) =>
      (await app.post("/api/auth/sign-in", { body: { email, password } })).status === 200;

    it("loses its password, sessions and links at its owner's first sign-in, and every organisation reads so", async () => {
      const { stranger, session } = await takeOver("victim@firm.example");
      const user = await world.models.users.findOne({ email: "victim@firm.example" }).lean();
      const resetLink = () => app.post(`/api/app/members/${user?._id}/reset-link`, { session: stranger });
      const reset = await resetLink();
      expect(reset.status).to.equal(201);
      expect((await app.get("/api/app/me", { session })).status, "the stranger is in").to.equal(200);
      const at = world.ctx.now();
      const texts = [
        "orgId",
        "projectId",
        "clientId",
        "appName",
        "redirectUri",
        "scope",
        "resource",
        "codeHash",
        "challenge",
      ];
      await world.models.oauthGrants.create({
        ...Object.fromEntries(texts.map((name) => [name, "x"])),
        _id: "oag_1",
        userId: user?._id,
        codeExpiresAt: at,
        createdAt: at,
        expiresAt: new Date(at.getTime() + 86_400_000),
      });

      const { ended, tab } = await signIn("victim");
      expect(ended).to.equal("/p/shop");
      expect((await me(tab)).user).to.deep.include({ email: "victim@firm.example", hasPassword: false });
      expect((await app.get("/api/app/me", { session })).status).to.equal(401);
      expect((await world.models.oauthGrants.findById("oag_1").lean())?.revokedAt).to.not.equal(null);
      expect(await passwordOpens("victim@firm.example", TAKEN)).to.equal(false);
      const late = await app.post("/api/app/links/reset", { body: { token: tokenOf(reset), password: TAKEN } });
      expect(late.status).to.equal(404);
      expect((await resetLink()).status, "no other link for an account of the provider").to.equal(403);
      await signIn("victim");
      const log = (await app.get("/api/app/audit-log?action=user.link", { session: stranger })).body.entries;
      expect((log as { details: object }[]).map(({ details }) => details)).to.deep.equal([
        { by: "oidc", endedPassword: true, endedSessions: true },
      ]);
    });

    it("loses them also where an earlier version had linked the account and kept them", async () => {
      await signIn("linked");
      const passwordHash = await hashPassword(TAKEN);
      await world.models.users.updateOne({ email: "linked@firm.example" }, { $set: { passwordHash, provedBy: null } });
      expect(await passwordOpens("linked@firm.example", TAKEN)).to.equal(true);
      await signIn("linked");
      expect(await passwordOpens("linked@firm.example", TAKEN)).to.equal(false);
    });

    it("keeps what was proved", async () => {
      await world.models.users.updateOne({ _id: "usr_viewer@org_a.example" }, { $set: { provedBy: "operator" } });
      await signIn("viewer");
      expect(await passwordOpens("viewer@org_a.example", PASSWORD)).to.equal(true);
    });

    it("opens nothing to a password that is changed while the owner signs in", async () => {
      const { session } = await takeOver("raced@firm.example");
      const second = "a second stolen password";
      const change = () => app.post("/api/app/me/password", { session, body: { current: TAKEN, password: second } });
      const tab = browser();
      const back = await atCallback("raced", { next: "/p/shop", tab });
      const [done] = await Promise.all([tab.visit(back), change(), change(), change()]);
      expect(done.to).to.equal(`${app.base}/p/shop`);
      for (const password of [TAKEN, second])
        expect(await passwordOpens("raced@firm.example", password), password).to.equal(false);
    });

    it("joins by a link that was handed on only after its sign-in", async () => {
      const client = await listen({ oidcDomains: "" });
      const stranger = await world.session("admin", "org_b");
      const body = { email: "invited@elsewhere.example", role: "viewer" };
      const token = tokenOf(await client.post("/api/app/invitations", { body, session: stranger }));
      const look = () => client.post("/api/app/links/look", { body: { token } });
      expect((await look()).body.proof).to.equal("sso");
      const taking = { token, name: "Not her", password: TAKEN };
      expect((await client.post("/api/app/links/invitation", { body: taking })).status).to.equal(403);
      const { ended, tab } = await signIn("invited", { client });
      expect(ended).to.equal("/p/shop");
      expect((await me(tab, client)).user).to.include({ email: "invited@elsewhere.example", role: "viewer" });
      expect((await look()).status, "used").to.equal(404);
      app = await listen({ oidcDomains: "firm.example, org_a.example" });
    });
  });

  for (const [who, problem] of [
    ["outside", "oidc_domain"],
    ["unverified", "oidc_unverified"],
    ["silent", "oidc_email"],
  ] as const)
    it(`lets nobody in who is ${who}: ${problem}`, async () => {
      const { ended, tab } = await signIn(who);
      expect([ended, (await me(tab)).user]).to.deep.equal([`/sign-in?problem=${problem}&next=%2Fp%2Fshop`, undefined]);
    });

  it("without domains lets in only people who have an account", async () => {
    const client = await listen({ oidcDomains: "" });
    expect((await signIn("lead", { client })).ended).to.equal("/sign-in?problem=oidc_unknown&next=%2Fp%2Fshop");
    expect((await signIn("editor", { client })).ended).to.equal("/p/shop");
    app = await listen({ oidcDomains: "firm.example, org_a.example" });
  });

  it("gives roles by groups, again at every sign-in, and keeps the last administrator", async () => {
    const groups = { oidcDomains: "firm.example", oidcGroupRoles: "qa:leads:admin, developers:editor" };
    const client = await listen(groups);
    const lead = await signIn("lead", { client });
    expect((await me(lead.tab, client)).user?.role).to.equal("admin");
    const nora = await signIn("nora", { client });
    expect((await me(nora.tab, client)).user?.role, "she was a viewer").to.equal("editor");
    await world.models.organisations.updateOne(
      { _id: "org_a" },
      {
        $set: {
          members: ((await world.models.organisations.findById("org_a").lean())?.members ?? []).filter(
            ({ userId }) => userId !== "usr_admin@org_a.example",
          ),
        },
      },
    );
    PEOPLE.lead = { ...PEOPLE.lead, groups: [] };
    const again = await signIn("lead", { client });
    expect((await me(again.tab, client)).user?.role).to.equal("admin");
    app = await listen({ oidcDomains: "firm.example, org_a.example" });
  });

  describe("attacks", () => {
    it("another site is never gone on to", async () => {
      for (const next of ["https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example"])
        expect((await signIn("nora", { next })).ended, next).to.equal("/");
    });

    it("an answer of the provider opens nothing in another browser, twice, late, or with another state", async () => {
      const stolen = await atCallback("nora");
      const victim = browser();
      expect((await victim.visit(stolen)).to).to.equal(`${app.base}/sign-in?problem=oidc_failed`);
      expect((await me(victim)).user).to.equal(undefined);

      const first = await signIn("nora");
      const replayed = await first.tab.visit(first.back);
      expect(replayed.to).to.equal(`${app.base}/sign-in?problem=oidc_failed`);

      const tab = browser();
      const back = new URL(await atCallback("nora", { tab }));
      back.searchParams.set("state", "guessed");
      expect((await tab.visit(back.href)).to).to.include("problem=oidc_failed");

      const late = browser();
      const address = await atCallback("nora", { tab: late });
      world.advance(15 * 60_000 + 1);
      expect((await late.visit(address)).to).to.include("problem=oidc_failed");
      world.clock.at = new Date();
    });

    it("the code of another sign-in is refused: its nonce and its verifier do not fit", async () => {
      const theirs = new URL(await atCallback("lead"));
      const tab = browser();
      const ours = new URL(await atCallback("nora", { tab }));
      ours.searchParams.set("code", theirs.searchParams.get("code") ?? "");
      expect((await tab.visit(ours.href)).to).to.include("problem=oidc_failed");
      expect((await me(tab)).user).to.equal(undefined);
    });

    it("an ID token that the provider did not sign, or of another sign-in, opens nothing", async () => {
      const part = (text: string) => JSON.parse(Buffer.from(text, "base64url").toString()) as object;
      const text = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");
      const changed = (token: string, header: object, payload: object) => {
        const [head = "", body = "", signature = ""] = token.split(".");
        return [text({ ...part(head), ...header }), text({ ...part(body), ...payload }), signature].join(".");
      };
      for (const [what, forged] of [
        ["another person", (token: string) => changed(token, {}, { sub: "lead" })],
        [
          "a verified address",
          (token: string) => changed(token, {}, { email: "lead@firm.example", email_verified: true }),
        ],
        ["another nonce", (token: string) => changed(token, {}, { nonce: "guessed" })],
        ["no signature", (token: string) => changed(token, { alg: "none" }, {}).replace(/[^.]*$/, "")],
      ] as const) {
        forge = forged;
        const { ended, tab } = await signIn("nora").finally(() => {
          forge = null;
        });
        expect([ended, (await me(tab)).user], what).to.deep.equal([
          "/sign-in?problem=oidc_failed&next=%2Fp%2Fshop",
          undefined,
        ]);
      }
    });

    it("an address and whether it is verified come from one place", () => {
      const verified = { email_verified: true, sub: "s" };
      const table = [
        [verified, { email: "a@b.example", sub: "s" }, ["a@b.example", undefined]],
        [verified, { email: "a@b.example", email_verified: false }, ["a@b.example", false]],
        [{ email: "a@b.example" }, { email: "c@d.example", email_verified: true }, ["a@b.example", undefined]],
        [{ sub: "s" }, { email: "a@b.example", email_verified: true }, ["a@b.example", true]],
      ] as const;
      for (const [token, userinfo, expected] of table) {
        const { email, email_verified } = joinClaims(token, userinfo);
        expect([email, email_verified]).to.deep.equal(expected);
      }
      expect(joinClaims({ sub: "mine", iss: "i" }, { sub: "theirs", iss: "j" })).to.include({ sub: "mine", iss: "i" });
    });

    it("a session planted before is worth nothing after", async () => {
      const tab = browser();
      await atCallback("nora", { tab }).then(async (back) => {
        const planted = tab.cookie(new URL(app.base).host);
        await tab.visit(back);
        expect((await app.get("/api/app/me", { headers: { cookie: planted } })).status).to.equal(401);
      });
    });
  });

  it("says that the provider is away, and works again when it is back", async () => {
    const working = answerAs;
    answerAs = (_req, res) => res.writeHead(500).end();
    const client = await world.listen({
      config: { ...world.ctx.config, oidcIssuer: issuer, oidcClientId: "plumbline", oidcClientSecret: SECRET },
    });
    const to = async () => (await browser().visit(`${client.base}/api/auth/oidc/start`)).to ?? "";
    expect(await to()).to.equal(`${client.base}/sign-in?problem=oidc_unavailable`);
    answerAs = working;
    expect(await to()).to.include(`${issuer}/auth?`);
  });

  it("is not there where it is not set up, and no log holds a secret of it", async () => {
    expect((await world.client.get("/api/auth/oidc/start")).status).to.equal(404);
    const log = JSON.stringify([world.logged, await world.models.audit.find().lean()]);
    const { back } = await signIn("nora");
    const code = new URL(back).searchParams.get("code") ?? "no code";
    for (const secret of [SECRET, code, "id_token", "eyJ"])
      expect(log + JSON.stringify(world.logged)).not.to.include(secret);
  });
});
