import { type InferType, mixed, object } from "yup";
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { originOf } from "../../../domain/net/accessOrigin.ts";
import { isEnvironmentNamed } from "../../../models/environments/queries.ts";
import { insertEnvironment } from "../../../models/environments/writes.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import {
  baseUrlField,
  locationOfEnvironment,
  nameField,
  projectField,
  slugField,
  slugFor,
  tidyBaseUrl,
} from "../../lib/fields.ts";
import { sealJson } from "../../lib/seal.ts";
import { unlessTaken } from "../../lib/unlessTaken.ts";
import { checkAccess } from "./access.ts";
import { type EnvironmentView, viewEnvironment } from "./environmentView.ts";

const INPUT = object({
  project: projectField.required(),
  name: nameField.required(),
  baseUrl: baseUrlField.required(),
  slug: slugField,
  location: locationOfEnvironment,
  /** `SiteAccess`, validated by its own schema (access.ts). */
  access: mixed(),
})
  .noUnknown()
  .required();
export type CreateEnvironmentInput = InferType<typeof INPUT>;

/** Creates an environment. Its access data is stored sealed and never shown again. Throws `conflict` if the name or slug is taken. */
export async function createEnvironment(
  ctx: AdminContext,
  caller: Caller,
  input: CreateEnvironmentInput,
): Promise<EnvironmentView> {
  mustBeAllowed(caller, "edit");
  const { project: reference, name, baseUrl, slug: wanted, access, location } = checked(INPUT, input);
  const slug = slugFor(wanted, name);
  const plain = access == null ? null : checkAccess(access);
  const project = await resolveProject(ctx, caller, reference);

  const taken = () =>
    new ProductError(
      "conflict",
      `The project "${project.slug}" already has an environment with the name "${name}" or the slug "${slug}".`,
      { name, slug },
    );
  if (await isEnvironmentNamed(ctx.models, project._id, { name, slug })) throw taken();

  const environment = {
    _id: makeId("environment", ctx.ulid()),
    projectId: project._id,
    name,
    slug,
    baseUrl: tidyBaseUrl(baseUrl),
    sealedAccess: plain === null ? null : await sealJson(ctx, plain),
    accessOrigin: plain === null ? null : originOf(tidyBaseUrl(baseUrl)),
    createdAt: ctx.now(),
    ...(location && { location }),
  };
  await unlessTaken(insertEnvironment(ctx.models, environment), taken);
  await recordAudit(ctx, caller, "environment.create", environment._id, {
    project: project.slug,
    slug,
    baseUrl: environment.baseUrl,
    // Log only the kinds of access data, never their values.
    access: Object.keys(plain ?? {}),
  });
  return viewEnvironment(environment);
}
