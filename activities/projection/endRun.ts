// Ends a run of any type.
import type { WorkFailure } from "../../domain/durable/end.ts";
import { isOver, type Written } from "../../domain/durable/work.ts";
import { FULL_AUDIT } from "../../domain/runTypes.ts";
import { refreshProblems } from "../../models/problems/refresh.ts";
import { reviewAfterRun } from "../../models/reviewItems/afterRun.ts";
import { refreshReviewItems } from "../../models/reviewItems/writeRun.ts";
import { keepFactsOfEnded } from "../../models/runFacts/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import { refreshSuiteOf } from "../../models/runs/suite.ts";
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
  if (await endWork(deps, { kind: "run", id: _id }, input, end, { createdAt, fields: { verdict } })) {
    // A cancelled run says nothing about the site or the service.
    deps.metrics.run(type, input.failure?.cancelled ? "cancelled" : status, duration / 1_000);
    // A reviewer who decided in between saw a running run, and left the items to its end.
    if (status === "completed") {
      await refreshReviewItems(deps.models, run);
      // If this process dies first, the next reader counts them.
      await keepFactsOfEnded(deps.models, _id);
    }
    // The same for a decision about a part of the run.
    if (type === FULL_AUDIT) await refreshSuiteOf(deps.models, { parentRunId: _id });
    return { status, verdict, ...(status === "failed" && { error: patch.error ?? null }) };
  }
  const stands = await findWork(deps.models, "run", _id);
  if (!stands || !isOver("run", stands.status)) return { status, verdict };
  const ended = { status: stands.status as Ended["status"], verdict: stands.verdict };
  // Another writer may have ended it, so Temporal shows the reason that people see.
  return { ...ended, ...(ended.status === "failed" && { error: stands.error }) };
}
