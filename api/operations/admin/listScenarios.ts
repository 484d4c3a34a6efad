import { type InferType, object } from "yup";
import type { ScenarioFields } from "../../../domain/import/types.ts";
import type { Scenario } from "../../../models/scenario.ts";
import type { Caller } from "../context.ts";
import { type AdminContext, checked, mustBeAllowed } from "./admin.ts";
import { projectField } from "./fields.ts";
import { resolveProject } from "./resolveProject.ts";

const INPUT = object({ project: projectField.required() }).noUnknown().required();
export type ScenarioView = { id: string } & ScenarioFields;

/** The project's scenarios with every field, by label: an own-format scenario file can be made of them. */
export async function listScenarios(
  ctx: AdminContext,
  caller: Caller,
  input: InferType<typeof INPUT>,
): Promise<ScenarioView[]> {
  mustBeAllowed(caller, "view");
  const project = await resolveProject(ctx, caller, checked(INPUT, input).project);
  const scenarios = await ctx.models.scenarios.find({ projectId: project._id }).sort({ label: 1 }).lean<Scenario[]>();
  return scenarios.map(({ _id, projectId: _project, createdAt: _at, ...fields }) => ({ id: _id, ...fields }));
}
