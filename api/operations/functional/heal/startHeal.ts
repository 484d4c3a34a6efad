// Starts healing a failed step: refused with the cause if it is not a locator, otherwise run as a job that other callers may join.
import { setTimeout as sleep } from "node:timers/promises";
import { isOver } from "../../../../domain/durable/work.ts";
import { type HealOutcome, NOTHING_HEALED } from "../../../../domain/functional/heal/outcome.ts";
import { FITS } from "../../../../domain/functional/heal/propose.ts";
import { environmentOf } from "../../../../models/environments/queries.ts";
import { statusOfJob } from "../../../../models/jobs/queries.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import { requireRight } from "../../../lib/access.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { holdRuns } from "../../../lib/holdRun.ts";
import { requireBrowsers } from "../../../lib/unservedQueues.ts";
import { startJob } from "../../jobs/startJob.ts";
import { DEFAULT_WAIT_MS } from "../../runs/waitForRun.ts";
import { type Explained, explainRun, type ScenarioChoice } from "../readFeatureRun.ts";
import { type HealView, readHealJob, viewOfOutcome } from "./healView.ts";

/** Maximum number of failed scenarios searched for one that can be healed. */
const MAX_EXPLAINED = 20;
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

export type HealWish = ScenarioChoice & {
  project: Project;
  run: Run;
  /** Only consider a step whose element comes from this definition. */
  stepDefId?: string;
  waitMs?: number;
};

/**
 * Waits for the proposal or for the reason why there is none. If it takes longer, it continues as a job, which the result names. Throws
 * `unavailable` if no worker opens pages, and `tool_error` if the job failed.
 */
export async function healStep(
  ctx: OperationContext,
  caller: Caller,
  { project, run, stepDefId, waitMs = DEFAULT_WAIT_MS, ...choice }: HealWish,
  signal: AbortSignal,
): Promise<HealView> {
  requireRight(caller, "mcpWrite");
  const { explained } = await explainRun(ctx, caller, run, choice, MAX_EXPLAINED);
  const ofDef = explained.filter(({ step }) => stepDefId === undefined || usesDef(step, stepDefId));
  const broken = ofDef.find(({ healable }) => healable);
  const failure = broken?.step?.failure;
  if (broken?.step == null || failure == null) {
    const outcome = refusalOf(run, ofDef[0], stepDefId);
    const { featureId = null, name = null } = ofDef[0]?.scenario ?? {};
    return viewOfOutcome(ctx, { runId: run._id, featureId, scenario: name }, outcome);
  }
  const { location } = run;
  await requireBrowsers(ctx, location);
  const environment = run.environmentId ? await environmentOf(ctx.models, project._id, run.environmentId) : null;
  const { scenario, step } = broken;
  await holdRuns(ctx, [run._id]);
  const { jobId } = await startJob(ctx, caller, {
    kind: "frt_heal_step_def",
    project,
    environment,
    ...(location && { location }),
    lock: `frt_heal_step_def:${scenario._id}`,
    input: { scenarioRunId: scenario._id, step: step.index, action: failure.action },
  });
  await overOf(ctx, jobId, waitMs, signal);
  return readHealJob(ctx, caller, { project, jobId });
}

const usesDef = (step: Explained["step"], id: string): boolean =>
  step !== null && (step.stepDefId === id || step.failure?.stepDefId === id);

/** Returns why nothing in the run can be healed, by name of the cause. */
function refusalOf(run: Run, first: Explained | undefined, stepDefId: string | undefined): HealOutcome {
  if (first === undefined) {
    const which = stepDefId === undefined ? "No such scenario" : `No step with the definition "${stepDefId}"`;
    return { ...NOTHING_HEALED, why: "nothing_failed", message: `${which} failed in the run ${run._id}.` };
  }
  const { cause, headline, advice, step } = first;
  const isAction = Object.hasOwn(FITS, step?.failure?.op ?? "");
  // If a step that only expects something does not find its locator, its expectation failed.
  const why = cause !== "locator" ? cause : isAction ? "never_passed" : "assertion";
  const told = step && {
    index: step.index,
    line: step.place.line,
    text: step.text,
    stepDefId: step.failure?.stepDefId ?? step.stepDefId ?? "",
  };
  const only = why === "never_passed" ? "" : `: the cause is ${why}, and only locators of actions can be healed`;
  const message = `Nothing is healed${only}. ${headline} ${advice}`;
  return { ...NOTHING_HEALED, step: told, why, message };
}

async function overOf({ models }: OperationContext, jobId: string, waitMs: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + waitMs;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 1.5, MAX_PAUSE_MS)) {
    const status = await statusOfJob(models, jobId);
    const left = until - performance.now();
    if (status === null || isOver("job", status) || left <= 0) return;
    await sleep(Math.min(pause, left), undefined, { signal }).catch(() => {});
  }
}
