// Sorts scenarios by flakiness. Pure.
import type { AppFlakyScenarios } from "../../../../api/endpoints/answers/app/steady.ts";

export type Figure = AppFlakyScenarios["scenarios"][number];
/** By scenario id. */
export type Flakiness = ReadonlyMap<string, Figure>;

type Order = { flakiest: boolean; onlyFlaky: boolean };

/** Returns the flakiest scenarios first; equal ones keep their order. */
export function rankedBy<S extends { scenarioId: string }>(
  scenarios: readonly S[],
  flakiness: Flakiness,
  { flakiest, onlyFlaky }: Order,
): readonly S[] {
  const percentOf = ({ scenarioId }: S): number => flakiness.get(scenarioId)?.percent ?? 0;
  const shown = onlyFlaky ? scenarios.filter((one) => percentOf(one) > 0) : scenarios;
  return flakiest ? shown.toSorted((a, b) => percentOf(b) - percentOf(a)) : shown;
}
