// Lists the parts of a scenario that have a baseline each.
import { baselineModesOf } from "../../domain/visual/modes.ts";
import type { Project } from "../projects/schema.ts";
import type { Scenario } from "../scenarios/schema.ts";
import type { BaselinePart } from "./key.ts";

/** Returns the whole page or each of its areas, at each viewport and in each mode. Every browser has a baseline for each of these. */
export function partsOfScenario(
  { _id: scenarioId, selectors, viewports, modes }: Pick<Scenario, "_id" | "selectors" | "viewports" | "modes">,
  { settings }: Pick<Project, "settings">,
): Omit<BaselinePart, "browser">[] {
  // A project created by an earlier version may have no settings.
  const inModes = baselineModesOf({ modes }, settings?.visual?.modes);
  const areas = selectors.length > 0 ? selectors : [""];
  return areas.flatMap((selector) =>
    viewports.flatMap((viewport) => inModes.map((mode) => ({ scenarioId, selector, viewport, ...mode }))),
  );
}
