// Which run a tool means: the one named, else the latest completed one of the project (specification 4.2, common parameters).
import { ProductError } from "../../domain/errors.ts";
import { RUN_NAME, type StatusType } from "../../domain/runTypes.ts";
import type { Run } from "../../models/run.ts";
import { findLatest } from "../operations/latestRun.ts";
import { nearest, quoted } from "../operations/nearest.ts";
import type { ToolUse } from "./tool.ts";

/** Runs whose ids are offered when one was mistyped. */
const RECENT = 50;

/** `type`: of which type the latest must be; one that is named may be of any. Throws not_found. */
export async function runOf(
  { ctx, project, environment }: Pick<ToolUse, "ctx" | "project" | "environment">,
  runId: string | undefined,
  type?: StatusType,
): Promise<Run> {
  const place = { projectId: project._id, ...(environment && { environmentId: environment._id }) };
  if (runId !== undefined) {
    const run = await ctx.models.runs.findOne({ _id: runId, projectId: project._id }).lean<Run>();
    if (run) return run;
    const recent = await ctx.models.runs
      .find(place, { _id: 1 })
      .sort({ createdAt: -1 })
      .limit(RECENT)
      .lean<Pick<Run, "_id">[]>();
    const close = nearest(
      runId,
      recent.map(({ _id }) => _id),
    );
    const hint = close.length > 0 ? ` The nearest: ${quoted(close)}.` : "";
    throw new ProductError(
      "not_found",
      `Run "${runId.slice(0, 100)}" was not found in the project ${project.name}.${hint}`,
    );
  }
  const latest = await findLatest(ctx, { ...place, status: "completed", ...(type && { type }) });
  if (latest) return latest;
  const what = type ? RUN_NAME[type].toLowerCase() : "run";
  const where = environment ? ` on ${environment.name}` : "";
  throw new ProductError("not_found", `The project ${project.name} has no completed ${what}${where} yet.`);
}
