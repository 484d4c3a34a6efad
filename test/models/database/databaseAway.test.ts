import { expect } from "chai";
import { mongo } from "mongoose";
import { isDatabaseAway } from "../../../models/database/databaseAway.ts";

const named = (name: string, message = "it went away") => Object.assign(new Error(message), { name });

describe("whether an error says that the database is unavailable", () => {
  for (const error of [
    new mongo.MongoNetworkError("connection closed"),
    new mongo.MongoNetworkTimeoutError("timed out"),
    new mongo.MongoServerClosedError(),
    new mongo.MongoTopologyClosedError(),
    new mongo.MongoUnexpectedServerResponseError("no reply"),
    named("MongoServerSelectionError"),
    named("MongoPoolClearedOnNetworkError"),
    named("MongooseError", "cannot be called before initial connection is complete"),
    Object.assign(new Error("write EPIPE"), { code: "EPIPE" }),
    Object.assign(named("MongoBulkWriteError"), { errorResponse: new mongo.MongoNetworkError("connection closed") }),
    new Error("could not be read", { cause: new mongo.MongoNetworkError("connection closed") }),
  ])
    it(`${error.name}: yes`, () => expect(isDatabaseAway(error)).to.equal(true));

  for (const error of [
    new mongo.MongoServerError({ message: "E11000 duplicate key", code: 11000 }),
    Object.assign(named("MongoBulkWriteError"), { errorResponse: { code: 11000 } }),
    new TypeError("x is not a function"),
    "a word",
  ])
    it(`${error instanceof Error ? error.name : "no error"}: no`, () => expect(isDatabaseAway(error)).to.equal(false));
});
