// The modes in which a run captures a scenario.
import { type Mode, modeNamed, modeNamesOf, tooManyCombinations } from "../../domain/visual/modes.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Scenario } from "../../models/scenarios/schema.ts";
import { invalid } from "../failures.ts";

/** undefined: without a mode. Throws a non-retryable failure if the project no longer has the mode or the shots exceed the maximum. */
export function modesOfScenario(
  { modes, settings }: Pick<Project, "modes" | "settings">,
  scenario: Pick<Scenario, "label" | "modes" | "viewports">,
  browsers: number,
): (Mode | undefined)[] {
  const names = modeNamesOf(scenario, settings.visual?.modes);
  const tooMany = names.length > 1 ? tooManyCombinations(scenario.viewports.length, browsers, names.length) : null;
  if (tooMany !== null) throw invalid(`The scenario "${scenario.label}" cannot be captured: ${tooMany}.`);
  return names.map((name) => {
    const mode = modeNamed(name, modes);
    if (mode === undefined)
      throw invalid(
        `The scenario "${scenario.label}" asks for the mode "${name}", which the project does not have: define it, or remove it from the scenario.`,
      );
    return mode ?? undefined;
  });
}
