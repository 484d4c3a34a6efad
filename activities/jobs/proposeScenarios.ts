// Proposes scenarios from the latest crawl of the job's project. Creates nothing.
import type { CrawlResult } from "../../domain/crawl/crawl.ts";
import type { ProposalsResult } from "../../domain/crawl/propose.ts";
import { proposalsOfCrawl } from "../../models/crawlAddresses/proposals.ts";
import { latestCrawl } from "../../models/jobs/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";
import { throughOutages } from "../outageWait.ts";
import { completeJob, type JobWriting, readJob } from "./jobProjection.ts";

export type ProposeActivities = { proposeScenarios(input: JobWriting): Promise<void> };

export function createProposeActivities(deps: CommonDeps): ProposeActivities {
  const propose = async (input: JobWriting) => {
    const job = await readJob(deps, input.jobId);
    if (job.kind !== "generate_scenarios") throw invalid(`The job ${job._id} proposes no scenarios.`);
    const crawl = await latestCrawl(deps.models, job.projectId);
    if (!crawl) throw invalid("The project has no completed crawl to propose scenarios from: call crawl_site first.");
    const { proposals, covered, left } = await proposalsOfCrawl(deps.models, crawl, Number(job.input.most));
    const { groups } = crawl.result as CrawlResult;
    const result: ProposalsResult = {
      crawlJobId: crawl._id,
      crawledAt: crawl.finishedAt?.toISOString() ?? "",
      proposals,
      alreadyCovered: covered,
      leftOut: left,
    };
    await completeJob(deps, input, job, { phase: "completed", done: groups.length, total: groups.length }, result);
  };
  return { proposeScenarios: (input) => throughOutages(() => propose(input)) };
}
