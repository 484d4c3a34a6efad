import { expect } from "chai";
import { createLabActivities } from "../../../activities/audit/lighthouseSeo.ts";
import type { AuditDeps } from "../../../activities/deps.ts";
import { FAILURES } from "../../../domain/workflowNames.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

describe("the Lighthouse score of an SEO run", () => {
  let world: ActivityWorld;
  let measured: string[];
  let answer: Awaited<ReturnType<AuditDeps["lighthouseSeo"]>>;
  before(async () => {
    world = await openActivityWorld({
      lighthouseSeo: async (_tools, { url }) => {
        measured.push(url);
        return answer;
      },
    });
  });
  after(() => world.close());
  beforeEach(() => {
    measured = [];
  });
  const measure = (runId: string, attempt = 1) =>
    withActivity(() => createLabActivities(world.deps).lighthouseSeo({ runId }), attempt);
  const runWith = async (runId: string, extra: Record<string, unknown> = {}) => {
    await world.addAuditRun(runId, { type: "seo-test", extra });
    await world.addPage(runId, 0, { pillar: "seo", status: "not_measured" });
    await world.addPage(runId, 1, { pillar: "seo", status: "failed" });
    await world.addPage(runId, 2, { pillar: "seo", status: "passed" });
  };

  it("is that of the first page that was measured, and measured once", async () => {
    await runWith("run_1");
    answer = { score: 92 };
    await measure("run_1");
    await measure("run_1");
    expect(measured).to.deep.equal(["https://shop.example/1"]);
    expect(await world.pageOf("run_1-lighthouse")).to.include({ index: -2, status: "passed", score: 92 });
  });

  it("that there is none is kept with its reason, after a second try where one may help", async () => {
    await runWith("run_2");
    answer = { score: null, code: "timeout", reason: "Lighthouse took too long." };
    const failure = await measure("run_2").catch((error: unknown) => error);
    expect(failure).to.include({ type: FAILURES.infrastructure });
    await measure("run_2", 2);
    const { status, code, reason, score } = await world.pageOf("run_2-lighthouse");
    expect({ status, code, reason, score }).to.deep.equal({
      status: "not_measured",
      code: "lighthouse",
      reason: "Lighthouse took too long.",
      score: null,
    });
  });

  it("is not measured where the plan leaves it out, nor where no page was measured", async () => {
    await runWith("run_3", { options: { lighthouseScore: false } });
    await world.addAuditRun("run_4", { type: "seo-test" });
    await measure("run_3");
    await measure("run_4");
    expect(measured).to.deep.equal([]);
    expect(await world.models.auditPages.countDocuments({ index: -2, runId: { $in: ["run_3", "run_4"] } })).to.equal(0);
  });
});
