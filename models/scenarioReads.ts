// What is asked about scenarios.
import type { Models } from "./index.ts";
import { DECLARED, type Scenario } from "./scenario.ts";

/** The scenario with this id; null: there is none. */
export function findScenario(models: Models, scenarioId: string): Promise<Scenario | null> {
  return models.scenarios.findOne({ _id: scenarioId }).lean<Scenario>();
}

/** Scenarios of a project by their ids. */
export function scenariosWithIds(models: Models, projectId: string, ids: readonly string[]): Promise<Scenario[]> {
  return models.scenarios.find({ projectId, _id: { $in: [...ids] } }).lean<Scenario[]>();
}

/** The scenarios that runs of a project visit, in the order of their ids: those with these labels, or all of them. */
export async function declaredScenarios(
  models: Models,
  projectId: string,
  labels: readonly string[] | null = null,
): Promise<Scenario[]> {
  const filter = labels === null ? { projectId, ...DECLARED } : { projectId, label: { $in: [...labels] }, ...DECLARED };
  const found = await models.scenarios.find(filter).lean<Scenario[]>();
  return found.sort((a, b) => (a._id < b._id ? -1 : 1));
}
