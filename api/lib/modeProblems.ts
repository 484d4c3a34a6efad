// Validates the modes that a scenario or a project requests.
import type { ProjectSettings } from "../../domain/audit/settings.ts";
import { type FieldProblem, refused } from "../../domain/import/problems.ts";
import { hintOf } from "../../domain/nearest.ts";
import { NO_MODE, tooManyCombinations } from "../../domain/visual/modes.ts";
import type { Project } from "../../models/projects/schema.ts";

/** Returns a problem for each name that is not a mode of the project. `path` is the path of the list. */
export function unknownModes(names: readonly string[], known: readonly string[], path: string): FieldProblem[] {
  const otherwise = known.length > 0 ? `It has ${known.join(", ")}.` : "It has none: define them under modes first.";
  return names.flatMap((name, at) => {
    if (name === NO_MODE || known.includes(name)) return [];
    const hint = hintOf(name, [...known, NO_MODE], otherwise);
    return [{ path: `${path}[${at}]`, message: `"${name}" is not a mode of the project.${hint}` }];
  });
}

/** The same for a scenario, plus a problem if its modes result in more screenshots than a scenario may have. */
export function modeProblems(
  { modes = [], viewports }: { modes?: readonly string[] | undefined; viewports: readonly unknown[] },
  known: readonly string[],
): FieldProblem[] {
  const tooMany = modes.length > 1 ? tooManyCombinations(viewports.length, 1, modes.length) : null;
  const problems = unknownModes(modes, known, "modes");
  return tooMany === null ? problems : [...problems, { path: "modes", message: `are too many: ${tooMany}` }];
}

/** Throws validation_error if the settings name a mode that the project does not have. */
export function requireKnownModes({ modes = {} }: Pick<Project, "modes">, { visual }: ProjectSettings): void {
  const wrong = unknownModes(visual?.modes ?? [], Object.keys(modes), "settings.visual.modes");
  if (wrong.length > 0) throw refused("The settings cannot be stored", wrong);
}
