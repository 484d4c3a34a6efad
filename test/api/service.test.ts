// Properties of the service as a whole: health, readiness, limits, headers, and an unavailable database.
import { type AddressInfo, createServer } from "node:net";
import { expect } from "chai";
import { createApp } from "../../api/app.ts";
import { createRateLimitStore } from "../../api/lib/rateLimitStore.ts";
import { connect } from "../../models/database/connect.ts";
import { isDatabaseAway } from "../../models/database/databaseAway.ts";
import { startDatabaseServer, testMongoUri } from "../support/database.ts";
import { doorOf } from "../support/door.ts";
import { eventually } from "../support/eventually.ts";
import { startRelay } from "../support/relay.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("Health and readiness", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());
  type Parts = Record<string, { ok: boolean; detail: string }>;
  const ready = async () => {
    world.advance(2_000);
    const { status, body, headers } = await world.client.get("/api/ready");
    const parts = body.parts as Parts;
    return { status, ready: body.ready, retry: headers.get("retry-after"), parts };
  };

  it("is alive", async () => {
    const { status, body } = await world.client.get("/api/health");
    expect(status).to.equal(200);
    expect(body).to.deep.include({ status: "ok", service: "plumbline", version: "0.0.0-test" });
  });

  it("names the version of every part as soon as the parts have answered, and waits for none", async () => {
    await world.models.workers.create({
      _id: "wrk_v",
      queues: ["browser"],
      build: "0.2.0-abc",
      host: "secret-host",
      browsers: ["firefox 142.0", "chromium 141.0.7390.37"],
      seenAt: world.clock.at,
    });
    type Named = { node: string; temporal: string; database: { kind: string; version: string } };
    const versions = await eventually("the parts have answered", async () => {
      world.advance(61_000);
      await world.models.workers.updateOne({ _id: "wrk_v" }, { $set: { seenAt: world.clock.at } });
      const { body } = await world.client.get("/api/health");
      expect(JSON.stringify(body)).not.to.include("secret-host");
      const found = body.versions as Named & { workers: string[] };
      return found.database !== null && found.workers.length > 0 && found;
    });
    await world.models.workers.deleteMany({});
    expect(versions).to.deep.include({
      node: process.versions.node,
      temporal: "1.29.1",
      workers: ["0.2.0-abc"],
      browsers: ["chromium 141.0.7390.37", "firefox 142.0"],
    });
    expect(versions.database.kind).to.match(/^(FerretDB|MongoDB)$/);
    expect(versions.database.version).to.match(/^(as MongoDB )?\d+\.\d+/);
  });

  it("is ready when every part answers", async () => {
    const { status, parts, ...rest } = await ready();
    expect([status, rest.ready]).to.deep.equal([200, true]);
    expect(Object.keys(parts)).to.have.members(["temporal", "database", "artifacts", "workers"]);
  });

  it("names the queue that no worker serves", async () => {
    world.engine.pollers = { orchestration: 1, browser: 0, lab: 1 };
    const { status, retry, parts } = await ready();
    world.engine.pollers = { orchestration: 1, browser: 1, lab: 1 };
    expect([status, retry]).to.deep.equal([503, "5"]);
    expect(parts.workers).to.deep.equal({ ok: false, detail: "No worker serves the queue browser." });
    expect(parts.temporal?.ok).to.equal(true);
  });

  it("knows that a queue of another version's workers is not served, and says what to upgrade", async () => {
    const add = (id: string, build: string, queues: ("orchestration" | "browser" | "lab")[]) =>
      world.models.workers.create({ _id: id, queues, build, host: "secret-host", seenAt: world.clock.at });
    await add("wrk_new", "0.2.0-new", ["orchestration"]);
    await add("wrk_old", "0.1.0-old", ["browser", "lab"]);
    world.engine.current = { build: "0.2.0-new", pollers: { orchestration: 1, browser: 0, lab: 0 } };
    const { status, parts } = await ready();
    expect(status).to.equal(503);
    expect(parts.workers?.detail).to.match(
      /^New work begins with version 0\.2\.0-new, and only workers of 0\.1\.0-old serve the queues browser and lab: upgrade their host, .*deploy show/,
    );
    expect(parts.workers?.detail).not.to.include("secret-host");
    // All its slots are taken: it does not poll, but it serves its queues.
    await add("wrk_busy", "0.2.0-new", ["browser", "lab"]);
    expect((await ready()).parts.workers?.ok).to.equal(true);
    world.engine.current = undefined;
    await world.models.workers.deleteMany({});
  });

  it("takes a worker that does not poll for there while it tells of itself: its slots are taken", async () => {
    await world.models.workers.create({ _id: "wrk_1", queues: ["browser"], seenAt: world.clock.at });
    world.engine.pollers = { orchestration: 1, browser: 0, lab: 1 };
    const { status, parts } = await ready();
    expect([status, parts.workers?.ok]).to.deep.equal([200, true]);
    world.advance(60_000);
    expect((await ready()).parts.workers?.ok).to.equal(false);
    world.engine.pollers = { orchestration: 1, browser: 1, lab: 1 };
  });

  it("names the part that is unavailable, in words for anyone", async () => {
    world.engine.available = false;
    const { parts } = await ready();
    world.engine.available = true;
    expect(parts.temporal).to.deep.equal({ ok: false, detail: "Temporal does not answer." });
    expect(parts.database?.ok).to.equal(true);
    const artifacts = { ...world.ctx.artifacts, check: async () => Promise.reject(new Error("ENOSPC /secret/path")) };
    const client = await world.listen({ artifacts });
    const { status, body } = await client.get("/api/ready");
    expect(status).to.equal(503);
    expect(JSON.stringify(body)).not.to.include("/secret/path");
    expect((body.parts as Parts).artifacts?.ok).to.equal(false);
  });
});

