// What lists show of a scenario, and what people see of it when they change many.
import { given } from "../../../domain/given.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";

const some = (names: string[] | undefined) => (names?.length ? names : undefined);

/** `rev`: sent back with a change. */
export const scenarioFacts = ({ _id, rev = 0, modes, tags, ...scenario }: Scenario) => ({
  scenarioId: _id,
  label: scenario.label,
  url: scenario.url,
  viewports: scenario.viewports,
  selectors: scenario.selectors,
  delay: scenario.delay,
  misMatchThreshold: scenario.misMatchThreshold,
  ...given({ modes: some(modes), tags: some(tags) }),
  rev,
});
