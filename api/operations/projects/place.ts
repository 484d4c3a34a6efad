// Resolves the project, environment and branch of a dashboard address. What the caller may not see is reported as not found.
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { recentRuns } from "../../../models/runs/queries.ts";
import { resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { environmentNames, resolveEnvironment } from "../environments/resolveEnvironment.ts";

/** The filter in the dashboard's top bar. */
export type PlaceInput = { environment?: string; branch?: string };
export type Place = { project: Project; environment: Environment | null; branch: string | undefined };

/** `slug`: see `resolveProject`. */
export async function placeOf(
  ctx: OperationContext,
  caller: Caller,
  slug: string | undefined,
  input: PlaceInput,
): Promise<Place> {
  const project = await resolveProject(ctx, caller, slug);
  const environment = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  return { project, environment, branch: input.branch || undefined };
}

const BRANCHES_MS = 30 * 86_400_000;
const MAX_BRANCHES = 50;

/** Returns the options of the filter in the top bar: the project's environments and the branches of its recent runs, newest first. */
export async function scopesOf(ctx: OperationContext, project: Project) {
  const since = new Date(ctx.now().getTime() - BRANCHES_MS);
  const [environments, runs] = await Promise.all([
    environmentNames(ctx, project),
    recentRuns(ctx.models, [project._id], { since, limit: 500, fields: { branch: 1 } }),
  ]);
  return {
    environments: environments.map(({ _id: id, name, slug, baseUrl }) => ({ id, name, slug, baseUrl })),
    branches: [...new Set(runs.map(({ branch }) => branch ?? project.mainBranch))].slice(0, MAX_BRANCHES),
  };
}
