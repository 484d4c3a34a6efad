// Which run a tool means: the one named, else the latest completed one of the project.
import { PILLAR_NAME, type Pillar } from "../../domain/audit/pillars.ts";
import { NOTHING_YET, ProductError } from "../../domain/errors.ts";
import { childRunIdOf } from "../../domain/ids.ts";
import { pillarOf, RUN_NAME, type StatusType } from "../../domain/runTypes.ts";
import type { Run } from "../../models/run.ts";
import { nearest, quoted } from "../lib/nearest.ts";
import { runTypeOf } from "../operations/reports/pillarReport.ts";
import { findLatest, ofBranch } from "../operations/runs/latestRun.ts";
import { lockedPillar } from "../operations/runs/startRun.ts";
import { GuidedError } from "./guidedError.ts";
import { next, reportOf, startOf, waitFor } from "./next.ts";
import type { ToolUse } from "./tool.ts";

/** Runs whose ids are offered when one was mistyped. */
const RECENT = 50;

/** `type`: of which type the latest must be; one that is named may be of any. Throws not_found, with the way out. */
export async function runOf(use: ToolUse, runId: string | undefined, type?: StatusType, branch?: string): Promise<Run> {
  const { ctx, project } = use;
  if (runId !== undefined) {
    const run = await ctx.models.runs.findOne({ _id: runId, projectId: project._id }).lean<Run>();
    if (run) return run;
    throw await unknownRun(use, runId);
  }
  const place = { ...whereOf(use), ...ofBranch(project, branch) };
  const latest = await findLatest(ctx, { ...place, status: "completed", ...(type && { type }) });
  if (latest) return latest;
  throw await nothingYet(use, type, branch);
}

/**
 * The run of a pillar that a tool means: the one named, of a full audit its part, else the latest completed one. Throws,
 * with the way out, where there is none, for a run of another pillar and, unless `running` may be read too, for one that
 * has not ended.
 */
export async function pillarRunOf(
  use: ToolUse,
  pillar: Pillar,
  runId: string | undefined,
  { running = false, branch }: { running?: boolean; branch?: string } = {},
): Promise<Run> {
  const type = runTypeOf(pillar);
  const named = await runOf(use, runId, type, branch);
  const run = named.type === "full-suite" ? await partOf(use, named, pillar) : named;
  if (run.type !== type) throw ofAnother(use, run, type);
  return running ? run : ended(use, run);
}

/** The run, when it has ended. Throws conflict with the call that waits for it otherwise. */
export function ended(use: ToolUse, run: Run): Run {
  if (run.status === "running") throw notEnded(use, run);
  return run;
}

const whereOf = ({ project, environment }: ToolUse) => ({
  projectId: project._id,
  ...(environment && { environmentId: environment._id }),
});

async function unknownRun(use: ToolUse, runId: string): Promise<ProductError> {
  const recent = await use.ctx.models.runs
    .find(whereOf(use), { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(RECENT)
    .lean<Pick<Run, "_id">[]>();
  const close = nearest(
    runId,
    recent.map(({ _id }) => _id),
  );
  const hint = close.length > 0 ? ` The nearest: ${quoted(close)}.` : "";
  return new ProductError(
    "not_found",
    `Run "${runId.slice(0, 100)}" was not found in the project ${use.project.name}.${hint}`,
  );
}

/** Waits for the one that is going on, if there is one, or starts one, if the plan lets it. */
async function nothingYet(use: ToolUse, type: StatusType | undefined, branch?: string): Promise<GuidedError> {
  const { ctx, caller, project, environment } = use;
  const what = type ? RUN_NAME[type].toLowerCase() : "run";
  const where = `${environment ? ` on ${environment.name}` : ""}${branch ? ` of the branch ${branch}` : ""}`;
  const message = `The project ${project.name} has no completed ${what}${where} yet.`;
  const none = new ProductError("not_found", message, { reason: NOTHING_YET });
  const going = await findLatest(ctx, {
    ...{ ...whereOf(use), ...ofBranch(project, branch), status: "running" },
    ...(type && { type }),
  });
  if (going)
    return new GuidedError(none, `${going._id} is going on: wait for it with wait_for_run.`, [waitFor(use, going._id)]);
  const pillar = type ? pillarOf(type) : null;
  const locked = pillar && (await lockedPillar(ctx, caller.orgId, [pillar]));
  if (locked)
    return new GuidedError(none, locked, [next(use, "What the plan unlocks", "get_project")], { recoverable: false });
  const start = startOf({ project, environment, branch }, pillar);
  return new GuidedError(none, `Start one with ${start.tool}.`, [start]);
}

async function partOf(use: ToolUse, full: Run, pillar: Pillar): Promise<Run> {
  const part = await use.ctx.models.runs
    .findOne({ _id: childRunIdOf(full._id, pillar), projectId: full.projectId })
    .lean<Run>();
  if (part) return part;
  // The parts are planned a moment after the audit was started.
  if (full.status === "running") throw notEnded(use, full);
  throw wrongRun(`The full audit ${full._id} has no part for ${PILLAR_NAME[pillar]}.`, []);
}

function ofAnother(use: ToolUse, { _id, type, status }: Run, wanted: StatusType): GuidedError {
  const own = pillarOf(type);
  const readable = own !== null && runTypeOf(own) === type;
  return wrongRun(
    `Run "${_id}" is a ${type} run; a ${wanted} run is needed.`,
    readable ? [status === "running" ? waitFor(use, _id) : reportOf(use, own, _id)] : [],
  );
}

function wrongRun(message: string, nextActions: GuidedError["nextActions"]): GuidedError {
  const error = new ProductError("validation_error", message, { fields: [{ path: "runId", message }] });
  return new GuidedError(error, "Leave runId out for the latest one.", nextActions);
}

function notEnded(use: ToolUse, { _id, status }: Run): GuidedError {
  const error = new ProductError("conflict", `Run "${_id}" has not ended yet.`, { status });
  return new GuidedError(error, "Wait for it with wait_for_run.", [waitFor(use, _id)]);
}
