// Chooses the pages of the first test: those that a person named, otherwise one per template found by a crawl.
import type { CrawlResult } from "../../domain/crawl/crawl.ts";
import type { Proposal, ProposalsResult } from "../../domain/crawl/propose.ts";
import { plural } from "../../domain/text.ts";
import { type JobEnd, jobResult, startJob } from "../client/jobs.ts";
import type { Service } from "../client/service.ts";
import { readConfig, sendConfig } from "../projectFile/send.ts";
import type { View } from "../projectFile/types.ts";
import type { NamedPage } from "./pages.ts";
import type { Steps } from "./steps.ts";

/** Enough to find a site's templates, and finished within a minute. */
const CRAWL_PAGES = 150;
/** More would delay the first result; the dashboard proposes the others. */
const MAX_PROPOSALS = 10;
const MAX_WARNINGS = 5;
/** Most sites have more pages than this; the missing ones are linked by scripts, or not at all. */
const FEW_PAGES = 2;

export type Finding = {
  service: Service;
  project: string;
  steps: Steps;
  signal: AbortSignal;
  note(line: string): void;
  /** Job of a crawl started by an earlier command; `keep` stores it. */
  crawlJobId: string | undefined;
  keep(crawlJobId: string): void;
};

export async function labelsOf(service: Service, project: string): Promise<string[]> {
  const { file } = await readConfig(service, project);
  return ((file.scenarios ?? []) as View[]).map(({ label }) => String(label));
}

/** Crawls the site and creates scenarios from the proposals. */
export async function findScenarios(finding: Finding): Promise<void> {
  const { service, project, steps, signal, note } = finding;
  const found = await steps.step("Looking for pages: links and sitemap", () => crawl(finding), crawled);
  for (const warning of found.warnings.slice(0, MAX_WARNINGS)) note(`  ! ${warning}`);
  if (found.result.counts.pages <= FEW_PAGES)
    note("  To test more pages, name them: --pages sitemap.xml, or a file with one address per line.");
  await steps.step(
    "Choosing pages",
    async () => {
      const limit = { project, limit: MAX_PROPOSALS };
      const jobId = await startJob(service, "generate_scenarios", limit);
      const { result } = await jobResult<ProposalsResult>(service, jobId, signal);
      await addScenarios(service, project, result.proposals);
      return result;
    },
    chosen,
  );
}

async function crawl({ service, project, signal, crawlJobId, keep }: Finding): Promise<JobEnd<CrawlResult>> {
  if (crawlJobId !== undefined) {
    const earlier = await jobResult<CrawlResult>(service, crawlJobId, signal).catch(() => null);
    signal.throwIfAborted();
    if (earlier) return earlier;
  }
  const jobId = await startJob(service, "crawl_site", { project, maxPages: CRAWL_PAGES, confirm: true });
  keep(jobId);
  return jobResult(service, jobId, signal);
}

const crawled = ({ result: { counts } }: JobEnd<CrawlResult>): string =>
  `${plural(counts.pages, "page")} found, of ${plural(counts.groups, "template")}`;

function chosen({ proposals, leftOut }: ProposalsResult): string {
  const names = proposals.map(({ label }) => `"${label}"`).join(", ");
  const more = leftOut > 0 ? `; the dashboard proposes ${leftOut} more` : "";
  return `${plural(proposals.length, "scenario")}: ${names}${more}`;
}

/** Adds the pages that the project does not have; returns how many. Repeating it changes nothing. */
export async function addScenarios(
  service: Service,
  project: string,
  pages: readonly (NamedPage | Proposal)[],
): Promise<number> {
  const { file } = await readConfig(service, project);
  const there = (file.scenarios ?? []) as View[];
  const known = new Set(there.flatMap(({ label, url }) => [`label ${label}`, `url ${url}`]));
  const added = pages.filter(({ label, url }) => !known.has(`label ${label}`) && !known.has(`url ${url}`));
  if (added.length === 0) return 0;
  const scenarios = added.map((one) => {
    const scenario: View = { label: one.label, url: one.url };
    if ("viewports" in one) scenario.viewports = one.viewports;
    return scenario;
  });
  const config = { version: 1, project: { slug: project }, scenarios: [...there, ...scenarios] };
  await sendConfig(service, { project, config, mode: "apply" });
  return added.length;
}
