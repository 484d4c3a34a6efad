// Setup of a first project in one flow: an address becomes a project and a crawl, the person chooses from the crawled pages, and their
// choice becomes scenarios with baselines.
import type { CrawlResult } from "../../../domain/crawl/crawl.ts";
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { plural } from "../../../domain/text.ts";
import type { ViewportName } from "../../../domain/visual/shot.ts";
import { proposalsOfCrawl } from "../../../models/crawlAddresses/proposals.ts";
import { crawledPageAt, keepThumbnail } from "../../../models/crawlAddresses/thumbnails.ts";
import { environmentOf } from "../../../models/environments/queries.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight, requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { liveWork } from "../../lib/liveWork.ts";
import { startCrawl } from "../jobs/startCrawl.ts";
import { createProject } from "../projects/createProject.ts";
import { lookAtPage } from "../projects/inspectPage.ts";
import { requireSnapshots } from "../runs/quota.ts";
import { startRun } from "../runs/startRun.ts";
import { createScenario } from "../scenarios/createScenario.ts";
import { crawlOf } from "./crawlOf.ts";

/** Enough to find the templates of a site, and finished within a minute. */
const FIRST_CRAWL_PAGES = 150;
const MAX_PROPOSALS = 30;
/** Maximum number of names to try if one is taken. */
const NAMES = 5;

export type FirstProjectInput = { address: string; name?: string; maxPages?: number };

/** Throws `validation_error` for an invalid address, and the same errors as `createProject`. If the crawl cannot start, the project stays. */
export async function startFirstProject(ctx: OperationContext, caller: Caller, input: FirstProjectInput) {
  requireRight(caller, "mcpWrite");
  const address = /^https?:\/\//i.test(input.address) ? input.address : `https://${input.address}`;
  const url = URL.parse(address.trim());
  if (!url || url.hostname === "")
    throw fieldError("address", "address must be the address of a site, such as https://shop.example.");
  const baseUrl = `${url.origin}${url.pathname}`;
  const { project } = await namedProject(ctx, caller, input.name, url.hostname, baseUrl);
  const stored = (await findProject(ctx.models, project.id)) as Project;
  try {
    const crawl = await startCrawl(ctx, caller, {
      project: stored,
      environment: null,
      maxPages: input.maxPages ?? FIRST_CRAWL_PAGES,
    });
    return { project, crawl: { jobId: crawl.jobId }, warnings: crawl.warnings };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return {
      project,
      crawl: null,
      warnings: [`The project was created, but its site could not be crawled yet: ${error.message}`],
    };
  }
}

async function namedProject(
  ctx: OperationContext,
  caller: Caller,
  name: string | undefined,
  hostname: string,
  baseUrl: string,
) {
  if (name !== undefined) return createProject(ctx, caller, { name, baseUrl });
  const own = hostname.replace(/^www\./, "");
  for (let n = 1; ; n++)
    try {
      return await createProject(ctx, caller, { name: n === 1 ? own : `${own} ${n}`, baseUrl });
    } catch (error) {
      if (n === NAMES || !(error instanceof ProductError) || error.code !== "conflict") throw error;
    }
}

/** Throws `not_found` if the project has no such crawl. */
export async function readFirstProposals(
  ctx: OperationContext,
  caller: Caller,
  { project, jobId }: { project: Project; jobId?: string },
) {
  requireReadRight(caller);
  const { work: crawl, progress, stale } = await liveWork(ctx, "job", await crawlOf(ctx.models, project, jobId));
  const found =
    crawl.status === "completed" && crawl.result !== null
      ? await proposalsOfCrawl(ctx.models, crawl, MAX_PROPOSALS)
      : { proposals: [], covered: 0, left: 0 };
  const { _id, status, error, result } = crawl;
  return {
    crawl: { jobId: _id, status, progress, stale, error },
    counts: result === null ? null : (result as CrawlResult).counts,
    warnings: result === null ? [] : (result as CrawlResult).warnings.slice(0, 10),
    proposals: found.proposals.map((one) => ({
      ...one,
      thumbnail: `/api/app/projects/${encodeURIComponent(project.slug)}/setup/thumbnail?jobId=${_id}&url=${encodeURIComponent(one.url)}`,
    })),
    covered: found.covered,
    left: found.left,
  };
}

/** Returns the screenshot of a crawled page as JPEG, which is taken on first request. Throws `not_found` for other pages. */
export async function thumbnailOf(
  ctx: OperationContext,
  caller: Caller,
  { project, jobId, url, signal }: { project: Project; jobId: string; url: string; signal?: AbortSignal },
): Promise<Buffer> {
  requireReadRight(caller);
  const crawl = await crawlOf(ctx.models, project, jobId);
  const address = URL.parse(url, crawl.baseUrl)?.href ?? "";
  const page = await crawledPageAt(ctx.models, { projectId: project._id, jobId, url: address });
  if (!page) throw new ProductError("not_found", "The crawl has no such page.");
  if (page.thumbnailId) return ctx.artifacts.get(page.thumbnailId);
  const environment = crawl.environmentId ? await environmentOf(ctx.models, project._id, crawl.environmentId) : null;
  const { look } = await lookAtPage(ctx, caller, {
    project,
    environment,
    url: page.url,
    viewport: "desktop",
    what: "thumbnail",
    wish: {},
    ...(signal && { signal }),
  });
  if (look.state === "not_seen") throw new ProductError("not_found", `No screenshot: ${look.reason}`);
  await keepThumbnail(ctx.models, page._id, look.data.pictureId);
  return ctx.artifacts.get(look.data.pictureId);
}

export type Chosen = { label: string; url: string; viewports?: ViewportName[] };

/** Creates the scenarios that can be created, and starts the run that captures their baselines. */
export async function chooseScenarios(
  ctx: OperationContext,
  caller: Caller,
  { project, scenarios, baseline }: { project: Project; scenarios: Chosen[]; baseline: boolean },
) {
  requireRight(caller, "mcpWrite");
  // Checked before anything is stored, so that a request that cannot be fulfilled leaves nothing behind.
  if (baseline) await requireSnapshots(ctx, caller.orgId);
  const created: { id: string; label: string }[] = [];
  const skipped: { label: string; reason: string }[] = [];
  for (const { label, url, viewports } of scenarios)
    try {
      const wanted = { project: project._id, label, url, ...(viewports && { viewports }) };
      created.push({ id: (await createScenario(ctx, caller, wanted)).id, label });
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      skipped.push({ label, reason: error.message });
    }
  if (created.length === 0) {
    const message = `${plural(skipped.length, "scenario")} could not be made: ${skipped[0]?.reason ?? "none was chosen"}`;
    throw new ProductError("conflict", message, { skipped });
  }
  if (!baseline) return { created, skipped, baselineRunId: null, problem: null };
  try {
    const labels = created.map(({ label }) => label);
    const run = await startRun(ctx, caller, { project: project._id, type: "baseline", scenarios: labels });
    return { created, skipped, baselineRunId: run.runId, problem: null };
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    // If the error names a run, that run is kept and starts later.
    const { runId } = error.details;
    return { created, skipped, baselineRunId: typeof runId === "string" ? runId : null, problem: error.message };
  }
}
