// When periodic work starts before its schedule.
import { expect } from "chai";
import { insertCleanup } from "../../models/cleanups/queries.ts";
import type { Models } from "../../models/index.ts";
import { claimRounds } from "../../models/installations/rounds.ts";
import { hideRuns } from "../../models/retention/hideRuns.ts";
import { dueRounds, watchRounds } from "../../workers/rounds.ts";
import { ROUNDS, type Round } from "../../workers/schedule.ts";
import { addRun } from "../api/support/shots.ts";
import { openDatabase } from "../support/database.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const TODAY = "2026-03-10";
const TENDED = { problemsSweptOn: TODAY, reviewSweptOn: TODAY };

const log = () => {};
const NAMED = { _id: "this", installationId: "a".repeat(16), queuePrefix: "", createdAt: NOW };

describe("workers/rounds", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  before(async () => {
    database = await openDatabase();
    models = database.models;
  });
  after(() => database.drop());
  beforeEach(async () => {
    await models.runs.deleteMany({});
    await models.projects.deleteMany({});
    await models.schedules.deleteMany({});
    await models.installations.deleteMany({});
    await models.cleanups.deleteMany({});
  });

  const addProject = (more: object) =>
    models.projects.create({
      _id: "prj_shop",
      orgId: "org_a",
      name: "Shop",
      slug: "shop",
      baseUrl: "https://shop.example",
      createdAt: NOW,
      ...TENDED,
      ...more,
    });
  const addSchedule = (more: object) =>
    models.schedules.create({
      _id: "sch_a",
      orgId: "org_a",
      projectId: "prj_shop",
      name: "Nightly",
      cron: "0 3 * * *",
      timeZone: "Europe/Berlin",
      jitterMinutes: 0,
      types: ["test"],
      enabled: true,
      createdBy: "test",
      createdAt: NOW,
      updatedAt: NOW,
      rev: 2,
      alignedRev: 2,
      turn: 0,
      handledUntil: NOW,
      ...more,
    });

  it("nothing is started where all that was done is told and every project had its turn", async () => {
    await addProject({});
    await addSchedule({});
    await addRun(models, "run_told", { outbox: "done", startOutbox: "done" });
    expect(await dueRounds(models, NOW, log)).to.deep.equal([]);
  });

  const hideOne = async () => {
    await addRun(models, "run_hidden", { outbox: "done" });
    await hideRuns(models, [{ id: "run_hidden", kind: "main", head: "run_hidden" }], NOW);
  };
  const CASES: readonly [string, Round[], () => Promise<unknown>][] = [
    ["a run in progress", ["reconcile"], () => addRun(models, "run_open", { status: "running", outbox: "done" })],
    [
      "a migration that has something left to fill in",
      ["reconcile"],
      () => models.installations.create({ ...NAMED, dataVersion: 3, filled: [] }),
    ],
    ["a project that was not swept today", ["reconcile"], () => addProject({ problemsSweptOn: "2026-03-09" })],
    ["a cleanup that waits", ["reconcile"], () => insertCleanup(models, { _id: "cln_a", kind: "plan", at: NOW })],
    ["a run that a sweep left hidden", ["reconcile"], hideOne],
    ["a run whose end is not told", ["tell"], () => addRun(models, "run_untold", { outbox: "waiting" })],
    ["a run whose start is not told", ["tell"], () => addRun(models, "run_begun", { startOutbox: "waiting" })],
    ["a schedule that a person changed", ["align"], () => addSchedule({ alignedRev: 1 })],
    ["a schedule that was deleted", ["align"], () => addSchedule({ deletedAt: NOW })],
    [
      "a time that was due and not noted",
      ["align"],
      () => addSchedule({ handledUntil: new Date("2026-03-09T12:00:00Z") }),
    ],
  ];
  for (const [what, rounds, add] of CASES)
    it(`${what}: ${rounds.join(", ")}`, async () => {
      await add();
      expect(await dueRounds(models, NOW, log)).to.deep.equal(rounds);
    });

  it("a schedule of which nobody can tell starts its round, and keeps no other from being looked at", async () => {
    await addSchedule({ timeZone: "Mars/Olympus", handledUntil: new Date("2026-03-01T12:00:00Z") });
    await addRun(models, "run_untold", { outbox: "waiting" });
    expect(await dueRounds(models, NOW, log)).to.have.members(["tell", "align"]);
  });

  it("of many workers one takes each turn", async () => {
    await models.installations.create(NAMED);
    for (const at of [NOW, new Date(NOW.getTime() + 30_000)]) {
      const turns = await Promise.all(Array.from({ length: 8 }, () => claimRounds(models, at, 24_000)));
      expect(turns.filter(Boolean)).to.have.length(1);
      expect(await claimRounds(models, new Date(at.getTime() + 10_000), 24_000)).to.equal(false);
    }
  });

  it("every round is made at the start, and then those that have something to do", async () => {
    await addProject({});
    await addRun(models, "run_open", { status: "running", outbox: "done" });
    const started: string[] = [];
    const enough = Promise.withResolvers<void>();
    const getHandle = (id: string) => ({
      trigger: async (overlap: unknown) => {
        expect(overlap).to.equal("SKIP");
        started.push(id);
        if (started.length === ROUNDS.length + 2) enough.resolve();
      },
    });
    const client = { schedule: { getHandle } } as unknown as Parameters<typeof watchRounds>[0]["client"];
    const watch = watchRounds({ client, models, log: () => {}, taskQueue: "q", everyMs: 1, now: () => NOW });
    await enough.promise;
    await watch.stop();
    expect(started.slice(0, ROUNDS.length)).to.deep.equal(ROUNDS.map((round) => `q-${round}`));
    expect(new Set(started.slice(ROUNDS.length))).to.deep.equal(new Set(["q-reconcile"]));
  });
});
