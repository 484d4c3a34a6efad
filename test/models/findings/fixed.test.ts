import { expect } from "chai";
import { fixedIn, keepFixed } from "../../../models/findings/fixed.ts";
import type { Known } from "../../../models/findings/reference.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { auditSummary } from "../../api/health/support.ts";
import { addRun } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

describe("the list of what an audit fixed", function () {
  this.timeout(60_000);

  it("is kept in parts and in its order, without findings of deleted runs, until its run ends again", async () => {
    const { models, drop } = await openDatabase();
    for (const id of ["run_older", "run_before"]) await addRun(models, id, { type: "seo-test" });
    const summary = { ...auditSummary(90), fixed: 2_001 };
    await addRun(models, "run_now", { type: "seo-test", summary, extra: { comparedWith: "run_before" } });
    const read = async (id: string) => (await models.runs.findById(id).lean()) as Run;
    const ids = async () => (await fixedIn(models, await read("run_now"))).map(({ _id }) => _id);
    const fixed = Array.from({ length: 2_001 }, (_, i) => {
      const runId = i % 2 === 0 ? "run_before" : "run_older";
      const place = { page: "https://shop.example/", pageIndex: 0, order: i, fingerprint: `f${i}` };
      return { _id: `${runId}:f${i}`, runId, rule: "lang", severity: "minor", outcome: "failed", ...place } as Known;
    });
    await keepFixed(models, await read("run_now"), { previous: await read("run_before"), base: null }, fixed);
    const all = fixed.map(({ _id }) => _id);
    expect(await ids()).to.deep.equal(all);
    expect(await models.runFacts.countDocuments({ runId: "run_now" })).to.equal(2);
    await models.runs.deleteOne({ _id: "run_older" });
    expect(await ids()).to.deep.equal(all.filter((id) => id.startsWith("run_before:")));
    await models.runs.updateOne({ _id: "run_now" }, { $inc: { seq: 1 } });
    expect(await ids()).to.deep.equal([]);
    await drop();
  });
});
