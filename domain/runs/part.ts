// A run of some of what its project has: whether it is one, and the words for it. Its score says nothing of the rest.
import { optionsOf, takesAll } from "../functional/runOptions.ts";
import { partsOfType, type StatusType } from "../runTypes.ts";

/** How many scenarios a run was limited to, and how many its project had for it then. */
export type RunPart = { scenarios: number; of: number };

type Limited = { type: StatusType; scenarios: readonly string[] | null; extra: Readonly<Record<string, unknown>> };

/** Whether it was limited to some scenarios, features or tags. */
export function isPart({ type, scenarios, extra }: Limited): boolean {
  return partsOfType(type) === "scenarios" ? !takesAll(optionsOf(extra)) : scenarios !== null;
}

/** "3 of 12 scenarios"; null: it has all of them, or nobody counted. */
export const partWords = (part: RunPart | null | undefined): string | null =>
  part && part.scenarios < part.of ? `${part.scenarios} of ${part.of} scenarios` : null;
