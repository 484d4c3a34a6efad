// Stored explorations: which one may be used again, and what they found.
import type { Act, KeptState } from "../domain/explore/explore.ts";
import type { TriedPlace } from "../domain/explore/graph.ts";
import type { ExplorePlace } from "./explorePlace.ts";
import type { Models } from "./index.ts";
import type { Job } from "./job.ts";

/** The newest completed exploration of the same site from the same page, with its places. */
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
      kind: { $in: ["frt_explore_site", "frt_propose_journey"] },
      forgotten: false,
      finishedAt: { $gte: since },
    })
    .sort({ createdAt: -1, _id: -1 })
    .lean<Job>();
}

/** The places of an exploration in their order; of those that were not tried only that they wait. */
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
