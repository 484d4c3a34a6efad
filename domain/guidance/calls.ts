// Calls that guidance advises: always with the project, and with the environment if one was requested.
import { PILLAR_NAME, PILLAR_PARTS, type Pillar } from "../audit/pillars.ts";
import { inWords } from "../text.ts";
import type { Action } from "./codes.ts";
import type { Facts, RunFact } from "./facts.ts";

export type Call = { label: string; action: Action; args: Record<string, unknown> };

export function callOf(
  { project, environment }: Pick<Facts, "project" | "environment">,
  label: string,
  action: Action,
  args: Record<string, unknown> = {},
): Call {
  return { label, action, args: { project, ...(environment !== null && { environment }), ...args } };
}

/** Maximum number of labels in a suggested call; later suggestions name the others. */
export const MAX_LABELS = 50;

/** Returns label and args of a call for these scenarios; the label says if not all of them are named. */
export function forScenarios(label: string, scenarios: readonly string[]) {
  const named = scenarios.slice(0, MAX_LABELS);
  const cut = named.length < scenarios.length ? `: the first ${MAX_LABELS} of ${scenarios.length} scenarios` : "";
  return { label: `${label}${cut}`, args: { scenarios: named } };
}

/**
 * Returns the call that captures the baselines of these scenarios, of all if null. Others are never captured along with them: a capture
 * replaces the baselines that people approved.
 */
export function callToCapture(
  place: Pick<Facts, "project" | "environment">,
  scenarios: readonly string[] | null,
): Call {
  const { label, args } = scenarios === null ? { label: CAPTURE, args: {} } : forScenarios(CAPTURE, scenarios);
  return callOf(place, label, "captureBaselines", args);
}
const CAPTURE = "Capture baselines";

/** Returns the call at the place of a run, for a call that repeats it. */
export const callAt = ({ place }: Pick<RunFact, "place">, { args, ...call }: Call): Call => ({
  ...call,
  args: { ...args, ...place },
});

/** Returns the call that reads a pillar's report: of this run, because the newest one may be of another branch. */
export function callToRead(
  place: Pick<Facts, "project" | "environment">,
  pillar: Pillar,
  runId: string | undefined,
): Call {
  return callOf(place, `${PILLAR_NAME[pillar]} report`, "readReport", { pillar, ...(runId && { runId }) });
}

/** Returns the call that runs these pillars; a visual test alone has a separate tool. */
export function callToRun(place: Pick<Facts, "project" | "environment">, ...pillars: Pillar[]): Call {
  if (pillars.length === 1 && PILLAR_PARTS[pillars[0] as Pillar] === "shots")
    return callOf(place, "Run the visual test", "runVisualTest");
  return callOf(place, `Run ${inWords(pillars.map((pillar) => PILLAR_NAME[pillar]))}`, "runAudits", { pillars });
}
