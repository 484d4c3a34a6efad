// Finds whole runs in the database: those that are not a part according to `isPart` (domain/runs/part.ts).
import { partsOfType, type StatusType } from "../../domain/runTypes.ts";

/** Of a functional run: every scenario of every ready feature. A run that was started without options has none of these fields. */
const ALL_FEATURES = {
  "extra.functional.featureIds": null,
  "extra.functional.scenarioIds": null,
  "extra.functional.tags": { $in: ["", null] },
};

/** Returns the filter that runs of this type match unless they were limited to some scenarios, features or tags. */
export const wholeRuns = (type: StatusType): Record<string, unknown> =>
  partsOfType(type) === "scenarios" ? ALL_FEATURES : { scenarios: null };
