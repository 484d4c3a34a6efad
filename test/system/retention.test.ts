// The sweep on a real service: the operator's plan, the sweep itself, and what runs still find afterwards.
import { expect } from "chai";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { filesOf } from "../../platform/artifacts/open.ts";
import { ApiError } from "../../temporal-dev/apiClient.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

const LONG_AGO = new Date("2024-01-01T00:00:00Z");
const HOUR_MS = 3_600_000;

describe("what a project keeps", function () {
  this.timeout(240_000);
  let world: World;
  before(async () => {
    world = await startWorld({ SVC_BROWSER_SLOTS: "1", SVC_RECONCILE_EVERY_MS: "1000" });
  });
  after(() => world?.stop());

  const swept = async (kind: "plan" | "run") => JSON.parse(await world.admin("retention", kind, "--json"));
  const stored = async () => {
    const ids = new Set<string>();
    for await (const { id } of createFileStore(filesOf(world.service.dataDir)).list()) ids.add(id);
    return ids;
  };

  it("is left by the sweep, which deletes what its plan counted, and once", async () => {
    const { client, slug } = await world.project({ One: "/page/one" });
    const baseline = await client.run({ type: "baseline" });
    await client.wait(baseline.runId);
    const old: string[] = [];
    for (const words of ["First words.", "Second words.", "Third words."]) {
      world.site.set("one", words);
      const { runId } = await client.run({});
      await client.wait(runId);
      old.push(runId);
    }
    world.site.set("one", "Plain words.");
    const [first = "", second = "", newest = ""] = old;
    const picture = await withModels(world, async (models) => {
      const retention = { main: { days: 1, runs: 0 } };
      await models.projects.updateOne({ slug }, { $set: { settings: { retention } } });
      for (const [i, _id] of [baseline.runId, ...old].entries())
        await models.runs.updateOne({ _id }, { $set: { createdAt: new Date(LONG_AGO.getTime() + i * HOUR_MS) } });
      await models.artifacts.updateMany({}, { $set: { createdAt: LONG_AGO, heldAt: null } });
      // What waits for review is kept; here nothing waits any longer.
      await models.reviewItems.deleteMany({});
      await models.problems.updateMany({}, { $set: { status: "fixed" } });
      const shot = await models.shots.findOne({ runId: first }, { artifacts: 1 }).lean();
      return String(shot?.artifacts.test);
    });
    const before = await stored();
    expect(before.has(picture)).to.equal(true);

    const plan = await swept("plan");
    expect(await stored()).to.deep.equal(before);
    expect(plan.projects).to.have.length(1);
    expect(plan.projects[0]).to.deep.include({ project: slug, runs: { main: 2 } });

    const run = await swept("run");
    expect(run).to.include({ status: "completed", error: null });
    const [planned] = plan.projects;
    expect(run.projects).to.deep.equal([{ ...planned, artifacts: 0, bytes: 0 }]);
    // A running request may be about to reference a screenshot, so it is kept for a day.
    expect(await stored()).to.deep.equal(before);
    await withModels(world, (models) => models.artifacts.updateMany({}, { $set: { heldAt: LONG_AGO } }));
    const next = await swept("run");
    expect(next.projects).to.deep.equal([{ ...planned, runs: {}, documents: 0 }]);
    const after = await stored();
    expect(after.has(picture)).to.equal(false);
    expect(before.size - after.size).to.equal(next.totals.artifacts);
    expect((await swept("run")).totals).to.deep.equal({ runs: 0, jobs: 0, documents: 0, artifacts: 0, bytes: 0 });

    expect(await Promise.all([first, second, newest].map((id) => answerOf(client.status(id))))).to.deep.equal([
      404, 404, 200,
    ]);
    const { runId: again } = await client.run({});
    await client.wait(again);
    expect((await client.results(again)).map(({ status }) => status)).to.deep.equal(["passed"]);
  });
});

/** Returns the status code of a request. */
const answerOf = (asked: Promise<unknown>): Promise<number> =>
  asked.then(
    () => 200,
    (error: unknown) => {
      if (error instanceof ApiError) return error.status;
      throw error;
    },
  );
