import { expect } from "chai";
import { readHealJob } from "../../../../api/operations/functional/heal/healView.ts";
import { healStep } from "../../../../api/operations/functional/heal/startHeal.ts";
import type { StepResult } from "../../../../domain/functional/attempt.ts";
import { type HealOutcome, NOTHING_HEALED } from "../../../../domain/functional/heal/outcome.ts";
import type { Locator } from "../../../../domain/functional/target.ts";
import { healIdOf } from "../../../../domain/ids.ts";
import { elementPrintId } from "../../../../models/elementPrints/schema.ts";
import { endOfJob } from "../../../../models/jobs/queries.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { tellPresence } from "../../../../models/workerPresence/queries.ts";
import { addFeature } from "../../support/features.ts";
import { addRun } from "../../support/shots.ts";
import { makeToolWorld, type ToolWorld } from "../harness.ts";

const SENTENCE = 'I click the "Empty" button';
const step = (index: number, patch: Partial<StepResult> = {}): StepResult => ({
  index,
  keyword: "When",
  text: SENTENCE,
  place: { line: index + 3, column: 5 },
  stepDefId: "builtin.click-button",
  status: "passed",
  startedAt: 0,
  duration: 100,
  failure: null,
  drift: [],
  fingerprints: {},
  url: "https://shop.example/",
  screenshotId: null,
  console: [],
  network: [],
  events: [],
  ...patch,
});
/** As planned: the environment's values are filled in when the step runs. */
const LOCATOR = { by: "role", value: "button", name: "{env.EMPTY}" } as const;
const missed = (op: string, matches = 0, locator: Locator = LOCATOR): StepResult["failure"] => ({
  message: "No element was found.",
  action: 0,
  op,
  stepDefId: "builtin.click-button",
  matches: [{ locator, count: matches }],
  expected: null,
  actual: null,
  url: "https://shop.example/",
  timedOut: true,
});

