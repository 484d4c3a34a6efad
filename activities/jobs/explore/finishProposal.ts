// Finishes a proposal: finds journeys that fit its goal, from its own exploration or a stored one.
import { graphOf } from "../../../domain/explore/graph.ts";
import { rankByReach, waysOf } from "../../../domain/explore/journeys.ts";
import {
  composeByGoal,
  findableOf,
  fittingWays,
  type ProposedJourney,
  type ProposeResult,
} from "../../../domain/explore/propose.ts";
import { placesOf } from "../../../models/explorePlaces/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { findBest } from "../../../models/textVectors/findBest.ts";
import { invalid } from "../../failures.ts";
import { completeJob, type JobWriting, readJob } from "../jobProjection.ts";
import type { ExploreDeps } from "./deps.ts";
import { exploreInputOf, exploreSetUpOf } from "./input.ts";

const MAX_JOURNEYS = 5;

/** Safe to repeat. */
export async function finishProposal(
  deps: ExploreDeps,
  writing: JobWriting,
  job: Job,
  outOfTime: boolean,
): Promise<void> {
  const { goal, startPath, minutes } = exploreInputOf(job);
  const setUp = exploreSetUpOf(job);
  const source = setUp.of === null ? job : await readJob(deps, setUp.of);
  const graph = graphOf(await placesOf(deps.models, source._id));
  if (graph.states.length === 0)
    throw invalid(`Nothing was found from ${startPath}: ${graph.failed[0]?.reason ?? "nothing was seen"}`);
  const ways = waysOf(graph, setUp.consent);
  const warnings: string[] = [];
  if (outOfTime)
    warnings.push(`The time limit of ${minutes} minutes was reached before everything near the start was tried.`);
  const byGoal = await composeByGoal(goal, startPath, graph, setUp.consent);
  let journeys: ProposedJourney[];
  if (goal === "") {
    journeys = rankByReach(ways, graph, MAX_JOURNEYS).map(({ name, states, gherkin }) => ({
      name,
      by: "graph",
      score: null,
      band: null,
      states,
      gherkin,
    }));
  } else {
    const { found, warnings: said } = await findBest(deps, goal, ways.map(findableOf));
    warnings.push(...said);
    journeys = [...(byGoal.journey ? [byGoal.journey] : []), ...fittingWays(found, ways, MAX_JOURNEYS)].slice(
      0,
      MAX_JOURNEYS,
    );
    if (journeys.length === 0)
      warnings.push("No journey near the start fits the goal: name another startPath, or what is on the pages.");
  }
  const result: ProposeResult = {
    goal,
    startPath,
    exploredBy: source._id,
    exploredAt: (source.finishedAt ?? deps.now()).toISOString(),
    states: graph.states.length,
    journeys,
    unresolved: byGoal.unresolved,
    tracking: byGoal.tracking,
    warnings,
  };
  const progress = { phase: "completed", done: graph.states.length, total: graph.states.length };
  await completeJob(deps, writing, job, progress, result);
}
