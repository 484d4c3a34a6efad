import { expect } from "chai";
import { fillProblems } from "../../../models/problems/fill.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

describe("problems of runs that ended before problems were kept", function () {
  this.timeout(60_000);
  it("are those of the newest run of each kind and branch, written once", async () => {
    const { models, drop } = await openDatabase();
    try {
      for (const [slug, _id] of [
        ["shop", "prj_shop"],
        ["empty", "prj_empty"],
      ] as const)
        await models.projects.create({
          _id,
          orgId: "org_a",
          name: slug,
          slug,
          baseUrl: "https://shop.example",
          createdAt: new Date(),
        });
      const runs = [
        ["run_old", "main", 1],
        ["run_main", "main", 2],
        ["run_branch", "feature", 3],
        ["run_failed", "main", 4],
      ] as const;
      for (const [id, branch, hour] of runs) {
        const status = id === "run_failed" ? "failed" : "completed";
        await addRun(models, id, { branch, status, createdAt: new Date(Date.UTC(2026, 2, 10, hour)) });
        await addShot(models, id, 0, { causes: [id === "run_old" ? "gone" : "price"], fingerprint: "price" });
      }
      while (await fillProblems(models));
      const found = await models.problems.find({}).sort({ line: 1 }).lean();
      expect(found.map(({ line, cause, runId, status }) => [line, cause, runId, status])).to.deep.equal([
        ["", "price", "run_main", "new"],
        ["feature", "price", "run_branch", "ongoing"],
      ]);
      expect(await fillProblems(models)).to.equal(false);
    } finally {
      await drop();
    }
  });
});
