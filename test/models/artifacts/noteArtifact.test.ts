// Concurrent notes: each artifact exists once, is counted once, and its writer learns of a sweep that has marked its bytes.
import { expect } from "chai";
import { noteArtifact } from "../../../models/artifacts/noteArtifact.ts";
import { storedBy } from "../../../models/artifacts/storage.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-11-20T00:00:00Z");
const LATER = new Date("2026-11-21T00:00:00Z");

describe("notes of artifacts", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  const note = (n: number, { projectId = "prj_a", at = AT, of = models } = {}) =>
    noteArtifact(of, { artifactId: String(n).padStart(64, "0"), projectId, contentType: "image/png", bytes: 10, at });

  it("are each there once and counted once, however often and wherever they are written at the same time", async () => {
    const numbers = [...Array.from({ length: 130 }, (_, n) => n), 3, 3, 7];
    await Promise.all([...numbers.map((n) => note(n)), note(1, { projectId: "prj_b" })]);
    expect(await models.artifacts.countDocuments()).to.equal(131);
    const stored = await storedBy(models, ["prj_a", "prj_b"]);
    expect(stored.get("prj_a")).to.deep.include({ artifacts: 130, bytes: 1_300 });
    expect(stored.get("prj_b")).to.deep.include({ artifacts: 1, bytes: 10 });
    await note(3, { at: LATER });
    const again = await models.artifacts.findById(`prj_a:${"3".padStart(64, "0")}`).lean();
    expect([again?.createdAt, again?.heldAt]).to.deep.equal([AT, LATER]);
    expect((await storedBy(models, ["prj_a"])).get("prj_a")?.artifacts).to.equal(130);
  });

  it("made by two processes at the same moment are counted once", async () => {
    // Each has its own queue.
    const [one, other] = [{ ...models }, { ...models }];
    await Promise.all(Array.from({ length: 20 }, (_, n) => [note(n, { of: one }), note(n, { of: other })]).flat());
    expect(await models.artifacts.countDocuments()).to.equal(20);
    expect((await storedBy(models, ["prj_a"])).get("prj_a")).to.deep.include({ artifacts: 20, bytes: 200 });
  });

  it("hear of the sweep that has marked their bytes, and of no other", async () => {
    const _id = "5".padStart(64, "0");
    await models.artifactSweeps.create({ _id, token: "t", state: "looking", until: LATER });
    expect(await Promise.all([note(4), note(5), note(6)])).to.deep.equal([false, true, false]);
  });

  it("are written by the next call where the database did not take them", async () => {
    let broken = true;
    const artifacts = new Proxy(models.artifacts, {
      get: (target, name) =>
        name === "bulkWrite" && broken ? () => Promise.reject(new Error("away")) : Reflect.get(target, name),
    });
    const hooked = { ...models, artifacts };
    const failed = await Promise.all([1, 2].map((n) => note(n, { of: hooked }).catch((error: Error) => error.message)));
    expect(failed).to.deep.equal(["away", "away"]);
    broken = false;
    expect(await note(1, { of: hooked })).to.equal(false);
    expect(await models.artifacts.countDocuments()).to.equal(1);
  });

  it("that cannot be written or counted fail, and the others of the call are there and counted", async () => {
    const { storageUse } = models;
    const uncounted = new Proxy(storageUse, {
      get: (target, name) =>
        name === "updateOne"
          ? (filter: { _id: string }, ...rest: [object, object]) =>
              filter._id === "prj_a" ? Promise.reject(new Error("away")) : target.updateOne(filter, ...rest)
          : Reflect.get(target, name),
    });
    const hooked = { ...models, storageUse: uncounted };
    const notes = [note(1, { of: hooked }), note(2, { of: hooked, projectId: "prj_b" })];
    const told = await Promise.allSettled(notes);
    expect(told.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect((await storedBy(models, ["prj_b"])).get("prj_b")).to.deep.include({ artifacts: 1, bytes: 10 });

    const at = new Date("none");
    const broken = await Promise.allSettled([note(3, { projectId: "prj_b" }), note(4, { projectId: "prj_b", at })]);
    expect(broken.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(await models.artifacts.countDocuments()).to.equal(3);
    expect((await storedBy(models, ["prj_b"])).get("prj_b")).to.deep.include({ artifacts: 2, bytes: 20 });
  });

  it("are written beside others whose write is slow", async () => {
    const gate = Promise.withResolvers<void>();
    let writes = 0;
    const artifacts = new Proxy(models.artifacts, {
      get: (target, name) => {
        const own = Reflect.get(target, name);
        if (name !== "bulkWrite") return own;
        return async (...args: unknown[]) => {
          writes += 1;
          if (writes === 1) await gate.promise;
          return own.apply(target, args);
        };
      },
    });
    const hooked = { ...models, artifacts };
    const slow = note(1, { of: hooked });
    while (writes === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await note(2, { of: hooked })).to.equal(false);
    gate.resolve();
    expect(await slow).to.equal(false);
  });
});
