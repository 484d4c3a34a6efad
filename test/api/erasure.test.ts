// Deleting a project, an organisation and an account over HTTP: what must be typed, who may delete, and what is rejected from then on.
import { expect } from "chai";
import { ASKING_MS } from "../../domain/erasure/erasure.ts";
import { endErasure, hasWaitingErasure, insertErasure, openErasures } from "../../models/erasures/queries.ts";
import type { Session } from "./support/client.ts";
import { makeWorld, PASSWORD, type World } from "./support/world.ts";

describe("deleting for good", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const post = (path: string, session: Session, confirm: string) =>
    world.client.post(path, { session, body: { confirm } });
  const PROJECT = "/api/app/projects/shop/deletion";
  const ORGANISATION = "/api/app/organisation/deletion";
  const ACCOUNT = "/api/app/me/deletion";

  describe("a project", () => {
    it("says what goes, and deletes nothing for another name, another role or a key", async () => {
      const admin = await world.session("admin");
      const plan = await world.client.get(PROJECT, { session: admin });
      expect(plan.body).to.deep.include({
        kind: "project",
        id: "prj_shop",
        confirm: "Shop",
        refusal: null,
        erasure: null,
      });
      expect(plan.body.counts).to.include({ scenarios: 3, runs: 0 });
      for (const wrong of ["shop", "Shop ", "SHOP", "Blog"]) {
        const refused = await post(PROJECT, admin, wrong);
        expect([refused.status, refused.body.error]).to.deep.equal([
          400,
          "confirm is not the project's name, so nothing was deleted.",
        ]);
      }
      for (const role of ["editor", "viewer"] as const)
        expect((await post(PROJECT, await world.session(role), "Shop")).status, role).to.equal(403);
      const key = await world.addKey("mcp_full");
      expect((await world.client.post(PROJECT, { key, body: { confirm: "Shop" } })).status).to.equal(401);
      expect((await post("/api/app/projects/foreign/deletion", admin, "Foreign")).status).to.equal(404);
      expect((await post("/api/app/projects/none/deletion", admin, "None")).status).to.equal(404);
      expect(await world.models.erasures.countDocuments()).to.equal(0);
      expect(await world.models.projects.countDocuments({ erasing: null })).to.equal(3);
    });

    it("ends its keys at once, is found by nobody, and asked for again it is the same deletion", async () => {
      const admin = await world.session("admin");
      const own = await world.addKey("ci");
      const other = await world.addKey("ci", { projectId: "prj_blog" });
      const wide = await world.addKey("mcp_full", { kind: "org" });
      const asked = await post(PROJECT, admin, "Shop");
      expect(asked.status).to.equal(202);
      expect(asked.body).to.deep.include({ kind: "project", subjectId: "prj_shop", status: "waiting" });

      const projects = (key: string) => world.client.get("/api/ci/projects", { key });
      expect((await projects(own)).status, "its key").to.equal(401);
      expect((await projects(other)).status, "another project's key").to.equal(200);
      const found = await world.client.get("/api/baselines?project=shop", { key: wide });
      expect(found.status, "the organisation's key").to.equal(404);
      expect((await world.client.get("/api/app/projects/shop/settings", { session: admin })).status).to.equal(404);
      const again = await post(PROJECT, admin, "Shop");
      expect([again.status, again.body.id]).to.deep.equal([202, asked.body.id]);
      const read = await world.client.get(`/api/app/deletions/${asked.body.id}`, { session: admin });
      expect(read.body).to.deep.include({ id: asked.body.id, status: "waiting", error: null });
      const listed = await world.client.get("/api/app/deletions", { session: admin });
      expect(listed.body.count).to.equal(1);
      const foreign = await world.session("admin", "org_b");
      expect((await world.client.get(`/api/app/deletions/${asked.body.id}`, { session: foreign })).status).to.equal(
        404,
      );
      const retry = (by = admin) =>
        world.client.post(`/api/app/deletions/${asked.body.id}/retry`, { session: by, body: {} });
      expect((await retry(foreign)).status, "of another organisation").to.equal(404);
      const entries = await world.models.audit.find({ action: "project.delete" }).lean();
      expect(entries.map(({ target, details }) => [target, details])).to.deep.equal([
        ["prj_shop", { erasureId: asked.body.id }],
      ]);
      // A failed erasure is found by its id alone, and is retried as a new one.
      await endErasure(world.models, String(asked.body.id), { at: new Date(), error: "The disk is full." });
      const more = await retry();
      expect([more.status, more.body.status, more.body.id === asked.body.id]).to.deep.equal([202, "waiting", false]);
      expect((await retry()).body.id, "asked for twice").to.equal(more.body.id);
      await endErasure(world.models, String(more.body.id), { at: new Date(), error: null });
      const complete = await world.client.post(`/api/app/deletions/${more.body.id}/retry`, {
        session: admin,
        body: {},
      });
      expect(complete.status).to.equal(409);
      const logged = JSON.stringify(world.logged);
      expect(logged, "the log").to.include("/api/app/projects/:slug/deletion");
      expect(logged, "the log").not.to.match(/\/shop\b|"shop"|Acme/);
    });
  });

  describe("an organisation", () => {
    it("ends every session and key of it at once, and none of another", async () => {
      const [admin, viewer, foreign] = await Promise.all([
        world.session("admin"),
        world.session("viewer"),
        world.session("admin", "org_b"),
      ]);
      const keys = [await world.addKey("ci"), await world.addKey("mcp_full", { kind: "org" })];
      const plan = await world.client.get(ORGANISATION, { session: admin });
      expect(plan.body).to.deep.include({ confirm: "Acme", refusal: null });
      expect(plan.body.counts).to.deep.equal({ projects: 2, keys: 2, members: 3, accounts: 3 });
      expect((await post(ORGANISATION, admin, "acme")).status).to.equal(400);
      expect((await post(ORGANISATION, viewer, "Acme")).status).to.equal(403);
      expect((await post(ORGANISATION, admin, "Acme")).status).to.equal(202);
      for (const session of [admin, viewer])
        expect((await world.client.get("/api/app/me", { session })).status, "a session").to.equal(401);
      for (const key of keys) expect((await world.client.get("/api/ci/projects", { key })).status).to.equal(401);
      expect((await world.client.get("/api/app/me", { session: foreign })).status).to.equal(200);
      const signIn = { email: "admin@org_a.example", password: PASSWORD };
      expect((await world.client.post("/api/auth/sign-in", { body: signIn })).status).to.equal(403);
    });

    it("of two that are deleted at the same moment one stays, whole", async () => {
      const sessions = [await world.session("admin"), await world.session("admin", "org_b")];
      const names = ["Acme", "Other"];
      const answers = await Promise.all(sessions.map((session, at) => post(ORGANISATION, session, names[at] ?? "")));
      const refused = answers.filter(({ status }) => status === 409);
      expect(refused).not.to.deep.equal([]);
      const { models } = world;
      for (const [at, orgId] of ["org_a", "org_b"].entries()) {
        const stays = answers[at]?.status === 409;
        const organisation = await models.organisations.findOne({ _id: orgId }).lean();
        expect((organisation?.erasing ?? null) === null, orgId).to.equal(stays);
        expect(await models.projects.countDocuments({ orgId, erasing: null })).to.equal(
          stays ? (orgId === "org_a" ? 2 : 1) : 0,
        );
        const me = await world.client.get("/api/app/me", { session: sessions[at] as Session });
        expect(me.status).to.equal(stays ? 200 : 401);
      }
      expect(await models.erasures.countDocuments(), "nothing waits for what was refused").to.equal(2 - refused.length);
    });

    it("lets nobody in any more by an invitation", async () => {
      const admin = await world.session("admin");
      const invited = { email: "new@x.example", role: "viewer" };
      const made = await world.client.post("/api/app/invitations", { session: admin, body: invited });
      const token = /[^/#=]+$/.exec(String(made.body.link ?? made.body.url ?? ""))?.[0] ?? "";
      const users = await world.models.users.countDocuments();
      expect((await post(ORGANISATION, admin, "Acme")).status).to.equal(202);
      expect(await world.models.oneTimeLinks.countDocuments({ orgId: "org_a" })).to.equal(0);
      const body = { token, name: "New", password: "a long new password" };
      const answer = await world.client.post("/api/app/links/invitation", { body });
      expect(answer.status).to.equal(404);
      expect(await world.models.users.countDocuments()).to.equal(users);
    });

    it("stays where the other one has no members", async () => {
      await world.models.users.deleteMany({ orgId: "org_b" });
      const admin = await world.session("admin");
      expect((await post(ORGANISATION, admin, "Acme")).status).to.equal(409);
    });

    it("stays where it is the only one", async () => {
      await world.models.organisations.deleteOne({ _id: "org_b" });
      const admin = await world.session("admin");
      const refused = await post(ORGANISATION, admin, "Acme");
      expect([refused.status, String(refused.body.error)]).to.deep.equal([
        409,
        "It is the only organisation with members in this installation. Create another one first, or stop the service and delete its data.",
      ]);
      expect((await world.client.get("/api/app/me", { session: admin })).status).to.equal(200);
    });
  });

  describe("an account", () => {
    it("ends its sessions and the keys that it made; nobody signs in with it again", async () => {
      const editor = await world.session("editor");
      const second = await world.session("editor");
      const admin = await world.session("admin");
      const made = await world.addKey("ci");
      await world.models.apiKeys.updateMany({}, { $set: { createdBy: "editor@org_a.example" } });
      const others = await world.addKey("ci");
      const plan = await world.client.get(ACCOUNT, { session: editor });
      expect(plan.body).to.deep.include({ confirm: "editor@org_a.example", counts: { keys: 1, conversations: 0 } });
      expect((await post(ACCOUNT, editor, "editor")).status).to.equal(400);
      expect((await post(ACCOUNT, editor, "editor@org_a.example")).status).to.equal(202);
      for (const session of [editor, second])
        expect((await world.client.get("/api/app/me", { session })).status).to.equal(401);
      const projects = (key: string) => world.client.get("/api/ci/projects", { key });
      expect([(await projects(made)).status, (await projects(others)).status]).to.deep.equal([401, 200]);
      const signIn = { email: "editor@org_a.example", password: PASSWORD };
      expect((await world.client.post("/api/auth/sign-in", { body: signIn })).status).to.equal(401);
      const members = await world.client.get("/api/app/members", { session: admin });
      expect(members.body.count).to.equal(2);
      const asked = await world.models.erasures.findOne({ kind: "user" }).lean();
      expect([asked?.status, asked?.notBefore]).to.deep.equal(["waiting", null]);
    });

    it("asked for by somebody who was killed meanwhile: a worker takes it after a while, or the next one who asks", async () => {
      const { models } = world;
      const [editor, at] = [await world.session("editor"), world.clock.at];
      const notBefore = new Date(at.getTime() + ASKING_MS);
      const asked = { kind: "user" as const, subjectId: "usr_editor@org_a.example", orgIds: ["org_a"], at, notBefore };
      await insertErasure(models, { _id: "ers_half", requestedBy: "editor@org_a.example", ...asked });
      const open = async (now: Date) => (await openErasures(models, now)).map(({ _id }) => _id);
      expect([await open(at), await hasWaitingErasure(models, at)]).to.deep.equal([[], false]);
      expect([await open(notBefore), await hasWaitingErasure(models, notBefore)]).to.deep.equal([["ers_half"], true]);
      const again = await post(ACCOUNT, editor, "editor@org_a.example");
      expect([again.status, again.body.id]).to.deep.equal([202, "ers_half"]);
      expect(await open(at)).to.deep.equal(["ers_half"]);
    });

    it("stays while it is the last administrator of an organisation, and nothing of it changes", async () => {
      const admin = await world.session("admin");
      const refused = await post(ACCOUNT, admin, "admin@org_a.example");
      expect([refused.status, String(refused.body.error)]).to.deep.equal([
        409,
        'The account is the last administrator of "Acme". Give another member the role admin, or delete the organisation first.',
      ]);
      expect((await world.client.get("/api/app/me", { session: admin })).status).to.equal(200);
      expect((await world.client.get(ACCOUNT, { session: admin })).body.refusal).to.equal(refused.body.error);
    });

    it("of two administrators who leave at the same moment one stays", async () => {
      await world.addUser("admin", "org_a", "other@org_a.example");
      const sessions = [await world.session("admin"), await world.client.signIn("other@org_a.example", PASSWORD)];
      const emails = ["admin@org_a.example", "other@org_a.example"];
      const answers = await Promise.all(sessions.map((session, at) => post(ACCOUNT, session, emails[at] ?? "")));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([202, 409]);
      const stays = answers.findIndex(({ status }) => status === 409);
      const me = await world.client.get("/api/app/me", { session: sessions[stays] as Session });
      expect([me.status, (me.body.user as { email: string }).email]).to.deep.equal([200, emails[stays]]);
    });
  });
});
