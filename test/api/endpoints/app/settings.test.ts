// Project settings on the dashboard: no secret is returned, and no concurrent change is lost.
import { expect } from "chai";
import type { Session } from "../../support/client.ts";
import { makeWorld, type World } from "../../support/world.ts";

const P = "/api/app/projects/shop";

describe("settings of the dashboard", () => {
  let world: World;
  let admin: Session;
  let editor: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    [admin, editor] = [await world.session("admin"), await world.session("editor")];
  });
  after(() => world.close());
  const get = (path: string, session = editor) => world.client.get(`${P}/${path}`, { session });
  const post = (path: string, body: object, session = editor) => world.client.post(`${P}/${path}`, { session, body });
  const del = (path: string) => world.client.del(`${P}/${path}`, { session: editor });

  it("are saved only onto what was edited", async () => {
    const { rev } = (await get("settings")).body;
    const settings = { audits: { seo: { thresholds: { minScore: 80 } } } };
    const saved = await post("settings", { settings, rev });
    expect([saved.status, saved.body.settings]).to.deep.equal([200, settings]);
    const stale = await post("settings", { settings: {}, rev });
    expect([stale.status, stale.body.now]).to.deep.equal([409, (await get("settings")).body]);
    expect((await post("settings", { settings: { audits: { seo: { x: 1 } } }, rev: saved.body.rev })).status).to.equal(
      400,
    );
  });

  it("change the project's name, address and main branch, from what was read and into the audit log; the slug stays", async () => {
    const facts = async () => (await get("settings")).body.project as Record<string, string>;
    const { slug, rev, ...was } = await facts();
    const wanted = { ...was, name: "The shop", baseUrl: "https://WWW.shop.example/", mainBranch: "trunk" };
    expect((await post("facts", { ...wanted, rev }, await world.session("viewer"))).status).to.equal(403);
    const saved = await post("facts", { ...wanted, rev });
    expect(saved.status, saved.raw.toString()).to.equal(200);
    const tidy = { slug, name: "The shop", baseUrl: "https://www.shop.example", mainBranch: "trunk" };
    expect(saved.body.project).to.deep.include(tidy);
    const stale = await post("facts", { ...wanted, name: "Mine", rev });
    expect([stale.status, Reflect.get(stale.body.now ?? {}, "name")]).to.deep.equal([409, "The shop"]);
    const { rev: next } = await facts();
    for (const [path, value] of [
      ["baseUrl", "ftp://shop.example"],
      ["baseUrl", "https://shop.example/?a=1"],
      ["baseUrl", "https://a:b@shop.example"],
      ["mainBranch", "a b"],
      ["mainBranch", "a:b"],
      ["name", " "],
    ] as const) {
      const refused = await post("facts", { ...wanted, [path]: value, rev: next });
      expect([refused.status, refused.raw.toString().includes(path)], `${path} ${value}`).to.deep.equal([400, true]);
    }
    const [entry, ...more] = await world.models.audit.find({ action: "project.change" }).lean<{ details: object }[]>();
    expect(more).to.deep.equal([]);
    expect(entry?.details).to.deep.include({ project: slug, mainBranch: "main → trunk" });
    expect((await post("facts", { ...was, rev: next })).status).to.equal(200);
  });

  it("write nothing, and log nothing, if nothing changes", async () => {
    const stored = async () => ({
      project: await world.models.projects.findOne({ slug: "shop" }, { rev: 1 }).lean(),
      logged: await world.models.audit.countDocuments({}),
    });
    const before = await stored();
    const { settings, rev, project } = (await get("settings")).body as Record<string, Record<string, string>>;
    const { slug: _, ...facts } = project ?? {};
    expect((await post("settings", { settings, rev })).status).to.equal(200);
    expect((await post("facts", facts)).status).to.equal(200);
    expect(await stored()).to.deep.equal(before);
  });

  it("take access in and never give it out", async () => {
    const access = { basicAuth: { username: "shop", password: "s3cret-word" }, secrets: { card: "4111111111111111" } };
    const made = await post("environments", { name: "Preview", baseUrl: "https://preview.shop.example", access });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    expect(made.body.access).to.deep.equal({ kinds: ["basicAuth", "secrets"], secrets: ["card"], variables: [] });
    const all = await get("environments");
    expect(all.raw.toString()).not.to.match(/s3cret-word|4111/);
    const path = `environments/${made.body.id}`;
    expect((await post(path, { name: "Next" })).body).to.deep.include({ name: "Next", protected: true });
    expect((await post(path, { access: null })).body).to.deep.include({ protected: false, access: null });
    const refused = await post(path, { access: { basicAuth: { username: "a:b", password: "s3cret-word" } } });
    expect([refused.status, refused.raw.toString().includes("s3cret-word")]).to.deep.equal([400, false]);
    expect((await post(path, { name: "Production" })).status).to.equal(409);
    const { rev } = (await post(path, { location: "eu" })).body;
    expect((await post(path, { name: "Later", rev })).body).to.deep.include({ name: "Later", location: "eu" });
    const stale = await post(path, { name: "Mine", rev });
    expect([stale.status, Reflect.get(stale.body.now ?? {}, "name")]).to.deep.equal([409, "Later"]);
    expect((await post(path, { name: "Mine", rev: 0 })).status).to.equal(409);
    expect((await post("environments/env_blog", { name: "Mine" })).status).to.equal(404);
    const late = await del(`${path}?rev=${rev}`);
    expect([late.status, Reflect.get(late.body.now ?? {}, "name")]).to.deep.equal([409, "Later"]);
    expect((await del(`${path}?rev=${(stale.body.now as { rev: number }).rev}`)).status).to.equal(200);
    const log = JSON.stringify(await world.models.audit.find({}).lean());
    expect(log).not.to.match(/s3cret-word|4111/);
  });

  describe("access", () => {
    const SHOP = "https://preview.shop.example";
    const access = { headers: { "x-preview": "tok-91bc" }, secrets: { card: "4111111111111111" } };
    const make = async (name: string) =>
      `environments/${(await post("environments", { name, baseUrl: SHOP, access })).body.id}`;

    it("stays on its origin when a change names a revision that somebody else writes meanwhile", async () => {
      const path = await make("Raced");
      const elsewhere = "https://next.shop.example";
      const { environments } = world.models;
      const { exists } = environments;
      environments.exists = (async (...asked: Parameters<typeof exists>) => {
        environments.exists = exists;
        await post(path, { baseUrl: elsewhere, access: { headers: { "x-next": "tok-77aa" } } });
        return exists.apply(environments, asked);
      }) as typeof exists;
      expect((await post(path, { name: "Raced there", rev: 1 })).status).to.equal(409);
      const _id = path.replace("environments/", "");
      expect(await environments.findById(_id).lean()).to.deep.include({ name: "Raced", accessOrigin: elsewhere });
      await del(path);
    });

    it("stays on its origin: a base URL of another one drops it, unless it comes along", async () => {
      const path = await make("Moving");
      const kept = await post(path, { baseUrl: `${SHOP}/next` });
      expect(kept.body).to.deep.include({ baseUrl: `${SHOP}/next`, protected: true, warnings: [] });
      for (const baseUrl of ["https://evil.example", "http://preview.shop.example", `${SHOP}:8443`]) {
        const moved = await post(path, { baseUrl });
        expect(moved.body, baseUrl).to.deep.include({ protected: false, access: null });
        expect((moved.body.warnings as string[])[0]).to.include(SHOP);
        const back = await post(path, { baseUrl: SHOP });
        expect(back.body, "it does not come back").to.deep.include({ protected: false, warnings: [] });
        expect((await post(path, { access })).body.protected).to.equal(true);
      }
      const given = await post(path, { baseUrl: "https://next.example", access });
      expect(given.body).to.deep.include({ protected: true, warnings: [] });
      const entries = await world.models.audit.find({ action: "environment.change" }).lean<{ details: object }[]>();
      const dropped = entries.filter(({ details }) => Reflect.get(details, "accessDroppedFrom") === SHOP);
      expect(dropped).to.have.length(3);
      expect((await del(path)).status).to.equal(200);
    });

    it("that was stored before origins were kept is the base URL's", async () => {
      const path = await make("Older");
      const id = path.split("/")[1] ?? "";
      await world.models.environments.updateOne({ _id: id }, { $unset: { accessOrigin: 1, rev: 1 } });
      expect((await post(path, { name: "Old" })).body.protected).to.equal(true);
      expect((await world.models.environments.findById(id).lean())?.accessOrigin).to.equal(SHOP);
      await world.models.environments.updateOne({ _id: id }, { $unset: { accessOrigin: 1 } });
      expect((await post(path, { baseUrl: "https://evil.example" })).body.protected).to.equal(false);
      expect((await del(path)).status).to.equal(200);
    });

    it("that is given while the site moves is never used elsewhere", async () => {
      for (let round = 0; round < 5; round++) {
        const path = await make(`Raced ${round}`);
        const answers = await Promise.all([
          post(path, { baseUrl: "https://evil.example" }),
          post(path, { access }),
          post(path, { baseUrl: `${SHOP}/deep` }),
          post(path, { access }),
        ]);
        for (const { status } of answers) expect(status).to.be.oneOf([200, 409]);
        const stored = await world.models.environments.findById(path.split("/")[1]).lean();
        const held = stored?.sealedAccess ? stored.accessOrigin : null;
        expect(held).to.be.oneOf([null, new URL(stored?.baseUrl ?? "").origin]);
        expect((await del(path)).status).to.equal(200);
      }
    });
  });

  it("delete the rules of a tag with its last scenario, each in the audit log", async () => {
    const [one, two] = [await tagged("Tagged one"), await tagged("Tagged two")];
    const rule = { scope: "tag:short-lived", kind: "mode", selector: ".a", value: "ignore" };
    const id = String((await post("rules", rule)).body.id);
    await post("scenarios/bulk", { ids: [one], remove: true });
    expect(await world.models.wideRules.countDocuments({ _id: id })).to.equal(1);
    await post("scenarios/bulk", { ids: [two], remove: true });
    expect(await world.models.wideRules.countDocuments({ _id: id })).to.equal(0);
    const entries = await world.models.audit
      .find({ action: "wideRule.remove", target: id })
      .lean<{ details: object }[]>();
    expect(entries.map(({ details }) => Reflect.get(details, "scope"))).to.deep.equal(["tag:short-lived"]);
  });
  const tagged = async (label: string) => {
    const args = { project: "shop", label, url: "/", tags: ["short-lived"], confirm: true };
    const made = await world.client.post("/api/app/tools/create_scenario", { session: editor, body: { args } });
    expect(made.status, made.raw.toString()).to.equal(200);
    return (made.body.data as { scenario: { id: string } }).scenario.id;
  };

  it("change scenarios alike, or delete them with their rules", async () => {
    const ids = ["scn_home", "scn_about_us"];
    expect((await post("scenarios/bulk", { ids, change: { viewports: ["phone"], delay: 100 } })).body.changed).to.equal(
      2,
    );
    const home = await world.models.scenarios.findById("scn_home").lean();
    expect([home?.viewports, home?.delay, home?.rev]).to.deep.equal([["phone"], 100, 1]);
    expect((await post("scenarios/bulk", { ids: ["scn_home", "scn_other"], remove: true })).status).to.equal(404);
    expect((await post("scenarios/bulk", { ids })).status).to.equal(400);
    await world.models.comparisonRules.create({
      _id: "rule_a",
      projectId: "prj_shop",
      scenarioLabel: "Home",
      selector: "#ad",
      mode: "ignore",
      createdAt: world.clock.at,
    });
    expect(((await get("rules")).body.rules as object[]).length).to.equal(1);
    expect((await del("rules/rule_none")).status).to.equal(404);
    expect((await post("scenarios/bulk", { ids: ["scn_home"], remove: true })).body.removed).to.equal(1);
    expect((await get("rules")).body.rules).to.deep.equal([]);
  });

  it("change or delete scenarios together only as they were seen, unless they already are as wanted", async () => {
    type Row = { scenarioId: string; rev: number; viewports: string[]; delay: number };
    const ids = [await tagged("Seen one"), await tagged("Seen two")].sort();
    const stored = async () => {
      const { scenarios } = (await get("scenarios?limit=200")).body as { scenarios: Row[] };
      return ids.flatMap((id) => scenarios.filter(({ scenarioId }) => scenarioId === id));
    };
    const revs = async () => (await stored()).map(({ rev }) => rev);
    const send = async (body: object) => {
      const { status, body: answer } = await post("scenarios/bulk", { ids, ...body });
      return { status, error: answer.error, now: answer.now as Row[] | undefined };
    };
    const seen = await revs();
    const raced = await Promise.all(
      ["phone", "tablet"].map((one) => send({ revs: seen, change: { viewports: [one] } })),
    );
    expect(raced.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const winner = raced[0]?.status === 200 ? "phone" : "tablet";
    expect((await stored()).map(({ viewports }) => viewports)).to.deep.equal([[winner], [winner]]);
    const late = { revs: seen, change: { viewports: ["desktop"] } };
    const refused = await send(late);
    expect([refused.status, refused.error]).to.deep.equal([409, "Somebody else changed 2 of the scenarios."]);
    expect(refused.now?.map(({ rev, viewports }) => [rev, viewports])).to.deep.equal(
      (await stored()).map(({ rev, viewports }) => [rev, viewports]),
    );
    expect((await send({ revs: seen, change: { viewports: [winner] } })).status).to.equal(200);
    // Two changes of different fields are both kept, and without revs the last one counts, whoever is faster.
    const now = await revs();
    const both = await Promise.all([send({ change: { delay: 5 } }), send({ change: { misMatchThreshold: 2 } })]);
    expect(both.map(({ status }) => status)).to.deep.equal([200, 200]);
    const after = await world.models.scenarios.find({ _id: { $in: ids } }).lean();
    expect(after.map(({ delay, misMatchThreshold }) => [delay, misMatchThreshold])).to.deep.equal([
      [5, 2],
      [5, 2],
    ]);
    expect((await send({ revs: [1], remove: true })).status).to.equal(400);
    expect((await send({ revs: now, remove: true })).status).to.equal(409);
    const [one = ""] = ids;
    expect((await post("scenarios/bulk", { ids: [one], remove: true })).body.removed).to.equal(1);
    const gone = await send({ revs: after.map(({ rev }) => rev), change: { delay: 7 } });
    expect([gone.status, gone.error, gone.now?.length]).to.deep.equal([
      409,
      "Somebody else deleted 1 of the scenarios.",
      1,
    ]);
    const rest = await post("scenarios/bulk", { ids, revs: after.map(({ rev }) => rev), remove: true });
    expect([rest.status, rest.body.removed]).to.deep.equal([200, 1]);
  });

  it("do not delete a scenario that a schedule or a page of the tracking plan names", async () => {
    const id = await tagged("Named");
    const { schedules, trackingPages, scenarios } = world.models;
    const place = { projectId: "prj_shop", createdAt: world.clock.at };
    const schedule = {
      ...place,
      orgId: "org_a",
      name: "Nightly",
      cron: "0 2 * * *",
      timeZone: "UTC",
      types: ["test" as const],
    };
    const more = { createdBy: "test", updatedAt: world.clock.at, rev: 1, turn: 0, jitterMinutes: 0, enabled: true };
    await schedules.create({ _id: "sch_1", ...schedule, ...more, handledUntil: world.clock.at, scenarios: ["Named"] });
    await trackingPages.create({
      _id: "page_1",
      ...place,
      id: "home",
      label: "Home",
      pageType: "home",
      path: "/",
      attributes: {},
      scenarioIds: [id],
    } as never);
    for (const [user, free] of [
      ["the schedule", () => schedules.deleteOne({ _id: "sch_1" })],
      ["the tracking plan's page", () => trackingPages.deleteOne({ _id: "page_1" })],
    ] as const) {
      const { status, body } = await post("scenarios/bulk", { ids: [id], remove: true });
      expect([status, String(body.error).includes(user)], JSON.stringify(body)).to.deep.equal([409, true]);
      expect(await scenarios.countDocuments({ _id: id })).to.equal(1);
      await free();
    }
    expect((await post("scenarios/bulk", { ids: [id], remove: true })).body.removed).to.equal(1);
  });

  it("connect a ticket system, for administrators, without its token coming back", async () => {
    const system = { system: "jira", baseUrl: "https://tickets.example", email: "a@b.example", token: "t0ken-of-jira" };
    expect((await post("connectors/tickets", { system })).status).to.equal(403);
    const set = await post("connectors/tickets", { system }, admin);
    expect(set.status, set.raw.toString()).to.equal(200);
    expect(set.raw.toString()).not.to.contain("t0ken-of-jira");
    expect((await get("connectors", admin)).body.tickets).to.deep.include({ system: "jira" });
    expect((await get("connectors")).status).to.equal(403);
    expect((await post("connectors/tickets", { system: null }, admin)).body.tickets).to.equal(null);
  });

  it("of two who save one part at once, one is told; whoever saves another part is not", async () => {
    const system = (name: string) => ({ system: "jira", baseUrl: `https://${name}.example`, token: "t0ken-of-jira" });
    const dark = { colorScheme: "dark" };
    type Body = { rev: string; hosts: string[]; modes: { name: string; locale?: string; rev: string }[] };
    const parts = [
      {
        path: "previews",
        rev: ({ rev }: Body) => rev,
        body: (name: string) => ({ hosts: [`*.${name}.example.com`] }),
      },
      {
        path: "modes",
        rev: ({ modes }: Body) => modes.find(({ name }) => name === "raced")?.rev ?? "",
        body: (locale: string) => ({ name: "raced", mode: { ...dark, locale } }),
      },
      {
        path: "connectors/tickets",
        read: "connectors",
        rev: ({ rev }: Body) => rev,
        body: (name: string) => ({ system: system(name) }),
      },
    ];
    const read = async ({ path, read = path }: (typeof parts)[number]) =>
      (await get(read, admin)).body as unknown as Body;
    // A project of an earlier version.
    await world.models.projects.updateOne({ _id: "prj_shop" }, { $unset: { rev: 1 } });
    for (const [round, [mine, theirs, last]] of [
      ["creates", ["de", "en", "fr"]],
      ["changes", ["es", "it", "nl"]],
    ] as const) {
      const saves = await Promise.all(
        parts.flatMap((part) => {
          const seen = read(part);
          return [mine, theirs].map(async (wanted) => {
            const rev = part.rev(await seen);
            return { part, answer: await post(part.path, { ...part.body(wanted), rev }, admin) };
          });
        }),
      );
      for (const part of parts) {
        const answers = saves.filter((save) => save.part === part).map(({ answer }) => answer);
        const told = answers.find(({ status }) => status === 409);
        expect(answers.map(({ status }) => status).sort(), `${part.path} ${round}`).to.deep.equal([200, 409]);
        expect(told?.raw.toString()).to.include("version_conflict").and.not.include("t0ken");
        const now = told?.body.now as unknown as Body;
        expect(now.rev, "the answer continues from what was saved").to.equal(part.rev(await read(part)));
        // Without a revision, as the command line and older clients send it, the last write wins.
        expect((await post(part.path, part.body(last), admin)).status).to.equal(200);
      }
    }
    for (const gone of [
      { name: "raced", mode: null },
      { name: "raced", mode: null, rev: "0123" },
    ]) {
      const { status, body } = await post("modes", gone);
      expect([status, body.now]).to.deep.equal("rev" in gone ? [409, { name: "raced", rev: "" }] : [200, undefined]);
    }
    // A name that every object knows.
    for (const mode of [dark, null]) {
      const { modes } = await read(parts[1]!);
      const rev = modes.find(({ name }) => name === "constructor")?.rev ?? "";
      expect((await post("modes", { name: "constructor", mode, rev })).status).to.equal(200);
    }
    await post("previews", { hosts: [] }, admin);
    const { rev } = await read(parts[2]!);
    expect((await post("connectors/tickets", { system: system("de"), rev: "" }, admin)).status).to.equal(409);
    expect((await post("connectors/tickets", { system: null, rev }, admin)).body).to.include({
      tickets: null,
      rev: "",
    });
  });
});
