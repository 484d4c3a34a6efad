import { expect } from "chai";
import { ProductError } from "../../domain/errors.ts";
import { IDEMPOTENCY_TTL_MS } from "../../domain/idempotency.ts";
import { closeJob } from "../../models/jobs/queries.ts";
import { addRun } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("Starting runs once", () => {
  let world: World;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld();
    key = await world.addKey("ci");
  });
  afterEach(() => world.close());
  const post = (idempotencyKey: string | null, body: unknown = {}, by = key, client = world.client) =>
    client.post("/api/ci/run", {
      key: by,
      body,
      headers: idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey },
    });

  it("makes one run of 20 equal calls at once, over two API processes", async () => {
    const second = await world.listen();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => post("build-1", { branch: "x" }, key, i % 2 ? second : world.client)),
    );
    expect(answers.map((a) => a.status)).to.deep.equal(Array(20).fill(202));
    expect(new Set(answers.map((a) => a.body.runId)).size).to.equal(1);
    expect(await world.models.runs.countDocuments()).to.equal(1);
    expect(world.engine.started.size).to.equal(1);
    expect(await world.models.audit.countDocuments({ action: "run.start" })).to.equal(1);
  });

  it("makes 20 runs of 20 calls without a key", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(null)));
    expect(new Set(answers.map((a) => a.body.runId)).size).to.equal(20);
  });

  it("answers the same run whatever the order of the body's fields", async () => {
    const first = await post("k", { branch: "x", commitSha: "abc" });
    const again = await post("k", { commitSha: "abc", branch: "x" });
    expect(again.status).to.equal(202);
    expect(again.body).to.deep.equal(first.body);
  });

  it("refuses the same key with another body with 409", async () => {
    await post("k", { branch: "x" });
    const answer = await post("k", { branch: "y" });
    expect(answer.status).to.equal(409);
    expect(answer.body.error).to.match(/used with another body/);
    expect(await world.models.runs.countDocuments()).to.equal(1);
  });

  it("keeps the keys of two callers apart", async () => {
    const other = await world.addKey("ci");
    expect((await post("k")).body.runId).not.to.equal((await post("k", {}, other)).body.runId);
  });

  it("keeps the keys of two routes apart", async () => {
    const session = await world.session("editor");
    const send = (path: string) =>
      world.client.post(path, { session, body: { project: "shop" }, headers: { "idempotency-key": "k" } });
    const [a, b, c] = [
      await send("/api/tests/test"),
      await send("/api/tests/reference"),
      await send("/api/tests/test"),
    ];
    expect(a.body.runId).not.to.equal(b.body.runId);
    expect(a.body.runId).to.equal(c.body.runId);
  });

  it("forgets a key after 24 hours", async () => {
    const first = await post("k");
    world.advance(IDEMPOTENCY_TTL_MS - 1);
    expect((await post("k")).body.runId).to.equal(first.body.runId);
    world.advance(1);
    const answers = await Promise.all(Array.from({ length: 5 }, () => post("k", { branch: "other" })));
    const ids = new Set(answers.map((a) => a.body.runId));
    expect([...ids]).to.have.length(1);
    expect(ids).not.to.include(first.body.runId);
  });

  for (const bad of ["", " ", "x".repeat(256)])
    it(`refuses the key ${JSON.stringify(bad.slice(0, 5))} of ${bad.length} characters`, async () => {
      // An empty header value arrives as an empty string.
      expect((await post(bad)).status).to.equal(400);
    });

  const KEPT = (runId: unknown) =>
    `Temporal cannot be reached. Try again shortly. Run ${runId} is stored and starts automatically if Temporal is back within 15 minutes, otherwise it fails: read its status. The same call again returns the same run.`;

  for (const idempotencyKey of ["k", null])
    it(`answers 503 with the run that is kept while the engine is unavailable, and starts that run by the same call ${idempotencyKey ? "under its key" : "without a key"}`, async () => {
      world.engine.available = false;
      const refused = await post(idempotencyKey, { branch: "x" });
      expect(refused.status).to.equal(503);
      expect(Number(refused.headers.get("retry-after"))).to.be.greaterThan(0);
      const [run] = await world.models.runs.find().lean();
      expect(run).to.include({ status: "running", startedAt: null });
      const { runId, statusUrl, error } = refused.body;
      expect([runId, statusUrl, error]).to.deep.equal([run?._id, `/api/ci/status/${run?._id}`, KEPT(run?._id)]);
      expect((await world.client.get(String(statusUrl), { key })).body).to.include({ runId, status: "running" });
      expect(await world.models.audit.countDocuments({ action: "run.start" })).to.equal(0);

      expect((await post(idempotencyKey, { branch: "x" })).body.runId).to.equal(runId);
      world.engine.available = true;
      for (const _ of ["it starts", "it is on its way"]) {
        const answer = await post(idempotencyKey, { branch: "x" });
        expect([answer.status, answer.body.runId]).to.deep.equal([202, runId]);
      }
      expect([...world.engine.started.keys()]).to.deep.equal([runId]);
      expect(await world.models.runs.countDocuments()).to.equal(1);
      expect(await world.models.audit.countDocuments({ action: "run.start" })).to.equal(1);
    });

  it("a run that is kept is meant by equal calls of the same caller only, and while it goes on", async () => {
    const other = await world.addKey("ci");
    world.engine.available = false;
    const kept = (await post(null, { branch: "x" })).body.runId;
    world.engine.available = true;
    const different = [
      await post(null, { branch: "y" }),
      await post(null, {}),
      await post(null, { branch: "x" }, other),
    ];
    for (const { status, body } of different) expect([status, body.runId === kept]).to.deep.equal([202, false]);
    await world.models.runs.updateOne({ _id: String(kept) }, { $set: { status: "completed" } });
    expect((await post(null, { branch: "x" })).body.runId).not.to.equal(kept);
  });

  it("leaves nothing of a call without a key that failed for a reason nobody foresaw, unless it is at work", async () => {
    world.engine.between = async () => {
      throw new Error("unforeseen");
    };
    expect((await post(null)).status).to.equal(500);
    expect(await world.models.runs.countDocuments()).to.equal(0);
    // The engine's response was lost, but the workflow is running.
    world.engine.between = async () => {
      await world.models.runs.updateMany({}, { $set: { executionId: "exec", seq: 1 } });
      throw new Error("unforeseen");
    };
    expect((await post(null)).status).to.equal(500);
    expect(await world.models.runs.findOne().lean()).to.include({ status: "running", executionId: "exec" });
  });

  it("does not start a run again that was closed in the meantime", async () => {
    world.engine.available = false;
    await post("k");
    await world.models.runs.updateMany({}, { $set: { status: "failed", error: "never started" } });
    world.engine.available = true;
    expect((await post("k")).status).to.equal(202);
    expect(world.engine.started.size).to.equal(0);
  });

  it("still answers a repeated call when the quota was used up after the first", async () => {
    const first = await post("k");
    await world.models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    await world.models.usage.create({
      _id: "org_a:snapshots:2026-03",
      orgId: "org_a",
      what: "snapshots",
      period: "2026-03",
      count: 1_000,
    });
    expect((await post("k")).body.runId).to.equal(first.body.runId);
    expect((await post("l")).status).to.equal(403);
  });

  it("does not use up the key of a start that is refused: a corrected body may follow, and the same one gets the same run", async () => {
    const { models } = world;
    await models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    await addRun(models, "run_large", { status: "running", progress: { done: 0, total: 10_000, phase: "capture" } });
    for (const branch of ["x", "y"]) expect((await post("k", { branch })).status).to.equal(429);
    await models.runs.updateOne({ _id: "run_large" }, { $set: { status: "completed" } });
    const started = await Promise.all([post("k", { branch: "z" }), post("k", { branch: "z" })]);
    const [first] = started;
    expect(started.map(({ status, body }) => [status, body.runId])).to.deep.equal(
      Array(2).fill([202, first?.body.runId]),
    );
    expect((await post("k", { branch: "x" })).status).to.equal(409);
    expect((await models.runs.find({ branch: { $ne: null } }).lean()).map(({ branch }) => branch)).to.deep.equal(["z"]);
  });

  it("answers the stored run when the second of two equal calls at once is refused, and keeps the key for it", async () => {
    const { models } = world;
    const first = await post("k", { branch: "x" });
    await models.organisations.updateOne({ _id: "org_a" }, { $set: { plan: "free" } });
    await addRun(models, "run_large", { status: "running", progress: { done: 0, total: 10_000, phase: "capture" } });
    // The second call looked for the run before the first one stored it.
    const { idempotency } = models;
    const read = idempotency.findOne;
    idempotency.findOne = ((...args: []) => {
      idempotency.findOne = read;
      return idempotency.findOne(...args).where({ runId: "not yet" });
    }) as typeof read;
    for (const _ of ["at once", "later"]) {
      const { status, body } = await post("k", { branch: "x" });
      expect([status, body.runId]).to.deep.equal([202, first.body.runId]);
    }
    await models.runs.deleteOne({ _id: "run_large" });
    expect((await post("k", { branch: "y" })).status).to.equal(409);
    expect(await models.runs.countDocuments()).to.equal(1);
  });

  it("tells the workflow of a run that was cancelled before it was there", async () => {
    world.engine.between = async () => {
      await world.models.runs.updateMany({}, { $set: { cancelledBy: "key someone" } });
    };
    const { body } = await post(null);
    expect(world.engine.cancelled).to.deep.equal([body.runId]);
  });

  it("does not hide other failures of the engine behind 503, nor their words from the log", async () => {
    world.engine.between = async () => {
      throw new Error("the engine's own words");
    };
    const answer = await post(null);
    expect(answer.status).to.equal(500);
    expect(answer.body.error).not.to.include("own words");
    expect(answer.body.error).to.include(answer.headers.get("x-request-id"));
    expect(world.logged.some((l) => l.fields.reason === "the engine's own words")).to.equal(true);
    expect(new ProductError("unavailable", "x").code).to.equal("unavailable");
  });
});

