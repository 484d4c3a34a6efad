// A file may be about a project that does not exist yet: then it is planned against an empty one, and applying the file makes it.
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
 * The project that the file is about; null where there is none yet and the caller may make it. A caller who may not is told
 * that it was not found, and who may.
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
        `${error.message} This key belongs to one project and cannot make another: an org key with the scope mcp_full can, and so can an administrator.`,
      );
    // Whoever names another project than the file's means one that is there.
    if (named !== slug) throw error;
    mustBeAllowed(caller, "edit");
    return null;
  }
}

/** What an empty project would be, for a plan: nothing of it is stored. */
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

/** Makes the project with the file's reference environment. Another one who made it first is no failure. */
export async function makeProjectOfFile(ctx: OperationContext, caller: Caller, file: ProjectFile): Promise<Project> {
  const { slug } = file.project;
  try {
    await createProject(ctx, caller, { slug, ...beginning(file) });
  } catch (error) {
    if (!(error instanceof ProductError) || error.code !== "conflict") throw error;
  }
  return resolveProject(ctx, caller, slug);
}

/** Name, address and first environment. Throws `validation_error` where the file says no address. */
function beginning({ project, environments = [] }: ProjectFile) {
  const { slug, name = slug, baseUrl, referenceEnvironment } = project;
  const first: FileEnvironment | undefined =
    environments.find((one) => one.slug === referenceEnvironment) ?? environments[0];
  const address = baseUrl ?? first?.baseUrl;
  if (address === undefined) {
    const message = "is needed to create the project, or an environment with its baseUrl";
    throw new ProductError("validation_error", `The file is not right: project.baseUrl ${message}`, {
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
