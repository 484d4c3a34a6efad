// Resolves the run that a tool refers to: the one named, otherwise the project's latest completed one.
import { PILLAR_NAME, type Pillar } from "../../domain/audit/pillars.ts";
import { fieldError, NOTHING_YET, ProductError } from "../../domain/errors.ts";
import { hintOf } from "../../domain/nearest.ts";
import { FULL_AUDIT, pillarOf, runNoun, type StatusType } from "../../domain/runTypes.ts";
import type { Run } from "../../models/runs/schema.ts";
import { runOfFeature } from "../operations/functional/readFeatureRun.ts";
import { runTypeOf } from "../operations/reports/pillarReport.ts";
import { namedRun, newestRun, newestRunWith, pillarPartOf, recentIds } from "../operations/runs/projectRuns.ts";
import { lockedPillar } from "../operations/runs/startRun.ts";
import { GuidedError } from "./guidedError.ts";
import { next, reportOf, startOf, waitFor } from "./next.ts";
import type { ToolUse } from "./tool.ts";

/** Maximum number of recent runs whose ids are suggested for a mistyped one. */
const RECENT = 50;

/**
 * Returns the run that a tool refers to. `type` applies to the latest run only, which without it is never a part of a full audit; a named
 * run may be of any type. Throws not_found, with the way out.
 */
export async function runOf(use: ToolUse, runId: string | undefined, type?: StatusType, branch?: string): Promise<Run> {
  const { ctx, project, environment } = use;
  if (runId !== undefined) {
    const run = await namedRun(ctx, project, runId);
    if (run) return run;
    throw await unknownRun(use, runId);
  }
  const latest = await newestRun(ctx, { project, environment, branch }, { status: "completed", type });
  if (latest) return latest;
  throw await nothingYet(use, type, branch);
}

/**
 * Returns the run of a pillar that a tool refers to: the one named (for a full audit, its part), otherwise the latest completed one.
 * Throws, with the way out, if there is none, for a run of another pillar and, unless `running` is set, for one that has not ended.
 */
export async function pillarRunOf(
  use: ToolUse,
  pillar: Pillar,
  runId: string | undefined,
  { running = false, branch }: { running?: boolean; branch?: string } = {},
): Promise<Run> {
  const type = runTypeOf(pillar);
  const named = await runOf(use, runId, type, branch);
  const run = named.type === FULL_AUDIT ? await partOf(use, named, pillar) : named;
  if (run.type !== type) throw ofAnother(use, run, type);
  return running ? run : ended(use, run);
}

/**
 * Returns the functional run that a tool refers to: the one named, otherwise the latest completed one of the feature at the place of the
 * call. Throws, with the way out, if the feature has none.
 */
export async function featureRunOf(
  use: ToolUse,
  { runId, featureId }: { runId?: string; featureId?: string },
  options: { running?: boolean } = {},
): Promise<Run> {
  const { ctx, caller, environment } = use;
  if (runId !== undefined || featureId === undefined) return pillarRunOf(use, "functional", runId, options);
  const run = await runOfFeature(ctx, caller, use, { featureId });
  if (run) return run;
  const where = environment ? ` on ${environment.name}` : "";
  const none = new ProductError(
    "not_found",
    `The feature "${featureId.slice(0, 100)}" has no completed run${where} yet.`,
    {
      reason: NOTHING_YET,
    },
  );
  throw new GuidedError(none, "Start one with run_frt_feature.", [
    next(use, "Run it", "run_frt_feature", { featureId }),
  ]);
}

/** Returns the visual run that a tool refers to: the one named, otherwise the latest completed one that includes the scenario. */
export async function scenarioRunOf(use: ToolUse, runId: string | undefined, scenarioLabel: string): Promise<Run> {
  const run = runId === undefined ? await newestRunWith(use.ctx, use, scenarioLabel) : null;
  return run ?? pillarRunOf(use, "visual", runId);
}

/** Returns the run if it has ended. Otherwise throws conflict with the call that waits for it. */
export function ended(use: ToolUse, run: Run): Run {
  if (run.status === "running") throw notEnded(use, run);
  return run;
}

async function unknownRun(use: ToolUse, runId: string): Promise<ProductError> {
  const { ctx, project, environment } = use;
  const hint = hintOf(runId, await recentIds(ctx, { project, environment }, RECENT));
  return new ProductError(
    "not_found",
    `Run "${runId.slice(0, 100)}" was not found in the project ${project.name}.${hint}`,
  );
}

/** Returns the error for a missing run: it suggests waiting for a running one, or starting one if the plan allows it. */
async function nothingYet(use: ToolUse, type: StatusType | undefined, branch?: string): Promise<GuidedError> {
  const { ctx, caller, project, environment } = use;
  const what = type ? runNoun(type) : "run";
  const where = `${environment ? ` on ${environment.name}` : ""}${branch ? ` of the branch ${branch}` : ""}`;
  const message = `The project ${project.name} has no completed ${what}${where} yet.`;
  const none = new ProductError("not_found", message, { reason: NOTHING_YET });
  const going = await newestRun(ctx, { project, environment, branch }, { status: "running", type });
  if (going)
    return new GuidedError(none, `${going._id} is still running: wait for it with wait_for_run.`, [
      waitFor(use, going._id),
    ]);
  const pillar = type ? pillarOf(type) : null;
  const locked = pillar && (await lockedPillar(ctx, caller.orgId, [pillar]));
  if (locked)
    return new GuidedError(none, locked, [next(use, "What the plan unlocks", "get_project")], { recoverable: false });
  const start = startOf({ project, environment, branch }, pillar);
  return new GuidedError(none, `Start one with ${start.tool}.`, [start]);
}

async function partOf(use: ToolUse, full: Run, pillar: Pillar): Promise<Run> {
  const part = await pillarPartOf(use.ctx, full, pillar);
  if (part) return part;
  // The parts are planned a moment after the audit has started.
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
  const error = fieldError("runId", message);
  return new GuidedError(error, "Leave runId out for the latest one.", nextActions);
}

function notEnded(use: ToolUse, { _id, status }: Run): GuidedError {
  const error = new ProductError("conflict", `Run "${_id}" has not ended yet.`, { status });
  return new GuidedError(error, "Wait for it with wait_for_run.", [waitFor(use, _id)]);
}
