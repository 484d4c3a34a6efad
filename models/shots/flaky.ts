// The input for flakiness: the results of the newest runs, counted when each run ended.

import { given } from "../../domain/given.ts";
import type { Seen } from "../../domain/visual/flakiness.ts";
import { partKeyOf } from "../baselines/key.ts";
import type { Models } from "../index.ts";
import { type FactsOf, factsOf } from "../runFacts/queries.ts";
import type { Shot } from "./schema.ts";

type Place = Pick<Shot, "scenarioId" | "selector" | "viewport" | "browser" | "mode">;
export type SeenPlace = Place & { seen: (Seen & { runId: string })[] };
type OfRun = FactsOf & { environmentId: string | null; branch: string | null; commitSha: string | null };

/** `runs`: completed runs, newest last. `scenarioId`: only this scenario. */
export async function seenInRuns(
  models: Models,
  runs: readonly OfRun[],
  { scenarioId: only }: { scenarioId?: string | undefined } = {},
): Promise<SeenPlace[]> {
  const facts = await factsOf(models, runs, "seen");
  const places = new Map<string, SeenPlace>();
  for (const { _id: runId, environmentId, branch, commitSha: commit } of runs)
    for (const { baseline, failed, unstable, ...at } of facts.get(runId) ?? []) {
      if (only !== undefined && at.scenarioId !== only) continue;
      const key = partKeyOf(at);
      const { mode, ...rest } = at;
      const place = places.get(key) ?? { ...rest, ...given({ mode }), seen: [] };
      places.set(key, place);
      place.seen.push({ runId, environmentId, branch, commit, baseline, failed, unstable });
    }
  return [...places.values()];
}
