// Healing of steps, from the run that failed to the run that passes: real pages, a real browser, the activities as their workflow calls
// them, and the operations that decide.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import { ulid } from "ulid";
import { createFinishHealActivities, createHealActivities } from "../../../activities/functional/heal/healStep.ts";
import { createPlanFeatureRunActivities } from "../../../activities/functional/planFeatureRun.ts";
import { createScenarioActivities } from "../../../activities/functional/runScenarioAttempt.ts";
import type { Caller, OperationContext } from "../../../api/lib/context.ts";
import { applyHeal, decideHeal } from "../../../api/operations/functional/heal/decideHeal.ts";
import { type HealView, viewOfJob } from "../../../api/operations/functional/heal/healView.ts";
import type { StepResult } from "../../../domain/functional/attempt.ts";
import { explainFailure } from "../../../domain/functional/explain.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import { healsNotIn, listHealProposals } from "../../../models/healProposals/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { ScenarioAttempt, ScenarioRun } from "../../../models/scenarioRuns/schema.ts";
import { type DemoSite, startDemoSite } from "../../../temporal-dev/demo-site/server.ts";
import { addFeature } from "../../api/support/features.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { itInFullLane } from "../../support/lanes.ts";
import { warmPool } from "../../support/warmPool.ts";
import { SLOW_MS, useSite } from "../capture/engine/harness.ts";

const REPAIR = readFileSync(
  new URL("../../../temporal-dev/demo-site/features/repair-request.feature", import.meta.url),
  "utf8",
);
const CALLER = { kind: "operator", orgId: "org_a" } as unknown as Caller;
const PROJECT = { _id: "prj_shop", orgId: "org_a", name: "Shop", slug: "shop" } as Project;
const BUY: StepDef = {
  v: 1,
  id: "shop.buy",
  pattern: "I buy it",
  params: [],
  tags: [],
  description: "",
  examples: [],
  status: "ready",
  actions: [{ op: "click", target: { locators: [{ by: "role", value: "button", name: "Buy" }] } }],
};

