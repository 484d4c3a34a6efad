import { expect } from "chai";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";
import { itInFullLane } from "../../support/lanes.ts";

describe("the problems of a run", function () {
  this.timeout(60_000);

  itInFullLane("are not fixed by a run with more screenshots than are read", async () => {
    const { models, drop } = await openDatabase();
    try {
      await addRun(models, "run_1", { createdAt: new Date(1_000) });
      await addShot(models, "run_1", 0, { scenarioId: "scn_last", scenarioLabel: "Last" });
      await addRun(models, "run_2", { createdAt: new Date(2_000) });
      await addShot(models, "run_2", 0, { status: "passed", reasons: [], fingerprint: null });
      const passed = (await models.shots.findOne({ runId: "run_2" }).lean()) as Shot;
      const others = Array.from({ length: 20_000 }, (_, index) => ({
        ...passed,
        _id: `run_2-${index + 1}`,
        index: index + 1,
        viewport: `v${index}`,
      }));
      await models.shots.collection.insertMany(others as never);
      for (const id of ["run_1", "run_2"])
        await refreshProblems(models, (await models.runs.findById(id).lean()) as Run);
      expect((await models.problems.find({}).lean()).map(({ status }) => status)).to.deep.equal(["new"]);
    } finally {
      await drop();
    }
  });
});
