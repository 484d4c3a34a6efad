// Resolves the project and environment of a call. For unknown names, the error suggests the closest ones and the tool that lists them.
import { ProductError } from "../../domain/errors.ts";
import { asHint, nearest } from "../../domain/nearest.ts";
import type { Environment } from "../../models/environments/schema.ts";
import type { Project } from "../../models/projects/schema.ts";
import { resolveProject } from "../lib/access.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { environmentNames, resolveEnvironment } from "../operations/environments/resolveEnvironment.ts";
import { projectNames } from "../operations/projects/listProjects.ts";
import { GuidedError } from "./guidedError.ts";
import { next } from "./next.ts";
import type { AnyTool, ToolUse } from "./tool.ts";

/** Returns the project and the environment that the args refer to. */
export async function useOf(
  ctx: OperationContext,
  caller: Caller,
  tool: AnyTool,
  args: { project?: string; environment?: string },
  signal: AbortSignal,
  tools: readonly AnyTool[],
): Promise<ToolUse> {
  let project: Project | undefined;
  let environment: Environment | null = null;
  if (tool.project) {
    project = await projectOf(ctx, caller, args.project || byDefault(ctx, caller));
    if (args.environment) environment = await environmentOf(ctx, project, args.environment);
  }
  return {
    ctx,
    caller,
    environment,
    tools,
    signal,
    get project() {
      if (project) return project;
      throw new Error(`${tool.name} takes no project.`);
    },
  };
}

/**
 * Returns the project of a call that names none: undefined for a project key, which has its own; otherwise the key's default, then the
 * installation's.
 */
function byDefault(ctx: OperationContext, caller: Caller): string | undefined {
  if (caller.kind !== "key" || caller.projectId !== null) return undefined;
  return caller.defaultProject ?? ctx.config.defaultProject ?? undefined;
}

/** Error messages name only projects that the caller may see. */
async function projectOf(ctx: OperationContext, caller: Caller, named: string | undefined): Promise<Project> {
  try {
    return await resolveProject(ctx, caller, named);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const known = await projectNames(ctx, caller);
    throw new GuidedError(error, `${nearestOf(named, known)}list_projects lists them.`, [
      { label: "The projects", tool: "list_projects" },
    ]);
  }
}

async function environmentOf(ctx: OperationContext, project: Project, named: string): Promise<Environment> {
  try {
    return await resolveEnvironment(ctx, project, named);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    const known = await environmentNames(ctx, project);
    throw new GuidedError(error, `${nearestOf(named, known)}list_environments shows them.`, [
      next({ project, environment: null }, "The environments", "list_environments"),
    ]);
  }
}

/** Matches slugs and names, and suggests slugs. */
function nearestOf(wanted: string | undefined, known: readonly { slug: string; name: string }[]): string {
  if (wanted === undefined) return "";
  const slugs = new Map(known.flatMap(({ slug, name }) => [[name, slug] as const, [slug, slug] as const]));
  const close = nearest(wanted, [...slugs.keys()]).map((found) => slugs.get(found) ?? found);
  return close.length > 0 ? `${asHint([...new Set(close)]).trim()} ` : "";
}