describe("healing of a failed step", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  let world: ActivityWorld;
  let shop: DemoSite;
  let ctx: OperationContext;
  before(async () => {
    world = await openActivityWorld({ visit: { pool: warmPool(), limits: {} }, limits: { actionMs: 5_000 } } as never);
    const config = { ...world.deps.config, secretKey: "a secret for tests only, of forty characters" };
    ctx = { ...world.deps, config } as unknown as OperationContext;
    shop = await startDemoSite({ variant: "good" });
  });
  after(async () => {
    await shop.close();
    await world.close();
  });

  const feature = (featureId: string, gherkin: string, sentences: string[] = []) =>
    addFeature(world.models, featureId, { gherkin, sentences });
  const stepDef = (def: StepDef) =>
    world.models.stepDefs.create({
      ...def,
      _id: `prj_shop:${def.id}`,
      projectId: "prj_shop",
      version: 1,
      updatedBy: "test",
      createdAt: new Date(0),
      updatedAt: new Date(0),
    });
  /** Runs a feature once and returns its only scenario. */
  async function runOf(featureId: string, baseUrl: string, patch: Partial<Run> = {}): Promise<ScenarioRun> {
    const runId = await addRun(world.models, `run_${ulid().toLowerCase()}`, {
      type: "frt-test",
      status: "running",
      seq: 0,
      baseUrl,
      environmentId: null,
      environmentName: null,
      extra: { functional: { trace: false, retries: 0, featureIds: [featureId] } },
      ...patch,
    });
    await withActivity(() => createPlanFeatureRunActivities(world.deps).planFeatureRun({ runId, executionId: "e" }));
    const scenarioRunId = `${runId}-s00000`;
    await withActivity(() => createScenarioActivities(world.deps).runScenarioAttempt({ scenarioRunId, attempt: 1 }));
    return (await world.models.scenarioRuns.findById(scenarioRunId).lean<ScenarioRun>()) as ScenarioRun;
  }
  /** Heals the failures of a scenario, like the job's workflow. */
  async function heal(scenario: ScenarioRun): Promise<HealView> {
    const kept = await world.models.scenarioAttempts.findOne({ runId: scenario.runId }).lean<ScenarioAttempt>();
    const steps = JSON.parse(kept?.steps ?? "[]") as StepResult[];
    const why = explainFailure({ steps, error: null, flaky: false });
    expect(why.healable, why.headline).to.equal(true);
    const { index, failure } = steps[why.step ?? -1] as StepResult;
    const jobId = `job_${ulid().toLowerCase()}`;
    await world.models.jobs.create({
      _id: jobId,
      orgId: "org_a",
      projectId: "prj_shop",
      projectSlug: "shop",
      kind: "frt_heal_step_def",
      status: "running",
      lock: jobId,
      baseUrl: "https://shop.example",
      requestedBy: "test",
      seq: 0,
      createdAt: new Date(0),
      executionId: "e",
      progress: { phase: "", done: 0, total: 0 },
      input: { scenarioRunId: scenario._id, step: index, action: failure?.action },
    });
    const activities = createHealActivities(world.deps);
    if (await withActivity(() => activities.findHeal({ jobId })))
      await withActivity(() => activities.replayHeal({ jobId }));
    await withActivity(() => createFinishHealActivities(world.deps).finishHeal({ jobId, executionId: "e", seq: 9 }));
    const job = await world.models.jobs.findById(jobId).lean<Job>();
    expect(job?.status).to.equal("completed");
    return viewOfJob(ctx, "prj_shop", job as Job);
  }
  const apply = (healId: string | null) => applyHeal(ctx, CALLER, { project: PROJECT, healId: healId ?? "" });
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail("it was not refused"),
      (error: Error & { code?: string }) => error,
    );

  itInFullLane("rewrites the sentence where the step is of the library: the demo shop passes again", async () => {
    await feature("repair", REPAIR, ['I click the "Send the request" button']);
    await feature("also", 'Feature: Also\n  Scenario: a\n    When I click the "Send the request" button\n', [
      'I click the "Send the request" button',
    ]);
    const link = { featureId: "repair", stepIndex: 6, stepText: 'I click the "Send the request" button' };
    await world.models.trackingEvents.create({
      _id: "prj_shop:sent",
      projectId: "prj_shop",
      id: "sent",
      label: "sent",
      eventType: "sent",
      pageId: null,
      trigger: null,
      attributes: [],
      frtLinks: [link],
      count: 1,
      createdAt: new Date(0),
    });
    const sha = (name: string): string => Buffer.from(name.padEnd(20, "-")).toString("hex");
    const main: HistoryRow[] = [
      [sha("m2"), [sha("m1")]],
      [sha("m1"), []],
    ];
    const branch: HistoryRow[] = [[sha("f"), [sha("m1")]]];
    const history = (rows: HistoryRow[], onMain: boolean, at: Date) =>
      keepHistory(world.models, { projectId: "prj_shop", rows, onMain, at });
    await history(main, true, new Date(0));
    await history([...branch, ...main.slice(1)], false, new Date(0));
    expect(await runOf("repair", shop.url)).to.include({ status: "passed" });
    shop.setVariant("flawed");
    const failed = await runOf("repair", shop.url, { branch: "feature/off", commitSha: sha("f"), prNumber: 41 });
    expect(failed).to.include({ status: "failed", failedStep: 6 });

    const healed = await heal(failed);
    expect(healed).to.include({ status: "proposed", why: null, featureId: "repair", runId: failed.runId });
    expect(healed.patch).to.deep.include({
      kind: "sentence",
      featureId: "repair",
      finds: 'button "Off it goes"',
      before: ['I click the "Send the request" button'],
      after: ['I click the "Off it goes" button'],
    });
    expect(healed.score).to.be.within(0.35, 1);
    expect(healed.replay).to.include({ status: "passed", passed: 8, steps: 8 });
    expect(healed.candidates[0]).to.include({ role: "button", name: "Off it goes" });
    // A page that renders slowly has no picture, which does not fail anything.
    for (const url of Object.values(healed.pictures)) expect(url ?? "/api/artifacts/").to.match(/^\/api\/artifacts\//);
    expect(Object.values(healed.pictures).filter((url) => url !== null)).to.not.be.empty;
    expect(healed.users?.features.map(({ featureId }) => featureId)).to.deep.equal(["also", "repair"]);
    expect(await world.models.scenarioRuns.findById(failed._id).lean()).to.include({ status: "failed" });

    const applied = await apply(healed.healId);
    expect(applied).to.include({ change: "updated", version: 2 });
    expect(applied.relinked).to.deep.equal(["sent"]);
    const event = await world.models.trackingEvents
      .findOne({ id: "sent" })
      .lean<{ frtLinks: { stepText: string }[] }>();
    expect(event?.frtLinks[0]?.stepText).to.equal('I click the "Off it goes" button');
    const text = (await world.models.features.findOne({ featureId: "repair" }).lean<{ gherkin: string }>())?.gherkin;
    expect(text).to.equal(REPAIR.replace("Send the request", "Off it goes"));
    expect(await runOf("repair", shop.url)).to.include({ status: "passed" });
    await history([[sha("j"), [sha("m2"), sha("f")]], ...branch, ...main], true, new Date());
    // Main has not merged the branch yet, so its button is still the old one. A merge that is missing from the history does no harm.
    const notIn = async (run: Partial<Pick<Run, "branch" | "commitSha">>) =>
      (
        await healsNotIn(world.models, {
          projectId: "prj_shop",
          branch: "main",
          createdAt: new Date(),
          commitSha: null,
          prNumber: null,
          ...run,
        })
      ).length;
    expect([
      await notIn({ commitSha: sha("m2") }),
      await notIn({ commitSha: sha("j") }),
      await notIn({}),
    ]).to.deep.equal([1, 0, 0]);
    const ofFeature = { branch: "feature/off", commitSha: sha("f") };
    expect([await notIn(ofFeature), await notIn({ ...ofFeature, commitSha: sha("m1") })]).to.deep.equal([0, 1]);
    expect(await runOf("repair", shop.url, { branch: "main", commitSha: sha("m2") })).to.include({ status: "passed" });
    shop.setVariant("good");
    expect(await runOf("repair", shop.url, { branch: "main", commitSha: sha("m2") })).to.include({ status: "passed" });
    expect(await runOf("repair", shop.url, { branch: "main", commitSha: sha("j") })).to.include({ status: "failed" });
    shop.setVariant("flawed");
    const again = await refused(apply(healed.healId));
    expect(again).to.have.property("code", "conflict");
    expect(again.message).to.include("was applied already (by operator)");
  });

  it("finds the element by the test id that the project has in another attribute", async () => {
    const setting = (testIdAttribute?: string) =>
      world.models.projects.updateOne(
        { _id: "prj_shop" },
        testIdAttribute
          ? { $set: { "settings.functional": { testIdAttribute } } }
          : { $unset: { "settings.functional": 1 } },
      );
    await stepDef({
      ...BUY,
      id: "shop.icon",
      pattern: "I press the icon",
      actions: [{ op: "click", target: { locators: [{ by: "css", value: ".bag" }] } }],
    });
    await feature(
      "icon",
      'Feature: Icon\n  Scenario: Icon\n    Given I am on "/icon"\n    When I press the icon\n    Then I should see "Sold"\n',
      ["I press the icon"],
    );
    // The button has no visible text and no id: only the attribute names it.
    const page = (name: string) =>
      `<a href="/x">About</a><button class="${name}" data-cy="put-in-bag" data-testid="other" onclick="document.querySelector('p').textContent='Sold'"></button><p></p>`;
    await setting("data-cy");
    try {
      sites.site.on("/icon", page("bag"));
      expect(await runOf("icon", sites.site.origin)).to.include({ status: "passed" });
      sites.site.on("/icon", page("basket"));
      const healed = await heal(await runOf("icon", sites.site.origin));
      expect(healed.status, healed.message).to.equal("proposed");
      expect(healed.patch?.locators).to.deep.include({ by: "testid", value: "put-in-bag" });
    } finally {
      await setting();
    }
  });

  it("gives a definition of the project another locator, once, however many apply it at the same time", async () => {
    await stepDef(BUY);
    await feature(
      "buy",
      'Feature: Buy\n  Scenario: Buy\n    Given I am on "/buy"\n    When I buy it\n    Then I should see "Sold"\n',
      ["I buy it"],
    );
    const page = (name: string) =>
      `<a href="/x">About</a><button data-testid=buy onclick="document.querySelector('p').textContent='Sold'">${name}</button><p></p>`;
    sites.site.on("/buy", page("Buy"));
    expect(await runOf("buy", sites.site.origin)).to.include({ status: "passed" });
    sites.site.on("/buy", page("Purchase now"));
    const healed = await heal(await runOf("buy", sites.site.origin));
    expect(healed.patch).to.deep.include({ kind: "locators", stepDefId: "shop.buy", before: ['button "Buy"'] });
    expect(healed.patch?.after).to.have.length(2).and.include('button "Buy"');
    expect(healed.users?.features).to.deep.equal([{ featureId: "buy", name: "buy" }]);

    const settled = await Promise.allSettled([apply(healed.healId), apply(healed.healId), apply(healed.healId)]);
    const changes = settled.map((one) => (one.status === "fulfilled" ? one.value.change : "conflict"));
    expect(changes.filter((one) => one === "updated")).to.have.length(1);
    const stored = await world.models.stepDefs.findById("prj_shop:shop.buy").lean<StepDef & { version: number }>();
    expect(stored?.version).to.equal(2);
    const { actions, ...rest } = stored as StepDef;
    expect(rest).to.deep.include({ pattern: BUY.pattern, status: "ready" });
    expect(actions).to.deep.equal([{ op: "click", target: { locators: healed.patch?.locators } }]);
    const after = await runOf("buy", sites.site.origin);
    expect(after).to.include({ status: "passed" });

    // A second proposal for the same step becomes outdated as soon as somebody changes the definition.
    sites.site.on(
      "/buy",
      `<a href="/x">About</a><button onclick="document.querySelector('p').textContent='Sold'">Get it now</button><p></p>`,
    );
    const second = await heal(await runOf("buy", sites.site.origin));
    expect(second.status, second.message).to.equal("proposed");
    await world.models.stepDefs.updateOne({ _id: "prj_shop:shop.buy" }, { $set: { version: 3, description: "Mine" } });
    const conflict = await refused(apply(second.healId));
    expect(conflict).to.have.property("code", "conflict");
    expect(conflict.message).to.include("is at version 3, and the proposal was made from version 2");
    const heals = await listHealProposals(world.models, PROJECT._id, { status: "outdated", limit: 2 });
    expect(heals.map(({ _id }) => _id)).to.deep.equal([second.healId]);
  });

  it("heals steps that broke behind it in the same proposal, as one new version", async () => {
    await feature(
      "join",
      'Feature: Join\n  Scenario: Join\n    Given I am on "/join"\n    When I click the "Open" button\n    And I click the "Send" button\n    Then I should see "Welcome"\n',
    );
    const show = "document.querySelector('form').hidden=false";
    const page = (open: string, send: string) =>
      `<a href="/x">About</a><button class=open onclick="${show}">${open}</button>
       <form hidden><input aria-label=Name><button type=button class=send onclick="document.querySelector('p').textContent='Welcome'">${send}</button></form><p></p>`;
    sites.site.on("/join", page("Open", "Send"));
    expect(await runOf("join", sites.site.origin)).to.include({ status: "passed" });
    sites.site.on("/join", page("Begin", "Deliver"));
    const healed = await heal(await runOf("join", sites.site.origin));
    expect(healed, healed.message).to.include({ status: "proposed", why: null });
    expect([healed.patch, ...healed.also.map(({ patch }) => patch)].map((one) => one?.after)).to.deep.equal([
      ['I click the "Begin" button'],
      ['I click the "Deliver" button'],
    ]);
    expect(healed.message).to.include('"I click the "Send" button" broke too. The element is now the button "Deliver"');
    expect(healed.replay).to.include({ status: "passed", passed: 4 });
    expect(await apply(healed.healId)).to.include({ change: "updated", version: 2 });
    expect(await runOf("join", sites.site.origin)).to.include({ status: "passed" });
  });

  itInFullLane(
    "proposes nothing where the element is gone, or where the scenario does not pass with the patch",
    async () => {
      await feature(
        "pay",
        'Feature: Pay\n  Scenario: Pay\n    Given I am on "/pay"\n    When I click the "Pay" button\n    Then I should see "Paid"\n',
      );
      const page = (button: string) => `<a href="/terms">Terms</a>${button}<p></p>`;
      const button = (name: string, says: string) =>
        `<button class=big onclick="document.querySelector('p').textContent='${says}'">${name}</button>`;
      sites.site.on("/pay", page(button("Pay", "Paid")));
      expect(await runOf("pay", sites.site.origin)).to.include({ status: "passed" });

      sites.site.on("/pay", page(""));
      const gone = await heal(await runOf("pay", sites.site.origin));
      expect(gone).to.deep.include({ status: "none", why: "gone", patch: null, healId: null });

      sites.site.on("/pay", page(button("Settle it", "Something went wrong")));
      const failed = await runOf("pay", sites.site.origin);
      sites.site.on("/pay", page(button("Settle up", "Something went wrong")));
      const broken = await heal(failed);
      expect(broken).to.deep.include({ status: "none", why: "replay_failed", patch: null, healId: null });
      expect(broken.message).to.include('I should see "Paid"');
      expect(broken.candidates[0]).to.include({ name: "Settle up" });

      expect(broken.message).to.include("in 3 tries");

      // A site that fails twice: the third replay counts.
      let visits = 0;
      sites.site.on("/pay", (_request, response) => {
        visits += 1;
        const says = visits < 4 ? "Something went wrong" : "Paid";
        response.writeHead(200, { "content-type": "text/html" }).end(page(button("Settle up", says)));
      });
      const third = await heal(failed);
      expect(third).to.deep.include({ status: "proposed", why: null });
      expect([visits, third.replay?.status]).to.deep.equal([4, "passed"]);
      await world.models.healProposals.deleteMany({});

      sites.site.on("/pay", page(button("Pay", "Paid")));
      const fine = await heal(failed);
      expect(fine).to.include({ status: "none", why: "found_again" });
      const heals = await listHealProposals(world.models, PROJECT._id, { status: "proposed", limit: 2 });
      expect(heals).to.deep.equal([]);
    },
  );

  itInFullLane(
    "gives the project a definition where no sentence can name the element; what is refused stays as it is",
    async () => {
      await feature(
        "close",
        'Feature: Close\n  Scenario: Close\n    Given I am on "/close"\n    When I click the "Close" button\n    Then I should see "Closed"\n',
      );
      const page = (label: string) =>
        `<h1>Offer</h1><button id=shut ${label} class="icon round" onclick="document.querySelector('p').textContent='Closed'"></button><p>Text</p>`;
      sites.site.on("/close", page("aria-label=Close"));
      expect(await runOf("close", sites.site.origin)).to.include({ status: "passed" });
      sites.site.on("/close", page(""));
      const healed = await heal(await runOf("close", sites.site.origin));
      expect(healed.patch, healed.message).to.deep.include({
        kind: "definition",
        stepDefId: "healed-close",
        finds: 'css "#shut"',
      });
      expect(healed.patch?.after).to.deep.equal(["I click the Close button"]);

      const decide = (decision: "approve" | "refuse") =>
        decideHeal(ctx, CALLER, {
          project: PROJECT,
          healId: healed.healId ?? "",
          decision,
          reason: "The label is missing.",
        });
      const other = { ...PROJECT, _id: "prj_other", orgId: "org_b" } as Project;
      const stranger = { kind: "operator", orgId: "org_b" } as unknown as Caller;
      for (const decision of ["approve", "refuse"] as const) {
        const input = { project: other, healId: healed.healId ?? "", decision };
        expect(await refused(decideHeal(ctx, stranger, input))).to.have.property("code", "not_found");
      }
      expect(await listHealProposals(world.models, other._id, { limit: 2 })).to.deep.equal([]);

      expect(await decide("refuse")).to.include({ status: "refused" });
      const late = await refused(decide("approve"));
      expect(late.message).to.include("was refused (by operator). The label is missing.");
      expect(await world.models.stepDefs.countDocuments({ id: "healed-close" })).to.equal(0);

      await world.models.healProposals.updateOne({ _id: healed.healId }, { $set: { status: "proposed" } });
      const settled = await Promise.allSettled([decide("approve"), decide("refuse"), decide("approve")]);
      const { status } = (await world.models.healProposals.findById(healed.healId).lean()) as { status: string };
      const made = await world.models.stepDefs.countDocuments({ id: "healed-close" });
      expect([status, made], JSON.stringify(settled)).to.be.deep.oneOf([
        ["applied", 1],
        ["refused", 0],
      ]);
      if (status === "applied") expect(await runOf("close", sites.site.origin)).to.include({ status: "passed" });
    },
  );
});
