// The most recent run of a project, for the dashboard and as the default of calls that name no run.
import { ProductError } from "../../../domain/errors.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findRunOf, latestRunOfType, latestRun as newestRun } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { placeOf } from "../projects/place.ts";

export type LatestRun =
  | { runId: null; status: "none" }
  | {
      runId: string;
      status: Run["status"];
      type: Run["type"];
      /** ISO 8601. */
      startTime: string;
      environmentId?: string;
      environmentName?: string;
      summary: Run["summary"];
    };

export async function latestRun(
  ctx: OperationContext,
  caller: Caller,
  input: { project: string; environment?: string },
): Promise<LatestRun> {
  requireRight(caller, "mcpRead");
  const { project, environment } = await placeOf(ctx, caller, input.project, input);
  const run = await newestRun(ctx.models, { project, environmentId: environment?._id });
  if (!run) return { runId: null, status: "none" };
  return {
    runId: run._id,
    status: run.status,
    type: run.type,
    startTime: run.createdAt.toISOString(),
    ...(run.environmentId ? { environmentId: run.environmentId } : {}),
    ...(run.environmentName ? { environmentName: run.environmentName } : {}),
    summary: run.summary,
  };
}

/** Returns a sentence that names the run used by a call without a run id, so that an approver sees whose screenshots it uses. */
export function takenRun({ _id, environmentName, preview, branch, createdAt }: Run): string {
  const place = preview?.baseUrl ?? environmentName ?? "the project's own address";
  const of = [place, ...(branch ? [`branch ${branch}`] : [])].join(", ");
  return `No runId was given: using the latest completed visual test ${_id} (${of}, started ${createdAt.toISOString()}).`;
}

/**
 * Returns the finished visual run to approve or recompare: the named one, wherever it ran, or the latest completed one of the environment
 * and branch. Throws `conflict` while it is still running.
 */
export async function findVisualRun(
  ctx: OperationContext,
  project: Pick<Project, "_id" | "name" | "mainBranch">,
  input: { runId?: string; environment?: string; branch?: string },
): Promise<Run> {
  const environment = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  if (!input.runId) {
    const place = { project, environmentId: environment?._id, branch: input.branch };
    const latest = await latestRunOfType(ctx.models, place, "vrt-test", { status: "completed" });
    if (latest) return latest;
    const where = `${environment ? ` on ${environment.name}` : ""}${input.branch ? ` of the branch ${input.branch}` : ""}`;
    throw new ProductError("not_found", `The project ${project.name} has no completed visual test${where} yet.`);
  }
  const run = await findRunOf(ctx.models, project._id, input.runId);
  if (!run) throw new ProductError("not_found", `Run "${input.runId}" was not found.`);
  if (run.type !== "vrt-test")
    throw new ProductError("validation_error", `Run "${run._id}" is a ${run.type} run; a vrt-test run is needed.`);
  if (run.status === "running")
    throw new ProductError("conflict", `Run "${run._id}" is still running. Wait until it has ended.`, {
      status: run.status,
    });
  return run;
}
