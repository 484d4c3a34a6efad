// First administrator, invitations, resets, roles and several organisations, as the dashboard uses them.
import { expect } from "chai";
import { makeFirstLink } from "../../../api/operations/people/firstAdministrator.ts";
import { makeSignInLink } from "../../../api/operations/people/signInLink.ts";
import { readConfig } from "../../../domain/config.ts";
import { SESSION_REVOKED } from "../../../domain/errors.ts";
import { startMailServer } from "../../support/mailServer.ts";
import { type Answer, cookieOf, type Session } from "../support/client.ts";
import { makeWorld, PASSWORD, type World } from "../support/world.ts";

const NEW_PASSWORD = "another horse battery";
const UNLIMITED = { signInRatePerMinute: 100_000, linkRatePerMinute: 100_000, ciRatePerMinute: 100_000 };

const sessionOf = (answer: Answer): Session => {
  expect(answer.status, answer.body.error).to.be.oneOf([200, 201]);
  return { cookie: cookieOf(answer) ?? "", csrf: String(answer.body.csrfToken) };
};
const tokenOf = (answer: Answer): string => {
  expect(answer.status, answer.body.error).to.equal(201);
  return String(answer.body.link).split("#")[1] ?? "";
};

describe("people", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(UNLIMITED);
  });
  afterEach(() => world.close());
  const post = (path: string, body: unknown = {}, session?: Session) =>
    world.client.post(path, { body, ...(session && { session }) });
  const get = (path: string, session?: Session) => world.client.get(path, session ? { session } : {});
  const del = (path: string, session: Session) => world.client.del(path, { session, body: {} });
  const statusOf = async (session: Session) => (await get("/api/app/me", session)).status;
  const invite = async (session: Session, email: string, role: string) =>
    tokenOf(await post("/api/app/invitations", { email, role }, session));
  const join = async (session: Session, email: string, role: string) => {
    const token = await invite(session, email, role);
    return sessionOf(await post("/api/app/links/invitation", { token, name: email, password: NEW_PASSWORD }));
  };
  const idOf = async (session: Session) => ((await get("/api/app/me", session)).body.user as { id: string }).id;

  describe("the first administrator", () => {
    const person = { email: "First@x.example", name: "First", password: NEW_PASSWORD };
    beforeEach(() => world.models.users.deleteMany({}));

    it("is made by the link, once; the service knows the hash of its token alone", async () => {
      expect((await get("/api/app/sign-in-options")).body.firstStart).to.equal(true);
      const token = (await makeFirstLink(world.ctx, "org_a")) ?? "";
      expect(JSON.stringify(await world.models.oneTimeLinks.find().lean())).not.to.include(token);
      const seen = await post("/api/app/links/look", { token });
      expect(seen.body).to.include({ kind: "welcome", hasAccount: false });
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map(() => post("/api/app/links/welcome", { token, ...person })),
      );
      const [done, ...others] = answers.filter(({ status }) => status === 200);
      expect(others).to.have.length(0);
      const session = sessionOf(done as Answer);
      const { user, organisation } = (await get("/api/app/me", session)).body as Record<string, object>;
      expect(user).to.include({ email: "first@x.example", role: "admin", orgId: "org_a" });
      expect(organisation).to.include({ name: "Acme" });
      expect(await makeFirstLink(world.ctx, "org_a")).to.equal(null);
      expect((await get("/api/app/sign-in-options")).body.firstStart).to.equal(false);
      expect(JSON.stringify(world.logged)).not.to.include(token);
    });

    it("is made by the newest link alone, and not after a day", async () => {
      const old = (await makeFirstLink(world.ctx, "org_a")) ?? "";
      const token = (await makeFirstLink(world.ctx, "org_a")) ?? "";
      expect((await post("/api/app/links/welcome", { token: old, ...person })).status).to.equal(404);
      world.advance(24 * 3_600_000);
      expect((await post("/api/app/links/welcome", { token, ...person })).status).to.equal(404);
    });

    it("keeps the link when something is wrong with what was typed", async () => {
      const token = (await makeFirstLink(world.ctx, "org_a")) ?? "";
      const short = await post("/api/app/links/welcome", { token, ...person, password: "short" });
      expect([short.status, (short.body.fields as { path: string }[])[0]?.path]).to.deep.equal([400, "password"]);
      expect((await post("/api/app/links/welcome", { token, ...person })).status).to.equal(200);
    });
  });

  it("a sign-in link signs its person in once, for ten minutes", async () => {
    const make = async () => {
      const { token } = await makeSignInLink(world.ctx, { kind: "operator", orgId: "org_a" }, "viewer@org_a.example");
      return token;
    };
    const token = await make();
    const answers = await Promise.all([1, 2, 3, 4].map(() => post("/api/app/links/sign-in", { token })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).to.have.length(1);
    expect((await get("/api/app/me", sessionOf(done[0] as Answer))).body.user).to.include({ role: "viewer" });
    const late = await make();
    world.advance(10 * 60_000);
    expect((await post("/api/app/links/sign-in", { token: late })).status).to.equal(404);
  });

  describe("invitations", () => {
    it("make a member with the role, once however many open them, and show their link once", async () => {
      const admin = await world.session("admin");
      const token = await invite(admin, "Nora@x.example", "editor");
      const list = await get("/api/app/invitations", admin);
      expect(list.body.count).to.equal(1);
      expect(JSON.stringify(list.body)).not.to.include(token);
      expect((await post("/api/app/links/look", { token })).body).to.deep.include({
        kind: "invitation",
        email: "nora@x.example",
        role: "editor",
        hasAccount: false,
        organisation: { name: "Acme" },
      });
      const take = () => post("/api/app/links/invitation", { token, name: "Nora", password: NEW_PASSWORD });
      const answers = await Promise.all([take(), take(), take(), take()]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404]);
      const members = (await get("/api/app/members", admin)).body.members as { email: string; role: string }[];
      expect(members.map(({ email, role }) => `${email} ${role}`)).to.have.members([
        "admin@org_a.example admin",
        "nora@x.example editor",
        "editor@org_a.example editor",
        "viewer@org_a.example viewer",
      ]);
      expect((await get("/api/app/invitations", admin)).body.count).to.equal(0);
    });

    it("take no password that the rules refuse, can be withdrawn, are replaced by a newer one for the same address, and expire", async () => {
      const admin = await world.session("admin");
      for (const password of ["x", "short", "", "y".repeat(257)]) {
        const body = { token: await invite(admin, "weak@x.example", "admin"), name: "Weak", password };
        expect((await post("/api/app/links/invitation", body)).status, password.slice(0, 9)).to.equal(400);
      }
      const weak = ((await get("/api/app/invitations", admin)).body.invitations as { id: string }[])[0];
      expect((await del(`/api/app/invitations/${weak?.id}`, admin)).status).to.equal(200);
      const take = async (token: string) =>
        (await post("/api/app/links/invitation", { token, name: "N", password: NEW_PASSWORD })).status;
      const first = await invite(admin, "n@x.example", "viewer");
      const second = await invite(admin, "N@x.example", "editor");
      expect(await take(first)).to.equal(404);
      const [open] = (await get("/api/app/invitations", admin)).body.invitations as { id: string }[];
      expect((await del(`/api/app/invitations/${open?.id}`, admin)).status).to.equal(200);
      expect(await take(second)).to.equal(404);
      const third = await invite(admin, "n@x.example", "viewer");
      world.advance(7 * 24 * 3_600_000);
      expect(await take(third)).to.equal(404);
    });

    it("of a person with an account need its password, or its session: the link alone opens nothing", async () => {
      await world.addUser("editor", "org_a", "ed@x.example");
      const stranger = await world.session("admin", "org_b");
      const token = await invite(stranger, "ed@x.example", "viewer");
      const take = (more: object, session?: Session) => post("/api/app/links/invitation", { token, ...more }, session);
      expect((await take({ name: "Eve", password: NEW_PASSWORD })).status).to.equal(403);
      expect((await take({ name: "Eve" })).status).to.equal(400);
      const editor = await world.client.signIn("ed@x.example", PASSWORD);
      const joined = sessionOf(await take({}, editor));
      const me = (await get("/api/app/me", joined)).body as { user: object; organisations: { id: string }[] };
      expect(me.user).to.include({ orgId: "org_b", role: "viewer" });
      expect(me.organisations.map(({ id }) => id)).to.deep.equal(["org_a", "org_b"]);
      expect(await statusOf(editor), "its id was renewed").to.equal(401);
      const again = await post("/api/app/invitations", { email: "ed@x.example", role: "admin" }, stranger);
      expect(again.status).to.equal(409);
    });
  });

  describe("with a mail server", () => {
    let mail: Awaited<ReturnType<typeof startMailServer>>;
    let client: World["client"];
    before(async () => {
      mail = await startMailServer();
    });
    after(() => mail.close());
    beforeEach(async () => {
      mail.got.length = 0;
      mail.answers.refusal = undefined;
      const { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom } = readConfig(mail.env);
      const smtp = { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom };
      const config = { ...world.ctx.config, ...smtp, publicUrl: "https://quality.example/q" };
      client = await world.listen({ config });
    });
    const mailedToken = () =>
      /https:\/\/quality\.example\/q\/\w+#([\w-]+)/.exec(mail.got.at(-1)?.text.replaceAll("=\r\n", "") ?? "")?.[1];
    const inviteTo = (session: Session, email: string) =>
      client.post("/api/app/invitations", { body: { email, role: "editor" }, session });

    it("invitations and resets are mailed, and shown to nobody: whoever takes one has proved the address", async () => {
      const admin = await world.session("admin");
      const made = await inviteTo(admin, "nora@x.example");
      expect([made.status, made.body.link]).to.deep.equal([201, null]);
      expect(mail.got.map(({ to }) => to)).to.deep.equal([["nora@x.example"]]);
      const token = mailedToken();
      const taking = { token, name: "Nora", password: NEW_PASSWORD };
      expect((await client.post("/api/app/links/invitation", { body: taking })).status).to.equal(200);
      const nora = await world.models.users.findOne({ email: "nora@x.example" }).lean();
      expect(nora?.provedBy).to.equal("mail");
      const reset = await client.post(`/api/app/members/${nora?._id}/reset-link`, { session: admin });
      expect([reset.status, reset.body.link]).to.deep.equal([201, null]);
      const password = "a third horse battery";
      const set = await client.post("/api/app/links/reset", { body: { token: mailedToken(), password } });
      expect(set.status).to.equal(200);
    });

    it("links that were handed on before join nobody, and one that could not be mailed is not kept", async () => {
      const admin = await world.session("admin");
      const token = await invite(admin, "old@x.example", "viewer");
      const taking = { token, name: "Old", password: NEW_PASSWORD };
      expect((await client.post("/api/app/links/invitation", { body: taking })).status).to.equal(403);
      mail.answers.refusal = Object.assign(new Error("no such mailbox"), { responseCode: 550 });
      expect((await inviteTo(admin, "gone@x.example")).status).to.equal(503);
      const open = (await get("/api/app/invitations", admin)).body.invitations as { email: string }[];
      expect(open.map(({ email }) => email)).to.deep.equal(["old@x.example"]);
    });

    it("one address gets five mails an hour, whoever invites it", async () => {
      const [ours, theirs] = [await world.session("admin"), await world.session("admin", "org_b")];
      const statuses = [];
      for (const session of [ours, theirs, ours, theirs, ours, theirs, ours])
        statuses.push((await inviteTo(session, "Flooded@x.example")).status);
      expect(statuses).to.deep.equal([201, 201, 201, 201, 201, 429, 429]);
      expect(mail.got).to.have.length(5);
      world.advance(2 * 3_600_000);
      expect((await inviteTo(ours, "flooded@x.example")).status).to.equal(201);
    });
  });

  describe("resets", () => {
    it("set a password once, end every session and sign in", async () => {
      const [admin, viewer] = [await world.session("admin"), await world.session("viewer")];
      const token = tokenOf(await post(`/api/app/members/${await idOf(viewer)}/reset-link`, {}, admin));
      const take = () => post("/api/app/links/reset", { token, password: NEW_PASSWORD });
      const answers = await Promise.all([take(), take(), take()]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404]);
      expect(await statusOf(viewer)).to.equal(401);
      expect(await statusOf(sessionOf(answers.find(({ status }) => status === 200) as Answer))).to.equal(200);
      const signIn = (password: string) => post("/api/auth/sign-in", { email: "viewer@org_a.example", password });
      expect([(await signIn(PASSWORD)).status, (await signIn(NEW_PASSWORD)).status]).to.deep.equal([401, 200]);
    });

    it("are not for people who belong to an organisation that the administrator does not administer", async () => {
      const [ours, theirs] = [await world.session("admin"), await world.session("admin", "org_b")];
      await world.addUser("editor", "org_a", "ed@x.example");
      const editor = await world.client.signIn("ed@x.example", PASSWORD);
      const id = await idOf(editor);
      const before = tokenOf(await post(`/api/app/members/${id}/reset-link`, {}, ours));
      const token = await invite(theirs, "ed@x.example", "viewer");
      world.advance(1_000);
      sessionOf(await post("/api/app/links/invitation", { token, password: PASSWORD }));
      expect((await post(`/api/app/members/${id}/reset-link`, {}, theirs)).status).to.equal(403);
      const kept = await post("/api/app/links/reset", { token: before, password: NEW_PASSWORD });
      expect(kept.status, "made before the person joined the other").to.equal(403);
    });
  });

  describe("roles", () => {
    it("end with the links that an administrator made for others", async () => {
      const admin = await world.session("admin");
      for (const ended of ["role", "remove"] as const) {
        const mallory = await join(admin, `mallory-${ended}@x.example`, "admin");
        const id = await idOf(mallory);
        const token = await invite(mallory, `alt-${ended}@x.example`, "admin");
        if (ended === "role") await post(`/api/app/members/${id}/role`, { role: "viewer" }, admin);
        else await del(`/api/app/members/${id}`, admin);
        const joined = await post("/api/app/links/invitation", { token, password: NEW_PASSWORD });
        expect(joined.status, ended).to.equal(404);
      }
    });

    it("change at once: the member's sessions end, and a removed member has none", async () => {
      const admin = await world.session("admin");
      const nora = await join(admin, "nora@x.example", "editor");
      const id = await idOf(nora);
      const changed = await post(`/api/app/members/${id}/role`, { role: "viewer" }, admin);
      expect(changed.body.member).to.include({ role: "viewer", you: false });
      const ended = await get("/api/app/me", nora);
      expect([ended.status, ended.body.reason]).to.deep.equal([401, SESSION_REVOKED]);
      const again = await world.client.signIn("nora@x.example", NEW_PASSWORD);
      expect((await post("/api/tests/test", { project: "shop" }, again)).status).to.equal(403);
      expect((await del(`/api/app/members/${id}`, admin)).status).to.equal(200);
      expect(await statusOf(again)).to.equal(401);
      const refused = await post("/api/auth/sign-in", { email: "nora@x.example", password: NEW_PASSWORD });
      expect([refused.status, refused.body.error]).to.deep.equal([
        403,
        "You no longer belong to an organisation. Ask an administrator to invite you.",
      ]);
      // After a new invitation, the earlier sessions stay invalid.
      const token = await invite(admin, "nora@x.example", "viewer");
      const back = sessionOf(await post("/api/app/links/invitation", { token, password: NEW_PASSWORD }));
      expect([await statusOf(back), await statusOf(again), await statusOf(nora)]).to.deep.equal([200, 401, 401]);
    });

    it("is given only as it was seen, if the rev is sent, unless the member already has it", async () => {
      const [admin, other] = [await world.session("admin"), await world.session("admin")];
      const id = await idOf(await world.session("viewer"));
      type Seen = { id: string; role: string; rev: string };
      const rev = async () =>
        ((await get("/api/app/members", admin)).body.members as Seen[]).find((one) => one.id === id)?.rev;
      const seen = await rev();
      const give = (role: string, session: Session, rev?: string) =>
        post(`/api/app/members/${id}/role`, { role, rev }, session);
      const raced = await Promise.all([give("admin", admin, seen), give("editor", other, seen)]);
      expect(raced.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      const [won, lost] = raced[0]?.status === 200 ? ["admin", "editor"] : ["editor", "admin"];
      const refused = raced.find(({ status }) => status === 409) as Answer;
      const now = refused.body.now as Seen;
      expect([refused.body.error, now.role]).to.deep.equal(["Somebody else changed the role of viewer.", won]);
      expect((await give(String(won), admin, seen)).status).to.equal(200);
      expect((await give(String(lost), admin, now.rev)).status).to.equal(200);
      expect((await give("viewer", admin)).status).to.equal(200);
      expect(await rev()).to.equal(seen);
    });

    it("an administrator who steps down goes on under a new session, without the rights", async () => {
      const admin = await world.session("admin");
      await join(admin, "second@x.example", "admin");
      const answer = await post(`/api/app/members/${await idOf(admin)}/role`, { role: "editor" }, admin);
      const after = { cookie: cookieOf(answer) ?? "", csrf: String(answer.body.csrfToken) };
      expect([await statusOf(admin), await statusOf(after)]).to.deep.equal([401, 200]);
      expect((await get("/api/app/invitations", after)).status).to.equal(403);
    });

    it("the last administrator stays, however many go at once", async () => {
      const admin = await world.session("admin");
      const others = [];
      for (const n of [1, 2, 3]) others.push(await join(admin, `admin${n}@x.example`, "admin"));
      const all = [admin, ...others];
      const ids = await Promise.all(all.map(idOf));
      const answers = await Promise.all(
        all.map((session, i) =>
          i % 2 === 0
            ? del(`/api/app/members/${ids[i]}`, session)
            : post(`/api/app/members/${ids[i]}/role`, { role: "viewer" }, session),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 409]);
      const stored = await world.models.organisations.findOne({ _id: "org_a" }).lean();
      expect(stored?.members?.filter(({ role }) => role === "admin")).to.have.length(1);
    });
  });

  describe("one's own account", () => {
    it("changes name and password, and signs out everywhere else", async () => {
      const [here, there] = [await world.session("editor"), await world.session("editor")];
      expect((await post("/api/app/me", { name: "Edith" }, here)).body.user).to.include({ name: "Edith" });
      for (const name of ["Two\nlines", "Bell\u0007", "Half \ud83d"])
        expect((await post("/api/app/me", { name }, here)).status, JSON.stringify(name)).to.equal(400);
      const wrong = await post("/api/app/me/password", { current: "x", password: NEW_PASSWORD }, here);
      expect([wrong.status, (wrong.body.fields as { path: string }[])[0]?.path]).to.deep.equal([400, "current"]);
      const next = sessionOf(await post("/api/app/me/password", { current: PASSWORD, password: NEW_PASSWORD }, here));
      expect([await statusOf(next), await statusOf(here), await statusOf(there)]).to.deep.equal([200, 401, 401]);
      const other = await world.client.signIn("editor@org_a.example", NEW_PASSWORD);
      const last = sessionOf(await post("/api/app/me/sign-out-everywhere", {}, next));
      expect([await statusOf(last), await statusOf(next), await statusOf(other)]).to.deep.equal([200, 401, 401]);
    });
  });

  describe("several organisations", () => {
    it("are made, opened and kept apart", async () => {
      const admin = await world.session("admin");
      const made = await post("/api/app/organisations", { name: "Side Project" }, admin);
      expect(made.body.organisation).to.include({ slug: "side-project", role: "admin" });
      expect((await post("/api/app/organisations", { name: "Side project" }, admin)).status).to.equal(409);
      const side = sessionOf(await post("/api/app/me/organisation", { organisation: "side-project" }, admin));
      expect(await statusOf(admin)).to.equal(401);
      expect((await get("/api/tests/status/shop", side)).status).to.equal(404);
      expect((await get("/api/app/members", side)).body.count).to.equal(1);
      expect((await get("/api/keys", side)).body.count).to.equal(0);
      expect((await post("/api/app/me/organisation", { organisation: "org_b" }, side)).status).to.equal(404);
      // The last opened organisation opens at the next sign-in.
      const again = await world.session("admin");
      expect((await get("/api/app/organisation", again)).body).to.include({ name: "Side Project", members: 1 });
      const renamed = await post("/api/app/organisation", { name: "Main" }, again);
      expect(renamed.body).to.include({ name: "Main", slug: "side-project" });
    });

    it("are renamed only from the name that was seen, if the rev is sent", async () => {
      const admin = await world.session("admin");
      const { rev } = (await get("/api/app/organisation", admin)).body;
      const raced = await Promise.all(
        ["Here", "There"].map((name) => post("/api/app/organisation", { name, rev }, admin)),
      );
      expect(raced.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      const now = (await get("/api/app/organisation", admin)).body;
      const refused = raced.find(({ status }) => status === 409)?.body;
      expect([refused?.error, refused?.now]).to.deep.equal(["Somebody else changed the organisation's name.", now]);
      const again = ["One", "Two", "Three"].map((name) => post("/api/app/organisation", { name }, admin));
      expect((await Promise.all(again)).map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    });

    it("are made by the operator alone where it is set so", async () => {
      const client = await world.listen({ config: { ...world.ctx.config, organisationsBy: "operator" } });
      const session = await world.session("admin");
      expect((await client.get("/api/app/me", { session })).body.mayCreateOrganisations).to.equal(false);
      expect((await client.post("/api/app/organisations", { session, body: { name: "X" } })).status).to.equal(403);
    });
  });

  it("the audit log is read page by page and by action", async () => {
    const admin = await world.session("admin");
    await join(admin, "nora@x.example", "editor");
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer = await get(`/api/app/audit-log?limit=2${cursor ? `&cursor=${cursor}` : ""}`, admin);
      const entries = page.body.entries as { action: string }[];
      seen.push(...entries.map(({ action }) => action));
      cursor = page.body.nextCursor as string | null;
    } while (cursor);
    expect(seen).to.deep.equal(["user.join", "user.invite", "user.sign_in"]);
    const some = (await get("/api/app/audit-log?action=user.in", admin)).body.entries as { who: string }[];
    expect(some.map(({ who }) => who)).to.deep.equal(["admin@org_a.example"]);
  });

  it("plan and usage say what there is and what was used", async () => {
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "hobby" } });
    await world.models.usage.create({
      _id: "org_a:snapshots:2026-02",
      orgId: "org_a",
      what: "snapshots",
      period: "2026-02",
      count: 7,
    });
    const { body } = await get("/api/app/usage", await world.session("viewer"));
    expect(body).to.deep.include({
      plan: "hobby",
      period: "2026-03",
      snapshots: { used: 0, limit: 10_000 },
      scenarios: { used: 3, limit: 50 },
      agentsMayChange: true,
      features: ["Lighthouse scores"],
    });
    expect((body.history as unknown[]).at(-2)).to.deep.equal({ period: "2026-02", snapshots: 7 });
  });

  it("a key is revoked by whoever types its name", async () => {
    const admin = await world.session("admin");
    const made = await post("/api/keys", { name: "CI", kind: "project", project: "shop" }, admin);
    const path = `/api/app/keys/${(made.body.record as { id: string }).id}/revoke`;
    expect((await post(path, { name: "ci" }, admin)).status).to.equal(400);
    expect((await post(path, { name: "CI" }, admin)).body.revokedNow).to.equal(true);
    expect((await world.client.get("/api/ci/projects", { key: String(made.body.key) })).status).to.equal(401);
  });
});
