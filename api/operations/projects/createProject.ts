import { type InferType, object } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { deleteUnchangedEnvironment, insertEnvironment } from "../../../models/environments/writes.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import { isSlugTaken } from "../../../models/projects/queries.ts";
import { insertProject } from "../../../models/projects/writes.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { admitProject } from "../../lib/bounds.ts";
import type { Caller } from "../../lib/context.ts";
import { baseUrlField, nameField, slugField, slugFor, tidyBaseUrl } from "../../lib/fields.ts";
import { type EnvironmentView, viewEnvironment } from "../environments/environmentView.ts";
import { type ProjectView, viewProject } from "./projectView.ts";

const INPUT = object({
  name: nameField.required(),
  baseUrl: baseUrlField.required(),
  slug: slugField,
  /** First environment; defaults to Production at the project's address. */
  environment: object({ slug: slugField.required(), name: nameField.required(), baseUrl: baseUrlField.required() })
    .noUnknown()
    .default(undefined),
})
  .noUnknown()
  .required();
type Input = InferType<typeof INPUT>;
export type CreateProjectInput = Omit<Input, "environment"> & Partial<Pick<Input, "environment">>;

/**
 * Creates a project with its first environment, which is also the reference for baselines. Throws `conflict`, which names the slug, if the
 * slug is taken.
 */
export async function createProject(
  ctx: AdminContext,
  caller: Caller,
  input: CreateProjectInput,
): Promise<{ project: ProjectView; environment: EnvironmentView }> {
  mustBeAllowed(caller, "edit");
  if (caller.kind === "key" && caller.projectId !== null)
    throw new ProductError(
      "forbidden",
      "A project key belongs to one project and cannot create another one: use an organisation key.",
    );
  const { name, baseUrl, slug: wanted, environment: first } = checked(INPUT, input);
  const slug = slugFor(wanted, name);
  const taken = new ProductError("conflict", `The slug "${slug}" is taken by another project.`, { slug });
  if (await isSlugTaken(ctx.models, caller.orgId, slug)) throw taken;

  const projectId = makeId("project", ctx.ulid());
  const environment = {
    _id: makeId("environment", ctx.ulid()),
    projectId,
    name: first?.name ?? "Production",
    slug: first?.slug ?? "production",
    baseUrl: tidyBaseUrl(first?.baseUrl ?? baseUrl),
    sealedAccess: null,
    createdAt: ctx.now(),
  };
  await admitProject(ctx, caller.orgId, projectId);
  // The environment is stored first: it is invisible until its project exists, so no project is ever without one.
  await insertEnvironment(ctx.models, environment);
  const project = {
    _id: projectId,
    orgId: caller.orgId,
    name,
    slug,
    baseUrl: tidyBaseUrl(baseUrl),
    mainBranch: "main",
    referenceEnvironmentId: environment._id,
    viewports: {},
    settings: {},
    createdAt: ctx.now(),
  };
  try {
    await insertProject(ctx.models, project);
  } catch (error) {
    await deleteUnchangedEnvironment(ctx.models, environment);
    if (isDuplicateKey(error)) throw taken;
    throw error;
  }
  await recordAudit(ctx, caller, "project.create", projectId, { slug, baseUrl: project.baseUrl });
  return { project: viewProject(project, 0), environment: viewEnvironment(environment) };
}
