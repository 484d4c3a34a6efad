// Finds the scenarios in a project's features that test what a text is about.
import { type FeatureOrigin, type FeatureStatus, isEmptyDraft } from "../../../domain/functional/feature.ts";
import { scenarioItem } from "../../../domain/functional/find/items.ts";
import type { Found } from "../../../domain/functional/find/rank.ts";
import { findableFeatures } from "../../../models/features/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { findBest } from "../../../models/textVectors/findBest.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

export type FoundScenario = Omit<Found, "id"> & {
  featureId: string;
  feature: string;
  /** Name of the scenario itself. */
  scenario: string;
  scenarioId: string;
  status: FeatureStatus;
  tickets: string[];
  origin: FeatureOrigin;
  version: number;
  /** Whether the scenario is a draft without any action or expectation yet. */
  isEmpty: boolean;
};

/** Maximum number of scenarios compared; a warning counts the rest. */
const MAX_SCENARIOS = 5_000;

/** Returns every scenario, best match first. */
export async function findScenarios(
  ctx: OperationContext,
  caller: Caller,
  { project, query }: { project: Project; query: string },
): Promise<{ found: FoundScenario[]; warnings: string[] }> {
  requireRight(caller, "mcpRead");
  const features = await findableFeatures(ctx.models, project._id);
  const all = features.flatMap((feature) =>
    feature.scenarios.map((scenario) => ({ feature, scenario, item: scenarioItem(feature, scenario) })),
  );
  const compared = all.slice(0, MAX_SCENARIOS);
  const places = new Map(compared.map((one) => [one.item.id, one]));
  const { found, warnings } = await findBest(
    ctx,
    query,
    compared.map(({ item }) => item),
  );
  if (all.length > compared.length)
    warnings.push(`${(all.length - compared.length).toLocaleString("en-US")} more scenarios were not compared.`);
  return {
    found: found.flatMap(({ id, ...rest }) => {
      const place = places.get(id);
      if (!place) return [];
      const { featureId, name, status, tickets, origin, version } = place.feature;
      const isEmpty = isEmptyDraft(place.feature);
      const { name: scenario, id: scenarioId } = place.scenario;
      return [{ featureId, feature: name, scenario, scenarioId, status, tickets, origin, version, isEmpty, ...rest }];
    }),
    warnings,
  };
}
