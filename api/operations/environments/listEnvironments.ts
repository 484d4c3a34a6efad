import type { Environment } from "../../../models/environment.ts";
import type { AdminContext } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { type ProjectInput, projectToView } from "../projects/projectToView.ts";
import { type EnvironmentView, viewEnvironment } from "./environmentView.ts";

/** The project's environments in the order of their making. */
export async function listEnvironments(
  ctx: AdminContext,
  caller: Caller,
  input: ProjectInput,
): Promise<EnvironmentView[]> {
  const project = await projectToView(ctx, caller, input);
  const environments = await ctx.models.environments
    .find({ projectId: project._id })
    .sort({ createdAt: 1, _id: 1 })
    .lean<Environment[]>();
  return environments.map(viewEnvironment);
}
