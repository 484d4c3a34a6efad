import { expect } from "chai";
import { chunksOf } from "../../../models/lib/chunks.ts";
import { deleteWhere } from "../../../models/retention/deleteOwned.ts";
import { openDatabase } from "../../support/database.ts";

/** The embedded database refuses a statement with more variables than this, and deletes documents by their ids. */
const MAX_VARIABLES = 32_766;

describe("deleting documents with what lies within them", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database?.drop());

  it("deletes more than the embedded database deletes at once", async () => {
    const { models } = database;
    const { collection } = models.problemListTexts;
    const texts = Array.from({ length: MAX_VARIABLES + 1 }, (_, at) => ({ _id: `text_${at}`, listId: "list" }));
    for (const some of chunksOf(texts, 5_000)) await collection.insertMany(some as never);
    // A backup may bring ids that are no texts.
    await collection.insertOne({ _id: 7, listId: "list" } as never);
    await models.problemLists.collection.insertOne({ _id: "list", projectId: "prj_shop" } as never);
    expect(await deleteWhere(models, "problemLists", { _id: "list" })).to.equal(texts.length + 2);
    expect(await collection.countDocuments({ listId: "list" })).to.equal(0);
  });
});
