import { expect } from "chai";
import { listFindingGroups } from "../../../../api/operations/findings/listFindings.ts";
import { pillarReport } from "../../../../api/operations/reports/pillarReport.ts";
import { compareRuns } from "../../../../api/operations/runs/compareRuns.ts";
import { problemsOfRun } from "../../../../models/problems/ofRun.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { addAudit, addFinding } from "../../health/support.ts";
import { makeWorld, type World } from "../../support/world.ts";

const operator = { kind: "operator", orgId: "org_a" } as const;
const READ = 20_000;

describe("an audit with more findings than are read", function () {
  this.timeout(120_000);
  let world: World;
  let runs: [before: Run, after: Run];
  before(async () => {
    world = await makeWorld();
    const { models } = world;
    for (const [runId, day] of [
      ["run_before", 1],
      ["run_after", 2],
    ] as const)
      await addAudit(models, runId, day, 90, ["scn_home"]);
    await addFinding(models, "run_after", "f0", { severity: "serious", isNew: false });
    const one = await models.findings.findById("run_after:f0").lean();
    const many = Array.from({ length: READ - 1 }, (_, at) => ({
      ...one,
      _id: `run_after:f${at + 1}`,
      fingerprint: `f${at + 1}`,
      order: at + 1,
    }));
    await models.findings.collection.insertMany(many as never[], { ordered: false });
    // The last one in the order of the report.
    await addFinding(models, "run_after", "worst", { pageIndex: 1, isNew: true });
    runs = (await Promise.all(["run_before", "run_after"].map((id) => models.runs.findById(id).lean()))) as never;
  });
  after(() => world.close());

  it("is listed with its worst, and the list says that it is cut", async () => {
    const project = (await world.models.projects.findById("prj_shop").lean()) as Project;
    const place = { project, environment: null };
    const asked = { runId: "run_after", severity: ["critical" as const] };
    const { total, cut, counts } = await listFindingGroups(world.ctx, operator, place as never, asked);
    expect([total, cut, counts.standing + counts.new]).to.deep.equal([1, true, READ]);
  });

  it("is reported with its worst, and a warning", async () => {
    const { findings, warnings } = await pillarReport(world.ctx, operator, { pillar: "seo", run: runs[1], limit: 1 });
    expect(findings[0]?.severity).to.equal("critical");
    expect(warnings).to.deep.equal(["The run has more than 20,000 findings; only the worst are listed."]);
  });

  it("is compared by its worst", async () => {
    const { appeared, warnings } = await compareRuns(world.ctx, operator, ...runs);
    expect(appeared[0]?.about).to.deep.include({ kind: "finding", id: "worst" });
    expect(warnings[0]).to.match(/^Only the worst 20,000 findings/);
  });

  it("is judged by its worst", async () => {
    const found = await problemsOfRun(world.models, runs[1], world.ctx.now(), { severities: ["critical", "serious"] });
    expect(found?.filter(({ added }) => added).map(({ cause }) => cause)).to.deep.equal(["worst"]);
  });
});
