// An installation of an earlier version has an index that would allow one mode only.
import { expect } from "chai";
import { dropRetiredIndexes } from "../../models/retiredIndexes.ts";
import { openDatabase } from "../support/database.ts";

const OLD = { runId: 1, scenarioId: 1, selector: 1, viewport: 1, browser: 1 } as const;

describe("an index of an earlier version", () => {
  it("is dropped, once and by several processes at once, and the others stay", async () => {
    const database = await openDatabase();
    const { models } = database;
    const names = async () => (await models.shots.collection.indexes()).map(({ name }) => name).sort();
    const before = await names();
    await models.shots.collection.createIndex(OLD, { unique: true });
    expect(await names()).to.have.length(before.length + 1);
    await Promise.all([dropRetiredIndexes(models), dropRetiredIndexes(models)]);
    expect(await names()).to.deep.equal(before);
    await dropRetiredIndexes(models);
    await database.drop();
  });
});
