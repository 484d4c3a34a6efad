// Recounting the storage of projects while others write.
import { expect } from "chai";
import { addStored, recountStored, storedBy } from "../../../models/artifacts/storage.ts";
import type { Models } from "../../../models/index.ts";
import { recordArtifact } from "../../support/artifacts.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-11-20T00:00:00Z");

describe("counting anew what projects keep", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let n = 0;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  const write = (projectId: string, bytes = 10) => {
    n += 1;
    const artifactId = String(n).padStart(64, "0");
    return recordArtifact(models, { artifactId, projectId, contentType: "text/plain", bytes, at: AT });
  };
  const bytesOf = async (id: string) => (await storedBy(models, [id])).get(id)?.bytes;

  it("corrects what a killed writer left, and a project that has no count", async () => {
    await write("prj_a");
    await write("prj_b");
    await addStored(models, "prj_a", { bytes: 5, artifacts: 1 });
    await models.storageUse.deleteOne({ _id: "prj_b" });
    await recountStored(models);
    expect([await bytesOf("prj_a"), await bytesOf("prj_b")]).to.deep.equal([10, 10]);
  });

  it("leaves a project that somebody writes to meanwhile, and counts nothing twice", async () => {
    for (const id of ["prj_a", "prj_b"]) await write(id);
    await addStored(models, "prj_b", { bytes: 7, artifacts: 1 });
    // Runs between reading the counts and the records.
    const find = () => ({
      async lean() {
        const rows = await models.storageUse.find().lean();
        await write("prj_a", 100);
        await write("prj_new", 1);
        return rows;
      },
    });
    const storageUse = new Proxy(models.storageUse, {
      get: (target, name) => (name === "find" ? find : Reflect.get(target, name)),
    });
    await recountStored({ ...models, storageUse });
    expect([await bytesOf("prj_a"), await bytesOf("prj_b"), await bytesOf("prj_new")]).to.deep.equal([110, 10, 1]);
  });

  it("leaves what is stored after the records were read to the next time", async () => {
    await write("prj_a");
    await addStored(models, "prj_a", { bytes: 7, artifacts: 1 });
    const updateOne = async (filter: object, update: object) => {
      await write("prj_a", 3);
      return models.storageUse.updateOne(filter, update);
    };
    const storageUse = new Proxy(models.storageUse, {
      get: (target, name) => (name === "updateOne" ? updateOne : Reflect.get(target, name)),
    });
    await recountStored({ ...models, storageUse });
    expect(await bytesOf("prj_a")).to.equal(20);
    await recountStored(models);
    expect(await bytesOf("prj_a")).to.equal(13);
  });

  it("counts the same when two tries overlap, and one that is told to stop changes nothing", async () => {
    await write("prj_a");
    await addStored(models, "prj_a", { bytes: 90, artifacts: 9 });
    const stopped = await recountStored(models, AbortSignal.abort(new Error("stopped"))).catch((error: Error) => error);
    expect([String(stopped), await bytesOf("prj_a")]).to.deep.equal(["Error: stopped", 100]);
    await Promise.all([recountStored(models), recountStored(models)]);
    expect(await bytesOf("prj_a")).to.equal(10);
  });
});
