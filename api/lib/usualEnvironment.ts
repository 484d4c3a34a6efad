// The environment that is meant where none is named.
import { referenceEnvironmentOf } from "../../models/baselines/key.ts";
import type { Environment } from "../../models/environment.ts";
import type { Project } from "../../models/project.ts";
import type { OperationContext } from "./context.ts";

/** The project's reference; null: it has none. */
export async function usualEnvironment(
  { models }: Pick<OperationContext, "models">,
  project: Project,
): Promise<Environment | null> {
  const all = await models.environments.find({ projectId: project._id }).sort({ name: 1 }).lean<Environment[]>();
  const reference = referenceEnvironmentOf(project, all);
  return all.find(({ _id }) => _id === reference) ?? null;
}
