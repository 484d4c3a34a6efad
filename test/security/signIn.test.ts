// Guessing passwords slows down the attacker, not the owner of the account, and reveals to nobody which accounts exist.
import { expect } from "chai";
import type { Request } from "express";
import { callerAddress } from "../../api/middleware/address.ts";
import { hashPassword } from "../../api/operations/keys/passwords.ts";
import { NOBODYS_HASH } from "../../api/operations/keys/signIn.ts";
import { makeWorld, PASSWORD, type World } from "../api/support/world.ts";

const EMAIL = "editor@org_a.example";
const OWNER = "198.51.100.7";
const ATTACKER = "203.0.113.9";

describe("guessing passwords", () => {
  let world: World;
  beforeEach(async () => {
    // The address is taken from the one trusted proxy, so a test can use any address.
    world = await makeWorld({ signInRatePerMinute: 100_000, trustProxy: 1 });
  });
  afterEach(() => world.close());
  const attempt = (from: string, password: string, email = EMAIL) =>
    world.client.post("/api/auth/sign-in", { body: { email, password }, headers: { "x-forwarded-for": from } });
  const statusOf = async (...args: Parameters<typeof attempt>) => (await attempt(...args)).status;
  /** Sends wrong passwords sequentially, each as soon as it is allowed. */
  const fail = async (times: number, from: (i: number) => string, email: (i: number) => string = () => EMAIL) => {
    for (let i = 0; i < times; i += 1) {
      const { status, body } = await attempt(from(i), "wrong", email(i));
      if (status === 429) {
        world.advance(Number(body.retryAfterMs));
        i -= 1;
      }
    }
  };

  it("pauses the address that guesses, also for the right password, and longer each time", async () => {
    for (let i = 0; i < 5; i += 1) expect(await statusOf(ATTACKER, "wrong")).to.equal(401);
    const paused = await attempt(ATTACKER, PASSWORD);
    expect([paused.status, paused.headers.get("retry-after")]).to.deep.equal([429, "30"]);
    expect(paused.body).to.deep.equal({
      error: "Too many failed sign-ins from here. Try again in 30 s.",
      retryAfterMs: 30_000,
    });
    world.advance(30_000);
    expect(await statusOf(ATTACKER, "wrong")).to.equal(401);
    world.advance(59_999);
    expect(await statusOf(ATTACKER, PASSWORD)).to.equal(429);
    world.advance(1);
    expect(await statusOf(ATTACKER, PASSWORD)).to.equal(200);
  });

  it("does not pause the owner elsewhere, who has never been seen before", async () => {
    await fail(30, () => ATTACKER);
    expect(await statusOf(ATTACKER, PASSWORD)).to.equal(429);
    expect(await statusOf(OWNER, PASSWORD)).to.equal(200);
  });

  it("pauses an address that tries one password on many accounts, also for accounts it has not tried", async () => {
    for (let i = 0; i < 20; i += 1) expect(await statusOf(ATTACKER, "wrong", `user${i}@x.example`)).to.equal(401);
    expect(await statusOf(ATTACKER, "wrong", "another@x.example")).to.equal(429);
    // Signing in to one's own account does not reset the count.
    world.advance(30_000);
    expect(await statusOf(ATTACKER, PASSWORD, "viewer@org_a.example")).to.equal(200);
    expect(await statusOf(ATTACKER, "wrong", "another@x.example")).to.equal(401);
    expect(await statusOf(ATTACKER, "wrong", "one.more@x.example")).to.equal(429);
  });

  it("lets those who have signed in from an address do so again, whatever their neighbours there get wrong", async () => {
    expect(await statusOf(OWNER, PASSWORD)).to.equal(200);
    await fail(
      21,
      () => OWNER,
      (i) => `neighbour${i}@x.example`,
    );
    expect(await statusOf(OWNER, "wrong", "newcomer@x.example")).to.equal(429);
    expect(await statusOf(OWNER, PASSWORD)).to.equal(200);
  });

  it("slows down guesses at one account from many addresses, except from where its owner signs in", async () => {
    expect(await statusOf(OWNER, PASSWORD)).to.equal(200);
    for (let i = 0; i < 100; i += 1) expect(await statusOf(`203.0.113.${i}`, "wrong")).to.equal(401);
    expect(await statusOf("192.0.2.1", PASSWORD)).to.equal(429);
    expect(await statusOf(OWNER, PASSWORD)).to.equal(200);
    expect(await statusOf("192.0.2.1", PASSWORD, "viewer@org_a.example")).to.equal(200);
  });

  it("gives 20 guesses at once no more tries than 20 in a row", async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(ATTACKER, "wrong")));
    expect(statuses.filter((status) => status === 401)).to.have.length(5);
    expect(statuses.filter((status) => status === 429)).to.have.length(15);
  });

  it("counts an IPv6 network as one address, and an IPv4 address the same in both spellings", async () => {
    for (let i = 0; i < 5; i += 1) await attempt(`2001:db8:0:1${i}::${i}`, "wrong");
    expect(await statusOf("2001:db8:0:1f::99", PASSWORD)).to.equal(429);
    expect(await statusOf("2001:db8:0:200::1", PASSWORD)).to.equal(200);
    for (let i = 0; i < 5; i += 1) await attempt(`::ffff:${ATTACKER}`, "wrong", "viewer@org_a.example");
    expect(await statusOf(ATTACKER, PASSWORD, "viewer@org_a.example")).to.equal(429);
  });

  it("does not believe what a caller says of its address where no proxy is trusted", async () => {
    const client = await world.listen({ config: { ...world.ctx.config, trustProxy: 0 } });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const headers = { "x-forwarded-for": `203.0.113.${i}` };
      statuses.push(
        (await client.post("/api/auth/sign-in", { body: { email: EMAIL, password: "wrong" }, headers })).status,
      );
    }
    expect(statuses).to.deep.equal([401, 401, 401, 401, 401, 429]);
  });

  it("does the same work for an account that exists and one that does not, up to its answer", async () => {
    const asked: string[] = [];
    const { db } = world.models.users;
    const workOf = async (email: string) => {
      asked.length = 0;
      db.set("debug", (collection: string, method: string) => void asked.push(`${collection}.${method}`));
      const { status, body, headers } = await attempt(ATTACKER, "wrong", email);
      const seen = asked.filter((one) => !one.startsWith("auditLog."));
      db.set("debug", false);
      return { status, body, seen, names: [...headers.keys()].sort() };
    };
    await attempt(ATTACKER, "wrong", "first@x.example");
    const unknown = await workOf("nobody@x.example");
    const known = await workOf(EMAIL);
    expect(known).to.deep.equal(unknown);
    expect(known.seen).to.include("users.findOne");
    // The placeholder for a missing hash costs as much as a real hash.
    const costOf = (hash: string) => hash.split("$").slice(1, 4);
    expect(costOf(NOBODYS_HASH)).to.deep.equal(costOf(await hashPassword(PASSWORD)));
    expect(NOBODYS_HASH).to.have.length((await hashPassword(PASSWORD)).length);
  });

  it("does not wait for what only a known account leaves behind", async () => {
    const { audit } = world.models;
    const create = audit.create.bind(audit);
    const held = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    // biome-ignore lint/suspicious/noExplicitAny: overloads of mongoose.
    (audit as any).create = async (entry: any) => {
      await held.promise;
      const made = await create(entry);
      written.resolve();
      return made;
    };
    expect(await statusOf(ATTACKER, "wrong")).to.equal(401);
    held.resolve();
    await written.promise;
    expect(await audit.countDocuments({ action: "user.sign_in_failed" })).to.equal(1);
  });

  it("keeps neither addresses nor what was typed, and forgets after a while", async () => {
    await attempt(ATTACKER, "wrong", "my.password.by.mistake");
    const kept = JSON.stringify(await world.models.signInCounters.find().lean());
    expect(kept).not.to.include("mistake").and.not.to.include(ATTACKER);
    world.advance(25 * 3_600_000);
    await attempt(OWNER, "wrong");
    expect(await world.models.signInCounters.countDocuments()).to.equal(3);
  });
});

describe("the address of a caller", () => {
  const of = (ip: string | undefined) => callerAddress({ ip } as Request);
  for (const [ip, expected] of [
    ["203.0.113.9", "203.0.113.9"],
    ["203.0.113.9:4711", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["[2001:db8::1]:443", of("2001:db8::2")],
    ["not an address", "unknown"],
    ["", "unknown"],
    [undefined, "unknown"],
  ] as const)
    it(`of ${ip} is ${expected}`, () => expect(of(ip)).to.equal(expected));
});
