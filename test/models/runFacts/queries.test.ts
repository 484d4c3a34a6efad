// Facts about completed runs equal the sum of their parts, whoever counts them, whenever, and however many at the same time.
import { expect } from "chai";
import { HIDDEN } from "../../../domain/retention/hidden.ts";
import type { Models } from "../../../models/index.ts";
import { FACTS_OF, type FactsOf, factsOf, keepFacts, keepFactsOfEnded } from "../../../models/runFacts/queries.ts";
import type { FactName } from "../../../models/runFacts/schema.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { addAudit } from "../../api/health/support.ts";
import { addRun, addShot, capture } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

describe("facts about runs", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  const read = async (id: string): Promise<FactsOf> =>
    (await models.runs.findById(id, FACTS_OF).lean<FactsOf>()) as FactsOf;
  const facts = async <N extends FactName>(id: string, name: N) =>
    (await factsOf(models, [await read(id)], name)).get(id);
  const kept = async (): Promise<string[]> =>
    (await models.runFacts.find({}, { _id: 1 }).lean()).map(({ _id }) => _id).sort();

  async function visualRun(id: string): Promise<void> {
    await addRun(models, id);
    const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer } = capture("base");
    const baseline = { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer };
    await addShot(models, id, 0, { baseline: baseline as never });
    await addShot(models, id, 1, { viewport: "phone", status: "passed", reasons: [], flaky: true });
    await addShot(models, id, 2, { viewport: "tablet", scenarioId: "scn_about_us", status: "error" });
    await addShot(models, id, 3, { scenarioId: "scn_carried", status: "passed", reasons: [], carriedFrom: "run_0" });
    await addShot(models, id, 4, { scenarioId: "scn_new", reasons: [{ code: "no_baseline", message: "None." }] });
    await addShot(models, id, 5, { scenarioId: "scn_open", status: "pending" });
  }

  it("of a visual test are the scenarios that it judged, and the results that it judged itself", async () => {
    await visualRun("run_1");
    expect(await facts("run_1", "covered")).to.have.members(["scn_home", "scn_carried", "scn_new"]);
    const place = { selector: "", browser: "chromium" };
    expect(await facts("run_1", "seen")).to.deep.equal([
      { ...place, scenarioId: "scn_home", viewport: "desktop", baseline: "art-base", failed: true, unstable: false },
      { ...place, scenarioId: "scn_home", viewport: "phone", baseline: null, failed: false, unstable: true },
      { ...place, scenarioId: "scn_about_us", viewport: "tablet", baseline: null, failed: null, unstable: false },
      { ...place, scenarioId: "scn_new", viewport: "desktop", baseline: null, failed: null, unstable: false },
    ]);
    expect(await facts("run_1", "metrics")).to.equal(undefined);
    // A cancelled run has no facts, so what was taken over from it counts here.
    await visualRun("run_2");
    await addRun(models, "run_0", { status: "failed" });
    expect((await facts("run_2", "seen"))?.map(({ scenarioId }) => scenarioId)).to.include("scn_carried");
  });

  it("of an audit are its pages, and the scenarios of those that could be measured", async () => {
    await addAudit(models, "run_1", 9, 70, ["scn_home", "scn_about_us"], { type: "perf-test" });
    await models.auditPages.updateOne(
      { runId: "run_1", index: 1 },
      { $set: { status: "not_measured", reason: "It took too long.", key: "/about" } },
    );
    await models.auditPages.updateOne({ runId: "run_1", index: 0 }, { $set: { metrics: { lcp: 2_100, other: 1 } } });
    expect(await facts("run_1", "covered")).to.deep.equal(["scn_home"]);
    expect(await facts("run_1", "pages")).to.deep.equal([
      { key: "/", reason: null },
      { key: "/about", reason: "It took too long." },
    ]);
    expect(await facts("run_1", "metrics")).to.deep.equal([
      { key: "/", metrics: { lcp: 2_100 } },
      { key: "/about", metrics: {} },
    ]);
  });

  it("are kept when a run ends, and read without its parts", async () => {
    await visualRun("run_1");
    await keepFactsOfEnded(models, "run_1");
    expect(await kept()).to.deep.equal(["run_1:covered", "run_1:seen"]);
    await models.shots.deleteMany({ runId: "run_1" });
    expect(await facts("run_1", "covered")).to.have.length(3);
    await addRun(models, "run_2", { status: "running" });
    await keepFactsOfEnded(models, "run_2");
    await addRun(models, "run_3", { type: "baseline" });
    await keepFactsOfEnded(models, "run_3");
    expect(await kept()).to.have.length(2);
  });

  it("are counted again after a decision about the run's results", async () => {
    await visualRun("run_1");
    expect((await facts("run_1", "seen"))?.[1]).to.include({ viewport: "phone", failed: false });
    await models.shots.updateOne({ runId: "run_1", index: 1 }, { $set: { "review.decision": "ignored" } });
    await refreshSummary(models, "run_1");
    expect((await facts("run_1", "seen"))?.[1]).to.include({ viewport: "phone", failed: true });
  });

  it("that were counted before a decision are nobody's after it, also where they are written later", async () => {
    await visualRun("run_1");
    const before = await read("run_1");
    await models.shots.updateOne({ runId: "run_1", index: 1 }, { $set: { status: "failed" } });
    await refreshSummary(models, "run_1");
    await keepFacts(models, await read("run_1"));
    await models.runFacts.updateMany({ runId: "run_1" }, { $set: { mark: "1 5 0", value: "[]" } });
    expect(await facts("run_1", "seen")).to.have.length(4);
    expect((await factsOf(models, [before], "seen")).get("run_1")).to.have.length(4);
  });

  it("of a kind that the run has not are not counted for it", async () => {
    await visualRun("run_1");
    expect(await facts("run_1", "pages")).to.equal(undefined);
    expect(await kept()).to.deep.equal([]);
  });

  it("of a run that was deleted or hidden meanwhile are not kept", async () => {
    await visualRun("run_1");
    await visualRun("run_2");
    const [first, second] = [await read("run_1"), await read("run_2")];
    await models.runs.deleteOne({ _id: "run_1" });
    await models.runs.updateOne({ _id: "run_2" }, { $set: { status: HIDDEN as never } });
    await Promise.all([keepFacts(models, first), keepFacts(models, second)]);
    expect(await kept()).to.deep.equal([]);
  });

  it("are the same however many count them at once", async () => {
    await visualRun("run_1");
    await addAudit(models, "run_2", 9, 70, ["scn_home"]);
    const runs = [await read("run_1"), await read("run_2")];
    const found = await Promise.all(Array.from({ length: 12 }, () => factsOf(models, runs, "covered")));
    for (const one of found) expect(one).to.deep.equal(found[0]);
    expect([...(found[0]?.keys() ?? [])].sort()).to.deep.equal(["run_1", "run_2"]);
    expect(await kept()).to.deep.equal(["run_1:covered", "run_1:seen", "run_2:covered", "run_2:pages"]);
  });
});
