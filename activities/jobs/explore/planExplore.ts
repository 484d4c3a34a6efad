// Starts an exploration: reads robots.txt and stores the start place; a proposal may use a stored exploration.
import type { ExploreSetUp } from "../../../domain/explore/explore.ts";
import { FRESH_MS } from "../../../domain/explore/limits.ts";
import { freshExploration } from "../../../models/explorePlaces/queries.ts";
import { setUpJob } from "../../../models/jobs/queries.ts";
import type { AuditDeps } from "../../deps.ts";
import { invalid } from "../../failures.ts";
import { requireOpen } from "../../requireOpen.ts";
import { siteTools } from "../../site/tools.ts";
import { forgetFound } from "../forgetFound.ts";
import { readJob } from "../jobProjection.ts";
import { readRules } from "../readRules.ts";
import { robotsRules } from "../robotsRules.ts";
import { exploreInputOf } from "./input.ts";
import { insertStart } from "./storeSight.ts";

/** Safe to repeat. `explores` false: a stored exploration is used. */
export async function planExplore(
  deps: AuditDeps,
  jobId: string,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<{ explores: boolean }> {
  const job = await readJob(deps, jobId);
  requireOpen("job", job);
  const input = exploreInputOf(job);
  if (job.kind === "frt_propose_journey" && !input.again) {
    const since = new Date(deps.now().getTime() - FRESH_MS);
    const known = await freshExploration(deps.models, job, input.startPath, since);
    if (known) {
      const setUp = { ...(known.state as ExploreSetUp), of: known._id };
      await setUpJob(deps.models, jobId, { state: setUp });
      return { explores: false };
    }
  }
  const tools = await siteTools(deps, job, signal, note);
  const { origin } = new URL(job.baseUrl);
  const startUrl = origin + input.startPath;
  note("reading robots.txt");
  const robots = await readRules(deps, tools, job, startUrl, { done: "explored" });
  const isAllowed = await robotsRules(deps, robots);
  if (!isAllowed(startUrl))
    throw invalid(`robots.txt disallows ${input.startPath}, where the exploration would begin.`);
  const setUp: ExploreSetUp = { robots, consent: null, of: null };
  await setUpJob(deps.models, jobId, { state: setUp, forgotten: false });
  await insertStart(deps, job, input.startPath);
  await forgetFound(deps.models, job.projectId, "explorePlaces");
  return { explores: true };
}
