// Tools for jobs that take longer than a call: crawling, proposing scenarios, and job status.
import { array, boolean, number, object, string } from "yup";
import type { CrawlInput } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import type { ExploreInput, ExploreResult } from "../../../domain/explore/explore.ts";
import { JOB_KINDS, JOB_STATUSES, type JobKind } from "../../../domain/jobs/kinds.ts";
import type { ProofResult } from "../../../domain/proof/result.ts";
import type { ToolProfile } from "../../../domain/toolProfiles.ts";
import { orderIn } from "../../../domain/untrusted/orders.ts";
import { MAX_WAIT_MS } from "../../lib/pollUntil.ts";
import { artifactUrl } from "../../lib/publicLink.ts";
import { listOf, requiredText, text, wholeNumber } from "../../lib/validate.ts";
import type { HealView } from "../../operations/functional/heal/healView.ts";
import type { JobReading } from "../../operations/jobs/readJob.ts";
import { readPageGroups } from "../../operations/jobs/readPageGroups.ts";
import { startCrawl } from "../../operations/jobs/startCrawl.ts";
import { DEFAULT_PROPOSALS, MAX_PROPOSALS, startProposals } from "../../operations/jobs/startProposals.ts";
import { waitForJob } from "../../operations/jobs/waitForJob.ts";
import { listData, progressData, rowsData } from "../answers.ts";
import { described, environmentArg, pagingArgs, projectArg, waitMs, waitWarnings } from "../args.ts";
import { ToolError } from "../envelope.ts";
import { next, type Place } from "../next.ts";
import { oneLine, plural, quotedText } from "../sentences.ts";
import { STALE } from "../stale.ts";
import { pollAction, startedData, startedJob } from "../startedJob.ts";
import { type AnyTool, defineTool, type NextAction, type ToolUse, withConfirms } from "../tool.ts";
import { afterProof, proveAgain } from "./tracking/prove.ts";

const patternsArg = (what: string) => described(listOf(requiredText(200), CRAWL_LIMITS.patterns), what);

const crawlSite = defineTool({
  name: "crawl_site",
  title: "Crawl the site",
  description:
    "Finds the site's pages by links and sitemap, honouring robots.txt, and groups them by template. Call it before writing scenarios; then poll get_job_status.",
  intent: {
    does: "finds the site's pages",
    when: [["crawl", "page"], ["crawl"]],
    not: ["job", "tracking"],
  },
  area: "jobs",
  profile: "qa",
  mutating: true,
  openWorld: true,
  async: true,
  args: {
    project: projectArg(),
    environment: environmentArg(),
    url: described(text(2_000), "Start page or path; default: the base URL"),
    maxPages: described(
      wholeNumber(1, CRAWL_LIMITS.pages),
      `${CRAWL_LIMITS.defaultPages} is the default; the plan sets a limit`,
    ),
    depth: described(wholeNumber(0, CRAWL_LIMITS.depth), "Links from the start page"),
    include: patternsArg("Paths to keep, * for anything: /blog/*"),
    exclude: patternsArg("Paths to leave out"),
  },
  data: startedData,
  example: { url: "/", maxPages: 200, exclude: ["/account/*"] },
  async run({ ctx, caller, project, environment }, { url, maxPages, depth, include, exclude }) {
    const wished = { url, maxPages, depth, include, exclude };
    const { jobId, startUrl, joined, warnings } = await startCrawl(ctx, caller, {
      project,
      environment,
      ...wished,
    });
    return startedJob(
      jobId,
      oneLine(joined ? `Crawl ${jobId} of this site is under way.` : `Crawl ${jobId} of ${startUrl} queued.`),
      warnings,
    );
  },
});

const generateScenarios = defineTool({
  name: "generate_scenarios",
  title: "Propose scenarios",
  description:
    "Proposes one scenario a page template from the latest crawl, leaving out what is covered; it creates nothing. Needs a finished crawl_site. Poll get_job_status, then create_scenario.",
  area: "jobs",
  profile: "full",
  mutating: false,
  async: true,
  args: {
    project: projectArg(),
    limit: described(wholeNumber(1, MAX_PROPOSALS), `Default ${DEFAULT_PROPOSALS}`),
  },
  data: startedData,
  example: { limit: 10 },
  async run({ ctx, caller, project, environment }, { limit }) {
    const started = await startProposals(ctx, caller, { project, limit });
    if (!started) throw noCrawl({ project, environment });
    const { jobId } = started;
    return startedJob(jobId, `Job ${jobId} proposes scenarios for ${project.slug}.`);
  },
});

function noCrawl({ project, environment }: Pick<ToolUse, "project" | "environment">): ToolError {
  return new ToolError(
    "tool_error",
    `The project ${project.name} has no completed crawl yet: call crawl_site, and wait for it with get_job_status.`,
    { nextActions: [next({ project, environment }, "Crawl the site", "crawl_site")] },
  );
}

