// Values that FerretDB stored incorrectly and temporal-dev/ferretdb/patches.json fixes. An unmodified MongoDB passes.
import { expect } from "chai";
import { openDatabase } from "../support/database.ts";

describe("an update is written as it is given", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.drop());
  const collection = () => database.models.projects.collection;

  it("also where a document has other keys with the same values", async () => {
    await collection().insertOne({ _id: "prj_keys", settings: { lcp: 1, inner: { a: "x" } } } as never);
    const where = { _id: "prj_keys" as never };
    const write = async (settings: object) => {
      const { modifiedCount } = await collection().updateOne(where, { $set: { settings } });
      return [modifiedCount, (await collection().findOne(where))?.settings];
    };
    for (const [settings, modified] of [
      [{ fcp: 1, inner: { a: "x" } }, 1],
      [{ fcp: 1, inner: { b: "x" } }, 1],
      [{ fcp: 1, inner: { b: "x" } }, 0],
      [{ inner: { b: "x" }, fcp: 1 }, 1],
    ] as const)
      expect(await write(settings)).to.deep.equal([modified, settings]);
  });

  it("also null and empty lists of a document that an upsert makes", async () => {
    const made = { name: null, tags: [], plan: "free" };
    await collection().updateOne({ _id: "prj_upsert" as never }, { $setOnInsert: made }, { upsert: true });
    expect(await collection().findOne({ _id: "prj_upsert" as never })).to.deep.equal({ _id: "prj_upsert", ...made });
  });
});
