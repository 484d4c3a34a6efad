// Renames scenarios whose ids were their positions, because their names are in a script that ids cannot contain.
import { compileFeature } from "../../domain/functional/gherkin/compile.ts";
import { isMarked } from "../../domain/functional/slug.ts";
import type { FeatureRecord } from "../features/schema.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Migration } from "./migration.ts";

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
      const compiled = compileFeature(feature.gherkin).scenarios;
      const renamed = feature.scenarios.map((one, at) => ({ ...one, id: compiled[at]?.id ?? one.id }));
      await features.updateOne({ _id, version: feature.version }, { $set: { scenarios: renamed } });
    }
  },
};
