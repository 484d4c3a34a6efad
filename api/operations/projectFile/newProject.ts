// A file may describe a project that does not exist yet: it is planned against an empty project, and applying the file creates it.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import type { FileEnvironment, ProjectFile } from "../../../domain/projectFile/types.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import { mustBeAllowed } from "../../lib/admin.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { tidyBaseUrl } from "../../lib/fields.ts";
import { createProject } from "../projects/createProject.ts";

/** The `state` of a plan whose project does not exist. */
export const NO_PROJECT = "new";

/**
 * Returns the project that the file describes; null if it does not exist yet and the caller may create it. If the caller may not, throws
 * `not_found` with a hint on who may.
 */
export async function projectOfFile(
  ctx: OperationContext,
  caller: Caller,
  { slug, named = slug }: { slug: string; named: string | undefined },
): Promise<Project | null> {
  try {
    return await resolveProject(ctx, caller, named);
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== "project_resolution_error") throw error;
    if (caller.kind === "key" && caller.projectId !== null)
      throw new ProductError(
        error.code,
        `${error.message} This key belongs to one project and cannot create another one: use an organisation key with the scope mcp_full, or sign in as an administrator.`,
      );
    // A caller that names a project other than the file's means an existing one.
    if (named !== slug) throw error;
    mustBeAllowed(caller, "edit");
    return null;
  }
}

/** Returns an empty project to plan against; nothing is stored. */
export function emptyProject(ctx: OperationContext, caller: Caller, file: ProjectFile): Project {
  const { name, baseUrl } = beginning(file);
  return {
    _id: makeId("project", ctx.ulid()),
    orgId: caller.orgId,
    name,
    slug: file.project.slug,
    baseUrl,
    mainBranch: "main",
    referenceEnvironmentId: null,
    viewports: {},
    settings: {},
    createdAt: ctx.now(),
  };
}

/** Creates the project with the file's reference environment. If somebody else created it first, uses that one. */
export async function makeProjectOfFile(ctx: OperationContext, caller: Caller, file: ProjectFile): Promise<Project> {
  const { slug } = file.project;
  try {
    await createProject(ctx, caller, { slug, ...beginning(file) });
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== "conflict") throw error;
  }
  return resolveProject(ctx, caller, slug);
}

/** Returns name, address and first environment. Throws `validation_error` if the file contains no address. */
function beginning({ project, environments = [] }: ProjectFile) {
  const { slug, name = slug, baseUrl, referenceEnvironment } = project;
  const first: FileEnvironment | undefined =
    environments.find((one) => one.slug === referenceEnvironment) ?? environments[0];
  const address = baseUrl ?? first?.baseUrl;
  if (address === undefined) {
    const message = "is required to create the project, unless an environment has a baseUrl";
    throw new ProductError("validation_error", `The file is invalid: project.baseUrl ${message}`, {
      fields: [{ path: "project.baseUrl", message }],
    });
  }
  return {
    name,
    baseUrl: tidyBaseUrl(address),
    ...(first && {
      environment: { slug: first.slug, name: first.name ?? first.slug, baseUrl: tidyBaseUrl(first.baseUrl) },
    }),
  };
}
