import { environmentsOf } from "../../../models/environments/queries.ts";
import type { AdminContext } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { type ProjectInput, projectToView } from "../projects/projectToView.ts";
import { type EnvironmentView, viewEnvironment } from "./environmentView.ts";

/** Returns the project's environments in the order of creation. */
export async function listEnvironments(
  ctx: AdminContext,
  caller: Caller,
  input: ProjectInput,
): Promise<EnvironmentView[]> {
  const project = await projectToView(ctx, caller, input);
  return (await environmentsOf(ctx.models, project._id)).map(viewEnvironment);
}
