// Scenarios that one form changes or deletes together, as the person saw them. Pure functions.
import type { AppScenarios } from "../../../../api/endpoints/answers/app/review.ts";

type Shown = "scenarioId" | "label" | "url" | "viewports" | "delay" | "misMatchThreshold" | "modes" | "tags" | "rev";

/** `isGone`: somebody else has deleted it. */
export type Chosen = Pick<AppScenarios["scenarios"][number], Shown> & { isGone?: boolean };

/** Returns the chosen scenarios as they are after the service refused to change `sent`, of which `now` are left. */
export function asTheyAre(chosen: readonly Chosen[], sent: readonly Chosen[], now: readonly Chosen[]): Chosen[] {
  const left = new Map(now.map((one) => [one.scenarioId, one]));
  return chosen.map((one) => {
    if (!sent.some(({ scenarioId }) => scenarioId === one.scenarioId)) return one;
    return left.get(one.scenarioId) ?? { ...one, isGone: true };
  });
}

/** Returns those that nobody else has changed or deleted since they were chosen. */
export const untouched = (chosen: readonly Chosen[], now: readonly Chosen[]): Chosen[] =>
  now.filter(
    ({ scenarioId, rev, isGone }) =>
      !isGone && chosen.some((before) => before.scenarioId === scenarioId && before.rev === rev),
  );

/** Returns what people see of them, in words. */
export const factsOf = (chosen: readonly Chosen[]): Record<string, string> =>
  Object.assign({}, ...chosen.map(factsOfOne));

function factsOfOne({ label, isGone, ...one }: Chosen): Record<string, string> {
  if (isGone) return { [label]: "deleted" };
  return {
    [label]: one.url,
    [`${label}, viewports`]: one.viewports.join(", "),
    [`${label}, wait`]: `${one.delay} ms`,
    [`${label}, modes`]: (one.modes ?? []).join(", "),
    [`${label}, allowed difference`]: `${one.misMatchThreshold} %`,
    [`${label}, tags`]: (one.tags ?? []).join(", "),
  };
}