describe("Without a database", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("answers 503 with Retry-After on everything but health", async () => {
    const key = await world.addKey("mcp_full");
    const session = await world.session("admin");
    await world.loseDatabase();
    const calls: [string, string, object][] = [
      ["POST", "/api/ci/run", { key, body: {} }],
      ["GET", "/api/ci/status/run_1", { key }],
      ["GET", "/api/ci/projects", { key }],
      ["GET", "/api/ci/runs/run_1/results", { key }],
      ["POST", "/api/ci/runs/run_1/cancel", { key }],
      ["POST", "/api/tests/test", { session, body: { project: "shop" } }],
      ["POST", "/api/tests/approve", { key, body: { scenarios: ["Home"] } }],
      ["GET", "/api/tests/status/shop", { session }],
      ["POST", "/api/auth/sign-in", { body: { email: "a@b.example", password: "x" } }],
      ["GET", "/api/auth/session", { session }],
      ["GET", "/api/artifacts/abc", { key }],
      ["GET", "/api/baselines?project=shop", { key }],
      ["GET", "/api/keys", { session }],
    ];
    for (const [method, address, options] of calls) {
      const { status, headers, body } = await world.client.send(method, address, options);
      expect([address, status, headers.get("retry-after")]).to.deep.equal([address, 503, "5"]);
      expect(body.error).to.equal("The database cannot be reached. Try again shortly.");
    }
    expect((await world.client.get("/api/health")).status).to.equal(200);
    const ready = await world.client.get("/api/ready");
    expect(ready.status).to.equal(503);
    expect((ready.body.parts as Record<string, { ok: boolean }>).database?.ok).to.equal(false);
  });
});

describe("A database that dies and comes back", () => {
  it("is missed with 503 and found again, with what was written before", async function () {
    if (process.env.MONGODB_URI) return this.skip();
    const server = await startDatabaseServer();
    try {
      const world = await makeWorld({}, { uri: server.uri });
      const key = await world.addKey("ci");
      const headers = { "idempotency-key": "build-1" };
      const start = () => world.client.post("/api/ci/run", { key, body: {}, headers });
      const before = await start();
      expect(before.status).to.equal(202);
      await server.stop();
      const refused = await start();
      expect([refused.status, refused.headers.get("retry-after")]).to.deep.equal([503, "5"]);
      await server.start();
      const again = await start();
      expect([again.status, again.body.runId]).to.deep.equal([202, before.body.runId]);
      await world.close();
    } finally {
      await server.remove();
    }
  });
});