describe("Calls of tools with an Idempotency-Key", () => {
  let world: World;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld({ invokeRatePerMinute: 1_000 });
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());
  type Started = { status: number; id: string; warnings: number };
  const invoke = async (own: string, tool: string, args: object = {}, client = world.client): Promise<Started> => {
    const call = { key, body: { tool, args: { ...args, confirm: true } }, headers: { "idempotency-key": own } };
    const { status, body } = await client.post("/api/mcp/v1/invoke", call);
    const { runId, data, warnings = [] } = body as { runId?: string; data?: { jobId?: string }; warnings?: string[] };
    return { status, id: runId ?? data?.jobId ?? "", warnings: warnings.length };
  };
  const prove = (own: string, title = "", client = world.client) =>
    invoke(own, "tracking_prove_issue_ticket", { issueKey: "GATE-1", title }, client);
  const end = (jobId: string) => closeJob(world.models, jobId, { status: "failed", error: "It failed." }, new Date());

  it("start one job of 10 equal ones at once, over two API processes, and return it after it has ended", async () => {
    const second = await world.listen();
    const started = await Promise.all(
      Array.from({ length: 10 }, (_, at) => prove("proof-1", "", at % 2 ? second : world.client)),
    );
    const ids = new Set(started.map(({ id }) => id));
    expect([ids.size, await world.models.jobs.countDocuments()]).to.deep.equal([1, 1]);
    const [first = ""] = ids;
    await end(first);
    const again = await prove("proof-1");
    expect(again.id).to.equal(first);
    expect(world.engine.jobs.size).to.equal(1);
    expect((await prove("proof-2")).id).not.to.equal(again.id);
  });

  it("that joined a job return it, too, after it has ended", async () => {
    const first = await prove("proof-1");
    expect(await prove("proof-2", "Other words")).to.deep.equal({ ...first, warnings: 1 });
    await end(first.id);
    expect((await prove("proof-2", "Other words")).id).to.equal(first.id);
    expect(await world.models.jobs.countDocuments()).to.equal(1);
  });

  it("that joined a job return it, too, if it ended while they did", async () => {
    const first = await prove("proof-1");
    const { idempotency } = world.models;
    const write = idempotency.create;
    idempotency.create = (async (...args: []) => {
      idempotency.create = write;
      await end(first.id);
      return idempotency.create(...args);
    }) as never;
    const joined = await prove("proof-2");
    expect((await prove("proof-2")).id).to.equal(joined.id);
    expect(await world.models.jobs.countDocuments()).to.equal(1);
  });

  it("are not used up while the job is being cancelled: the same call starts one when it has ended", async () => {
    const first = await prove("proof-1");
    await world.models.jobs.updateOne({ _id: first.id }, { $set: { cancelledBy: "key someone" } });
    expect((await prove("proof-2")).status).to.equal(422);
    await end(first.id);
    const second = await prove("proof-2");
    expect([second.status, second.id === first.id]).to.deep.equal([200, false]);
  });

  it("are refused with other args, and start one run", async () => {
    await prove("proof-1");
    expect((await prove("proof-1", "Other words")).status).to.equal(422);
    const runs = await Promise.all([1, 2].map(() => invoke("run-1", "run_vrt")));
    expect(new Set(runs.map(({ id }) => id)).size).to.equal(1);
    expect((await invoke("run-1", "run_full_audit")).status).to.equal(422);
    expect(await world.models.runs.countDocuments()).to.equal(1);
  });
});
