// Another installation's database or Temporal in place of ours is rejected by name, and never used.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type MarkMode, StrangerError, strangeDatabase, strangeTemporal } from "../../domain/installation.ts";
import { checkDatabase, openInstallation } from "../../models/installations/queries.ts";
import { checkTemporal } from "../../platform/temporal/namespaceMark.ts";
import { makeWorld } from "../api/support/world.ts";
import { openDatabase } from "../support/database.ts";
import { doorOf } from "../support/door.ts";
import { eventually } from "../support/eventually.ts";
import { startRelay } from "../support/relay.ts";
import { startWorld } from "../support/service.ts";
import { openNamespace, testTemporalAddress } from "../support/temporal.ts";

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof StrangerError ? error.message : Promise.reject(error)),
  );

describe("security: the database of another installation", () => {
  let folder: string;
  const databases: Awaited<ReturnType<typeof openDatabase>>[] = [];
  const place = async (dataDir: string, database = 0, queuePrefix: string | null = null) => {
    const { models } = databases[database]!;
    return openInstallation({
      models,
      dataDir: path.join(folder, dataDir),
      where: `db${database}`,
      program: "0.1.0",
      queuePrefix,
    });
  };
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-strangers-"));
    for (const name of ["a", "b", "c", "old", "given"]) await mkdir(path.join(folder, name));
    for (let i = 0; i < 4; i++) databases.push(await openDatabase());
  });
  after(async () => {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is named once by many who come at once, with queues of its own, and its folder knows", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => place("a")));
    const [{ id, queuePrefix } = { id: "", queuePrefix: "" }] = all;
    expect(id).to.match(/^[0-9a-f]{16}$/);
    expect(queuePrefix).to.equal(`${id.slice(0, 8)}-`);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).to.equal(1);
    expect(JSON.parse(await readFile(path.join(folder, "a", "installation.json"), "utf8"))).to.deep.equal({ id });
    expect((await place("a", 0, "mine-")).queuePrefix, "a prefix that is given goes first").to.equal("mine-");
  });

  it("is shared by an empty folder, such as another host's", async () => {
    expect(await place("b")).to.deep.equal(await place("a"));
  });

  it("is refused at the start, by both names", async () => {
    const theirs = await place("c", 1);
    const ours = await place("a");
    expect(await refusal(place("a", 1))).to.match(
      new RegExp(`^The database at db1 belongs to installation ${theirs.id}, not to ${ours.id}: set MONGODB_URI`),
    );
  });

  it("keeps the queues of an earlier version, whose runs may be in progress", async () => {
    const { models } = databases[2]!;
    await models.organisations.create({
      _id: "org",
      name: "O",
      slug: "o",
      plan: "free",
      settings: {},
      createdAt: new Date(),
    });
    expect((await place("old", 2)).queuePrefix).to.equal("");
    expect((await place("given", 3, "mine-")).queuePrefix).to.equal("mine-");
    expect((await place("given", 3)).queuePrefix, "and one that was given then").to.equal("mine-");
  });

  it("is found out when a connection comes back", async () => {
    const { id } = await place("a");
    const [ours, theirs] = databases;
    expect(await refusal(checkDatabase(ours!.models, "db0", id))).to.equal(null);
    expect(await refusal(checkDatabase(theirs!.models, "db1", id))).to.match(
      /^The database at db1 belongs to installation/,
    );
  });

  it("gets no request: 503 with the names, and readiness says it", async () => {
    const world = await makeWorld();
    try {
      let stranger = false;
      const databaseIsOurs = async () => {
        if (stranger) throw strangeDatabase("10.0.0.7:27017", "ours", "theirs");
      };
      const client = await world.listen({ databaseIsOurs });
      const key = await world.addKey("ci");
      expect((await client.get("/api/ci/projects", { key })).status).to.equal(200);
      stranger = true;
      const { status, body, headers } = await client.get("/api/ci/projects", { key });
      expect([status, headers.get("retry-after")]).to.deep.equal([503, "30"]);
      expect(body.error).to.equal("The database belongs to installation theirs, not to ours.");
      const agent = await world.addKey("mcp_full");
      const call = await client.post("/api/mcp/v1/invoke", { key: agent, body: { tool: "list_projects", args: {} } });
      expect([call.status, call.body.ok], "a tool call").to.deep.equal([503, false]);
      const cancelled = await client.post("/api/mcp/v1/jobs/job_1/cancel", { key: agent });
      expect(cancelled.status, "cancelling a job").to.equal(503);
      for (const path of [
        "/",
        "/api/health",
        "/api/docs",
        "/api/mcp",
        "/api/mcp/v1/health",
        "/api/mcp/v1/openapi.json",
      ])
        expect((await client.get(path)).status, path).to.equal(200);
      world.advance(2_000);
      const ready = await client.get("/api/ready");
      expect(ready.status).to.equal(503);
      expect((ready.body.parts as Record<string, unknown>).database).to.deep.equal({ ok: false, detail: body.error });
      expect(JSON.stringify(ready.body)).not.to.include("10.0.0.7");
    } finally {
      await world.close();
    }
  });

  it("and another's Temporal is told by readiness too", async () => {
    const world = await makeWorld();
    try {
      const us = { id: "ours", queuePrefix: "" };
      const { plain } = strangeTemporal("10.0.0.7:7233", us, { owner: "theirs", shared: false });
      const engine = Object.create(world.engine, {
        ready: { value: async () => ({ ...(await world.engine.ready()), temporal: false, trouble: plain }) },
      });
      const client = await world.listen({ engine });
      const ready = await client.get("/api/ready");
      expect((ready.body.parts as Record<string, unknown>).temporal).to.deep.equal({ ok: false, detail: plain });
    } finally {
      await world.close();
    }
  });
});

