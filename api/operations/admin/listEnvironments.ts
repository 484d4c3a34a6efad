import { type InferType, object } from "yup";
import type { Environment } from "../../../models/environment.ts";
import type { Caller } from "../context.ts";
import { type AdminContext, checked, mustBeAllowed } from "./admin.ts";
import { projectField } from "./fields.ts";
import { resolveProject } from "./resolveProject.ts";
import { type EnvironmentView, viewEnvironment } from "./views.ts";

const INPUT = object({ project: projectField.required() }).noUnknown().required();

/** The project's environments in the order of their making. */
export async function listEnvironments(
  ctx: AdminContext,
  caller: Caller,
  input: InferType<typeof INPUT>,
): Promise<EnvironmentView[]> {
  mustBeAllowed(caller, "view");
  const project = await resolveProject(ctx, caller, checked(INPUT, input).project);
  const environments = await ctx.models.environments
    .find({ projectId: project._id })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Environment[]>();
  return environments.map(viewEnvironment);
}
