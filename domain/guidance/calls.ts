// Calls that guidance advises: always with the project, and with the environment if one was requested.
import { PILLAR_NAME, PILLAR_PARTS, type Pillar } from "../audit/pillars.ts";
import { inWords } from "../text.ts";
import type { Action } from "./codes.ts";
import type { Facts } from "./facts.ts";

export type Call = { label: string; action: Action; args: Record<string, unknown> };

export function callOf(
  { project, environment }: Pick<Facts, "project" | "environment">,
  label: string,
  action: Action,
  args: Record<string, unknown> = {},
): Call {
  return { label, action, args: { project, ...(environment !== null && { environment }), ...args } };
}

/** Returns a filter for the given values, or none if they are all there are, or more than 1,000, the maximum of a filter. */
export function filterOf<T extends string>(
  name: string,
  wanted: readonly T[],
  all: number,
): Record<string, readonly T[]> {
  return wanted.length === all || wanted.length === 0 || wanted.length > 1_000 ? {} : { [name]: wanted };
}

/** Returns the call that runs these pillars; a visual test alone has a separate tool. */
export function callToRun(place: Pick<Facts, "project" | "environment">, ...pillars: Pillar[]): Call {
  if (pillars.length === 1 && PILLAR_PARTS[pillars[0] as Pillar] === "shots")
    return callOf(place, "Run the visual test", "runVisualTest");
  return callOf(place, `Run ${inWords(pillars.map((pillar) => PILLAR_NAME[pillar]))}`, "runAudits", { pillars });
}
