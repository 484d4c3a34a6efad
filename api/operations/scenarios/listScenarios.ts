import type { ScenarioFields } from "../../../domain/import/types.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import type { AdminContext } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { type ProjectInput, projectToView } from "../projects/projectToView.ts";

export type ScenarioView = { id: string } & ScenarioFields;

/** Returns the project's scenarios by label with every field, so that a scenario file in our own format can be made from them. */
export async function listScenarios(ctx: AdminContext, caller: Caller, input: ProjectInput): Promise<ScenarioView[]> {
  const project = await projectToView(ctx, caller, input);
  const scenarios = await scenariosOf(ctx.models, project._id, { declared: true, by: "label" });
  return scenarios.map(viewScenario);
}

export function viewScenario({
  _id: id,
  projectId: _project,
  createdAt: _at,
  rev: _rev,
  onlyBranches: _only,
  ...fields
}: Scenario): ScenarioView {
  return { id, ...fields };
}
