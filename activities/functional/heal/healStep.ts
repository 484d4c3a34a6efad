// Heals a failed step: looks for its element where the step failed, replays the scenario with the patch, and stores the proposal. The
// failed run stays failed.
import { explainFailure } from "../../../domain/functional/explain.ts";
import {
  type HealedToo,
  type HealOutcome,
  NOTHING_HEALED,
  patchesOf,
} from "../../../domain/functional/heal/outcome.ts";
import { applyPatches } from "../../../domain/functional/heal/patch.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import { healIdOf } from "../../../domain/ids.ts";
import { truncate } from "../../../domain/text.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { healDraftOf, keepHealDraft, keepHealProposal } from "../../../models/healProposals/queries.ts";
import type { HealProposal } from "../../../models/healProposals/schema.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { attemptsOf } from "../../../models/scenarioRuns/ofRun.ts";
import { stepsOf } from "../../../models/scenarioRuns/schema.ts";
import type { CommonDeps } from "../../commonDeps.ts";
import { invalid, throwIfCancelled } from "../../failures.ts";
import { withHeartbeat } from "../../heartbeat.ts";
import { completeJob, type JobWriting, readJob } from "../../jobs/jobProjection.ts";
import { onceDatabaseIsBack } from "../../outageWait.ts";
import { type Performed, performAttempt, type ScenarioDeps } from "../performAttempt.ts";
import { type HealContext, healContext } from "./context.ts";
import { type Found, findElement } from "./findElement.ts";

export type HealActivities = {
  /** Returns whether there is a patch to replay. */
  findHeal(input: { jobId: string }): Promise<boolean>;
  replayHeal(input: { jobId: string }): Promise<void>;
};
export type FinishHealActivities = { finishHeal(input: JobWriting): Promise<void> };

const MAX_MESSAGE = 1_000;

export function createHealActivities(deps: ScenarioDeps): HealActivities {
  return {
    findHeal: ({ jobId }) => withHeartbeat((signal, note) => find(deps, jobId, signal, note)),
    replayHeal: ({ jobId }) => withHeartbeat((signal, note) => replay(deps, jobId, signal, note)),
  };
}

async function jobOf(deps: Pick<ScenarioDeps, "models">, jobId: string): Promise<Job> {
  const job = await readJob(deps, jobId);
  if (job.kind !== "frt_heal_step_def") throw invalid(`The job ${jobId} heals no step.`);
  return job;
}

type Note = (phase: string) => void;

async function find(deps: ScenarioDeps, jobId: string, signal: AbortSignal, note: Note): Promise<boolean> {
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const begun = await kept(async () => healContext(deps, await jobOf(deps, jobId)));
  const outcome = "outcome" in begun ? begun.outcome : await searchPage(deps, begun.context, signal, note);
  throwIfCancelled(signal);
  await kept(() => keepHealDraft(deps.models, jobId, outcome));
  return outcome.patch !== null;
}

/** Replays the scenario up to the step in a fresh context, and inspects the page there. */
async function searchPage(
  deps: ScenarioDeps,
  context: HealContext,
  signal: AbortSignal,
  note: Note,
): Promise<HealOutcome> {
  const { run, scenario, planned, step, action, told } = context;
  const { projectId } = run;
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  let found: Found | null = null;
  const halt = {
    step: step.index,
    action,
    async look(doing: Parameters<typeof findElement>[0]) {
      note("looking for the element");
      found = await findElement(doing, context);
    },
  };
  const wish = { run, scenario, planned, attempt: 1, trace: false, halt };
  const { steps, error } = await performAttempt(deps, wish, signal, note);
  const seen = found as Found | null;
  if (seen === null) {
    const message = `The scenario no longer reaches the step "${step.text}". ${whyBroken({ steps, error }) ?? ""}`;
    return { ...NOTHING_HEALED, step: told, why: "not_reached", message: truncate(message, MAX_MESSAGE) };
  }
  const { picture, ...rest } = seen;
  const bytes = picture;
  const shown = bytes && (await kept(() => keepArtifact(deps, { projectId, bytes, contentType: "image/jpeg" })));
  const before = await kept(() => failedPicture(deps, context));
  return { ...NOTHING_HEALED, step: told, ...rest, pictures: { before, found: shown, after: null } };
}

async function failedPicture({ models }: ScenarioDeps, { scenario, step }: HealContext): Promise<string | null> {
  const attempts = await attemptsOf(models, scenario._id);
  const failed = attempts.findLast(({ status }) => status !== "passed");
  return (failed && stepsOf(failed)[step.index]?.screenshotId) ?? null;
}

/** As many attempts as a scenario of a run gets, because a site that is slow once must not discard a correct patch. */
const REPLAYS = 3;
/** The first attempt looked for the element. */
const FIRST_REPLAY = 2;
/**
 * Maximum number of steps of one scenario that one proposal heals: a rebuilt page breaks several, and each shows only once those before it
 * are healed.
 */
const MAX_HEALED = 3;

/** Replays the whole scenario, fresh, with the patch; its expectations are unchanged. */
async function replay(deps: ScenarioDeps, jobId: string, signal: AbortSignal, note: Note): Promise<void> {
  const kept = <T>(work: () => Promise<T>) => onceDatabaseIsBack(signal, work);
  const job = await kept(() => jobOf(deps, jobId));
  const draft = healDraftOf(job);
  const begun = await kept(() => healContext(deps, job));
  if (draft?.patch == null || draft.replay !== null) return;
  const outcome = "outcome" in begun ? begun.outcome : await replayed(deps, job, begun.context, draft, signal, note);
  throwIfCancelled(signal);
  await kept(() => keepHealDraft(deps.models, jobId, outcome));
}

