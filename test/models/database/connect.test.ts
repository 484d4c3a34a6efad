import { expect } from "chai";
import mongoose from "mongoose";
import { connect } from "../../../models/database/connect.ts";
import { testMongoUri } from "../../support/database.ts";

describe("a closed connection", () => {
  it("is not kept, and neither is one that could not be opened", async () => {
    const before = mongoose.connections.length;
    await (await connect(await testMongoUri(), { dbName: "forgotten" })).close();
    const refused = await connect("mongodb://127.0.0.1:1", { timeoutMs: 100 }).catch((error: Error) => error.name);
    expect(refused).to.equal("MongooseServerSelectionError");
    expect(mongoose.connections).to.have.length(before);
  });
});
