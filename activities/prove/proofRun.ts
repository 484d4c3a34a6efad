// The run of a proof: its scenario, with tracking. Written once, under an id derived from the job's.
import { ApplicationFailure } from "@temporalio/common";
import type { RunStart } from "../../domain/engine.ts";
import { DEFAULT_OPTIONS, type FeatureRunOptions } from "../../domain/functional/runOptions.ts";
import { proofRunIdOf, workflowIdOfRun } from "../../domain/ids.ts";
import { viewportFor } from "../../domain/proof/conditions/condition.ts";
import type { Matched } from "../../domain/proof/record.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { findEnvironment } from "../../models/environments/queries.ts";
import { proofPart } from "../../models/jobs/proofs.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { insertRun, runStatus } from "../../models/runs/lifecycle.ts";
import { notStarted, type Run } from "../../models/runs/schema.ts";
import { turnOfRun } from "../../models/runs/turn.ts";
import { closeRun } from "../../models/runs/writes.ts";
import { findWork } from "../../models/work/queries.ts";
import { invalid } from "../failures.ts";
import { readJob } from "../jobs/jobProjection.ts";
import { workflowStatus } from "../projection/workflowStatus.ts";
import { requireOpen } from "../requireOpen.ts";
import type { ProofInput, ProveDeps } from "./deps.ts";

/** Writes the run; null: it exists, and has ended. */
export async function startProofRun(deps: ProveDeps, jobId: string): Promise<RunStart | null> {
  const { models } = deps;
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const matched = proofPart<Matched>(job, "matched");
  if (!matched?.scenario || !matched.event) throw invalid(`The job ${jobId} has nothing to run.`);
  const run = await runOf(deps, job, matched);
  // Admitted together with its job: the proof request has already been accepted.
  await insertRun(models, run);
  if ((await runStatus(models, run._id)) !== "running") return null;
  const { _id: runId, type, projectId, projectSlug } = run;
  const turn = await turnOfRun(models, run);
  return { runId, type, projectId, projectSlug, environment: job.environment, ...turn };
}

async function runOf(
  { models, now }: ProveDeps,
  job: Job,
  { scenario, event, conditions = [] }: Matched,
): Promise<Run> {
  const environment = await findEnvironment(models, job.environmentId);
  const { issueKey } = job.input as ProofInput;
  const functional: FeatureRunOptions = {
    ...DEFAULT_OPTIONS,
    featureIds: scenario && [scenario.featureId],
    scenarioIds: scenario ? [scenario.scenarioId] : [],
    ...(event && { provedEventId: event.plan.id }),
    viewports: [viewportFor(conditions)],
    verifyTracking: true,
  };
  return {
    ...notStarted(),
    _id: proofRunIdOf(job._id),
    orgId: job.orgId,
    projectId: job.projectId,
    projectSlug: job.projectSlug,
    type: "frt-test",
    parentRunId: null,
    environmentId: job.environmentId,
    environmentName: environment?.name ?? null,
    baseUrl: job.baseUrl,
    location: environment?.location ?? null,
    scenarios: null,
    // The only browser that reports requests and pushes over its protocol.
    browsers: ["chromium"],
    branch: null,
    commitSha: null,
    prNumber: null,
    prUrl: null,
    ciProvider: null,
    issueKey: issueKey.slice(0, 100),
    perfBudgets: null,
    requestedBy: `the proof ${job._id}`,
    createdAt: now(),
    startedAt: now(),
    extra: { functional },
  };
}

/** Waits, through retries, until a run that another workflow execution processes has ended. */
export async function proofRunEnded({ models }: ProveDeps, jobId: string): Promise<void> {
  if ((await runStatus(models, proofRunIdOf(jobId))) === "running") throw goesOn();
}

/** After a proof that ended early: stops its run, and keeps the reconciler from starting it. */
export async function abandonProofRun({ models, client, now }: ProveDeps, jobId: string): Promise<void> {
  const runId = proofRunIdOf(jobId);
  const run = await findWork(models, "run", runId);
  if (run?.status !== "running") return;
  const workflowId = workflowIdOfRun(runId);
  if ((await workflowStatus(client, workflowId)) === "RUNNING") {
    await client.workflow.getHandle(workflowId).cancel();
    throw goesOn();
  }
  await closeRun(models, {
    runId,
    status: "failed",
    error: "The proof that it belongs to ended before it.",
    at: now(),
  });
}

const goesOn = () =>
  ApplicationFailure.create({ message: "The run of the proof is still running.", type: FAILURES.infrastructure });
