// Starts a crawl of a project's site.
import { crawlLock, sameSite, siteOf, spellAddress, type Unfit } from "../../../domain/crawl/address.ts";
import type { CrawlInput } from "../../../domain/crawl/crawl.ts";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { fieldError } from "../../../domain/errors.ts";
import { judgeAddress } from "../../../domain/net/pageAddress.ts";
import { PLAN_LIMITS } from "../../../domain/plans.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { planOf } from "../runs/quota.ts";
import { type StartedJob, startJob } from "./startJob.ts";

export type StartCrawlInput = {
  project: Project;
  environment: Environment | null;
  /** Start page: an absolute address on the project's site, or a path. */
  url?: string;
  maxPages?: number;
  depth?: number;
  include?: string[];
  exclude?: string[];
};
export type StartedCrawl = StartedJob & { startUrl: string; warnings: string[] };

/** Starts a crawl. A site has only one crawl at a time: if one is running, returns that one. */
export async function startCrawl(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, url, ...wished }: StartCrawlInput,
): Promise<StartedCrawl> {
  requireRight(caller, "mcpWrite");
  const baseUrl = environment?.baseUrl ?? project.baseUrl;
  const startUrl = startOf(baseUrl, url);
  const plan = await planOf(ctx, caller.orgId);
  const most = PLAN_LIMITS[plan].pagesPerCrawl ?? CRAWL_LIMITS.pages;
  const asked = wished.maxPages ?? Math.min(most, CRAWL_LIMITS.defaultPages);
  const input: CrawlInput = {
    startUrl,
    maxPages: Math.min(asked, most),
    depth: wished.depth ?? CRAWL_LIMITS.defaultDepth,
    include: wished.include ?? [],
    exclude: wished.exclude ?? [],
  };
  const started = await startJob(ctx, caller, {
    kind: "crawl_site",
    project,
    environment,
    input,
    lock: crawlLock(project._id, startUrl),
  });
  const warnings: string[] = [];
  if (asked > most) warnings.push(`maxPages was lowered to ${most}, the most of the ${plan} plan.`);
  if (started.joined) warnings.push("A crawl of this site is already running: this is its jobId, with its own args.");
  return { ...started, startUrl, warnings: started.joined ? warnings.slice(-1) : warnings };
}

/** Completes the sentence "url must be the address of a page:". */
const UNFIT: Record<Unfit, string> = {
  none: "it is not http(s), or has more than 2,000 characters",
  file: "it has a file extension",
  secret: "a value of its query looks like a secret",
  sign_out: "it signs out",
  action: "its query changes something",
  endless: "its path repeats itself, or has more than 20 parts",
};

function startOf(baseUrl: string, url: string | undefined): string {
  const judged = judgeAddress(url ?? baseUrl, baseUrl);
  const refuse = (message: string) => fieldError("url", message);
  if (judged.fault !== undefined) throw refuse(`url ${judged.message}.`);
  const { href } = judged.url;
  if (!sameSite(href, baseUrl))
    throw refuse(`url must be on ${siteOf(baseUrl)}, the project's site; for another place name its environment.`);
  const spelled = spellAddress(href);
  if (spelled.address === null) throw refuse(`url must be the address of a page: ${UNFIT[spelled.why]}.`);
  return spelled.address;
}
