// Resolves the functional scenario that a caller names for a proof.
import { ProductError } from "../../../domain/errors.ts";
import { scenarioItem } from "../../../domain/functional/find/items.ts";
import { hintOf } from "../../../domain/nearest.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { requireFeature } from "../functional/findFeature.ts";

/**
 * Throws `not_found` for an unknown feature or scenario, and `validation_error` for a draft or if it is unclear which of several scenarios
 * is meant.
 */
export async function scenarioToProve(
  ctx: Pick<OperationContext, "models">,
  project: Pick<Project, "_id">,
  { featureId, scenario }: { featureId: string; scenario?: string | undefined },
): Promise<string> {
  const feature = await requireFeature(ctx, project._id, featureId);
  const { name, status, scenarios } = feature;
  if (status === "draft")
    throw new ProductError("validation_error", `${name} is a draft, which proves nothing. Finish it first.`);
  const names = scenarios.map((one) => one.name);
  if (scenario === undefined && scenarios.length > 1)
    throw new ProductError(
      "validation_error",
      `${name} has several scenarios: give scenario, ${names.slice(0, 10).join(" or ")}.`,
    );
  const found =
    scenario === undefined ? scenarios[0] : scenarios.find((one) => one.id === scenario || one.name === scenario);
  if (!found)
    throw new ProductError("not_found", `${name} has no scenario "${scenario ?? ""}".${hintOf(scenario ?? "", names)}`);
  return scenarioItem(feature, found).id;
}
