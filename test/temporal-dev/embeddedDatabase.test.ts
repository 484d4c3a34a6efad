import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { mongo } from "mongoose";
import { setUp } from "../../temporal-dev/setup.mjs";

type Counter = { _id: string; n: number; seq: number; by?: number };

/** One connection per racer. */
const RACERS = 20;

describe("the embedded database", () => {
  let program: string;
  let dir: string;
  let server: ChildProcess;
  let uri: string;
  let client: mongo.MongoClient;
  let counters: mongo.Collection<Counter>;

  /** Starts the program and connects with the URI from its ready line. */
  async function start(): Promise<void> {
    server = spawn(program, ["--socket", path.join(dir, "db.sock"), "--dir", dir, "--exit-with-stdin"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface(server.stdout!), "line")) as [string];
    uri = String(JSON.parse(line).message).replace(/^ready /, "");
    client = await new mongo.MongoClient(uri, { minPoolSize: RACERS, maxPoolSize: RACERS }).connect();
    counters = client.db("race").collection<Counter>("counters");
  }

  async function stop(end: () => void): Promise<void> {
    await client.close();
    const gone = server.exitCode === null ? once(server, "exit") : Promise.resolve();
    end();
    await gone;
  }

  before(async function () {
    this.timeout(600_000); // the first build on a machine
    const { mongo: part } = await setUp({ parts: ["mongo"] });
    if (part?.kind !== "embedded") return this.skip();
    program = part.path;
    dir = await mkdtemp(path.join(tmpdir(), "plumbline-ferretdb-"));
    await start();
  });

  after(async () => {
    if (!dir) return;
    await stop(() => server.kill("SIGTERM"));
    await rm(dir, { recursive: true, force: true });
  });

  const race = <T>(racers: number, run: (racer: number) => Promise<T>) =>
    Promise.all(Array.from({ length: racers }, (_, racer) => run(racer)));

  it("loses none of 50 parallel increments", async () => {
    await counters.insertOne({ _id: "inc", n: 0, seq: 0 });
    await race(50, () => counters.updateOne({ _id: "inc" }, { $inc: { n: 1 } }));
    expect((await counters.findOne({ _id: "inc" }))?.n).to.equal(50);
  });

  it("loses none while others read, and each read sees what was written before it", async () => {
    await counters.insertOne({ _id: "read", n: 0, seq: 0 });
    let written = 0;
    const reading = race(10, async () => {
      while (written < 30) {
        const before = written;
        const [found, count] = await Promise.all([
          counters.findOne({ _id: "read" }),
          counters.countDocuments({ _id: "read" }),
        ]);
        expect(found?.n).to.be.at.least(before);
        expect(count).to.equal(1);
      }
    });
    while (written < 30) {
      await race(2, () => counters.updateOne({ _id: "read" }, { $inc: { n: 1 } }));
      written += 2;
    }
    await reading;
    expect((await counters.findOne({ _id: "read" }))?.n).to.equal(30);
  });

  it("loses none across clients of their own", async () => {
    await counters.insertOne({ _id: "clients", n: 0, seq: 0 });
    const clients = await race(5, () => new mongo.MongoClient(uri).connect());
    await Promise.all(
      clients.flatMap((one) => {
        const own = one.db("race").collection<Counter>("counters");
        return Array.from({ length: 6 }, () => own.updateOne({ _id: "clients" }, { $inc: { n: 1 } }));
      }),
    );
    await Promise.all(clients.map((one) => one.close()));
    expect((await counters.findOne({ _id: "clients" }))?.n).to.equal(30);
  });

  it("lets one of 20 racers through a sequence guard, each time", async () => {
    await counters.insertOne({ _id: "guard", n: 0, seq: 0 });
    for (let seq = 1; seq <= 5; seq++) {
      const results = await race(RACERS, (by) =>
        counters.updateOne({ _id: "guard", seq: { $lt: seq } }, { $set: { seq, by } }),
      );
      expect(results.filter(({ modifiedCount }) => modifiedCount === 1)).to.have.length(1);
    }
  });

  it("gives one of 20 racers the unique key", async () => {
    const keys = client.db("race").collection("keys");
    await keys.createIndex({ key: 1 }, { unique: true });
    const results = await race(RACERS, (by) =>
      keys.insertOne({ key: "mine", by }).then(
        () => "won",
        (error: mongo.MongoServerError) => error.code,
      ),
    );
    expect(results.filter((result) => result === "won")).to.have.length(1);
    expect(results.filter((result) => result === 11000)).to.have.length(RACERS - 1);
  });

  it("takes more updates in one command than it has connections to its file", async () => {
    const many = Array.from({ length: 250 }, (_, at) => `many-${at}`);
    await counters.insertMany(many.map((_id) => ({ _id, n: 0, seq: 0 })));
    const updates = many.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { n: 1 } } } }));
    const { modifiedCount } = await counters.bulkWrite(updates, { ordered: false });
    expect(modifiedCount).to.equal(250);
    expect(await counters.countDocuments({ _id: /^many-/, n: 1 })).to.equal(250);
  });

  it("applies writes that wait for no answer, and goes on answering that connection", async () => {
    await counters.insertOne({ _id: "silent", n: 0, seq: 0 });
    const single = await new mongo.MongoClient(uri, {
      maxPoolSize: 1,
    }).connect();
    const own = single.db("race").collection<Counter>("counters");
    for (let i = 0; i < 3; i++) await own.updateOne({ _id: "silent" }, { $inc: { n: 1 } }, { writeConcern: { w: 0 } });
    expect((await own.findOne({ _id: "silent" }))?.n).to.equal(3);
    await single.close();
  });

  it("gives back every value as it was, whatever types its field had in other documents", async () => {
    const at = new Date("2026-03-10T11:00:00.123Z");
    const values: unknown[] = [
      "",
      "a",
      'é<&>"\\ \u2028 \u0000 \n\t/',
      "\u{1F600} \\u0041",
      "x".repeat(70_000),
      0,
      -1,
      2 ** 31 - 1,
      2 ** 40,
      0.1,
      -1e-300,
      true,
      false,
      null,
      at,
      new Date(0),
      new mongo.ObjectId(),
      new mongo.BSONRegExp("^a.*", "i"),
      new mongo.Timestamp({ t: 5, i: 1 }),
      [],
      {},
      [{}, 1, "a", null, { b: [at] }],
      { a: { b: { c: ["x", 1, true, at] } } },
      { "<k>": 1, é: [{ "&": null, "a b": "]}" }], 'q"': "[{" },
      ["a\\", '"', ",", "{", { x: ["]"] }, ""],
      Array.from({ length: 3_000 }, (_, index) => (index % 3 === 0 ? `${index}` : index)),
    ];
    const kept = client.db("race").collection<{ _id: number; v: unknown; w: unknown }>("values");
    // Every pair of neighboring values, because the cached schema covers the whole document.
    const documents = values.flatMap((v, i) =>
      [0, 1, 2].map((j) => ({ _id: 3 * i + j, v, w: values[(i + j) % values.length] })),
    );
    await kept.insertMany(documents);
    for (let round = 0; round < 2; round++)
      for (const { _id, v, w } of documents) {
        const found = await kept.findOne({ _id });
        expect(mongo.BSON.EJSON.stringify(found)).to.equal(mongo.BSON.EJSON.stringify({ _id, v, w }));
        const part = await kept.findOne({ _id }, { projection: { w: 1 } });
        expect(mongo.BSON.EJSON.stringify(part)).to.equal(mongo.BSON.EJSON.stringify({ _id, w }));
      }
  });

  it("finds by equal strings what MongoDB finds", async () => {
    const id = new mongo.ObjectId();
    const things = client.db("race").collection<{ _id: string; v: unknown; w?: unknown }>("things");
    await things.insertMany([
      { _id: "text", v: "a", w: "x" },
      { _id: "array", v: ["b", "a"], w: "x" },
      { _id: "other", v: "b", w: "x" },
      { _id: "null", v: null },
      { _id: "number", v: 1 },
      { _id: "odd", v: 'é<&>"\\ \u2028' },
      { _id: "id", v: id },
      { _id: "hex", v: id.toHexString() },
    ]);
    const found = async (filter: mongo.Filter<{ _id: string; v: unknown; w?: unknown }>) =>
      (await things.find(filter).toArray()).map(({ _id }) => _id).sort();
    const cases: [mongo.Filter<{ _id: string; v: unknown; w?: unknown }>, string[]][] = [
      [{ v: "a" }, ["array", "text"]],
      [{ v: "a", w: "x", _id: { $ne: "text" } }, ["array"]],
      [{ v: "b", w: "x" }, ["array", "other"]],
      [{ _id: "text", v: "b" }, []],
      [{ v: 'é<&>"\\ \u2028' }, ["odd"]],
      [{ v: id }, ["id"]],
      [{ v: id.toHexString() }, ["hex"]],
      [{ v: "a", $or: [{ _id: "text" }, { _id: "id" }] }, ["text"]],
    ];
    for (const [filter, expected] of cases) {
      expect(await found(filter), JSON.stringify(filter)).to.deep.equal(expected);
      expect(await things.countDocuments(filter)).to.equal(expected.length);
    }
    expect((await things.updateMany({ v: "a", w: "x" }, { $set: { w: "y" } })).modifiedCount).to.equal(2);
    expect((await things.deleteMany({ v: "b", w: "x" })).deletedCount).to.equal(1);
  });

  it("refuses a second process on its data", async () => {
    const second = spawn(program, ["--socket", path.join(dir, "second.sock"), "--dir", dir], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let complaint = "";
    second.stderr.on("data", (data: Buffer) => {
      complaint += data.toString();
    });
    const [code] = await once(second, "close");
    expect(code).to.equal(1);
    expect(complaint).to.match(/in use by another process/);
  });

  for (const [how, end] of [
    ["SIGTERM", () => server.kill("SIGTERM")],
    ["SIGKILL", () => server.kill("SIGKILL")],
    ["the end of its standard input", () => server.stdin?.end()],
  ] as const) {
    it(`keeps its data over ${how} and a new start`, async () => {
      await counters.insertOne({ _id: how, n: 7, seq: 1 });
      await stop(end);
      await start();
      expect(await counters.findOne({ _id: how })).to.deep.equal({ _id: how, n: 7, seq: 1 });
    });
  }
});
