import type { ScenarioFields } from "../../../domain/import/types.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { AdminContext } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { type ProjectInput, projectToView } from "../projects/projectToView.ts";

export type ScenarioView = { id: string } & ScenarioFields;

/** The project's scenarios with every field, by label: an own-format scenario file can be made of them. */
export async function listScenarios(ctx: AdminContext, caller: Caller, input: ProjectInput): Promise<ScenarioView[]> {
  const project = await projectToView(ctx, caller, input);
  const scenarios = await scenariosOf(ctx.models, project._id, { declared: true, by: "label" });
  return scenarios.map(({ _id, projectId: _project, createdAt: _at, rev: _rev, onlyBranches: _only, ...fields }) => ({
    id: _id,
    ...fields,
  }));
}
