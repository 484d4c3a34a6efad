import { expect } from "chai";
import { storable } from "../../../activities/audit/storable.ts";
import { openDatabase } from "../../support/database.ts";

describe("storable", () => {
  it("leaves plain data as it is", () => {
    const at = new Date(0);
    const plain = { a: 1, b: ["x", { c: [1, 2] }], d: null, e: at };
    expect(storable(plain)).to.deep.equal(plain);
  });

  it("changes what the embedded database refuses, so that any database takes it", async () => {
    const data = storable({ "a.b": [[1, [2]], { $c: 3 }] });
    expect(data).to.deep.equal({ a_b: [{ items: [1, { items: [2] }] }, { _c: 3 }] });
    const database = await openDatabase();
    try {
      await database.models.usage.db.collection("anything").insertOne({ data });
      expect(await database.models.usage.db.collection("anything").findOne({})).to.deep.include({ data });
    } finally {
      await database.drop();
    }
  });
});
