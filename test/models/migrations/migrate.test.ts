// Migrations: who runs them, what happens to a killed one, and each of them on the databases of earlier versions.
import { expect } from "chai";
import { DATA_VERSION, NewerDataError, refuseNewerData } from "../../../domain/dataVersion.ts";
import { factsOf } from "../../../domain/functional/feature.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { slugOf } from "../../../domain/functional/slug.ts";
import { ensureIndexes, type Models } from "../../../models/index.ts";
import { checkData, giveLease, readDataState, takeLease } from "../../../models/installations/dataState.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { MIGRATIONS } from "../../../models/migrations/index.ts";
import { fillOnce, LeaseLostError, migrate } from "../../../models/migrations/migrate.ts";
import type { Migration } from "../../../models/migrations/migration.ts";
import { openDatabase } from "../../support/database.ts";
import { dumpedVersions, loadDump } from "../../support/dumps.ts";
import { eventually } from "../../support/eventually.ts";

describe("the data", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  let logged: string[];

  beforeEach(async () => {
    database = await openDatabase(undefined, { indexes: false });
    models = database.models;
    logged = [];
  });
  afterEach(() => database.drop());

  const by = (holder: string, migrations: readonly Migration[] = MIGRATIONS) => ({
    holder,
    migrations,
    program: "0.2.0",
    log: (message: string, { version }: Record<string, unknown>) => void logged.push(`${holder} ${message} ${version}`),
  });
  /** An installation whose data has no version yet. */
  const old = async () => {
    await nameDatabase(models, "");
    await models.installations.updateOne({}, { $unset: { dataVersion: 1, filled: 1 } });
  };
  const version = async () => (await readDataState(models)).version;

  it("has the version of the last migration, and their numbers have no gap", () => {
    expect(MIGRATIONS.map((one) => one.version)).to.deep.equal(Array.from({ length: DATA_VERSION }, (_, at) => at + 1));
  });

  it("of a new installation has this version, and nothing to migrate or to fill in", async () => {
    await nameDatabase(models, null);
    await migrate(models, by("one"));
    expect([await version(), await fillOnce(models), logged]).to.deep.equal([DATA_VERSION, false, []]);
  });

  it("of a newer program is refused by both versions and both programs", async () => {
    await nameDatabase(models, null);
    await models.installations.updateOne({}, { $set: { dataVersion: DATA_VERSION + 4, dataProgram: "9.1.0" } });
    const refused = await checkData(models, "db:1", "0.2.0").catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(NewerDataError);
    expect(String(refused))
      .to.contain(`version ${DATA_VERSION + 4}`)
      .and.contain("Plumbline 9.1.0");
    expect(String(refused)).to.contain(`up to version ${DATA_VERSION}`).and.contain("Plumbline 0.2.0");
  });

  for (const [wrote, by] of [
    ["0.2.0", "a newer build of Plumbline 0.2.0"],
    ["0.1.0", "a newer build of Plumbline 0.1.0"],
    [null, "a newer Plumbline"],
  ] as const)
    it(`that is newer and was written by ${wrote ?? "an unknown program"} is not said to be of this one`, () => {
      const found = { version: DATA_VERSION + 1, program: wrote };
      expect(() => refuseNewerData("here", found, "0.2.0")).to.throw(
        NewerDataError,
        `The data in here has version ${DATA_VERSION + 1}, written by ${by}; this is Plumbline 0.2.0, which knows data up to version ${DATA_VERSION}. Start a Plumbline that knows data version ${DATA_VERSION + 1}, or`,
      );
      expect(() => refuseNewerData("here", { ...found, version: DATA_VERSION }, "0.2.0")).not.to.throw();
    });

  it("is migrated by one of two processes, each step once, and both go on when it is done", async () => {
    await old();
    const steps: string[] = [];
    const gate = Promise.withResolvers<void>();
    const step = (number: number): Migration => ({
      version: number,
      about: `step ${number}`,
      async expand() {
        steps.push(`expand ${number}`);
        await gate.promise;
      },
      async contract() {
        steps.push(`contract ${number}`);
      },
    });
    const toys = [step(1), step(2)];
    const both = Promise.all([migrate(models, by("one", toys)), migrate(models, by("two", toys))]);
    await eventually("somebody has begun", async () => steps.length === 1);
    expect(await takeLease(models, "three", new Date())).to.equal(false);
    gate.resolve();
    await both;
    expect(steps).to.deep.equal(["expand 1", "contract 1", "expand 2", "contract 2"]);
    expect(new Set(logged.map((line) => line.split(" ")[0])).size).to.equal(1);
    expect([await version(), await takeLease(models, "three", new Date())]).to.deep.equal([2, true]);
  });

  it("goes on where a killed process stopped, as soon as its lease has run out", async () => {
    await old();
    const steps: string[] = [];
    const killed = new Error("killed");
    const toys = (dies: boolean): Migration[] => [
      { version: 1, about: "one", expand: async () => void steps.push("1") },
      {
        version: 2,
        about: "two",
        async expand() {
          steps.push("2");
          if (dies) throw killed;
        },
      },
    ];
    // A killed process releases nothing, so its lease is restored.
    expect(await migrate(models, by("dead", toys(true))).catch((error: unknown) => error)).to.equal(killed);
    await takeLease(models, "dead", new Date());
    const going = migrate(models, { ...by("next", toys(false)), now: () => new Date(Date.now() + 31_000) });
    await going;
    expect([steps, await version()]).to.deep.equal([["1", "2", "2"], 2]);
  });

  it("is left alone by a process that was thought dead and comes back", async () => {
    await old();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const toys: Migration[] = [
      {
        version: 1,
        about: "one",
        async expand() {
          begun.resolve();
          await gate.promise;
        },
      },
    ];
    const slow = migrate(models, by("slow", toys)).catch((error: unknown) => error);
    await begun.promise;
    await giveLease(models, "slow");
    await takeLease(models, "other", new Date());
    gate.resolve();
    expect(await slow).to.be.instanceOf(LeaseLostError);
    expect(await version()).to.equal(0);
  });

  it("is filled in batch by batch while the service works, and to the end before a later version removes what it needs", async () => {
    await old();
    const calls: string[] = [];
    let left = 3;
    const filling: Migration = {
      version: 1,
      about: "filled",
      async fill() {
        calls.push("fill");
        left -= 1;
        return left >= 0;
      },
    };
    await migrate(models, by("one", [filling]));
    expect([calls, await version()]).to.deep.equal([[], 1]);
    expect(await fillOnce(models, [filling])).to.equal(true);
    const removing: Migration = {
      version: 2,
      about: "removed",
      after: 1,
      contract: async () => void calls.push("remove"),
    };
    await migrate(models, by("one", [filling, removing]));
    expect([calls, await version()]).to.deep.equal([["fill", "fill", "fill", "fill", "remove"], 2]);
    expect(await fillOnce(models, [filling, removing])).to.equal(false);
  });

  it("names scenarios in other scripts by their names, and leaves the other ids as they are", async () => {
    const gherkin = "Feature: a\n  Scenario: Корзина\n    Given x\n  Scenario: Basket\n    Given x\n";
    const facts = factsOf(compileFeature(gherkin), []);
    const scenarios = facts.scenarios.map((one, at) => ({ ...one, id: ["scenario", "basket"][at] ?? "" }));
    const at = new Date("2026-03-10T12:00:00Z");
    await models.features.create({
      ...facts,
      _id: "prj_1:a",
      projectId: "prj_1",
      featureId: "a",
      gherkin,
      scenarios,
      status: "draft",
      origin: "written",
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: "a key",
    });
    await nameDatabase(models, "");
    await models.installations.updateOne({}, { $set: { dataVersion: 4 } });
    await migrate(models, by("one"));
    const stored = await models.features.findById("prj_1:a").lean();
    expect(stored?.scenarios).to.deep.equal(facts.scenarios);
    expect(facts.scenarios.map(({ id }) => id)).to.deep.equal([slugOf("Корзина", "scenario"), "basket"]);
  });

  it("of every earlier version is brought to this one, whole, and again without a change", async () => {
    const versions = await dumpedVersions();
    expect(versions).to.include(0);
    for (const from of versions) {
      const one = await openDatabase(undefined, { indexes: false });
      try {
        const { collections } = await loadDump(one.connection, from);
        const count = async () =>
          Object.fromEntries(
            await Promise.all(
              Object.keys(collections).map(async (name) => [
                name,
                await one.connection.collection(name).countDocuments(),
              ]),
            ),
          ) as Record<string, number>;
        const before = await count();
        // The index that migration 1 removes, as early databases have it.
        const retired = { runId: 1, scenarioId: 1, selector: 1, viewport: 1, browser: 1 } as const;
        await one.models.shots.collection.createIndex(retired, { unique: true });
        // Indexes of runs that longer ones replaced.
        const ofProject: Record<string, 1 | -1>[] = [{ createdAt: -1 }, { type: 1, createdAt: -1 }, { status: 1 }];
        for (const keys of ofProject) await one.models.runs.collection.createIndex({ projectId: 1, ...keys });
        await ensureIndexes(one.models);
        expect((await readDataState(one.models)).version).to.equal(from);
        await migrate(one.models, by("one"));
        expect((await readDataState(one.models)).version).to.equal(DATA_VERSION);
        const names = (await one.models.shots.collection.indexes()).map(({ name }) => name);
        expect(names).not.to.include("runId_1_scenarioId_1_selector_1_viewport_1_browser_1");
        const ofRuns = (await one.models.runs.collection.indexes()).map(({ name }) => name).sort();
        const wanted = one.models.runs.schema.indexes().map(([keys]) => Object.entries(keys).flat().join("_"));
        expect(ofRuns).to.deep.equal(["_id_", ...wanted].sort());
        for (let rounds = 0; (await fillOnce(one.models)) && rounds < 100; rounds += 1);
        expect((await readDataState(one.models)).filled).to.deep.equal(
          MIGRATIONS.filter(({ fill }) => fill).map(({ version }) => version),
        );
        const after = await count();
        for (const [name, documents] of Object.entries(before))
          expect(after[name], `documents of ${name}`).to.be.at.least(documents);
        // No document has a field that this program does not know.
        for (const model of Object.values(one.models))
          for (const found of await model.collection.find().toArray())
            expect(Object.keys(model.schema.paths), model.modelName).to.include.members(Object.keys(found));
        await migrate(one.models, by("one"));
        for (const { expand, contract } of MIGRATIONS) {
          await expand?.(one.models);
          await contract?.(one.models);
        }
        expect(await count()).to.deep.equal(after);
      } finally {
        await one.drop();
      }
    }
  });
});
