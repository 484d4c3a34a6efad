// Functional scenarios that did not pass, as causes: how bad they are, and which belong together.
import type { Severity } from "../audit/finding.ts";
import { SEVERITY_OF_CLASS } from "../pillars/functional/problems.ts";
import { plural } from "../text.ts";
import { type Call, callOf } from "./calls.ts";
import { byName, cut, type Facts, type JourneyFailure } from "./facts.ts";

export const severityOfJourney = ({ cause, flaky }: JourneyFailure): Severity =>
  flaky ? "minor" : SEVERITY_OF_CLASS[cause];

/** Scenarios of one cause: those that failed for the same class at the same sentence. */
export const causeOfJourney = ({ cause, step, flaky, message }: JourneyFailure): string =>
  flaky ? "flaky" : `${cause} ${step === "" ? message : step}`;

export const journeyName = ({ feature, scenario, viewport }: JourneyFailure): string =>
  `${cut(feature, 60)}: ${cut(scenario, 80)} on ${viewport}`;

export const worstJourneyFirst = (a: JourneyFailure, b: JourneyFailure): number =>
  Number(b.broken) - Number(a.broken) ||
  Number(b.isNew === true) - Number(a.isNew === true) ||
  byName(a.feature, b.feature) ||
  byName(a.scenario, b.scenario) ||
  byName(a.id, b.id);

export const callForJourney = (
  place: Pick<Facts, "project" | "environment">,
  { featureId, scenario }: JourneyFailure,
  runId: string | null,
): Call =>
  callOf(place, `Explain ${cut(scenario, 60)}`, "explainJourney", {
    featureId,
    scenario,
    ...(runId === null ? {} : { runId }),
  });

/** What the sameness tells; null for a single case. */
export function journeyHint(group: readonly JourneyFailure[]): string | null {
  const [first] = group;
  if (!first || group.length < 2) return null;
  const scenarios = new Set(group.map(({ featureId, scenario }) => `${featureId}\n${scenario}`)).size;
  if (first.flaky)
    return "They passed when they were tried again: something in them or in the site is a matter of time.";
  if (scenarios === 1) return `One scenario in ${plural(group.length, "browser or window", "browsers or windows")}.`;
  return first.step === ""
    ? `The same in ${plural(scenarios, "scenario")}.`
    : `The same step in ${plural(scenarios, "scenario")}: one cause.`;
}
