// Renames scenarios whose ids were their positions, because their names are in a script that ids cannot contain.
import { ProductError } from "../../domain/errors.ts";
import { compileFeature } from "../../domain/functional/gherkin/compile.ts";
import { isMarked } from "../../domain/functional/slug.ts";
import type { FeatureRecord } from "../features/schema.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Migration } from "./migration.ts";

/** Returns the scenarios; none of a text that an earlier version took and this one does not, because the migration must not end there. */
function scenariosIn(gherkin: string): readonly { id: string }[] {
  try {
    return compileFeature(gherkin).scenarios;
  } catch (error) {
    if (error instanceof ProductError) return [];
    throw error;
  }
}

export const scenarioIds: Migration = {
  version: 5,
  about: "renaming scenarios in other scripts",
  async expand({ features }) {
    const all = await readInTurns<FeatureRecord, Pick<FeatureRecord, "_id" | "scenarios">>(
      features,
      {},
      { fields: { scenarios: 1 } },
    );
    for (const { _id, scenarios } of all) {
      if (!scenarios.some(({ name }) => isMarked(name))) continue;
      const feature = await features.findOne({ _id }).lean<FeatureRecord>();
      if (feature === null) continue;
      const compiled = scenariosIn(feature.gherkin);
      const renamed = feature.scenarios.map((one, at) => ({ ...one, id: compiled[at]?.id ?? one.id }));
      await features.updateOne({ _id, version: feature.version }, { $set: { scenarios: renamed } });
    }
  },
};
