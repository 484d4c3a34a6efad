// What flakiness is made of: the results of the newest tests, one bounded read, in the order of their runs.

import { given } from "../../domain/given.ts";
import type { Seen } from "../../domain/visual/flakiness.ts";
import { partKeyOf } from "../baselines/key.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { Shot } from "./schema.ts";

/** Results that are read for one ranking: 20 runs of 2,000. */
const MAX_RESULTS = 40_000;
const FIELDS = {
  runId: 1,
  scenarioId: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  status: 1,
  flaky: 1,
  carriedFrom: 1,
  "reasons.code": 1,
  "review.decision": 1,
  "baseline.artifactId": 1,
} as const;

type Place = Pick<Shot, "scenarioId" | "selector" | "viewport" | "browser" | "mode">;
export type SeenPlace = Place & { seen: (Seen & { runId: string })[] };
type OfRun = { _id: string; branch: string | null; commitSha: string | null };

/** `runs`: the newest last. Of one scenario, or of all. */
export async function seenInRuns(
  models: Models,
  runs: readonly OfRun[],
  { scenarioId }: { scenarioId?: string | undefined } = {},
): Promise<SeenPlace[]> {
  if (runs.length === 0) return [];
  const order = new Map(runs.map((run, at) => [run._id, { ...run, at }]));
  const places = new Map<string, SeenPlace>();
  const filter = given({ runId: { $in: [...order.keys()] }, scenarioId });
  await eachInTurns<Shot>(models.shots, filter, { fields: FIELDS, limit: MAX_RESULTS }, (shot) => {
    const run = order.get(shot.runId);
    // One that another run decided is that run's.
    if (!run || shot.status === "pending" || shot.carriedFrom) return;
    const key = partKeyOf(shot);
    const { scenarioId: scenario, selector, viewport, browser, mode } = shot;
    const place = places.get(key) ?? {
      scenarioId: scenario,
      selector,
      viewport,
      browser,
      ...given({ mode }),
      seen: [],
    };
    places.set(key, place);
    place.seen.push({
      runId: shot.runId,
      branch: run.branch,
      commit: run.commitSha,
      baseline: shot.baseline?.artifactId ?? null,
      failed: failedOf(shot),
      unstable: shot.flaky,
    });
  });
  const at = ({ runId }: { runId: string }): number => order.get(runId)?.at ?? 0;
  for (const { seen } of places.values()) seen.sort((a, b) => at(a) - at(b));
  return [...places.values()];
}

/** What was approved or ignored differed; a first screenshot and an error were compared with nothing. */
function failedOf({ status, reasons, review }: Shot): boolean | null {
  if (status === "error" || reasons.some(({ code }) => code === "no_baseline")) return null;
  const isIgnored = review?.decision === "ignored" || reasons.some(({ code }) => code === "ignored_change");
  return status !== "passed" || isIgnored;
}
