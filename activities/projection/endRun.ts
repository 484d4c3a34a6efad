// Ends a run of any type.
import type { WorkFailure } from "../../domain/durable/end.ts";
import { isOver, type Written } from "../../domain/durable/work.ts";
import { auditPillarOf, FULL_AUDIT, shotKindOf } from "../../domain/runTypes.ts";
import { agreeWithAcceptances, rejudgeEnded } from "../../models/findings/verdicts.ts";
import { refreshProblems } from "../../models/problems/refresh.ts";
import { reviewAfterRun } from "../../models/reviewItems/afterRun.ts";
import { refreshReviewItems } from "../../models/reviewItems/writeRun.ts";
import { settleRun } from "../../models/reviewRequests/settle.ts";
import { keepFactsOfEnded } from "../../models/runFacts/queries.ts";
import { runStatus } from "../../models/runs/lifecycle.ts";
import type { Run } from "../../models/runs/schema.ts";
import { refreshSuiteOf } from "../../models/runs/suite.ts";
import { recountEnded } from "../../models/runs/writes.ts";
import { findWork } from "../../models/work/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { endWork } from "./endWork.ts";

/** `failure`: why the run could not continue; otherwise its verdict is computed from its parts. */
export type Finishing = { runId: string; failure?: WorkFailure } & Written;

/** `error`: why a run failed. */
export type Ended = { status: "completed" | "failed"; verdict: Run["verdict"]; error?: Run["error"] };

/** Writes the end of a run and counts it, once. Returns the stored end: the first one wins. */
export async function endRun(
  deps: CommonDeps,
  input: Finishing,
  run: Run,
  patch: Partial<Run> & Ended,
): Promise<Ended> {
  const { _id, type, createdAt, historyNotes = [] } = run;
  const { status, verdict } = patch;
  const finishedAt = deps.now();
  const duration = finishedAt.getTime() - createdAt.getTime();
  const warnings = historyNotes.length > 0 && { warnings: [...historyNotes, ...(patch.warnings ?? [])] };
  const end = { ...patch, ...warnings, finishedAt, duration };
  // Before the end is written, so that its problems and review items exist for anyone who sees that a run has ended.
  if (status === "completed") await Promise.all([refreshProblems(deps.models, run), reviewAfterRun(deps.models, run)]);
  // A cancelled run says nothing about the site or the service.
  if (await endWork(deps, { kind: "run", id: _id }, input, end, { createdAt, fields: { verdict } }))
    deps.metrics.run(type, input.failure?.cancelled ? "cancelled" : status, duration / 1_000);
  await afterEnd(deps, run);
  // Another writer may have ended it, or somebody decided in between, so Temporal shows what people see.
  const stands = await findWork(deps.models, "run", _id);
  if (!stands || !isOver("run", stands.status)) return { status, verdict };
  const ended = { status: stands.status as Ended["status"], verdict: stands.verdict };
  return { ...ended, ...(ended.status === "failed" && { error: stands.error }) };
}

/**
 * Repeats what a person's decision changes, because whoever decided while the end was being written saw a running run and left this to its
 * end. Safe to repeat: a retry does it again if the process died first.
 */
async function afterEnd({ models, now }: CommonDeps, run: Run): Promise<void> {
  if ((await runStatus(models, run._id)) === "completed") {
    const pillar = auditPillarOf(run.type);
    if (shotKindOf(run.type) !== null) await recountEnded(models, run._id);
    if (pillar !== null) {
      await agreeWithAcceptances(models, { ...run, pillar }, now());
      await rejudgeEnded(models, run._id);
    }
    await refreshReviewItems(models, run);
    // If this process dies first, the next reader counts them.
    await keepFactsOfEnded(models, run._id);
  }
  await settleRun(models, run._id, now());
  // The same for a decision about a part of the run.
  if (run.type === FULL_AUDIT) await refreshSuiteOf(models, { parentRunId: run._id });
}