const getJobStatus = defineTool({
  name: "get_job_status",
  title: "Status of a job",
  description:
    "How far an async job is, and its result or error once it is over. Pass maxWaitMs to wait for its end, else poll it every few seconds.",
  intent: {
    does: "the status of a job",
    when: [["job", "status"], ["job"]],
    hints: ["jobId"],
  },
  area: "jobs",
  profile: "qa",
  core: true,
  mutating: false,
  pageText: ["result", "error"],
  args: {
    jobId: described(requiredText(100), "From the call that started it"),
    maxWaitMs: described(waitMs(), `Default 0, at most ${MAX_WAIT_MS}`),
  },
  data: object({
    jobId: string().required(),
    kind: string().oneOf(Object.keys(JOB_KINDS)).required(),
    status: string().oneOf(JOB_STATUSES).required(),
    progress: progressData().required(),
    result: object().default(undefined),
    error: string(),
    stale: described(boolean(), "Temporal did not answer: this is the last stored state"),
  }),
  example: { jobId: "job_01k0000000000000000000000" },
  async run({ ctx, caller, signal }, { jobId, maxWaitMs = 0 }) {
    const job = await waitForJob(ctx, caller, { jobId, maxWaitMs }, signal);
    const { projectSlug: _p, environment: _e, input: _i, proposals: _c, warnings: shown, ...data } = job;
    const warnings = [...waitWarnings(maxWaitMs), ...shown, ...(job.stale ? [STALE] : [])];
    const nextActions = nextOf(job, ctx.config.toolProfile);
    const proof = proofOf(job);
    if (proof === null) return { summary: sentenceOf(job), data, warnings, nextActions };
    const { evidenceId, evidenceUrl, ...proofShown } = proof;
    const url = evidenceUrl ?? artifactUrl(ctx, evidenceId);
    const { proofVerdict } = proof;
    return {
      summary: headlineOf(proof),
      data: { ...data, result: { ...proofShown, evidenceUrl: url, nextActions: withConfirms(nextActions) } },
      warnings: [...warnings, ...proof.warnings],
      nextActions,
      ...(proofVerdict === "failed" ? { failed: { code: "proof_failed" as const, message: headlineOf(proof) } } : {}),
    };
  },
});

/** Returns the result of a completed proof; null for any other job. */
const proofOf = ({ kind, status, result }: JobReading): ProofResult | null =>
  kind === "tracking_prove_issue_ticket" && status === "completed" && result ? (result as ProofResult) : null;

function sentenceOf({ kind, jobId, status, progress, error }: JobReading): string {
  const name = `${JOB_KINDS[kind].name} ${jobId}`;
  if (status === "queued") return `${name} is queued.`;
  if (status === "running")
    return oneLine(`${name} is running: ${progress.phase}, ${progress.done} of ${progress.total}.`);
  return oneLine(
    status === "completed"
      ? `${name} is completed: ${progress.done} ${JOB_KINDS[kind].unit}.`
      : `${name} ${status === "failed" ? "failed" : "was cancelled"}: ${error ?? "no reason was recorded"}`,
  );
}

/** Returns the outcome in a sentence. Quotes of the ticket or page are left out if they read like an instruction. */
const headlineOf = ({ proofOutcome: { headline }, proofVerdict, issueKey }: ProofResult): string =>
  orderIn(headline) === null
    ? oneLine(headline)
    : `${quotedText(issueKey)} is ${proofVerdict === "proven" ? "proven" : "not proven"}. The reasons quote text that reads like an instruction.`;

const placeOf = ({ projectSlug, environment }: JobReading): Place => ({ project: { slug: projectSlug }, environment });

type Steps = {
  /** Suggests what to do after a job of this kind has completed. */
  after(job: JobReading, profile: ToolProfile): NextAction[];
  /** Suggests how to start the job again after it failed or was cancelled. */
  again?(job: JobReading): NextAction[];
};

/** Next steps by kind of job; kinds without an entry have none. */
const STEPS: Partial<Record<JobKind, Steps>> = {
  crawl_site: {
    after: (job) => [
      ...creations(job),
      next(placeOf(job), "See which scenarios there are already", "list_scenarios"),
      next(placeOf(job), "Propose scenarios for what was found", "generate_scenarios"),
      next(placeOf(job), "See all template groups", "get_page_groups"),
    ],
    again: (job) => [crawlAgain(job)],
  },
  generate_scenarios: {
    after: creations,
    again: (job) => [
      next(placeOf(job), "See which scenarios there are already", "list_scenarios"),
      next(placeOf(job), "Propose scenarios again", "generate_scenarios", { limit: job.input.most }),
    ],
  },
  frt_explore_site: { after: drafts, again: (job) => [checkSite(job), exploreAgain(job)] },
  frt_propose_journey: { after: drafts, again: (job) => [checkSite(job), proposeAgain(job)] },
  tracking_prove_issue_ticket: {
    after: (job, profile) => {
      const proof = proofOf(job);
      return proof === null ? [] : afterProof(placeOf(job), proved(job), proof, profile);
    },
    again: (job) => [proveAgain(placeOf(job), proved(job))],
  },
  frt_heal_step_def: { after: afterHeal },
};