describe("tools that heal steps", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    await addFeature(world.models, "basket", {
      gherkin: `Feature: Basket\n  Scenario: Empty\n    When ${SENTENCE}\n    Then I see "Empty"\n`,
      sentences: [SENTENCE],
    });
    await failedRun("run_locator", missed("click", 0, { ...LOCATOR, name: "Empty" }), LOCATOR);
    const place = { projectId: "prj_shop", stepDefId: "builtin.click-button", action: 0 };
    await world.models.elementPrints.create({
      _id: elementPrintId({ ...place, locators: [LOCATOR] }),
      ...place,
      locators: JSON.stringify([LOCATOR]),
      fingerprint: "{}",
      runId: "run_before",
      featureId: "basket",
      at: new Date("2026-03-09T12:00:00Z"),
    });
    await failedRun("run_first", missed("click", 0, { ...LOCATOR, name: "Wipe" }));
    await failedRun("run_assertion", { ...(missed("expectText", 1) as object), expected: "1", actual: "2" } as never);
    await failedRun("run_expectation", missed("expectVisible"));
  });
  after(() => world.close());

  async function failedRun(
    runId: string,
    failure: StepResult["failure"],
    locator = failure?.matches[0]?.locator as Locator,
  ) {
    const { op, stepDefId } = failure as NonNullable<StepResult["failure"]>;
    const action = { action: { op, target: { locators: [locator] } }, stepDefId, index: 0 };
    await addRun(world.models, runId, { type: "frt-test", verdict: "fail" });
    await world.models.scenarioRuns.create({
      _id: `${runId}-s00000`,
      runId,
      projectId: "prj_shop",
      index: 0,
      featureId: "basket",
      name: "Empty",
      featureName: "Basket",
      key: runId,
      scenarioId: "empty",
      browser: "chromium",
      viewport: "desktop",
      plan: JSON.stringify({ steps: [{ actions: [action] }] }),
      status: "failed",
      attempts: 1,
      message: "No element was found.",
    });
    await world.models.scenarioAttempts.create({
      _id: `${runId}-s00000-1`,
      scenarioRunId: `${runId}-s00000`,
      runId,
      projectId: "prj_shop",
      attempt: 1,
      status: "failed",
      startedAt: "2026-03-10T12:00:00Z",
      duration: 1,
      steps: JSON.stringify([step(0, { status: "failed", failure })]),
    });
  }
  const PATCH = {
    kind: "sentence" as const,
    featureId: "basket",
    version: 1,
    line: 3,
    before: SENTENCE,
    after: 'I click the "Clear" button',
  };
  const PROPOSED: HealOutcome = {
    ...NOTHING_HEALED,
    why: null,
    message: 'The element is now the button "Clear".',
    score: 0.8,
    lead: 0.4,
    finds: 'button "Clear"',
    step: { index: 0, line: 3, text: SENTENCE, stepDefId: "builtin.click-button" },
    candidates: [{ role: "button", name: "Clear", score: 0.8, agreed: ["role"] }],
    patch: PATCH,
    pictures: { before: "a".repeat(64), found: "b".repeat(64), after: "c".repeat(64) },
    replay: { status: "passed", passed: 2, steps: 2, duration: 900, message: null },
  };
  /** Simulates a worker that finishes the job as soon as it is started. */
  function workerAnswers(outcome: HealOutcome) {
    const start = world.engine.startJob.bind(world.engine);
    world.engine.startJob = async (job) => {
      await start(job);
      const { jobId } = job;
      const healId = outcome.patch === null ? null : healIdOf(jobId);
      if (healId !== null)
        await world.models.healProposals.create({
          _id: healId,
          orgId: "org_a",
          projectId: "prj_shop",
          jobId,
          runId: "run_locator",
          featureId: "basket",
          scenario: "Empty",
          browser: "chromium",
          viewport: "desktop",
          subject: "basket:3",
          status: "proposed",
          outcome: JSON.stringify(outcome),
          createdAt: new Date("2026-03-10T12:00:00Z"),
        });
      const result = { healId, scenarioRunId: "run_locator-s00000", outcome: JSON.stringify(outcome) };
      const end = endOfJob(jobId, { status: "completed", result }, new Date());
      await world.models.jobs.updateOne({ _id: jobId }, { $set: end });
      world.engine.startJob = start;
    };
  }
  const heal = (args: Record<string, unknown>) => world.call("frt_heal_step_def", { confirm: true, ...args });

  it("an explanation of a broken locator leads to healing, and others do not", async () => {
    const { nextActions } = await world.call("frt_explain_failure", { runId: "run_locator" });
    expect(nextActions?.[0]).to.deep.include({
      tool: "frt_heal_step_def",
      args: { project: "shop", runId: "run_locator", featureId: "basket", scenario: "Empty" },
    });
    for (const runId of ["run_assertion", "run_first"]) {
      const other = await world.call("frt_explain_failure", { runId });
      expect(other.nextActions?.map(({ tool }) => tool)).to.not.include("frt_heal_step_def");
    }
  });

  for (const [runId, why, says] of [
    ["run_assertion", "assertion", /the cause is assertion/],
    ["run_expectation", "assertion", /not expectations/],
    ["run_first", "never_passed", /^Nothing is healed\. .* has never found its element/],
  ] as const)
    it(`heals no ${why} of ${runId}, and says so`, async () => {
      const { data, summary } = await heal({ runId });
      expect(data).to.include({ status: "none", why, healId: null, patch: null, jobId: null });
      expect(summary).to.match(says);
      expect(world.engine.jobs.size).to.equal(0);
    });

  it("says where nothing failed with the definition, or no run is there", async () => {
    const { data } = await heal({ runId: "run_locator", stepDefId: "builtin.open" });
    expect(data).to.include({ status: "none", why: "nothing_failed" });
    await world.refused("frt_heal_step_def", { confirm: true, runId: "run_none" }, 422, "tool_error");
    await world.refused("frt_heal_step_def", { runId: "run_locator" }, 400, "confirm_required");
  });

  it("answers the proposal with its pictures and every feature that has the sentence; get_job_status answers the same", async () => {
    workerAnswers(PROPOSED);
    const { data, nextActions } = await heal({ featureId: "basket", stepDefId: "builtin.click-button" });
    expect(data).to.deep.include({ status: "proposed", runId: "run_locator", score: 0.8, lead: 0.4 });
    expect(data.patch).to.deep.include({ before: [SENTENCE], after: [PATCH.after], finds: 'button "Clear"' });
    expect(data.users).to.deep.equal({ features: [{ featureId: "basket", name: "basket" }], more: 0 });
    expect(data.pictures.found).to.match(/\/api\/artifacts\/b{64}\?expires=/);
    expect(nextActions?.map(({ tool }) => tool)).to.deep.equal(["frt_explain_failure", "frt_heal_step_def"]);
    const apply = { healId: data.healId, apply: true };
    expect(nextActions?.[1]).to.deep.include({ args: { project: "shop", ...apply }, needsConfirm: true });
    const status = await world.call("get_job_status", { jobId: data.jobId });
    expect(status.data.result).to.deep.include({ status: "proposed", healId: data.healId });
    expect(status.nextActions?.at(-1)).to.deep.include({ tool: "frt_heal_step_def" });

    const foreign = await world.addKey("mcp_full", { projectId: "prj_foreign", orgId: "org_b" });
    const args = { confirm: true, healId: data.healId };
    const unseen = await world.refused("frt_apply_heal", args, 422, "tool_error", foreign);
    expect(unseen.error?.message).to.include("There is no proposal");
    await world.refused("get_job_status", { jobId: data.jobId }, 422, "tool_error", foreign);
    await world.refused("frt_heal_step_def", apply, 400, "confirm_required");
    await world.refused("frt_heal_step_def", { ...args, apply: false }, 400, "validation_error");
    await world.refused("frt_heal_step_def", { ...args, ...apply }, 422, "tool_error", foreign);
    const applied = await world.call("frt_heal_step_def", { ...args, ...apply });
    expect(applied.data).to.include({ status: "applied", change: "updated", version: 2 });
    expect(applied.summary).to.include('rewritten (version 2): I click the "Clear" button');
    expect(applied.nextActions?.[0]).to.deep.include({ tool: "run_frt_feature", needsConfirm: true });
    const feature = await world.models.features.findOne({ featureId: "basket" }).lean<{ gherkin: string }>();
    expect(feature?.gherkin).to.include('    When I click the "Clear" button\n    Then I see "Empty"\n');
    await world.refused("frt_apply_heal", args, 422, "tool_error");
    const audit = await world.models.audit.findOne({ action: "heal.apply" }).lean<{ details: object }>();
    expect(audit?.details).to.deep.include({ heal: data.healId, kind: "sentence", subject: "basket" });
  });

  it("what takes longer than a call goes on as a job, which the next call joins", async () => {
    const caller = { kind: "operator", orgId: "org_a" } as never;
    const project = (await world.models.projects.findById("prj_shop").lean<Project>()) as Project;
    const run = (await world.models.runs.findById("run_locator").lean<Run>()) as Run;
    const ask = () => healStep(world.ctx, caller, { project, run, waitMs: 0 }, new AbortController().signal);
    const first = await ask();
    expect(first).to.include({ status: "running", healId: null, runId: "run_locator", scenario: "Empty" });
    expect(first.message).to.match(/^The step is being healed: /);
    expect((await ask()).jobId).to.equal(first.jobId);
    // The workflow reports the progress; the document is seconds old.
    world.engine.live = { phase: "replaying", done: 1, total: 2, failed: 0 };
    const running = await ask();
    expect(running.message).to.equal("The step is being healed: replaying, 1 of 2.");
    expect(running).not.to.have.property("stale");
    world.engine.available = false;
    const written = await readHealJob(world.ctx, caller, { project, jobId: first.jobId ?? "" });
    world.engine.available = true;
    expect(written).to.include({ status: "running", stale: true });
    expect(written.message).to.not.include("replaying");
    world.engine.live = null;
    const status = await world.call("get_job_status", { jobId: first.jobId });
    expect(status.data).to.include({ kind: "frt_heal_step_def", status: "queued" });
    await world.models.jobs.updateOne(
      { _id: first.jobId ?? "" },
      { $set: endOfJob(first.jobId ?? "", { status: "failed", error: "The browser does not start." }, new Date()) },
    );
    world.engine.pollers.browser = 0;
    await world.refused("frt_heal_step_def", { confirm: true, runId: "run_locator" }, 503, "unavailable");
    world.engine.pollers.browser = 1;
  });

  it("replays where the run's browsers stood, and says that no worker is there", async () => {
    await world.models.runs.updateOne({ _id: "run_locator" }, { $set: { location: "eu" } });
    const answer = await world.refused(
      "frt_heal_step_def",
      { confirm: true, runId: "run_locator" },
      503,
      "unavailable",
    );
    expect(JSON.stringify(answer)).to.include("No worker in eu can open pages.");
    await tellPresence(world.models, { _id: "wrk_eu", queues: ["browser"], location: "eu", seenAt: world.ctx.now() });
    workerAnswers(PROPOSED);
    const { data } = await heal({ runId: "run_locator" });
    expect(data.status).to.equal("proposed");
    const [jobId, started] = [...world.engine.jobs].at(-1) ?? [];
    expect(started).to.include({ location: "eu" });
    expect((await world.models.jobs.findById(jobId).lean())?.location).to.equal("eu");
  });
});
