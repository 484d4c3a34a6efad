// Adapts a scenario to a preview run: URLs in its actions become those of the preview.
import { type Moved, moveAddresses } from "../net/preview.ts";
import type { PlannedScenario } from "./plan.ts";
import type { Action } from "./stepDef.ts";

/** Actions whose value is a URL. Values that are typed or read elsewhere stay unchanged. */
const ADDRESSED: ReadonlySet<Action["op"]> = new Set<Action["op"]>(["goto", "expectUrl"]);

/** Returns the scenario with the URLs of the previewed site replaced by the preview's. Its sentences stay unchanged. */
export function scenarioAtPreview(scenario: PlannedScenario, { standsFor, baseUrl }: Moved): PlannedScenario {
  const move = moveAddresses(standsFor, baseUrl);
  const steps = scenario.steps.map((step) => ({
    ...step,
    actions: step.actions.map((planned) => {
      const { action } = planned;
      if (!ADDRESSED.has(action.op) || action.value === undefined) return planned;
      return { ...planned, action: { ...action, value: move(action.value) } };
    }),
  }));
  return { ...scenario, steps };
}
