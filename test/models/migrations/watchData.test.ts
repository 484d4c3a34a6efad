// A process that waits for the data learns of progress: by steps, by batches, and by signs of life of the migrating process.
import { expect } from "chai";
import type { Models } from "../../../models/index.ts";
import { noteStep, takeLease } from "../../../models/installations/dataState.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { migrate } from "../../../models/migrations/migrate.ts";
import { watchData } from "../../../models/migrations/watchData.ts";
import { openDatabase } from "../../support/database.ts";
import { eventually } from "../../support/eventually.ts";

describe("a watch of the data", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  beforeEach(async () => {
    database = await openDatabase(undefined, { indexes: false });
    models = database.models;
    await nameDatabase(models, "");
    await models.installations.updateOne({}, { $unset: { dataVersion: 1, filled: 1 } });
  });
  afterEach(() => database.drop());

  it("tells the steps and batches of another process, and nothing while nothing happens", async () => {
    const told: string[] = [];
    const watch = watchData(models, (step) => told.push(step), 20);
    let calls = 0;
    const fill = async () => {
      calls += 1;
      if (calls > 1) await eventually("the batch before was told", () => told.includes(`kept, batch ${calls - 1}`));
      return calls < 3;
    };
    const migrations = [
      { version: 1, about: "kept", fill },
      { version: 2, about: "removed", after: 1 },
    ];
    await migrate(models, { holder: "one", program: "0.2.0", migrations, log: () => undefined });
    await watch.stop();
    expect(told.filter((step) => step.startsWith("kept, batch "))).to.include.members([
      "kept, batch 1",
      "kept, batch 2",
    ]);
    const count = told.length;
    await noteStep(models, "one", "of a lease that was given back");
    expect(told).to.have.length(count);
  });

  it("counts a lease that is renewed as a sign of life, and one that is not as none", async () => {
    const told: string[] = [];
    let now = Date.now();
    await takeLease(models, "one", new Date(now));
    await noteStep(models, "one", "an index is made");
    const watch = watchData(models, (step) => told.push(step), 10);
    await eventually("it was seen", () => told.length === 1);
    for (const beat of [2, 3]) {
      now += 10_000;
      await takeLease(models, "one", new Date(now));
      await eventually(`sign of life ${beat}`, () => told.length === beat);
    }
    expect(new Set(told)).to.have.keys("an index is made");
    await watch.stop();
  });

  it("of a process that makes indexes goes by the answers of the database", async () => {
    const told: string[] = [];
    const watch = watchData(models, (step) => told.push(step), 10);
    watch.own("indexes are made");
    await eventually("several answers came", () => told.length > 3);
    watch.own(null);
    await watch.stop();
    expect(told[3]).to.equal("indexes are made");
  });
});
