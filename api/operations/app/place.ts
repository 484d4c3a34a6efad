// Which project, environment and branch an address of the dashboard means. What the caller may not see is as unknown as what is not there.
import type { Environment } from "../../../models/environment.ts";
import type { Project } from "../../../models/project.ts";
import { resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { resolveEnvironment } from "../projects/environments.ts";

/** The filter in the dashboard's top bar. */
export type PlaceInput = { environment?: string; branch?: string };
export type Place = { project: Project; environment: Environment | null; branch: string | undefined };

export async function placeOf(ctx: OperationContext, caller: Caller, slug: string, input: PlaceInput): Promise<Place> {
  const project = await resolveProject(ctx, caller, slug);
  const environment = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  return { project, environment, branch: input.branch || undefined };
}

export const appProject = ({ _id, name, slug, baseUrl, mainBranch }: Project) => ({
  ...{ id: _id, name, slug, baseUrl, mainBranch },
});
