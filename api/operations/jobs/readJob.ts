// Reads the state of a job and as much of its result as a response may hold.
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import type { Proposal, ProposalsResult } from "../../../domain/crawl/propose.ts";
import type { ExploreResult } from "../../../domain/explore/explore.ts";
import type { ProposeResult } from "../../../domain/explore/propose.ts";
import type { JobKind, JobProgress, JobStatus } from "../../../domain/jobs/kinds.ts";
import { proposalsOfCrawl } from "../../../models/crawlAddresses/proposals.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { liveWork } from "../../lib/liveWork.ts";
import { viewOfJob } from "../functional/heal/healView.ts";
import { findJob } from "./findJob.ts";
import { fitting } from "./fitting.ts";

export type JobView = {
  jobId: string;
  kind: JobKind;
  status: JobStatus;
  progress: JobProgress;
  result?: Record<string, unknown>;
  error?: string;
  /** Set if Temporal did not answer, so this is the last stored state. */
  stale?: true;
};
/** `environment`: its slug, or null. `input`: input of the job. */
export type JobReading = JobView & {
  projectSlug: string;
  environment: string | null;
  input: Record<string, unknown>;
  /** Scenarios that would cover what the job found; empty for jobs that find no pages. */
  proposals: Proposal[];
  warnings: string[];
};

/** Maximum number of proposals shown with a job. */
const MAX_PROPOSALS = 5;

/** Characters per list: a response must stay within 25,000 tokens, and addresses have about three characters per token. */
const PAGES_CHARACTERS = 40_000;
const LIST_CHARACTERS = 8_000;

type JobShown = { result: Record<string, unknown>; warnings: string[] };

/** How the result of each job kind is shown; other kinds show their result unchanged. */
const VIEWS: Partial<
  Record<JobKind, (result: never, ctx: OperationContext, job: Job) => JobShown | Promise<JobShown>>
> = {
  crawl_site: crawlView,
  generate_scenarios: proposalsView,
  frt_explore_site: exploreView,
  frt_propose_journey: proposalView,
  frt_heal_step_def: async (_result, ctx, job) => ({ result: await viewOfJob(ctx, job.projectId, job), warnings: [] }),
};

export async function readJob(ctx: OperationContext, caller: Caller, jobId: string): Promise<JobReading> {
  requireRight(caller, "mcpRead");
  const { work: job, progress, stale } = await liveWork(ctx, "job", await findJob(ctx, caller, jobId));
  const { _id, kind, status, error, projectSlug, environment, input } = job;
  const shown = await viewOf(ctx, job);
  const proposals = await proposalsOf(ctx, job);
  return {
    jobId: _id,
    kind,
    status,
    progress,
    ...(shown && { result: shown.result }),
    ...(error !== null && { error }),
    ...(stale && { stale }),
    projectSlug,
    environment: environment || null,
    input,
    proposals,
    warnings: shown?.warnings ?? [],
  };
}

async function proposalsOf({ models }: OperationContext, job: Job): Promise<Proposal[]> {
  if (job.status !== "completed" || job.result === null) return [];
  if (job.kind === "generate_scenarios") return (job.result as ProposalsResult).proposals.slice(0, MAX_PROPOSALS);
  if (job.kind !== "crawl_site") return [];
  return (await proposalsOfCrawl(models, job, MAX_PROPOSALS)).proposals;
}

async function viewOf(ctx: OperationContext, job: Job): Promise<JobShown | null> {
  const { kind, result } = job;
  if (result === null) return null;
  return VIEWS[kind]?.(result as never, ctx, job) ?? { result, warnings: [] };
}

function crawlView(result: CrawlResult): { result: Record<string, unknown>; warnings: string[] } {
  const { pages, groups, broken, warnings, sitemap, ...rest } = result;
  const shown = fitting(pages.slice(0, CRAWL_LIMITS.shownPages), PAGES_CHARACTERS);
  const said = [...warnings];
  if (shown.length < result.counts.pages)
    said.push(`The first ${shown.length} of ${result.counts.pages} pages are named; get_page_groups lists all.`);
  return {
    result: {
      ...rest,
      pages: shown,
      groups: fitting(groups, LIST_CHARACTERS),
      broken: fitting(broken, LIST_CHARACTERS),
      sitemap: { ...sitemap, files: fitting(sitemap.files, LIST_CHARACTERS / 2) },
    },
    warnings: said,
  };
}

function exploreView(result: ExploreResult): { result: Record<string, unknown>; warnings: string[] } {
  const { states, edges, journeys, leftAlone, failed, warnings, ...rest } = result;
  const shown = {
    journeys: fitting(journeys, LIST_CHARACTERS * 2),
    states: fitting(states, LIST_CHARACTERS * 2),
    edges: fitting(edges, LIST_CHARACTERS * 2),
    leftAlone: fitting(leftAlone, LIST_CHARACTERS),
    failed: fitting(failed, LIST_CHARACTERS / 2),
  };
  const said = [...warnings];
  if (shown.states.length < states.length || shown.edges.length < edges.length)
    said.push(
      `The first ${shown.states.length} of ${states.length} states and ${shown.edges.length} of ${edges.length} edges are named.`,
    );
  return { result: { ...rest, ...shown }, warnings: said };
}

function proposalView({ warnings, ...result }: ProposeResult): { result: Record<string, unknown>; warnings: string[] } {
  return { result: { ...result, journeys: fitting(result.journeys, PAGES_CHARACTERS / 2) }, warnings };
}

function proposalsView(result: ProposalsResult): { result: Record<string, unknown>; warnings: string[] } {
  return { result: { ...result, proposals: fitting(result.proposals, PAGES_CHARACTERS) }, warnings: [] };
}