describe("A database that takes connections and never answers", () => {
  it("refuses the connection in place of waiting for it", async () => {
    const silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const uri = `mongodb://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const error = await connect(uri, { timeoutMs: 1_000 }).catch((reason: Error) => reason);
    silent.close();
    expect(isDatabaseAway(error)).to.equal(true);
  });

  it("ends every request with 503 when it falls silent, and is used again when it speaks", async () => {
    const relay = await startRelay(doorOf(await testMongoUri()));
    const world = await makeWorld({}, { uri: `mongodb://127.0.0.1:${relay.port}/`, silenceMs: 1_000 });
    try {
      const key = await world.addKey("ci");
      const ask = () => world.client.get("/api/ci/projects", { key });
      expect((await ask()).status).to.equal(200);
      relay.silence();
      // More requests than connections, so that some wait for one.
      const answers = await Promise.all(Array.from({ length: 30 }, ask));
      for (const { status, headers, body } of answers) {
        expect([status, headers.get("retry-after")]).to.deep.equal([503, "5"]);
        expect(body).to.deep.equal({ error: "The database cannot be reached. Try again shortly." });
      }
      expect((await ask()).status).to.equal(503);
      relay.speak();
      await eventually("the database is used again", async () => (await ask()).status === 200);
    } finally {
      relay.speak();
      await world.close();
      await relay.close();
    }
  });
});

describe("Rate limits", () => {
  let world: World;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 5, triggerRatePerMinute: 2 });
    world.clock.at = new Date("2026-03-10T12:00:20Z");
  });
  after(() => world.close());

  it("limit triggers apart from other calls, per key, over all processes, until the first of them is over a minute old", async () => {
    const second = await world.listen();
    const [key, other] = [await world.addKey("ci"), await world.addKey("ci")];
    const trigger = async (by: string, client = world.client) => client.post("/api/ci/run", { key: by, body: {} });
    expect((await trigger(key)).status).to.equal(202);
    expect((await trigger(key, second)).status).to.equal(202);
    const refused = await trigger(key);
    expect(refused.status).to.equal(429);
    expect(refused.headers.get("retry-after")).to.equal("61");
    expect(refused.body).to.deep.equal({
      error: "More than 2 runs started a minute. Try again later.",
      retryAfterMs: 61_000,
    });
    expect((await trigger(other)).status).to.equal(202);
    expect((await world.client.get("/api/ci/projects", { key })).status).to.equal(200);
    world.advance(60_999);
    expect((await trigger(key)).status).to.equal(429);
    world.advance(1);
    expect((await trigger(key)).status).to.equal(202);
  });

  it("let exactly as many of 20 calls at once through", async () => {
    const key = await world.addKey("ci");
    const second = await world.listen();
    const calls = Array.from({ length: 20 }, (_, i) =>
      (i % 2 ? second : world.client).get("/api/ci/projects", { key }),
    );
    const statuses = (await Promise.all(calls)).map((a) => a.status);
    expect(statuses.filter((s) => s === 200)).to.have.length(5);
    expect(statuses.filter((s) => s === 429)).to.have.length(15);
  });

  it("let no minute of any start hold more than the limit, over a border of the clock's minutes too", async () => {
    const key = await world.addKey("ci");
    world.clock.at = new Date("2026-03-10T12:59:58.500Z");
    const ask = async () => (await world.client.get("/api/ci/projects", { key })).status;
    const five = () => Promise.all(Array.from({ length: 5 }, ask));
    expect(await five()).to.deep.equal([200, 200, 200, 200, 200]);
    world.advance(2_000);
    expect(await five()).to.deep.equal([429, 429, 429, 429, 429]);
  });

  it("let as many of 60 hits through as are allowed when two processes count at once, and take old counters away", async () => {
    const clock = { at: new Date("2026-03-10T13:00:00Z") };
    const storeOf = () => createRateLimitStore(world.models, "test", () => clock.at, 20);
    const stores = [storeOf(), storeOf()] as const;
    const hits = await Promise.all(Array.from({ length: 60 }, (_, i) => stores[i % 2 ? 1 : 0].increment("k")));
    const allowed = hits.map(({ totalHits }) => totalHits).filter((total) => total <= 20);
    expect(allowed.sort((a, b) => a - b)).to.deep.equal(Array.from({ length: 20 }, (_, i) => i + 1));
    const [store] = stores;
    await store.decrement("k");
    expect((await store.increment("k")).totalHits).to.equal(20);
    const { totalHits, resetTime } = await store.increment("k");
    expect(totalHits).to.equal(21);
    clock.at = resetTime as Date;
    expect((await store.increment("k")).totalHits).to.be.at.most(20);
    await store.resetKey("k");
    expect((await store.increment("k")).totalHits).to.equal(1);
    clock.at = new Date("2026-03-10T13:05:00Z");
    expect((await store.increment("other")).totalHits).to.equal(1);
    expect(await world.models.rateWindows.countDocuments({ _id: /^test:/ })).to.equal(1);
  });

  it("see what another process counted, also when the counter was swept away in between", async () => {
    const clock = { at: new Date("2026-03-10T14:00:00Z") };
    const storeOf = () => createRateLimitStore(world.models, "swept", () => clock.at, 3);
    const [one, other] = [storeOf(), storeOf()];
    await one.increment("k");
    await world.models.rateWindows.deleteMany({});
    for (const store of [other, other, one]) expect((await store.increment("k")).totalHits).to.be.at.most(3);
    expect((await one.increment("k")).totalHits).to.equal(4);
    expect((await other.increment("k")).totalHits).to.equal(4);
  });
});

