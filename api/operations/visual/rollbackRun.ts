// Reverts all baselines that a run created, by itself or by approvals of its results.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { plural } from "../../../domain/text.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { type BaselineRollback, rollbackRun as rollbackPromotions } from "../../../models/baselines/rollbackRun.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { labelsOfScenarios } from "../../../models/scenarios/queries.ts";
import { hasShots, shotsOf } from "../../../models/shots/queries.ts";
import { writeReview } from "../../../models/shots/reviews.ts";
import { decidedBy, describeCaller, requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { requirePersonOnMainOf } from "../../lib/protectedMain.ts";
import { settleReviews } from "../../lib/settleReviews.ts";
import { findRun } from "../runs/findRun.ts";
import { unapprovedStatus } from "./approveShot.ts";
import { type BaselinePlace, baselinePlace } from "./baselinePlace.ts";
import { undoCopies } from "./undoCopies.ts";

/** `engine`: missing at a terminal, where a later change reports the decision. */
type RollbackContext = Pick<OperationContext, "models" | "now" | "ulid" | "log"> &
  Partial<Pick<OperationContext, "engine">>;

type Version = { versionId: string; version: number; promotedBy: string; at: string };

export type RunRolledBack = {
  runId: string;
  message: string;
  /** `restored`: version that is current again; null if the run created the first one, so that there is none now. */
  rolledBack: (BaselinePlace & { taken: Version; restored: Version | null; changed: boolean })[];
  /** Baselines that `newer` replaced after the run and that therefore stay. */
  kept: (BaselinePlace & { taken: Version; newer: Version })[];
};

/** Safe to repeat. Throws `conflict` while the run is running, and if it created no baselines. */
export async function rollbackRun(ctx: RollbackContext, caller: Caller, runId: string): Promise<RunRolledBack> {
  requireRight(caller, "mcpWrite");
  const run = await findRun(ctx, caller, runId);
  if (run.status === "running")
    throw new ProductError("conflict", `Run "${runId}" is still running: cancel it, or wait for its end.`);
  await requirePersonOnMainOf(ctx, caller, run, "rolling a run back");
  await holdRuns(ctx, [runId]);
  const done = await rollbackPromotions(ctx.models, {
    runId,
    by: describeCaller(caller),
    person: decidedBy(caller),
    at: ctx.now(),
    newId: () => makeId("baselineVersion", ctx.ulid()),
  });
  if (done.length === 0) throw new ProductError("conflict", `Run "${runId}" has promoted no baselines.`);
  await unapprove(ctx, run, done);
  const places = await placesOf(ctx, done);
  const rolledBack = done.flatMap((b, i) =>
    b.outcome === "rolledBack"
      ? [{ ...places[i]!, taken: view(b.from), restored: b.to && view(b.to), changed: b.changed }]
      : [],
  );
  const kept = done.flatMap((b, i) =>
    b.outcome === "kept" ? [{ ...places[i]!, taken: view(b.from), newer: view(b.current) }] : [],
  );
  const changed = rolledBack.filter((b) => b.changed).length;
  if (changed > 0)
    await recordAudit(ctx, caller, "baseline.rollbackRun", runId, { rolledBack: changed, kept: kept.length });
  return { runId, message: messageOf(rolledBack.length, changed, kept.length), rolledBack, kept };
}

function messageOf(rolledBack: number, changed: number, kept: number): string {
  const already = rolledBack - changed;
  return [
    `${plural(changed, "baseline was", "baselines were")} rolled back.`,
    ...(already > 0 ? [`${already} had been before.`] : []),
    ...(kept > 0
      ? [`${kept} ${kept === 1 ? "was" : "were"} promoted again later and stay${kept === 1 ? "s" : ""}.`]
      : []),
  ].join(" ");
}

/** Approved results get their previous status back if their screenshot is no longer a baseline. */
async function unapprove(ctx: RollbackContext, run: Run, done: BaselineRollback[]): Promise<void> {
  const { _id: runId, projectId } = run;
  const back = new Set(done.flatMap((b) => (b.outcome === "rolledBack" ? b.baselineId : [])));
  const shots = await shotsOf(ctx.models, { runId, statuses: ["approved"] });
  const taken = shots.filter((shot) => back.has(baselineIdOf(shot.baselineKey)));
  for (const shot of taken) await writeReview(ctx.models, shot, { status: unapprovedStatus(shot), review: null });
  // Done even if none was left, because an earlier call may have died before updating the counts.
  if (await hasShots(ctx.models, runId)) await refreshSummary(ctx.models, runId);
  const copies = await undoCopies(ctx, run, taken);
  for (const copy of copies) await refreshSummary(ctx.models, copy.runId);
  for (const id of [runId, ...copies.map((copy) => copy.runId)]) await settleReviews(ctx, id);
  const { engine } = ctx;
  if (engine) await decided({ ...ctx, engine }, projectId, []);
}

async function placesOf(ctx: RollbackContext, done: BaselineRollback[]): Promise<BaselinePlace[]> {
  const ids = [...new Set(done.map(({ key }) => key.scenarioId))];
  const labels = await labelsOfScenarios(ctx.models, ids);
  return done.map(({ baselineId, key }) => baselinePlace(baselineId, key, labels.get(key.scenarioId) ?? ""));
}

function view({ _id, version, promotedBy, at }: BaselineRollback["from"]): Version {
  return { versionId: _id, version, promotedBy, at: at.toISOString() };
}
