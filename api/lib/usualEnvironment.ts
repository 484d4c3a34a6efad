// The environment used if none is named.
import { referenceEnvironmentOf } from "../../models/baselines/key.ts";
import { environmentsOf } from "../../models/environments/queries.ts";
import type { Environment } from "../../models/environments/schema.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { OperationContext } from "./context.ts";

/** Returns the project's reference environment; null if it has none. */
export async function usualEnvironment(
  { models }: Pick<OperationContext, "models">,
  project: Project,
): Promise<Environment | null> {
  const all = await environmentsOf(models, project._id, { by: "name" });
  const reference = referenceEnvironmentOf(project, all);
  return all.find(({ _id }) => _id === reference) ?? null;
}
