// Finishes an exploration: builds its graph, the journeys through it, and the result.
import type { ExploreResult } from "../../../domain/explore/explore.ts";
import { graphOf } from "../../../domain/explore/graph.ts";
import { rankByReach, waysOf } from "../../../domain/explore/journeys.ts";
import { EXPLORE_LIMITS } from "../../../domain/explore/limits.ts";
import { plural } from "../../../domain/text.ts";
import { placesOf } from "../../../models/explorePlaces/queries.ts";
import { invalid } from "../../failures.ts";
import { forgetFound } from "../forgetFound.ts";
import { completeJob, type JobWriting, readJob } from "../jobProjection.ts";
import type { ExploreDeps } from "./deps.ts";
import { finishProposal } from "./finishProposal.ts";
import { exploreInputOf, exploreSetUpOf } from "./input.ts";

/** Safe to repeat. Throws if no state was found, because then the reason is the only result. */
export async function finishExplore(deps: ExploreDeps, input: JobWriting & { outOfTime: boolean }): Promise<void> {
  const job = await readJob(deps, input.jobId);
  const asked = exploreInputOf(job);
  if (job.kind === "frt_propose_journey") return finishProposal(deps, input, job, input.outOfTime);
  const { consent } = exploreSetUpOf(job);
  const places = await placesOf(deps.models, job._id);
  const graph = graphOf(places);
  if (graph.states.length === 0) {
    const reason = graph.failed[0]?.reason ?? "nothing was seen";
    throw invalid(`Nothing was found from ${asked.startPath}: ${reason}`);
  }
  const waiting = places.filter(({ state }) => state === "waiting").length;
  const tried = places.length - waiting - graph.disallowed;
  const { states, edges, leftAlone, failed } = graph;
  const warnings: string[] = [];
  if (input.outOfTime)
    warnings.push(`The time limit of ${plural(asked.minutes, "minute")} was reached before everything was tried.`);
  else if (waiting > 0)
    warnings.push(
      `${plural(waiting, "known page or action was", "known pages and actions were")} not tried, because the limit of ${plural(asked.states, "state")} was reached.`,
    );
  if (graph.disallowed > 0)
    warnings.push(
      `${plural(graph.disallowed, "address was", "addresses were")} skipped, because robots.txt disallows ${graph.disallowed === 1 ? "it" : "them"}.`,
    );
  if (graph.edgesLeftOut > 0)
    warnings.push(`${plural(graph.edgesLeftOut, "edge")} beyond ${EXPLORE_LIMITS.edges} are not kept.`);
  const named = <T>(list: T[]): T[] => list.slice(0, EXPLORE_LIMITS.named);
  const result: ExploreResult = {
    startPath: asked.startPath,
    counts: {
      states: states.length,
      edges: edges.length,
      tried,
      forms: graph.forms,
      leftAlone: leftAlone.length,
      failed: failed.length,
      disallowed: graph.disallowed,
      notTried: waiting,
    },
    states,
    edges,
    journeys: rankByReach(waysOf(graph, consent), graph, EXPLORE_LIMITS.journeys),
    leftAlone: named(leftAlone),
    failed: named(failed),
    warnings,
  };
  const progress = { phase: "completed", done: states.length, total: states.length };
  await completeJob(deps, input, job, progress, result);
  await forgetFound(deps.models, job.projectId, "explorePlaces");
}
