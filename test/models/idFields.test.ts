// What the embedded database takes for granted (temporal-dev/ferretdb/patches.json): a field whose name ends in Id holds one
// value, so that its index is used.
import { expect } from "chai";
import type { Models } from "../../models/index.ts";
import { openDatabase } from "../support/database.ts";

describe("fields whose name ends in Id", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  after(() => database.drop());

  it("hold one value, in every model", () => {
    const fields = Object.entries(models).flatMap(([name, { schema }]) =>
      Object.values(schema.paths)
        .filter(({ path }) => /^[^.]+Id$/.test(path))
        .map(({ path, instance }) => ({ field: `${name}.${path}`, instance })),
    );
    expect(fields.length).to.be.above(50);
    expect(fields.filter(({ instance }) => !["String", "ObjectId"].includes(instance))).to.deep.equal([]);
  });

  it("find their documents, among others of the same and of other values", async () => {
    const address = (jobId: string, url: string) => ({ _id: `${jobId} ${url}`, jobId, url, state: "page" });
    await models.crawlAddresses.collection.insertMany(
      ["job_1", "job_2"].flatMap((jobId) => ["/", "/a"].map((url) => address(jobId, url))) as never[],
    );
    const found = async (filter: object) =>
      (await models.crawlAddresses.find(filter, { _id: 1 }).lean()).map(({ _id }) => String(_id)).sort();
    expect(await found({ jobId: "job_2" })).to.deep.equal(["job_2 /", "job_2 /a"]);
    expect(await found({ jobId: "job_2", url: "/a" })).to.deep.equal(["job_2 /a"]);
    expect(await found({ jobId: "job_3" })).to.deep.equal([]);
  });
});
