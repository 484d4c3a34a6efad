// Processes a batch of places of an exploration: taken from the frontier in order, each stored as soon as its result is known.
import { setTimeout as sleep } from "node:timers/promises";
import { despiteCrashes, PageAtFaultError } from "../../../browsers/browserPool.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { placeAddress } from "../../../domain/explore/address.ts";
import type { Act, ExploreInput } from "../../../domain/explore/explore.ts";
import { EXPLORE_LIMITS } from "../../../domain/explore/limits.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { countWaitingPlaces, explorationCounts, nextPlace } from "../../../models/explorePlaces/queries.ts";
import type { ExplorePlace } from "../../../models/explorePlaces/schema.ts";
import { changePlace, interruptPlaces } from "../../../models/explorePlaces/writes.ts";
import { keepJobState } from "../../../models/jobs/queries.ts";
import type { AuditDeps } from "../../deps.ts";
import { invalid } from "../../failures.ts";
import { requireOpen } from "../../requireOpen.ts";
import { siteAccessOf } from "../../siteAccess.ts";
import { readJob } from "../jobProjection.ts";
import { robotsRules } from "../robotsRules.ts";
import { exploreInputOf, exploreSetUpOf } from "./input.ts";
import { storeSight } from "./storeSight.ts";
import { withWalker } from "./walker.ts";

/** `left`: waiting places that there is room for. `workedMs`: duration of the batch; `totalMs`: time limit of the whole exploration. */
export type ExploreBatchResult = { states: number; left: number; workedMs: number; totalMs: number };

/**
 * Safe to repeat: the work of a lost attempt is resumed, except a way whose form may have been sent. Throws a non-retryable failure
 * if the start page cannot be opened.
 */
export async function exploreBatch(
  deps: AuditDeps,
  jobId: string,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<ExploreBatchResult> {
  const began = performance.now();
  const { models } = deps;
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const input = exploreInputOf(job);
  const setUp = exploreSetUpOf(job);
  const { origin } = new URL(job.baseUrl);
  const isAllowed = await robotsRules(deps, setUp.robots);
  const judge = (url: string) => {
    const address = placeAddress(url, origin, isAllowed);
    return address.path === null ? address.why : null;
  };
  await takeUpAgain(deps, jobId);
  const counts = await explorationCounts(models, jobId);
  const isRoom = () => hasRoom(input, counts);
  const isFull = (done: number) =>
    done >= EXPLORE_LIMITS.batch || performance.now() - began > EXPLORE_LIMITS.batchMs || !isRoom();
  const access = await siteAccessOf(deps, job);
  const pauseMs = Math.min(setUp.robots.delayMs ?? 0, CRAWL_LIMITS.longestDelayMs);
  let current: ExplorePlace | null = null;

  const walkOn = (pool: Parameters<typeof withWalker>[0]) =>
    withWalker(
      pool,
      {
        origin,
        startPath: input.startPath,
        access,
        judge,
        explainFailure: deps.visit.explainFailure,
        consent: counts.states === 0 ? undefined : setUp.consent,
      },
      signal,
      async (walker) => {
        if (counts.states === 0) await keepJobState(models, jobId, "consent", walker.consent);
        for (let done = 0; !isFull(done); done += 1) {
          const place = await nextPlace(models, jobId);
          if (!place) return;
          current = place;
          note(`trying ${place.path}`.slice(0, 150));
          if (place.sends) await changePlace(models, place._id, { state: "doing" });
          const seen = await walker.walk(place.path, JSON.parse(place.acts) as Act[]);
          counts.tried += 1;
          if ("reason" in seen) {
            const patch = { state: "failed", reason: seen.reason.slice(0, 300) } as const;
            await changePlace(models, place._id, patch);
            if (seen.ended) return;
          } else {
            const isNew = await storeSight(
              deps,
              { job, input, isAllowed, place, sight: seen.sight },
              {
                countText: (text) => walker.countText(text),
                async picture() {
                  const bytes = input.pictures ? await walker.picture() : null;
                  if (bytes === null) return null;
                  return keepArtifact(deps, { projectId: job.projectId, bytes, contentType: "image/jpeg" });
                },
              },
            );
            if (isNew) counts.states += 1;
          }
          if (pauseMs > 0) await sleep(pauseMs, undefined, { signal });
        }
      },
    );
  try {
    if (isRoom()) await despiteCrashes(deps.visit.pool, signal, walkOn);
  } catch (error) {
    signal.throwIfAborted();
    if (counts.tried === 0 && error instanceof CaptureFailure)
      throw invalid(`The exploration could not begin at ${input.startPath}: ${error.message}`);
    const place = current as ExplorePlace | null;
    if (!(error instanceof PageAtFaultError) || place === null) throw error;
    const patch = { state: "failed", reason: error.message.slice(0, 300) } as const;
    await changePlace(models, place._id, patch);
  }
  const waiting = isRoom() ? await countWaitingPlaces(models, jobId) : 0;
  const workedMs = Math.round(performance.now() - began);
  return { states: counts.states, left: waiting, workedMs, totalMs: input.minutes * 60_000 };
}

/** Resumes the work of a lost attempt. */
async function takeUpAgain({ models }: AuditDeps, jobId: string): Promise<void> {
  const reason = "Its form may have been sent when the worker was lost, so it is not sent again.";
  await interruptPlaces(models, jobId, reason);
}

/** A site where every way leads to the same place must end too. */
const hasRoom = (input: ExploreInput, { states, tried }: { states: number; tried: number }): boolean =>
  states < input.states && tried < input.states * EXPLORE_LIMITS.tries + 20;