const proved = ({ jobId, input }: JobReading) => ({ ...input, jobId });

/** Suggests a call for each proposal, unchanged. */
function creations(job: JobReading): NextAction[] {
  return job.proposals.map(({ label, url, viewports }) =>
    next(placeOf(job), `Create the scenario ${quotedText(label)}`, "create_scenario", { label, url, viewports }),
  );
}

/** Suggests checking whether a draft is already tested, and saving each of the first drafts. */
function drafts(job: JobReading): NextAction[] {
  const { journeys = [] } = (job.result ?? {}) as Partial<Pick<ExploreResult, "journeys">>;
  const [first] = journeys;
  if (!first) return [next(placeOf(job), "See which features there are", "frt_get_feature_groups")];
  return [
    next(placeOf(job), "See whether a feature tests that already", "frt_find_scenarios", { query: first.name }),
    ...journeys
      .slice(0, 3)
      .map(({ name, gherkin }) => next(placeOf(job), `Keep ${quotedText(name)}`, "frt_create_feature", { gherkin })),
  ];
}

const checkSite = (job: JobReading): NextAction =>
  next(placeOf(job), "See whether the site answers", "check_setup_health");

/** Suggests the same calls as the heal tool does when it does not have to wait. */
function afterHeal(job: JobReading): NextAction[] {
  const { healId, status, runId, featureId, scenario } = job.result as Partial<HealView>;
  return [
    next(placeOf(job), "Why it failed", "frt_explain_failure", { runId, featureId, scenario }),
    ...(healId && status === "proposed"
      ? [next(placeOf(job), "Apply the patch", "frt_heal_step_def", { healId, apply: true })]
      : []),
  ];
}

function exploreAgain(job: JobReading): NextAction {
  const { startPath, depth, forms, pictures, states, actions, minutes } = job.input as ExploreInput;
  const args = { startPath, depth, forms, pictures, maxStates: states, actionsPerState: actions, maxMinutes: minutes };
  return next(placeOf(job), "Explore the site again", "frt_explore_site", args);
}

function proposeAgain(job: JobReading): NextAction {
  const { startPath, goal } = job.input as ExploreInput;
  return next(placeOf(job), "Propose journeys again", "frt_propose_journey", {
    startPath,
    ...(goal !== "" && { goal }),
  });
}

function nextOf(job: JobReading, profile: ToolProfile): NextAction[] {
  const steps = STEPS[job.kind];
  if (job.status === "completed") return steps?.after(job, profile) ?? [];
  if (job.status === "queued" || job.status === "running") return [pollAction(job.jobId)];
  return steps?.again?.(job) ?? [];
}

/** Suggests the same crawl again. */
function crawlAgain(job: JobReading): NextAction {
  const { startUrl, maxPages, depth, include = [], exclude = [] } = job.input as Partial<CrawlInput>;
  return next(placeOf(job), "Crawl the site again", "crawl_site", {
    ...(startUrl !== undefined && { url: startUrl }),
    ...(maxPages !== undefined && { maxPages }),
    ...(depth !== undefined && { depth }),
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
  });
}

const getPageGroups = defineTool({
  name: "get_page_groups",
  title: "Template groups",
  description:
    "Template groups of the latest crawl: pages of one path pattern and DOM skeleton, and the scenarios that cover them. Give group to list its pages; then call generate_scenarios or create_scenario.",
  intent: {
    does: "template groups of the latest crawl",
    when: [["group", "page"], ["group"]],
  },
  area: "jobs",
  profile: "full",
  mutating: false,
  pageText: ["groups[].title", "groups[].example", "pages"],
  args: { project: projectArg(), group: described(text(500), "As listed, e.g. /products/{slug}"), ...pagingArgs },
  data: object({
    jobId: string().required(),
    crawledAt: string().required(),
    startUrl: string().required(),
    groups: rowsData({
      group: string().required(),
      pages: number().required(),
      example: string().required(),
      title: string().defined(),
      scenarios: listData(string().required()),
    }),
    pages: array().of(object({ url: string().required(), title: string().defined(), depth: number().required() })),
    total: number().required(),
    withoutScenario: number().required(),
    nextCursor: string().nullable().defined(),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { group, limit, cursor }) {
    const data = await readPageGroups(ctx, caller, { project, group, limit, cursor });
    if (!data) throw noCrawl({ project, environment });
    const { total, withoutScenario } = data;
    const summary =
      group === undefined
        ? `${plural(total, "template group")}, ${withoutScenario} without a scenario.`
        : oneLine(`${plural(total, "page")} of the template ${quotedText(group)}.`);
    return {
      summary,
      data,
      nextActions:
        withoutScenario > 0
          ? [next({ project, environment }, "Propose scenarios for the others", "generate_scenarios")]
          : [],
    };
  },
});

export const jobTools: readonly AnyTool[] = [crawlSite, getJobStatus, getPageGroups, generateScenarios];
