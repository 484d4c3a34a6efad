import { expect } from "chai";
import { createRateLimitStore } from "../../../api/lib/rateLimitStore.ts";
import type { Models } from "../../../models/index.ts";
import { makeWorld, type World } from "../support/world.ts";

describe("api/lib/rateLimitStore", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  /** Reads use the database; writes fail with this error until `recover` is called. */
  function failing(error: Error): { models: Models; recover(): void } {
    let fails = true;
    const { rateWindows } = world.models;
    const either = (name: "updateOne" | "create" | "deleteMany") => (first: never, second: never) =>
      fails ? Promise.reject(error) : Reflect.apply(rateWindows[name], rateWindows, [first, second].filter(Boolean));
    const found = rateWindows.findOne.bind(rateWindows);
    const writes = { updateOne: either("updateOne"), create: either("create"), deleteMany: either("deleteMany") };
    const models = { ...world.models, rateWindows: { findOne: found, ...writes } } as unknown as Models;
    return {
      models,
      recover() {
        fails = false;
      },
    };
  }

  let at = 1_700_000_000_000;
  const storeOf = (models: Models) => createRateLimitStore(models, "full", () => new Date(at), 2);

  it("counts by itself while the database's disk is full, and with the others again when there is room", async () => {
    const full = Object.assign(new Error("database or disk is full (13)"), { name: "MongoServerError" });
    const { models, recover } = failing(full);
    const store = storeOf(models);
    const hits = async () => (await store.increment("a"))?.totalHits;
    expect([await hits(), await hits(), await hits()]).to.deep.equal([1, 2, 3]);
    recover();
    at += 180_000;
    expect(await hits()).to.equal(1);
    expect(await hits()).to.equal(2);
    expect(await storeOf(world.models).increment("a"), "another process").to.include({ totalHits: 3 });
  });

  it("counts calls that come at once with few writes, in two processes never more than the limit", async () => {
    let writes = 0;
    const { rateWindows } = world.models;
    const counted = (name: "updateOne" | "create") => (first: never, second: never) => {
      writes += 1;
      return Reflect.apply(rateWindows[name], rateWindows, [first, second].filter(Boolean));
    };
    const collection = {
      findOne: rateWindows.findOne.bind(rateWindows),
      deleteMany: rateWindows.deleteMany.bind(rateWindows),
    };
    const models = {
      ...world.models,
      rateWindows: { ...collection, updateOne: counted("updateOne"), create: counted("create") },
    } as unknown as Models;
    const limit = 200;
    const stores = [models, models].map((one) => createRateLimitStore(one, "many", () => new Date(at), limit));
    const calls = await Promise.all(Array.from({ length: 400 }, (_, call) => stores[call % 2]!.increment("c")));
    const hits = calls.map((call) => call?.totalHits ?? 0);
    const allowed = hits.filter((one) => one <= limit).sort((a, b) => a - b);
    expect(allowed).to.deep.equal(Array.from({ length: limit }, (_, call) => call + 1));
    expect(hits.filter((one) => one > limit)).to.have.length(200);
    expect(writes).to.be.at.most(10);
  });

  it("refuses what it cannot count for another reason", async () => {
    const { models } = failing(Object.assign(new Error("not primary"), { name: "MongoServerError" }));
    const refused = await Promise.resolve(storeOf(models).increment("b")).catch((error: Error) => error.message);
    expect(refused).to.equal("not primary");
  });
});
