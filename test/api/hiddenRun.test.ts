// A run that a sweep is deleting, from the view of people and CI: not found, even for someone about to decide on it.
import { expect } from "chai";
import { hideRuns } from "../../models/retention/hideRuns.ts";
import type { Session } from "./support/client.ts";
import { addRun, addShot } from "./support/shots.ts";
import { makeWorld, type World } from "./support/world.ts";

describe("a run that a sweep is deleting", () => {
  let world: World;
  let session: Session;
  let key: string;
  beforeEach(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    session = await world.session("editor");
    key = await world.addKey("mcp_full");
  });
  afterEach(() => world.close());

  const hide = async (id: string) =>
    (await hideRuns(world.models, [{ id, kind: "main", head: id }], world.clock.at)).flat();
  const approve = (runId: string) =>
    world.client.post("/api/tests/approve", { session, body: { project: "shop", runId, scenarios: ["Home"] } });

  it("is not found, is in no list, and takes no decision, comparison or repetition", async () => {
    await addRun(world.models, "run_1", { branch: "main", environmentId: null, extra: { planned: 1 } });
    await addShot(world.models, "run_1", 0);
    expect((await world.client.get("/api/ci/status/run_1", { key })).status).to.equal(200);
    await hide("run_1");
    expect((await world.client.get("/api/ci/status/run_1", { key })).status).to.equal(404);
    expect((await world.client.get("/api/ci/runs/run_1/results", { key })).status).to.equal(404);
    expect((await approve("run_1")).status).to.equal(404);
    const against = await world.client.post("/api/ci/run", { key, body: { against: "run_1" } });
    expect(against.status).to.equal(400);
    const again = await world.client.post("/api/ci/run", { key, body: { failed: true } });
    expect(again.status).to.equal(400);
    expect(await world.models.baselineVersions.countDocuments()).to.equal(0);
    expect(await world.models.shots.findOne({ runId: "run_1" }).lean()).to.include({ status: "failed" });
  });

  it("is approved as a whole or not at all, whoever comes first", async () => {
    const outcomes = new Set<string>();
    for (let at = 0; at < 12; at += 1) {
      const id = `run_race${at}`;
      await addRun(world.models, id);
      const scenarioId = `scn_${at}`;
      await addShot(world.models, id, 0, { scenarioId });
      const [{ status }, hidden] = await Promise.all([approve(id), at % 2 === 0 ? hide(id) : hideLater(id)]);
      const baselines = await world.models.baselines.countDocuments({ scenarioId });
      const shot = await world.models.shots.findOne({ runId: id }).lean();
      expect(status).to.be.oneOf([200, 404]);
      expect([hidden.length, baselines, shot?.status]).to.deep.equal(
        status === 200 ? [0, 1, "approved"] : [1, 0, "failed"],
      );
      outcomes.add(String(status));
    }
    expect(outcomes.size, "both came first").to.equal(2);
  });

  /** Hides the run as soon as a request that uses it has begun. */
  const hideLater = async (id: string) => {
    while ((await world.models.runs.findOne({ _id: id }).lean())?.heldAt == null) await Promise.resolve();
    return hide(id);
  };
});