describe("security: the Temporal of another installation", function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openNamespace>>;
  let shared: Awaited<ReturnType<typeof openNamespace>>;
  before(async () => {
    [opened, shared] = await Promise.all([openNamespace(), openNamespace()]);
  });
  after(async () => {
    await Promise.all([opened.connection.close(), shared.connection.close()]);
  });
  const check = ({ connection, namespace }: typeof opened, id: string, queuePrefix: string, mode: MarkMode) =>
    refusal(checkTemporal(connection.workflowService, { address: "t:1", namespace, us: { id, queuePrefix }, mode }));

  it("is refused by name once it bears the other's mark, in every mode but ignore", async () => {
    expect(await check(opened, "us", "u-", "require")).to.match(/^Temporal at t:1 has no installation mark/);
    expect(await check(opened, "them", "t-", "own")).to.equal(null);
    expect(await check(opened, "them", "t-", "require")).to.equal(null);
    for (const mode of ["own", "require", "claim"] as const)
      expect(await check(opened, "us", "u-", mode)).to.match(
        /^Temporal at t:1 belongs to installation them, not to us/,
      );
    expect(await check(opened, "us", "u-", "ignore")).to.equal(null);
  });

  it("may be shared under two prefixes, not under one", async () => {
    expect(await check(shared, "us", "u-", "claim")).to.equal(null);
    expect(await check(shared, "them", "t-", "claim")).to.equal(null);
    expect(await check(shared, "us", "u-", "claim")).to.equal(null);
    expect(await check(shared, "them", "u-", "claim")).to.match(/its own SVC_QUEUE_PREFIX$/);
  });
});

describe("security: a stranger's Temporal on the port of ours", function () {
  this.timeout(240_000);

  it("is not worked on: the API says whose it is, the worker ends, and all goes on when ours is back", async function () {
    if (process.env.TEMPORAL_ADDRESS || process.env.MONGODB_URI) return this.skip();
    const stranger = await testTemporalAddress();
    const world = await startWorld();
    try {
      const { client } = await world.project({ A: "/page/a" });
      const { stack, dataDir, apiUrl, worker } = world.service;
      const { id } = JSON.parse(await readFile(path.join(dataDir, "installation.json"), "utf8"));
      const before = worker.pid;
      process.kill(stack.pids.temporal!, "SIGKILL");
      const port = Number(stack.temporalAddress.split(":")[1]);
      const relay = await eventually("the stranger has the port", () =>
        startRelay(doorOf(stranger), port).catch(() => null),
      );
      // The tests' Temporal has a mark or none, depending on who runs it.
      const sentence = new RegExp(`^Temporal .*, (so it is not that of installation|not to) ${id}\\.$`);
      let detail = "";
      await eventually("readiness says whose it is", async () => {
        const { parts } = (await (await fetch(`${apiUrl}/api/ready`)).json()) as {
          parts: { temporal: { detail: string } };
        };
        detail = parts.temporal.detail;
        return sentence.test(detail);
      });
      const refused = await client.run({ type: "baseline" }).then(
        () => null,
        (error: { status: number; body: unknown }) => error,
      );
      expect(refused?.status).to.equal(503);
      expect(JSON.stringify(refused?.body)).to.include(detail);
      await eventually("the worker ends with the sentence", async () => {
        const log = await readFile(path.join(dataDir, "logs", "worker.log"), "utf8");
        return (
          worker.pid !== before &&
          new RegExp(`, (so it is not that of installation|not to) ${id}: another program took the port`).test(log)
        );
      });
      await relay.close();
      await eventually(
        "Temporal and the worker are back",
        async () => (await fetch(`${apiUrl}/api/ready`)).ok,
        120_000,
      );
      const run = await client.wait((await client.run({ type: "baseline" })).runId);
      expect(run.summary).to.include({ total: 1, passed: 1 });
    } finally {
      await world.stop();
    }
  });
});
