// Sweeps and backups take turns, and the turn of a killed process expires.
import { expect } from "chai";
import { inBackupTurn, inSweepTurn, TurnLostError } from "../../../models/backups/lease.ts";
import { ONLY } from "../../../models/backups/leaseSchema.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";
import { dataTurn } from "../../support/dataTurn.ts";
import { eventually } from "../../support/eventually.ts";

describe("the turns of sweeps and backups", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  const { signal } = new AbortController();
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  const sweeping = (holder: string, work: () => Promise<void>, waits: string[] = []) =>
    inSweepTurn(models, { holder, signal, waiting: async () => void waits.push(holder) }, work);

  it("a sweep waits for a backup and says so, and goes on after it", async () => {
    const done: string[] = [];
    const waits: string[] = [];
    const inside = Promise.withResolvers<void>();
    const backup = inBackupTurn(models, "bck_1", async () => {
      await inside.promise;
      done.push("backup");
    });
    await eventually("the backup begins", async () => (await dataTurn(models)) === "backup");
    const sweep = sweeping("swp_1", async () => void done.push("sweep"), waits);
    await eventually("the sweep waits", () => waits.length === 1);
    inside.resolve();
    await Promise.all([backup, sweep]);
    expect(done).to.deep.equal(["backup", "sweep"]);
    expect(await dataTurn(models)).to.equal(null);
  });

  it("a backup comes between two batches of a sweep, which takes no further one before it", async () => {
    const done: string[] = [];
    const inside = Promise.withResolvers<void>();
    const first = sweeping("swp_1", async () => {
      await inside.promise;
      done.push("batch 1");
    });
    await eventually("the sweep begins", async () => (await dataTurn(models)) === "sweep");
    const backup = inBackupTurn(models, "bck_1", async () => void done.push("backup"));
    const wanted = () => models.dataLeases.findOne({ _id: ONLY }).lean();
    await eventually("the backup waits", async () => (await wanted())?.wantedUntil instanceof Date);
    inside.resolve();
    await first;
    await Promise.all([backup, sweeping("swp_1", async () => void done.push("batch 2"))]);
    expect(done).to.deep.equal(["batch 1", "backup", "batch 2"]);
  });

  it("two sweeps never delete at once", async () => {
    let [inside, most] = [0, 0];
    const batch = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await models.dataLeases.exists({ _id: ONLY });
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, (_, at) => sweeping(`swp_${at}`, batch)));
    expect(most).to.equal(1);
  });

  it("a sweep hears that a backup waits, and notices that it lost its turn", async () => {
    const inside = Promise.withResolvers<void>();
    const said: unknown[] = [];
    const options = { holder: "swp_1", signal, waiting: async () => undefined };
    const sweep = inSweepTurn(models, options, async (turn) => {
      said.push(await turn.isWanted());
      await turn.stillOurs();
      inside.resolve();
      await eventually("the backup waits", () => turn.isWanted());
      // The process was paused for longer than its turn lasts.
      await models.dataLeases.updateOne({ _id: ONLY }, { $set: { until: new Date(0) } });
      await eventually("the backup begins", async () => (await dataTurn(models)) === "backup");
      await turn.stillOurs();
    }).catch((thrown: unknown) => thrown);
    await inside.promise;
    const over = Promise.withResolvers<void>();
    const backup = inBackupTurn(models, "bck_1", () => over.promise);
    expect(await sweep).to.be.instanceOf(TurnLostError);
    expect([said, await dataTurn(models)]).to.deep.equal([[false], "backup"]);
    over.resolve();
    await backup;
  });

  it("a sweep renews its turn for as long as a batch takes", async () => {
    const options = { holder: "swp_1", signal, waiting: async () => undefined };
    const until = async () => (await models.dataLeases.findOne({ _id: ONLY }).lean())?.until?.getTime() ?? 0;
    await inSweepTurn(models, options, async (turn) => {
      await models.dataLeases.updateOne({ _id: ONLY }, { $set: { until: new Date(1) } });
      await turn.stillOurs();
      expect(await until()).to.be.greaterThan(Date.now());
    });
  });

  it("a killed one loses its turn by time, and a backup that stood still does not end as whole", async () => {
    const expire = () => models.dataLeases.updateOne({ _id: ONLY }, { $set: { until: new Date(0) } });
    const lost = inBackupTurn(models, "bck_1", async (stillOurs) => {
      await expire();
      await sweeping("swp_1", async () => undefined);
      await stillOurs();
    });
    const error = await lost.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(TurnLostError);
  });
});
