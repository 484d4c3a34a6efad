import { expect } from "chai";
import { compareRuns } from "../../../../api/operations/runs/compareRuns.ts";
import { problemsOfRun } from "../../../../models/problems/ofRun.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { addAudit, addFinding } from "../../health/support.ts";
import { makeWorld, type World } from "../../support/world.ts";

const operator = { kind: "operator", orgId: "org_a" } as const;

describe("findings that are stored in another order than the report has", () => {
  let world: World;
  let runs: [before: Run, after: Run];
  before(async () => {
    world = await makeWorld();
    // Without it, reads that ask for no order are in that of storing.
    await world.models.findings.collection.dropIndexes();
    for (const [runId, day] of [
      ["run_before", 1],
      ["run_after", 2],
    ] as const)
      await addAudit(world.models, runId, day, 90, ["scn_home"]);
    for (const [name, pageIndex, order] of [
      ["last", 1, 0],
      ["third", 0, 2],
      ["second", 0, 1],
      ["first", 0, 0],
    ] as const)
      await addFinding(world.models, "run_after", name, { pageIndex, order });
    runs = (await Promise.all(["run_before", "run_after"].map((id) => world.models.runs.findById(id).lean()))) as never;
  });
  after(() => world.close());

  it("are problems in the order of the report", async () => {
    const found = await problemsOfRun(world.models, runs[1], world.ctx.now());
    expect(found?.map(({ cause }) => cause)).to.deep.equal(["first", "second", "third", "last"]);
  });

  it("are compared in the order of the report", async () => {
    const { appeared } = await compareRuns(world.ctx, operator, ...runs);
    expect(appeared.map(({ about }) => about.id)).to.deep.equal(["first", "second", "third", "last"]);
  });
});
