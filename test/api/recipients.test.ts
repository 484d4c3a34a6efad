// Recipients of e-mail channels confirm by a mailed link, over a real SMTP server.
import { expect } from "chai";
import { sendEmail } from "../../activities/notify/senders/email.ts";
import { countAsked } from "../../api/lib/sendingLimits.ts";
import { readConfig } from "../../domain/config.ts";
import { findChannel } from "../../models/notifications/queries.ts";
import { startMailServer } from "../support/mailServer.ts";
import type { Send } from "./support/client.ts";
import { makeWorld, type World } from "./support/world.ts";

const PATH = "/api/notifications/channels";
const UNLIMITED = { linkRatePerMinute: 100_000, ciRatePerMinute: 100_000 };

type Shown = { id: string; recipients: string[]; unconfirmed: string[]; updatedAt: string };

describe("recipients of e-mail", () => {
  let world: World;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let client: World["client"];
  let config: World["ctx"]["config"];
  let full: Send;
  let names = 0;
  before(async () => {
    mail = await startMailServer();
  });
  after(() => mail.close());
  beforeEach(async () => {
    world = await makeWorld(UNLIMITED);
    mail.got.length = 0;
    mail.answers.refusal = undefined;
    const { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom } = readConfig(mail.env);
    const smtp = { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom };
    config = { ...world.ctx.config, ...smtp, publicUrl: "https://quality.example/q" };
    client = await world.listen({ config });
    full = { key: await world.addKey("mcp_full") };
  });
  afterEach(() => world.close());

  const make = async (recipients: string[]) => {
    const answer = await client.post(PATH, {
      ...full,
      body: { name: `Team ${++names}`, kind: "email", recipients },
    });
    expect(answer.status, answer.raw.toString()).to.equal(201);
    return answer.body as { channel: Shown; warning: string | null };
  };
  const change = (id: string, body: object) => client.post(`${PATH}/${id}`, { ...full, body });
  const shown = async (id: string) =>
    ((await client.get(PATH, full)).body.channels as Shown[]).find((one) => one.id === id) as Shown;
  const tokensTo = (address: string) =>
    mail.got.flatMap(({ to, text }) =>
      to.includes(address)
        ? (/https:\/\/quality\.example\/q\/confirm#([\w-]+)/.exec(text.replaceAll("=\r\n", ""))?.[1] ?? [])
        : [],
    );
  const confirm = (token: string | undefined) => client.post("/api/app/links/recipient", { body: { token } });
  /** Returns the recipients of a mailed verdict. */
  const mailedBy = async (id: string) => {
    mail.got.length = 0;
    const channel = await findChannel(world.models, id);
    const message = { summary: "Shop fails.", run: null };
    const at = world.clock.at;
    const came = await sendEmail({ config } as never, { channel, eventId: "evt_1", message, at } as never);
    return { to: mail.got.flatMap(({ to }) => to), ...came };
  };

  it("get nothing until they confirm, once, without an account; members whose address is proved are not asked", async () => {
    await world.addUser("viewer", "org_a", "vera@x.example");
    await world.addUser("viewer", "org_a", "unproved@x.example");
    await world.addUser("viewer", "org_b", "foreign@x.example");
    const proved = { email: { $in: ["vera@x.example", "foreign@x.example"] } };
    await world.models.users.updateMany(proved, { $set: { provedBy: "mail" } });
    const asked = ["ada@x.example", "unproved@x.example", "foreign@x.example"];
    const { channel, warning } = await make(["Ada@x.example", "Vera@x.example", ...asked.slice(1)]);
    expect(warning).to.equal(null);
    expect(channel.unconfirmed).to.deep.equal(["Ada@x.example", ...asked.slice(1)]);
    expect(mail.got.flatMap(({ to }) => to)).to.have.members(asked);
    const [token] = tokensTo("ada@x.example");
    expect((await mailedBy(channel.id)).to).to.deep.equal(["Vera@x.example"]);

    const seen = await client.post("/api/app/links/look", { body: { token } });
    expect(seen.body).to.deep.include({ kind: "recipient", email: "ada@x.example", hasAccount: false });
    expect(seen.body.channel).to.deep.equal({ name: `Team ${names}` });
    for (const kind of ["reset", "sign-in", "invitation"]) {
      const body = { token, ...(kind !== "sign-in" && { password: "another horse battery" }) };
      expect((await client.post(`/api/app/links/${kind}`, { body })).status, kind).to.equal(404);
    }
    world.advance(1_000);
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404]);
    const after = await shown(channel.id);
    expect(after.unconfirmed).to.deep.equal(asked.slice(1));
    expect(after.updatedAt).to.equal(world.clock.at.toISOString());
    expect((await mailedBy(channel.id)).to).to.deep.equal(["Ada@x.example", "Vera@x.example"]);
    const entries = await world.models.audit.find({ action: "channel.confirm" }).lean();
    expect(entries).to.have.length(1);
    expect(entries[0]).to.include({ who: "ada@x.example", target: channel.id, orgId: "org_a" });
    expect(JSON.stringify([await world.models.audit.find().lean(), world.logged])).not.to.include(token);
  });

  it("stay confirmed where a change keeps them; a new address is asked, and a link of one that went confirms nothing", async () => {
    const { channel } = await make(["ada@x.example", "eve@x.example"]);
    await confirm(tokensTo("ada@x.example")[0]);
    const [eve] = tokensTo("eve@x.example");
    const changed = await change(channel.id, { recipients: ["ADA@x.example", "bob@x.example"], name: "Renamed" });
    expect((changed.body.channel as Shown).unconfirmed).to.deep.equal(["bob@x.example"]);
    expect(mail.got.map(({ to }) => to[0])).to.have.members(["ada@x.example", "eve@x.example", "bob@x.example"]);
    expect((await confirm(eve)).status).to.equal(404);
    expect((await change(channel.id, { enabled: false })).status).to.equal(200);
    expect((await shown(channel.id)).unconfirmed).to.deep.equal(["bob@x.example"]);
    await client.del(`${PATH}/${channel.id}`, full);
    expect(await world.models.oneTimeLinks.countDocuments({ usedAt: null })).to.equal(0);
  });

  it("who are removed from the organisation get nothing more until they confirm", async () => {
    const vera = await world.addUser("viewer", "org_a", "vera@x.example");
    await world.models.users.updateMany({ email: "vera@x.example" }, { $set: { provedBy: "mail" } });
    const { channel } = await make(["Vera@x.example", "ada@x.example"]);
    await confirm(tokensTo("ada@x.example")[0]);
    const session = await world.session("admin");
    const { status } = await client.del(`/api/app/members/${vera._id}`, { session, body: {} });
    expect(status).to.equal(200);
    expect((await shown(channel.id)).unconfirmed).to.deep.equal(["Vera@x.example"]);
    expect((await mailedBy(channel.id)).to).to.deep.equal(["ada@x.example"]);
  });

  it("of a channel from before the question go on; only who is added is asked", async () => {
    const { channel } = await make(["old@x.example"]);
    await world.models.notificationChannels.updateOne({ _id: channel.id }, { $unset: { unconfirmed: 1 } });
    expect(await shown(channel.id)).to.deep.include({ unconfirmed: [] });
    expect((await mailedBy(channel.id)).to).to.deep.equal(["old@x.example"]);
    await change(channel.id, { recipients: ["old@x.example", "new@x.example"] });
    expect((await mailedBy(channel.id)).to).to.deep.equal(["old@x.example"]);
  });

  it("who confirm while the channel is being changed are confirmed, and no change is lost", async () => {
    for (let round = 0; round < 8; round++) {
      const people = ["a", "b", "c"].map((one) => `${one}${round}@x.example`);
      const { channel } = await make(people);
      const added = [...people, `d${round}@x.example`];
      const tokens = people.map((one) => tokensTo(one)[0]);
      const [edited, ...confirmed] = await Promise.all([
        change(channel.id, { recipients: added }),
        ...tokens.map(confirm),
      ]);
      expect(confirmed.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      expect(edited?.status).to.be.oneOf([200, 409]);
      const { recipients, unconfirmed } = await shown(channel.id);
      expect(recipients).to.deep.equal(edited?.status === 200 ? added : people);
      expect(unconfirmed).to.deep.equal(edited?.status === 200 ? added.slice(3) : []);
    }
  });

  it("are asked again, by a link in place of the earlier one, within the bounds of an hour", async () => {
    const { channel } = await make(["ada@x.example"]);
    const again = () => client.post(`${PATH}/${channel.id}/ask-again`, full);
    expect((await again()).status).to.equal(200);
    const [first, second] = tokensTo("ada@x.example");
    expect((await confirm(first)).status).to.equal(404);
    mail.answers.refusal = Object.assign(new Error("no such mailbox"), { responseCode: 550 });
    expect((await again()).status).to.equal(503);
    mail.answers.refusal = undefined;
    expect([(await again()).status, (await again()).status, (await again()).status]).to.deep.equal([200, 200, 429]);
    expect((await confirm(second)).status).to.equal(404);
    expect((await confirm(tokensTo("ada@x.example").at(-1))).status).to.equal(200);
    expect((await again()).status).to.equal(409);
    const reader = await world.addKey("mcp_read");
    expect((await client.post(`${PATH}/${channel.id}/ask-again`, { key: reader })).status).to.equal(403);
    const foreign = await world.addKey("mcp_full", { kind: "org", orgId: "org_b" });
    expect((await client.post(`${PATH}/${channel.id}/ask-again`, { key: foreign })).status).to.equal(404);
  });

  it("are asked by a project file too, and a file that names the same ones asks nobody", async () => {
    const file = (recipients: string[]) => ({
      ...full,
      body: {
        mode: "apply",
        config: { version: 1, project: { slug: "shop" }, notifications: [{ name: "Team", kind: "email", recipients }] },
      },
    });
    for (const recipients of [["ada@x.example"], ["ada@x.example"], ["ada@x.example", "bob@x.example"]]) {
      const answer = await client.post("/api/config", file(recipients));
      expect(answer.status, answer.raw.toString()).to.equal(200);
    }
    expect(mail.got.map(({ to }) => to)).to.deep.equal([["ada@x.example"], ["bob@x.example"]]);
    const [channel] = (await client.get(PATH, full)).body.channels as Shown[];
    expect(channel?.unconfirmed).to.deep.equal(["ada@x.example", "bob@x.example"]);
  });

  it("who cannot be asked wait, and the answer says why; no test is sent to nobody", async () => {
    const dumb = await world.listen({ config: { ...config, publicUrl: null } });
    const made = await dumb.post(PATH, {
      ...full,
      body: { name: "Team", kind: "email", recipients: ["ada@x.example"] },
    });
    expect(made.status).to.equal(201);
    expect(made.body.warning).to.match(/SVC_PUBLIC_URL/);
    const { id } = made.body.channel as Shown;
    const tried = await client.post(`${PATH}/${id}/test`, full);
    expect([tried.status, tried.body.error]).to.deep.equal([409, "No recipient has confirmed yet."]);
    expect(await mailedBy(id)).to.deep.include({ to: [], outcome: "never" });
  });

  it("of one organisation are asked 100 times an hour", async () => {
    for (let n = 0; n < 98; n++) await countAsked(world.ctx, "org_a");
    const { channel, warning } = await make(["ada@x.example", "eve@x.example", "bob@x.example"]);
    expect(warning).to.match(/asks at most 100 recipients an hour/);
    expect(mail.got).to.have.length(2);
    expect(channel.unconfirmed).to.have.length(3);
    world.advance(2 * 3_600_000);
    expect((await client.post(`${PATH}/${channel.id}/ask-again`, full)).status).to.equal(200);
  });
});
