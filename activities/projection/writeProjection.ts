// The one way in which workflows change the run that people read; guarded by `seq`, so retries and late arrivals change nothing.
import type { Client } from "@temporalio/client";
import { workflowIdOfRun } from "../../domain/ids.ts";
import { endOfRun, type RunFailure } from "../../domain/visual/endOfRun.ts";
import type { Run } from "../../models/run.ts";
import { settlePendingShots, summaryOf } from "../../models/runs.ts";
import type { CommonDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { decideShot } from "../verdicts.ts";

export type ProgressInput = { runId: string; executionId: string; seq: number; progress: Run["progress"] };
export type FinishInput = { runId: string; executionId: string; seq: number; failure?: RunFailure };
export type Ended = { status: "completed" | "failed"; verdict: "pass" | "fail" | null };
export type ProjectionActivities = {
  /** Answers whether the write applied. */
  writeProjection(input: ProgressInput): Promise<boolean>;
  /** Judges the run from its shots and writes its end. */
  finishRun(input: FinishInput): Promise<Ended>;
  /** A shot on which the infrastructure gave up gets the verdict `error`. */
  failShot(input: { shotId: string; message: string }): Promise<void>;
};

export function createProjectionActivities(deps: CommonDeps & { client: Client }): ProjectionActivities {
  const { models } = deps;

  /** Applies a patch where this execution is the one that counts and `seq` is newer. */
  const apply = async (
    input: { runId: string; executionId: string; seq: number },
    patch: Partial<Run>,
  ): Promise<boolean> => {
    const { runId, executionId, seq } = input;
    const set = { ...patch, seq, executionId };
    const newer = await models.runs.updateOne({ _id: runId, executionId, seq: { $lt: seq } }, { $set: set });
    if (newer.modifiedCount === 1) return true;
    const run = await models.runs.findById(runId, { executionId: 1, seq: 1, status: 1 }).lean();
    if (!run) throw invalid(`The run ${runId} is not in the database.`);
    if (run.executionId === executionId) return false;
    if (run.executionId !== null && !(await isCurrent(runId, executionId))) return false;
    // First write of a run, or a reset or continue-as-new: this execution takes over from the one that was read, once.
    const reopened: Partial<Run> =
      run.status !== "running" && !patch.status
        ? { status: "running", error: null, finishedAt: null, duration: null }
        : {};
    const taken = await models.runs.updateOne(
      { _id: runId, executionId: run.executionId },
      { $set: { ...reopened, ...set } },
    );
    return taken.modifiedCount === 1;
  };

  const isCurrent = async (runId: string, executionId: string) => {
    const description = await deps.client.workflow.getHandle(workflowIdOfRun(runId)).describe();
    return description.runId === executionId;
  };

  return {
    writeProjection: (input) => withHeartbeat(() => apply(input, { progress: input.progress })),
    finishRun: (input) => withHeartbeat(() => finish(input)),
    failShot: (input) => withHeartbeat(() => fail(input)),
  };

  async function finish(input: FinishInput): Promise<Ended> {
    const run = await models.runs.findById(input.runId).lean();
    if (!run) throw invalid(`The run ${input.runId} is not in the database.`);
    const at = deps.now();
    if (input.failure) await settlePendingShots(models, input.runId, at);
    const summary = await summaryOf(models, input.runId);
    const errors = summary.errors === summary.total ? await commonestError(deps, input.runId) : null;
    const end = endOfRun({
      summary,
      failure: input.failure ?? null,
      cancelledBy: run.cancelledBy,
      commonestError: errors,
    });
    const duration = at.getTime() - run.createdAt.getTime();
    const applied = await apply(input, {
      status: end.status,
      verdict: end.verdict,
      error: end.error,
      summary: summary.total > 0 ? summary : null,
      finishedAt: at,
      duration,
      progress: { done: summary.total, total: summary.total, phase: end.status },
      warnings: await rendererWarnings(deps, input.runId),
    });
    if (applied) {
      deps.metrics.run(run.type, end.status, duration / 1_000);
      deps.log("info", "run ended", {
        runId: run._id,
        status: end.status,
        verdict: end.verdict,
        durationMs: duration,
      });
    }
    return { status: end.status, verdict: end.verdict };
  }

  async function fail({ shotId, message }: { shotId: string; message: string }): Promise<void> {
    const shot = await models.shots.findById(shotId, { kind: 1 }).lean();
    if (!shot) throw invalid(`The shot ${shotId} is not in the database.`);
    await decideShot(deps, shot, {
      status: "error",
      reasons: [{ code: "browser_crashed", message: `The shot was given up after its retries: ${message}` }],
      mismatchPercent: 100,
    });
  }
}

async function commonestError(deps: CommonDeps, runId: string): Promise<string | null> {
  const shots = await deps.models.shots.find({ runId, status: "error" }, { reasons: 1 }).limit(200).lean();
  const counts = new Map<string, number>();
  for (const shot of shots) {
    const message = shot.reasons[0]?.message;
    if (message) counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts.entries()].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** Pictures of another renderer are compared all the same, but people should not have to guess why they differ. */
async function rendererWarnings(deps: CommonDeps, runId: string): Promise<Run["warnings"]> {
  const shots = await deps.models.shots.find({ runId }, { reasons: 1 }).lean();
  const seen = new Map<string, Run["warnings"][number]>();
  for (const shot of shots)
    for (const reason of shot.reasons) if (reason.code === "different_renderer") seen.set(reason.message, reason);
  return [...seen.values()];
}
