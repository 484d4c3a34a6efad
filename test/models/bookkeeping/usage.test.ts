// Counting the snapshots of a month: once for each run, whatever happens to the process that counts them.
import { expect } from "chai";
import { countSnapshots, snapshotsUsed } from "../../../models/bookkeeping/usage.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-31T23:59:59Z");

describe("the snapshots of a month", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  after(() => database.drop());
  const count = (runId: string, of: { count?: number; limit?: number | null } = {}, use = models) =>
    countSnapshots(use, { orgId: "org_a", runId, count: 10, limit: null, at: AT, ...of });
  const used = () => snapshotsUsed(models, "org_a", AT);

  it("are counted by the retry of a plan that was killed before they were, and not again after that", async () => {
    const updateOne = () => Promise.reject(new Error("killed"));
    const usage = new Proxy(models.usage, {
      get: (of, name) => (name === "updateOne" ? updateOne : Reflect.get(of, name)),
    });
    const killed = { ...models, usage };
    const failed = await count("run_1", {}, killed).catch((error: Error) => error.message);
    expect([failed, await used()]).to.deep.equal(["killed", 0]);
    for (let turn = 0; turn < 3; turn++) expect(await count("run_1")).to.equal(true);
    expect(await used()).to.equal(10);
  });

  it("are all counted at once, up to the limit", async () => {
    const before = await used();
    const runs = Array.from({ length: 12 }, (_, at) => `run_at_once_${at % 6}`);
    expect(await Promise.all(runs.map((one) => count(one)))).to.deep.equal(runs.map(() => true));
    expect(await used()).to.equal(before + 60);
    expect(await count("run_large", { count: 31, limit: before + 90 })).to.equal(false);
    expect(await count("run_large", { count: 30, limit: before + 90 })).to.equal(true);
    expect(await used()).to.equal(before + 90);
  });

  it("name no run, and leave no document of one, also of earlier versions", async () => {
    const claim = { _id: "org_b:claim:run_old", orgId: "org_b", what: "claim", period: "2026-02", count: 7 };
    await models.usage.create(claim);
    await count("run_1");
    await countSnapshots(models, { orgId: "org_b", runId: "run_new", count: 1, limit: null, at: AT });
    const left = await models.usage.find({ orgId: "org_b" }).lean();
    expect(left.map(({ what }) => what)).to.deep.equal(["snapshots"]);
    expect(JSON.stringify(left)).not.to.include("run_");
  });
});
