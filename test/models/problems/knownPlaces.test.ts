import { expect } from "chai";
import type { FeatureRunOptions } from "../../../domain/functional/runOptions.ts";
import type { Models } from "../../../models/index.ts";
import { knownPlacesOf } from "../../../models/problems/knownPlaces.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

/** Screenshots in one browser, the first of which changed. */
async function addVisualRun(models: Models, number: number, shots: number, patch: Partial<Run> = {}): Promise<void> {
  const id = `run_${number}`;
  const summary = { total: shots, passed: shots - 1, failed: 1, errors: 0 } as unknown as Run["summary"];
  await addRun(models, id, { createdAt: new Date(number * 1_000), summary, ...patch });
  for (let index = 0; index < shots; index += 1) {
    const rest = index === 0 ? {} : { status: "passed" as const, reasons: [], mismatchPercent: 0 };
    await addShot(models, id, index, { scenarioId: `scn_${index}`, scenarioLabel: `Page ${index}`, ...rest });
  }
  await refreshProblems(models, (await models.runs.findById(id).lean()) as Run);
}

describe("the reach of problems of runs of a part", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof openDatabase>>;
  beforeEach(async () => {
    database = await openDatabase();
    const project = { _id: "prj_shop", orgId: "org_a", slug: "shop", name: "Shop", baseUrl: "https://shop.example" };
    await database.models.projects.create({ ...project, createdAt: new Date(0) });
  });
  afterEach(() => database.drop());

  const reach = async (line = "") => {
    const found = await database.models.problems.findOne({ line }).lean();
    return { lookedAt: found?.lookedAt, lastSeen: found?.lastSeen.runId, placeCount: found?.placeCount };
  };

  it("is the share of the places of the last run of everything", async () => {
    const { models } = database;
    await addVisualRun(models, 1, 8);
    expect(await reach()).to.deep.equal({ lookedAt: 8, lastSeen: "run_1", placeCount: 1 });
    const before = await models.problems.findOne({ line: "" }).lean();
    await addVisualRun(models, 2, 1, { scenarios: ["Page 0"] });
    expect(await reach()).to.deep.equal({ lookedAt: 8, lastSeen: "run_2", placeCount: 1 });
    // It is no longer new, which alone lowers its priority.
    const after = await models.problems.findOne({ line: "" }).lean();
    expect(after?.priority).to.equal(Math.round(((before?.priority ?? 0) / 1.5) * 10) / 10);
    await addVisualRun(models, 3, 5);
    expect((await reach()).lookedAt).to.equal(5);
  });

  it("is on a branch the share of what main has, until the branch has a run of everything", async () => {
    const { models } = database;
    await addVisualRun(models, 1, 8);
    await addVisualRun(models, 2, 1, { scenarios: ["Page 0"], branch: "feature" });
    expect((await reach("feature")).lookedAt).to.equal(8);
    await addVisualRun(models, 3, 6, { branch: "feature" });
    await addVisualRun(models, 4, 1, { scenarios: ["Page 0"], branch: "feature" });
    expect(await reach("feature")).to.deep.equal({ lookedAt: 6, lastSeen: "run_4", placeCount: 1 });
  });

  it("does not take a functional run of some features for one of all, and knows all windows", async () => {
    const { models } = database;
    const scenarios = (total: number) => ({ total }) as unknown as Run["summary"];
    const run = async (number: number, total: number, functional: Partial<FeatureRunOptions>): Promise<number> => {
      const patch = { type: "frt-test" as const, summary: scenarios(total), extra: { functional } };
      await addRun(models, `run_${number}`, { createdAt: new Date(number * 1_000), ...patch });
      return knownPlacesOf(models, (await models.runs.findById(`run_${number}`).lean()) as Run, total);
    };
    const known = [
      await run(1, 40, {}),
      await run(2, 3, { featureIds: ["ftr_1"] }),
      await run(3, 1, { scenarioIds: ["s1"] }),
      await run(4, 2, { tags: "@smoke" }),
      await run(5, 38, { viewports: ["phone"] }),
      await run(6, 2, { tags: "@smoke" }),
    ];
    expect(known).to.deep.equal([40, 40, 40, 40, 78, 78]);
  });
});
