// Channels and deliveries over HTTP: permissions, secrets that are shown once, errors that say what to do.
import { expect } from "chai";
import { createSealer } from "../../platform/sealing.ts";
import type { Send } from "./support/client.ts";
import { makeWorld, type World } from "./support/world.ts";

const PATH = "/api/notifications/channels";
const HOOK = "https://hooks.example.com/services/T0/token-of-the-hook";

describe("notifications over HTTP", () => {
  let world: World;
  let key: string;
  let full: Send;
  let names = 0;
  before(async () => {
    world = await makeWorld({ allowedHosts: "10.0.0.7" });
    key = await world.addKey("mcp_full");
    full = { key };
  });
  after(() => world?.close());

  const body = (patch: Record<string, unknown> = {}) => ({
    name: `channel ${++names}`,
    kind: "webhook",
    url: HOOK,
    ...patch,
  });
  const create = (patch: Record<string, unknown> = {}, by: Send = full) =>
    world.client.post(PATH, { ...by, body: body(patch) });
  const made = async (patch: Record<string, unknown> = {}) => {
    const answer = await create(patch);
    expect(answer.status, answer.raw.toString()).to.equal(201);
    return answer.body as { channel: { id: string; name: string }; secret: string };
  };
  const actions = async () => (await world.models.audit.find({}).lean()).map(({ action }) => action);

  it("makes, changes and deletes a channel; the secret is shown once and the address never", async () => {
    const answer = await create({ events: ["broke"], branches: "all" });
    expect(answer.status).to.equal(201);
    expect(answer.headers.get("cache-control")).to.equal("no-store");
    const { channel, secret } = answer.body as unknown as Awaited<ReturnType<typeof made>>;
    expect(secret).to.match(/^whsec_/);
    expect(channel).to.include({ kind: "webhook", enabled: true, branches: "all", url: "https://hooks.example.com/…" });
    const { body: listed, raw } = await world.client.get(PATH, full);
    expect(listed.count).to.equal(1);
    expect(raw.toString()).not.to.include("token-of-the-hook").and.not.to.include(secret);

    const changed = await world.client.post(`${PATH}/${channel.id}`, {
      ...full,
      body: { name: "Alarm", newSecret: true, enabled: false },
    });
    expect(changed.status, changed.raw.toString()).to.equal(200);
    expect(changed.body.channel).to.deep.include({ name: "Alarm", enabled: false, events: ["broke"] });
    expect(changed.body.secret)
      .to.match(/^whsec_/)
      .and.not.to.equal(secret);
    const stored = await world.models.notificationChannels.findOne({ _id: channel.id }).lean();
    expect(JSON.stringify(stored)).not.to.include("token-of-the-hook");
    expect(JSON.parse(world.ctx.sealer.open(stored?.sealed ?? ""))).to.deep.equal({
      url: HOOK,
      secret: changed.body.secret,
    });

    expect((await world.client.del(`${PATH}/${channel.id}`, full)).status).to.equal(200);
    expect((await world.client.del(`${PATH}/${channel.id}`, full)).status).to.equal(404);
    expect(await actions()).to.include.members(["channel.create", "channel.change", "channel.delete"]);
    const told = JSON.stringify([await world.models.audit.find({}).lean(), world.logged]);
    expect(told).not.to.include("token-of-the-hook").and.not.to.include("whsec_");
  });

  it("changes and deletes a channel only as it was seen, if that is sent", async () => {
    const { channel } = await made();
    const path = `${PATH}/${channel.id}`;
    const seen = (channel as { rev?: number }).rev;
    const change = (body: Record<string, unknown>) => world.client.post(path, { ...full, body });
    const now = (await change({ enabled: false, rev: seen })).body.channel as { rev: number };
    for (const late of [
      await change({ name: "Late", rev: seen }),
      await world.client.del(`${path}?rev=${seen}`, full),
    ]) {
      expect(late.status, late.raw.toString()).to.equal(409);
      expect(late.body).to.deep.include({ reason: "version_conflict", now });
      expect(late.body.error).to.equal(`Somebody else changed the channel "${channel.name}".`);
    }
    expect((await world.client.del(`${path}?rev=${now.rev}`, full)).status).to.equal(200);
  });

  const REFUSED: [what: string, patch: Record<string, unknown>, message: RegExp][] = [
    ["no address", { url: undefined }, /url is required for a channel of kind webhook/],
    ["what is no address", { url: "nonsense" }, /url must be an address/],
    ["another scheme", { url: "ftp://hooks.example.com/" }, /http or https/],
    ["a password in the address", { url: "https://a:secret-word@hooks.example.com/" }, /must not contain a user name/],
    ["a private address", { url: "http://169.254.169.254/latest" }, /private address; .*SVC_ALLOWED_HOSTS/],
    ["what another kind takes", { recipients: ["ada@example.com"] }, /recipients is not for a channel of kind webhook/],
    ["an unknown kind", { kind: "pager" }, /kind must be one of/],
    ["an unknown event", { events: ["exploded"] }, /must be one of broke/],
    [
      "events of a commit status",
      { kind: "github", url: undefined, events: ["broke"] },
      /events is not for a channel of/,
    ],
    [
      "an address of a commit status",
      { kind: "gitlab" },
      /url is not for a channel of kind gitlab, which takes repository/,
    ],
    ["a name with a line break", { name: "a\nb" }, /name must not/],
    ["an unknown field", { colour: "red" }, /unknown field colour/],
  ];
  for (const [what, patch, message] of REFUSED)
    it(`refuses ${what}`, async () => {
      const answer = await create(patch);
      expect(answer.status).to.equal(400);
      expect(answer.body.error).to.match(message).and.not.to.include("secret-word");
    });

  it("takes a code host, whose statuses are of every branch", async () => {
    const { channel, secret } = await made({ kind: "github", url: undefined, repository: "acme/shop" });
    expect(channel).to.deep.include({ kind: "github", branches: "all", events: [], repository: "acme/shop" });
    expect(secret).to.equal(null);
  });

  it("takes a private address that the operator allows", async () => {
    await made({ url: "http://10.0.0.7:9000/hook" });
  });

  it("refuses a name that is taken, and more channels than a project may have", async () => {
    const { channel } = await made();
    expect((await create({ name: channel.name })).status).to.equal(409);
    const many = await world.addKey("mcp_full", { projectId: "prj_blog" });
    for (let at = 0; at < 50; at++)
      await world.models.notificationChannels.create({
        _id: `chn_many_${at}`,
        orgId: "org_a",
        projectId: "prj_blog",
        name: `n${at}`,
        kind: "slack",
        enabled: true,
        events: [],
        branches: "main",
        createdBy: "t",
        createdAt: world.clock.at,
        updatedAt: world.clock.at,
      });
    const answer = await create({}, { key: many });
    expect([answer.status, answer.body.error]).to.deep.equal([
      409,
      "A project has at most 50 channels: delete one first.",
    ]);
  });

  it("sends a test message and says what became of messages; ended ones can be sent again", async () => {
    const { channel } = await made();
    const answer = await world.client.post(`${PATH}/${channel.id}/test`, full);
    expect(answer.status, answer.raw.toString()).to.equal(202);
    const { id } = answer.body.delivery as { id: string };
    expect(world.engine.deliveries.get(id)).to.deep.include({ projectId: "prj_shop", projectSlug: "shop" });
    const again = () => world.client.post(`/api/notifications/deliveries/${id}/redeliver`, full);
    expect((await again()).status).to.equal(409);
    await world.models.notificationDeliveries.updateOne(
      { _id: id },
      { $set: { status: "failed", tries: [{ attempt: 1, at: world.clock.at, ms: 3, status: 500, note: "No." }] } },
    );
    const repeated = await again();
    expect(repeated.status).to.equal(202);
    const copy = repeated.body.delivery as { id: string; eventId: string };
    expect(copy).to.deep.include({ redeliveryOf: id, status: "pending", event: "test" });
    const log = await world.client.get(`/api/notifications/deliveries?channel=${channel.id}&limit=1`, full);
    expect(log.status, log.raw.toString()).to.equal(200);
    const rest = await world.client.get(
      `/api/notifications/deliveries?channel=${channel.id}&cursor=${log.body.nextCursor}`,
      full,
    );
    const all = [log, rest].flatMap(
      (one) => one.body.deliveries as { id: string; tries: unknown[]; eventId: string }[],
    );
    expect(all.map((one) => one.id)).to.have.members([id, copy.id]);
    expect(all.find((one) => one.id === id)?.tries).to.deep.equal([
      { attempt: 1, at: world.clock.at.toISOString(), ms: 3, httpStatus: 500, note: "No." },
    ]);
    expect(new Set(all.map(({ eventId }) => eventId))).to.have.property("size", 1);
  });

  it("sends an organisation's test messages 20 times an hour, and one address five of them", async () => {
    const other = await makeWorld();
    try {
      const as = { key: await other.addKey("mcp_full") };
      const add = async (body: object) =>
        (await other.client.post(PATH, { ...as, body })).body.channel as { id: string };
      const tryOut = async ({ id }: { id: string }) => (await other.client.post(`${PATH}/${id}/test`, as)).status;
      const mails = [];
      for (const name of ["a", "b"]) mails.push(await add({ name, kind: "email", recipients: ["Stranger@x.example"] }));
      await other.models.notificationChannels.updateMany({}, { $set: { unconfirmed: [] } });
      const mailed = [];
      for (let n = 0; n < 8; n++) mailed.push(await tryOut(mails[n % 2] as { id: string }));
      expect(mailed).to.deep.equal([202, 202, 202, 202, 202, 429, 429, 429]);
      const hook = await add({ name: "hook", kind: "webhook", url: "https://hooks.example.com/x" });
      const posted = [];
      for (let n = 0; n < 14; n++) posted.push(await tryOut(hook));
      expect(posted.filter((status) => status === 202)).to.have.length(12);
      other.advance(2 * 3_600_000);
      expect([await tryOut(hook), await tryOut(mails[0] as { id: string })]).to.deep.equal([202, 202]);
      expect(other.engine.deliveries.size).to.equal(5 + 12 + 2);
    } finally {
      await other.close();
    }
  });

  it("keeps a test message for later while Temporal is unavailable", async () => {
    const { channel } = await made();
    world.engine.available = false;
    const answer = await world.client.post(`${PATH}/${channel.id}/test`, full);
    world.engine.available = true;
    expect(answer.status).to.equal(202);
    const { id } = answer.body.delivery as { id: string };
    expect(await world.models.notificationDeliveries.findOne({ _id: id }).lean()).to.include({ startedAt: null });
  });

  it("does not know the channels and deliveries of another project or organisation", async () => {
    const { channel } = await made();
    const test = await world.client.post(`${PATH}/${channel.id}/test`, full);
    const { id } = test.body.delivery as { id: string };
    for (const other of [
      await world.addKey("mcp_full", { projectId: "prj_blog" }),
      await world.addKey("mcp_full", { kind: "org", orgId: "org_b" }),
    ]) {
      const as = { key: other };
      const answers = [
        await world.client.post(`${PATH}/${channel.id}`, { ...as, body: { enabled: false } }),
        await world.client.del(`${PATH}/${channel.id}`, as),
        await world.client.post(`${PATH}/${channel.id}/test`, as),
        await world.client.get(`/api/notifications/deliveries?channel=${channel.id}`, as),
        await world.client.post(`/api/notifications/deliveries/${id}/redeliver`, as),
      ];
      expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404, 404]);
    }
  });

  it("is changed by editors and keys of scope mcp_full alone", async () => {
    for (const [scope, read] of [
      ["ci", 403],
      ["mcp_read", 200],
    ] as const) {
      const as = { key: await world.addKey(scope) };
      expect([(await create({}, as)).status, (await world.client.get(PATH, as)).status]).to.deep.equal([403, read]);
    }
    for (const [role, status] of [
      ["viewer", 403],
      ["editor", 201],
    ] as const) {
      const as = { session: await world.session(role) };
      expect((await create({ project: "shop" }, as)).status).to.equal(status);
      expect((await world.client.get(`${PATH}?project=shop`, as)).status).to.equal(200);
    }
    expect((await world.client.post(PATH, { body: body() })).status).to.equal(401);
  });

  it("refuses to seal under a second key", async () => {
    const { channel } = await made();
    const client = await world.listen({ sealer: createSealer("another secret of at least forty characters") });
    const answer = await client.post(`${PATH}/${channel.id}`, { ...full, body: { url: "https://example.com/x" } });
    expect([answer.status, answer.body.error]).to.deep.equal([
      409,
      "SVC_SECRET_KEY is not the one under which this database's access data was saved.",
    ]);
  });
});
