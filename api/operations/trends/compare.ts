// What changed between two runs of a project.
import { HAS_METRICS } from "../../../domain/audit/pillars.ts";
import { isStartingPoint } from "../../../domain/audit/startingPoint.ts";
import { ProductError } from "../../../domain/errors.ts";
import { commitUrlOf } from "../../../domain/history/commitUrl.ts";
import { compareMetrics } from "../../../domain/pillars/perf/compareMetrics.ts";
import { partKey, partWords } from "../../../domain/runs/part.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { auditPillarOf, FULL_AUDIT, RUN_NAME } from "../../../domain/runTypes.ts";
import { fieldsOfAuditPages } from "../../../models/auditPages/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findRunOf, partsOf } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { compareRuns } from "../runs/compareRuns.ts";

/** Maximum number of entries per list. */
const MAX_ENTRIES = 200;
/** Maximum number of pages whose figures are compared. */
const MAX_PAGES = 60;
const LISTS = ["better", "worse", "appeared", "vanished", "still"] as const;

/** Throws `not_found` for a run of another project, and the same errors as `compareRuns`. */
export async function compareRunsWithMetrics(
  ctx: OperationContext,
  caller: Caller,
  { project, a, b }: { project: Project; a: string; b: string },
) {
  const [before, after] = (await Promise.all([a, b].map((id) => runOf(ctx, project, id)))) as [Run, Run];
  const { unchanged, warnings, ...lists } = await compareRuns(ctx, caller, before, after);
  const shown = Object.fromEntries(LISTS.map((name) => [name, lists[name].slice(0, MAX_ENTRIES)])) as typeof lists;
  const totals = Object.fromEntries(LISTS.map((name) => [name, lists[name].length])) as Record<
    (typeof LISTS)[number],
    number
  >;
  const [metrics, parts] = await Promise.all([metricsOf(ctx, before, after), partsOfBoth(ctx, before, after)]);
  const [from, to] = [scoreOf(before), scoreOf(after)];
  const moved = from === null || to === null || partKey(before) !== partKey(after) ? null : to - from;
  return { before: head(before), after: head(after), moved, ...shown, totals, unchanged, metrics, parts, warnings };
}

/** Returns the compared figures, for pillars that measure any. */
async function metricsOf({ models }: OperationContext, before: Run, after: Run) {
  const pillar = auditPillarOf(after.type);
  if (pillar === null || !HAS_METRICS[pillar]) return [];
  const [old, now] = await Promise.all(
    [before, after].map(({ _id }) => fieldsOfAuditPages(models, _id, { key: 1, metrics: 1 }, MAX_PAGES)),
  );
  return compareMetrics(old ?? [], now ?? []);
}

/** Returns the pillar runs of two full audits in pairs, so that each pair can be compared separately. */
async function partsOfBoth({ models }: OperationContext, before: Run, after: Run) {
  if (after.type !== FULL_AUDIT) return [];
  const [old, now] = await Promise.all(
    [before, after].map(({ _id }) => partsOf(models, _id, { fields: { type: 1, status: 1 } })),
  );
  const ended = ({ status }: { status: string }) => status !== "running";
  return (now ?? []).filter(ended).flatMap(({ _id, type }) => {
    const then = (old ?? []).filter(ended).find((one) => one.type === type);
    return then ? [{ type, name: RUN_NAME[type], before: then._id, after: _id }] : [];
  });
}

export async function runOf({ models }: OperationContext, project: Project, runId: string): Promise<Run> {
  const run = await findRunOf(models, project._id, runId);
  if (run) return run as Run;
  throw new ProductError("not_found", `The project ${project.name} has no run "${runId}".`);
}

const head = (run: Run) => {
  const { _id, type, createdAt, finishedAt, commitSha, branch, prNumber, prUrl, environmentName, verdict } = run;
  return {
    runId: _id,
    type,
    at: (finishedAt ?? createdAt).toISOString(),
    commitSha,
    commitMessage: run.commitMessage ?? null,
    commitAuthor: run.commitAuthor ?? null,
    commitUrl: commitUrlOf(run),
    branch,
    prNumber,
    prUrl,
    environmentName,
    verdict,
    startingPoint: isStartingPoint(run),
    score: scoreOf(run),
    over: partWords(run.part),
  };
};
