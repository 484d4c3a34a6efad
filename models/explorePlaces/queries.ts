// Queries for stored explorations: which one may be reused, their progress, and what they found.
import type { Act, KeptState } from "../../domain/explore/explore.ts";
import type { TriedPlace } from "../../domain/explore/graph.ts";
import type { Models } from "../index.ts";
import { EXPLORING } from "../jobs/queries.ts";
import type { Job } from "../jobs/schema.ts";
import type { ExplorePlace } from "./schema.ts";

/** Returns the newest completed exploration of the same site from the same page that still has its places. */
export function freshExploration(
  models: Models,
  { projectId, environmentId, baseUrl }: Pick<Job, "projectId" | "environmentId" | "baseUrl">,
  startPath: string,
  since: Date,
): Promise<Job | null> {
  return models.jobs
    .findOne({
      projectId,
      environmentId,
      baseUrl,
      status: "completed",
      "input.startPath": startPath,
      kind: { $in: [...EXPLORING] },
      forgotten: false,
      finishedAt: { $gte: since },
    })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Job>();
}

/** Returns how many states an exploration has seen and how many of its ways were tried, without those that robots.txt disallows. */
export async function explorationCounts(
  { explorePlaces }: Models,
  jobId: string,
): Promise<{ states: number; tried: number }> {
  return {
    states: await explorePlaces.countDocuments({ jobId, first: true }),
    tried: await explorePlaces.countDocuments({
      jobId,
      state: { $in: ["done", "failed", "interrupted"] },
      reason: { $ne: "robots" },
    }),
  };
}

export const countWaitingPlaces = (models: Models, jobId: string): Promise<number> =>
  models.explorePlaces.countDocuments({ jobId, state: "waiting" });

/** Returns the place to try next, or null if none is waiting. */
export function nextPlace(models: Models, jobId: string): Promise<ExplorePlace | null> {
  return models.explorePlaces.findOne({ jobId, state: "waiting" }).sort({ order: 1, _id: 1 }).lean<ExplorePlace>();
}

/** Returns what the first place that showed this state saw, or null if no place showed it. */
export async function seenAtState(models: Models, jobId: string, state: string): Promise<KeptState | null> {
  const found = await models.explorePlaces
    .findOne({ jobId, reached: state, first: true }, { seen: 1 })
    .lean<Pick<ExplorePlace, "seen">>();
  return found && found.seen !== "" ? (JSON.parse(found.seen) as KeptState) : null;
}

/** Returns whether a place of an exploration has shown this state. */
export const isStateKnown = async (models: Models, jobId: string, state: string): Promise<boolean> =>
  (await models.explorePlaces.exists({ jobId, reached: state, first: true })) !== null;

/** Returns the places of an exploration in their order; untried ones only show that they are waiting. */
export async function placesOf(models: Models, jobId: string): Promise<TriedPlace[]> {
  const places = await models.explorePlaces.find({ jobId }).sort({ order: 1, _id: 1 }).lean<ExplorePlace[]>();
  return places.map(({ acts, seen, path, from, action, depth, state, reached, first, reason, pictureId }) => ({
    path,
    from,
    action,
    depth,
    state,
    reached,
    first,
    reason,
    pictureId,
    acts: JSON.parse(acts) as Act[],
    seen: seen === "" ? null : (JSON.parse(seen) as KeptState),
  }));
}
