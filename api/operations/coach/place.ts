// Resolves the project and environment that a question is about, and the entities that it names in them.
import { type Entities, entitiesOf } from "../../../domain/guidance/entities.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import { projectNamed } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { readIntent } from "../guidance/readIntent.ts";
import { projectNames } from "../projects/listProjects.ts";

export type CoachPlace = { project: Project | null; environment: Environment | null; entities: Entities };

/**
 * Resolves the project in this order: the one named, the key's own, the key's default, the installation's default, the caller's only one.
 * `project` is null if the caller has several. Throws `project_resolution_error` if the caller cannot see the project named.
 */
export async function coachPlace(
  ctx: OperationContext,
  caller: Caller,
  { message, project: named, environment: envNamed }: { message: string; project?: string; environment?: string },
): Promise<CoachPlace> {
  requireRight(caller, "mcpRead");
  const wanted = named || (await usualProject(ctx, caller));
  if (wanted === null)
    return { project: null, environment: null, entities: entitiesOf(message, { scenarios: [], environments: [] }) };
  const project = await resolveProject(ctx, caller, wanted);
  const selected = envNamed ? await resolveEnvironment(ctx, project, envNamed) : null;
  const { entities } = await readIntent(ctx, caller, { project, environment: selected }, message, []);
  // The dashboard always sends its selected environment, so one that the message names wins.
  const environment =
    entities.environment === null ? selected : await resolveEnvironment(ctx, project, entities.environment);
  return { project, environment, entities };
}

async function usualProject(ctx: OperationContext, caller: Caller): Promise<string | null> {
  if (caller.kind === "key") {
    const own = caller.projectId ?? caller.defaultProject;
    if (own) return own;
    // The installation's default belongs to one organisation.
    const { defaultProject } = ctx.config;
    if (defaultProject && (await projectNamed(ctx.models, caller.orgId, defaultProject))) return defaultProject;
  }
  const [only, another] = await projectNames(ctx, caller);
  return only && !another ? only.slug : null;
}
