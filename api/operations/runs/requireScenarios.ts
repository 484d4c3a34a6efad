import { fieldError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Throws `validation_error` with the first label that the project does not have. */
export async function requireScenarios(
  ctx: Pick<OperationContext, "models">,
  project: Project,
  labels: string[],
  branch: string | null,
): Promise<void> {
  const wanted = { declared: true, visitedFrom: branch, fields: { label: 1 } } as const;
  const known = await scenariosOf(ctx.models, project._id, wanted);
  const names = known.map((s) => s.label);
  const all = new Set(names);
  const index = labels.findIndex((label) => !all.has(label));
  if (index < 0) return;
  const hint = hintOf(labels[index]!, names);
  throw fieldError(`scenarios[${index}]`, `The project ${project.name} has no scenario "${labels[index]}".${hint}`);
}
