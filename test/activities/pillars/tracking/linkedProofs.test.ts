import { expect } from "chai";
import { linkedProofs } from "../../../../activities/pillars/tracking/linkedProofs.ts";
import type { LinkVerdict } from "../../../../domain/functional/trackingLinks.ts";
import type { PlanEvent } from "../../../../domain/pillars/tracking/plan.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { addFunctionalRun } from "../../../api/support/functionalRun.ts";
import { planEvent } from "../../../domain/pillars/tracking/fixtures.ts";
import { openDatabase } from "../../../support/database.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const linked = planEvent("refund", {
  pageId: null,
  trigger: null,
  frtLinks: [{ featureId: "basket", stepIndex: 1, stepText: 'I see "2 items"' }],
});
const other = planEvent("other", { trigger: null });

describe("what functional tests showed of linked events", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  before(async () => {
    database = await openDatabase();
  });
  after(() => database.drop());

  /** Adds a functional run that verified tracking. `verdict` null: the step was not reached. */
  async function verified(runId: string, minute: number, verdict: LinkVerdict["status"] | null, patch = {}) {
    const { models } = database;
    const createdAt = new Date(NOW.getTime() - (100 - minute) * 60_000);
    const tries = [verdict === "pass" ? ("passed" as const) : ("failed" as const)];
    await addFunctionalRun(models, runId, [{ feature: "Basket", name: "Refund", tries }], {
      createdAt,
      finishedAt: createdAt,
      extra: { functional: { verifyTracking: true } },
      ...patch,
    });
    await models.scenarioRuns.updateMany({ runId }, { links: JSON.stringify([{ event: linked, step: 1 }]) });
    const { id: planEventId, label, eventType } = linked;
    const violations = verdict === "fail" ? ["It was not sent."] : [];
    const tracking = verdict ? [{ planEventId, label, eventType, step: 1, status: verdict, violations }] : [];
    await models.scenarioAttempts.updateMany({ runId }, { tracking: JSON.stringify(tracking) });
  }
  const proofs = async (patch: Partial<Run> = {}, events: PlanEvent[] = [linked, other]) => {
    const run = { environmentId: "env_prod", branch: null, baseUrl: "https://shop.example", ...patch } as Run;
    const project = { _id: "prj_shop", mainBranch: "main" };
    const found = await linkedProofs({ models: database.models, now: () => NOW }, { run, project }, events);
    return found.map(({ eventId, runId, status, scenario }) => [eventId, runId, status, scenario].join(" "));
  };

  it("come from the newest run that verified tracking at the same address", async () => {
    expect(await proofs()).to.deep.equal([]);
    await verified("run_old", 1, "fail");
    expect(await proofs()).to.deep.equal(["event-refund run_old fail Basket: Refund"]);
    await verified("run_new", 2, "pass");
    await verified("run_without", 3, null, { extra: { functional: { verifyTracking: false } } });
    await verified("run_elsewhere", 4, "fail", { baseUrl: "https://other.example" });
    await verified("run_branch", 5, "fail", { branch: "cart" });
    expect(await proofs()).to.deep.equal(["event-refund run_new pass Basket: Refund"]);
    expect(await proofs({ branch: "cart" })).to.deep.equal(["event-refund run_branch fail Basket: Refund"]);
  });

  it("are no proof where the scenario failed before the step, and none of events that nothing is linked to", async () => {
    await verified("run_newest", 6, null);
    expect(await proofs()).to.deep.equal(["event-refund run_newest not_reached Basket: Refund"]);
    expect(await proofs({}, [other])).to.deep.equal([]);
  });
});
