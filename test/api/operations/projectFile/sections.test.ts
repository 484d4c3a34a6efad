// Schedules and channels of plumbline.yml: planned, applied, read back, and applied again without a difference.
import { expect } from "chai";
import type { Applied } from "../../../../api/operations/projectFile/apply.ts";
import type { ProjectFile } from "../../../../domain/projectFile/types.ts";
import { makeWebhookSecret } from "../../../../platform/webhookSignature.ts";
import { makeWorld, type World } from "../../support/world.ts";

const SECRET = makeWebhookSecret();
const VALUES = { ALARM_URL: "https://hooks.example.com/token-of-the-hook", ALARM_SECRET: SECRET };
const FILE = {
  version: 1,
  project: { slug: "shop" },
  schedules: [
    { name: "Nightly", cron: "30 2 * * *", timeZone: "Europe/Berlin", types: ["test", "a11y"], environment: "staging" },
    { name: "Weekly", cron: "0 4 * * SUN", jitterMinutes: 10, types: ["full"], branch: "main", enabled: false },
  ],
  notifications: [
    { name: "Alarm", kind: "webhook", url: { from: "ALARM_URL" }, secret: { from: "ALARM_SECRET" }, events: ["broke"] },
    { name: "Commits", kind: "github", repository: "acme/shop" },
    { name: "Team", kind: "email", recipients: ["team@example.com"], branches: "all" },
  ],
};

describe("schedules and channels of a project file", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  after(() => world?.close());

  const send = async (mode: "plan" | "apply", config: object, more: object = { values: VALUES }): Promise<Applied> => {
    const answer = await world.client.post("/api/config", { key, body: { mode, config, ...more } });
    expect(answer.status, answer.raw.toString()).to.equal(200);
    return answer.body as unknown as Applied;
  };
  const read = async () => {
    const answer = await world.client.get("/api/config", { key });
    return { file: answer.body.file as ProjectFile, text: answer.raw.toString() };
  };
  const words = ({ changes }: Applied) => changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);
  const sealed = async (name: string) => {
    const stored = await world.models.notificationChannels.findOne({ name }).lean();
    return JSON.parse(world.ctx.sealer.open(stored?.sealed ?? "")) as object;
  };

  it("are made, read back in the file's words, and made once", async () => {
    const made = await send("apply", FILE);
    expect(made.refused).to.deep.equal([]);
    expect(words(made)).to.deep.equal([
      "create schedule Nightly",
      "create schedule Weekly",
      "create channel Alarm",
      "create channel Commits",
      "create channel Team",
    ]);
    const { file, text } = await read();
    expect(file.schedules).to.deep.equal(FILE.schedules);
    expect(file.notifications).to.deep.equal(FILE.notifications);
    expect(text).not.to.include("token-of-the-hook").and.not.to.include(SECRET);
    expect(await sealed("Alarm")).to.deep.equal({ url: VALUES.ALARM_URL, secret: SECRET });
    for (const config of [FILE, file]) expect(words(await send("apply", config))).to.deep.equal([]);
    // Without the values only their names are compared.
    expect(words(await send("plan", FILE, {}))).to.deep.equal([]);
    expect(world.engine.schedules.size).to.equal(2);
    const told = JSON.stringify([await world.models.audit.find({}).lean(), world.logged]);
    expect(told).not.to.include("token-of-the-hook").and.not.to.include(SECRET);
  });

  it("are changed field by field, and what the file leaves out of them has its default", async () => {
    const [nightly, weekly] = FILE.schedules;
    const [alarm, ...others] = FILE.notifications;
    const wanted = {
      ...FILE,
      schedules: [{ name: nightly!.name, cron: "0 3 * * *", types: ["test"] }, weekly],
      notifications: [{ ...alarm, events: undefined, enabled: false }, ...others],
    };
    const plan = await send("plan", wanted);
    expect(plan.changes.map(({ name, fields }) => [name, fields.map(({ path }) => path)])).to.deep.equal([
      ["Nightly", ["cron", "timeZone", "types", "environment"]],
      ["Alarm", ["events", "enabled"]],
    ]);
    await send("apply", wanted);
    expect(words(await send("plan", wanted))).to.deep.equal([]);
    expect((await read()).file.schedules?.[0]).to.deep.equal({ name: "Nightly", cron: "0 3 * * *", types: ["test"] });
    expect(await sealed("Alarm")).to.deep.equal({ url: VALUES.ALARM_URL, secret: SECRET });
    await send("apply", FILE);
  });

  it("show that the value of a variable is another one, and never what it is", async () => {
    const values = { ...VALUES, ALARM_URL: "https://hooks.example.com/other-token" };
    const plan = await send("plan", FILE, { values });
    expect(plan.changes.map(({ name, fields }) => ({ name, fields }))).to.deep.equal([
      { name: "Alarm", fields: [{ path: "url", from: "another value", to: "value of ALARM_URL" }] },
    ]);
    await send("apply", FILE, { values });
    expect(await sealed("Alarm")).to.deep.equal({ url: values.ALARM_URL, secret: SECRET });
    await send("apply", FILE);
  });

  it("stay where the file does not name them, and go with --prune", async () => {
    const less = { ...FILE, schedules: [FILE.schedules[0]], notifications: [] };
    expect((await send("plan", less)).kept).to.deep.equal([
      { kind: "schedule", name: "Weekly" },
      ...["Alarm", "Commits", "Team"].map((name) => ({ kind: "channel", name })),
    ]);
    expect(words(await send("apply", less, { prune: true }))).to.deep.equal([
      "delete schedule Weekly",
      "delete channel Alarm",
      "delete channel Commits",
      "delete channel Team",
    ]);
    expect((await read()).file).to.not.have.property("notifications");
    await send("apply", FILE);
  });

  it("that need a value which is not there are refused one by one, and the others are made", async () => {
    const config = {
      ...FILE,
      schedules: [...FILE.schedules, { name: "Often", cron: "*/5 * * * *", types: ["test"] }],
      notifications: [...FILE.notifications, { name: "New", kind: "slack", url: { from: "NOT_SET" } }],
    };
    const { refused } = await send("apply", config);
    expect(refused.map(({ name, message }) => `${name}: ${message}`)).to.deep.equal([
      'New: The channel "New" needs the environment variable NOT_SET.',
    ]);
    expect((await send("plan", config)).changes.map(({ name }) => name)).to.deep.equal(["New"]);
  });

  it("that are wrong are told with their paths", async () => {
    const config = {
      ...FILE,
      schedules: [{ name: "a", cron: "0 1 * * *", types: ["baseline"] }],
      notifications: [{ name: "b", kind: "webhook", url: "https://hooks.example.com/plain" }],
    };
    const answer = await world.client.post("/api/config", { key, body: { mode: "plan", config } });
    expect(answer.status).to.equal(400);
    const paths = (answer.body.fields as { path: string }[]).map(({ path }) => path);
    expect(paths).to.deep.equal(["schedules[0].types[0]", "notifications[0].url"]);
  });
});