async function replayed(
  deps: ScenarioDeps,
  job: Job,
  { run, scenario, tests, told }: HealContext,
  draft: HealOutcome,
  signal: AbortSignal,
  note: Note,
): Promise<HealOutcome> {
  let outcome = draft;
  for (let attempt = FIRST_REPLAY, tries = 1; ; attempt += 1, tries += 1) {
    const patched = applyPatches(tests, patchesOf(outcome));
    if (typeof patched === "string") return { ...NOTHING_HEALED, step: told, why: "changed", message: patched };
    const planned = planFeature(patched.text, patched.defs).find(({ id }) => id === scenario.scenarioId);
    if (planned === undefined) throw invalid("The scenario is not in the patched feature.");
    const done = await performAttempt(deps, { run, scenario, planned, attempt, trace: false }, signal, note);
    if (done.status === "passed") return ended(outcome, done);
    const too = await healedBehind(deps, job, outcome, done, signal, note);
    if (too !== null) {
      outcome = { ...outcome, ...too };
      tries = 0;
    } else if (tries === REPLAYS) return ended(outcome, done);
  }
}

/**
 * Returns the outcome that includes the step, after the healed ones, at which the scenario broke; null: it did not break there, or cannot
 * be healed there.
 */
async function healedBehind(
  deps: ScenarioDeps,
  job: Job,
  outcome: HealOutcome,
  { steps, error }: Performed,
  signal: AbortSignal,
  note: Note,
): Promise<Pick<HealOutcome, "also" | "message"> | null> {
  const { also = [], message } = outcome;
  const patches = patchesOf(outcome);
  const { healable, step: index } = explainFailure({ steps, error, flaky: false });
  const failure = steps.find((one) => one.index === index)?.failure;
  const healed = also.at(-1)?.step ?? outcome.step;
  if (patches.length === MAX_HEALED || !healable || !failure || index === null || index <= (healed?.index ?? 0))
    return null;
  const behind = { patches, step: index, action: failure.action };
  const begun = await onceDatabaseIsBack(signal, () => healContext(deps, job, behind));
  if ("outcome" in begun) return null;
  const found = await searchPage(deps, begun.context, signal, note);
  const { patch, score, lead, finds, step, pictures } = found;
  if (patch === null || step === null) return null;
  const too: HealedToo = { step, patch, score, lead, finds, picture: pictures.found };
  return {
    also: [...also, too],
    message: truncate(`${message} "${step.text}" broke too. ${found.message}`, MAX_MESSAGE),
  };
}

/** Returns the error, or the step that did not pass and why; null: all passed. */
function whyBroken({ steps, error }: Pick<Performed, "steps" | "error">): string | null {
  const broken = steps.find(({ status }) => status !== "passed" && status !== "skipped");
  return error?.message ?? (broken ? `"${broken.text}": ${broken.failure?.message ?? broken.status}` : null);
}

function ended(outcome: HealOutcome, done: Performed): HealOutcome {
  const { steps, status, duration } = done;
  const message = whyBroken(done);
  const result = {
    ...outcome,
    pictures: { ...outcome.pictures, after: steps[outcome.step?.index ?? -1]?.screenshotId ?? null },
    replay: {
      status,
      duration,
      steps: steps.length,
      passed: steps.filter((one) => one.status === "passed").length,
      message: message && truncate(message, MAX_MESSAGE),
    },
  };
  if (status === "passed") return result;
  return {
    ...result,
    why: "replay_failed",
    message: truncate(
      `The scenario does not pass with the patch in ${REPLAYS} tries, so it is not proposed. ${message ?? ""}`,
      MAX_MESSAGE,
    ),
    patch: null,
    also: [],
  };
}

export function createFinishHealActivities(deps: CommonDeps): FinishHealActivities {
  return {
    async finishHeal(input) {
      const job = await jobOf(deps, input.jobId);
      const outcome = healDraftOf(job);
      if (outcome === null) throw invalid(`The job ${job._id} has no result.`);
      const healId = outcome.patch === null ? null : healIdOf(job._id);
      if (healId !== null) await keepHealProposal(deps.models, await proposalOf(deps, job, outcome, healId));
      const { scenarioRunId } = job.input as { scenarioRunId: string };
      const result = { healId, scenarioRunId, outcome: JSON.stringify(outcome) };
      const done = outcome.patch === null ? 1 : 2;
      await completeJob(deps, input, job, { phase: "completed", done, total: done }, result);
    },
  };
}

async function proposalOf(deps: CommonDeps, job: Job, outcome: HealOutcome, healId: string): Promise<HealProposal> {
  const begun = await healContext(deps, job);
  const { patch, step } = outcome;
  if ("outcome" in begun || patch === null || step === null)
    throw invalid("The tests changed while the step was healed: run the feature again.");
  const { run, scenario } = begun.context;
  const subject = patch.kind === "locators" ? `${patch.stepDefId}:${patch.action}` : `${patch.featureId}:${patch.line}`;
  return {
    _id: healId,
    orgId: job.orgId,
    projectId: job.projectId,
    jobId: job._id,
    runId: run._id,
    subject,
    environmentId: run.environmentId,
    environmentName: run.environmentName,
    featureId: scenario.featureId,
    featureName: scenario.featureName,
    scenario: scenario.name,
    browser: scenario.browser,
    viewport: scenario.viewport,
    status: "proposed",
    outcome: JSON.stringify(outcome),
    createdAt: deps.now(),
    decidedAt: null,
    decidedBy: null,
    reason: null,
    claimedAt: null,
    branch: run.branch,
    commitSha: run.commitSha,
    prNumber: run.prNumber,
    runAt: run.createdAt,
  };
}