describe("Every answer", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("carries security headers and a request id, the caller's when it is harmless", async () => {
    const { headers } = await world.client.get("/api/health", { headers: { "x-request-id": "build-12345" } });
    expect(headers.get("x-request-id")).to.equal("build-12345");
    expect(headers.get("x-content-type-options")).to.equal("nosniff");
    expect(headers.get("content-security-policy")).to.include("default-src 'self'");
    expect(headers.get("x-powered-by")).to.equal(null);
    const odd = await world.client.get("/api/health", { headers: { "x-request-id": "a b<script>" } });
    expect(odd.headers.get("x-request-id")).to.match(/^[0-9a-z]{26}$/);
  });

  it("at the root leads people to the documents and tells programs where things are", async () => {
    const person = await world.client.get("/", { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } });
    expect([person.status, person.headers.get("location")]).to.deep.equal([302, "/api/docs"]);
    const program = await world.client.get("/", { headers: { accept: "*/*" } });
    expect(program.status).to.equal(200);
    const { service, version, mcp, ...paths } = program.body as Record<string, string>;
    expect([service, version, mcp]).to.deep.equal(["plumbline", "0.0.0-test", "/mcp"]);
    for (const path of Object.values(paths))
      expect((await world.client.get(path)).status, path).to.be.oneOf([200, 503]);
  });

  it("to an address that is not there, or not an address, is JSON", async () => {
    const missing = await world.client.get("/api/nope?x=1");
    expect([missing.status, missing.body]).to.deep.equal([404, { error: "There is no GET /api/nope." }]);
    expect((await world.client.get("/api/ci/status/%E0%A4%A", { key: await world.addKey("ci") })).status).to.equal(400);
  });

  it("needs a secret to be signed with", () => {
    const bare = { ...world.ctx, config: { ...world.ctx.config, secretKey: null } };
    expect(() => createApp(bare)).to.throw(/secret of the service is not set/);
    expect(() => createApp(bare, { secret: "given by the process that starts the service" })).not.to.throw();
  });
});
