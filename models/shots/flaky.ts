// What flakiness is made of: the results of the newest tests, one bounded read a run, in their order.

import { given } from "../../domain/given.ts";
import type { Seen } from "../../domain/visual/flakiness.ts";
import { partKeyOf } from "../baselines/key.ts";
import type { Models } from "../index.ts";
import { eachInTurns } from "../lib/readInTurns.ts";
import type { Shot } from "./schema.ts";

/** Results that are read of each run. */
const MAX_OF_RUN = 2_000;
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
  const places = new Map<string, SeenPlace>();
  const add = (run: OfRun, shot: Shot): void => {
    // One that another run decided is that run's.
    if (shot.status === "pending" || shot.carriedFrom) return;
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
  };
  // Run by run: on the embedded database a list of runs does not narrow the read.
  for (const run of runs) {
    const reading = { fields: FIELDS, limit: MAX_OF_RUN };
    await eachInTurns<Shot>(models.shots, given({ runId: run._id, scenarioId }), reading, (shot) => add(run, shot));
  }
  return [...places.values()];
}

/** What was approved or ignored differed; a first screenshot and an error were compared with nothing. */
function failedOf({ status, reasons, review }: Shot): boolean | null {
  if (status === "error" || reasons.some(({ code }) => code === "no_baseline")) return null;
  const isIgnored = review?.decision === "ignored" || reasons.some(({ code }) => code === "ignored_change");
  return status !== "passed" || isIgnored;
}
