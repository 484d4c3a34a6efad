// A scenario of a run at a preview: addresses that it names itself are those of the preview.
import { type Moved, moveAddresses } from "../net/preview.ts";
import type { PlannedScenario } from "./plan.ts";
import type { Action } from "./stepDef.ts";

/** Actions whose value is an address. What is typed or read elsewhere stays as it is written. */
const ADDRESSED: ReadonlySet<Action["op"]> = new Set<Action["op"]>(["goto", "expectUrl"]);

/** The scenario with the addresses of the site that the preview stands for moved to the preview. Its sentences stay. */
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
