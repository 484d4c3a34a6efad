// Reads robots.txt at the start of a job that requests many pages of a site.
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { CrawlRobots } from "../../domain/crawl/crawl.ts";
import { MAX_REST_MS } from "../../domain/crawl/pace.ts";
import { originOf } from "../../domain/pillars/seo/address.ts";
import { readRobotsFile } from "../../domain/robots/robots.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import type { Job } from "../../models/jobs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { ROBOT } from "../site/request.ts";
import { fetchRobots, sitemapsOf } from "../site/robots.ts";
import type { SiteTools } from "../site/tools.ts";

/** Maximum attempts for an unreachable robots.txt before the job fails. */
const ROBOTS_ATTEMPTS = 3;

/**
 * Reads the robots.txt of the address' origin and stores its text. Throws while it is unreachable, which forbids the site. `done`: as in
 * "could not be crawled". `tries`: number of attempts so far; defaults to the activity's attempts.
 */
export async function readRules(
  deps: AuditDeps,
  tools: SiteTools,
  job: Job,
  startUrl: string,
  { done = "crawled", tries = Context.current().info.attempt }: { done?: string; tries?: number } = {},
): Promise<CrawlRobots> {
  const file = await fetchRobots(tools, startUrl);
  const address = new URL("/robots.txt", startUrl).href;
  if (file.state === "absent") return { state: "absent", address, textId: null, delayMs: null, sitemaps: [] };
  if (file.state === "unreachable") {
    const message = `${originOf(startUrl)} could not be ${done}, because its robots.txt is unavailable (${file.reason.replace(/\.$/, "")}), which disallows the whole site for now (RFC 9309).`;
    if (tries >= ROBOTS_ATTEMPTS) throw invalid(message);
    const nextRetryDelay = file.retryAfterMs === null ? undefined : Math.min(file.retryAfterMs, MAX_REST_MS);
    throw ApplicationFailure.create({ message, type: FAILURES.infrastructure, nextRetryDelay });
  }
  const { crawlDelay: seconds, leftOut, sitemaps } = readRobotsFile(file.address, file.text, ROBOT);
  const textId = await keepArtifact(deps, {
    projectId: job.projectId,
    bytes: Buffer.from(file.text),
    contentType: "text/plain; charset=utf-8",
  });
  const delayMs = seconds !== undefined && seconds > 0 ? Math.round(seconds * 1_000) : null;
  return {
    state: "read",
    address: file.address,
    textId,
    delayMs,
    sitemaps: sitemapsOf({ sitemaps }, file.address),
    rulesLeftOut: leftOut,
  };
}
