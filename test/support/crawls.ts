// Runs crawls through their activities against a database, without Temporal, and starts sites with configurable responses.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ApplicationFailure } from "@temporalio/common";
import type { AuditDeps } from "../../activities/deps.ts";
import type { CrawlBatchResult } from "../../activities/jobs/crawl/crawlBatch.ts";
import { createCrawlActivities } from "../../activities/jobs/crawl/index.ts";
import { readConfig } from "../../domain/config.ts";
import type { CrawlCounts, CrawlInput, CrawlResult } from "../../domain/crawl/crawl.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import type { CrawlAddress } from "../../models/crawlAddresses/schema.ts";
import type { Job } from "../../models/jobs/schema.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { withActivity } from "./activity.ts";
import { openDatabase } from "./database.ts";

/** Retries like Temporal while other work is requesting the site, but with a shorter interval. */
async function inItsTurn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await withActivity(work);
    } catch (error) {
      if (!(error instanceof ApplicationFailure && error.type === FAILURES.waiting)) throw error;
      await sleep(20);
    }
}

/** Opens crawls of the sites on the local `ports`, in a database of the shared server unless `uri` is given. */
export async function openCrawls(ports: readonly number[], uri?: string) {
  const database = await openDatabase(uri);
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-crawl-"));
  const deps = {
    config: { ...readConfig({}), allowedHosts: ports.map((port) => `127.0.0.1:${port}`).join(",") },
    models: database.models,
    artifacts: createFileStore(folder),
    log: () => undefined,
    now: () => new Date("2026-03-10T12:00:00Z"),
  } as unknown as AuditDeps;
  let count = 0;
  const jobOf = async (jobId: string) => (await database.models.jobs.findById(jobId).lean()) as Job;
  return {
    deps,
    models: database.models,
    jobOf,
    async addJob(baseUrl: string, input: Partial<CrawlInput> = {}, kind: Job["kind"] = "crawl_site") {
      count += 1;
      const _id = `job_${count}`;
      await database.models.jobs.create({
        _id,
        orgId: "org_a",
        projectId: "prj_a",
        projectSlug: "a",
        kind,
        status: "queued",
        lock: _id,
        baseUrl,
        input: { startUrl: `${baseUrl}/`, maxPages: 1_000, depth: 50, include: [], exclude: [], most: 20, ...input },
        requestedBy: "test",
        createdAt: new Date(Date.UTC(2026, 2, 10, 0, count)),
        seq: 0,
        progress: { phase: "queued", done: 0, total: 0 },
      });
      return _id;
    },
    async pagesOf(jobId: string) {
      const pages = await database.models.crawlAddresses.find({ jobId, state: "page" }, { url: 1 }).lean();
      return pages.map(({ url }) => url).sort();
    },
    async addressOf(jobId: string, url: string) {
      return (await database.models.crawlAddresses.findOne({ jobId, url }).lean()) as CrawlAddress | null;
    },
    /** Runs the activities in the same order as the workflow. */
    async crawl(jobId: string, activities = createCrawlActivities(deps)): Promise<CrawlResult> {
      await inItsTurn(() => activities.planCrawl({ jobId }));
      let counts: CrawlCounts | null = null;
      for (let left = 1; left > 0; ) {
        const batch: CrawlBatchResult = await inItsTurn(() => activities.crawlBatch({ jobId, counts }));
        ({ counts, left } = batch);
      }
      await withActivity(() => activities.finishCrawl({ jobId, executionId: "e1", seq: 9, outOfTime: false }));
      return (await jobOf(jobId)).result as CrawlResult;
    },
    /** Restores the job to its state before its end was written: what a second attempt finds if the first attempt's last write was lost. */
    async forgetEnd(jobId: string): Promise<void> {
      await database.models.jobs.updateOne({ _id: jobId }, { $set: { status: "running", seq: 0, result: null } });
    },
    async close() {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Crawls = Awaited<ReturnType<typeof openCrawls>>;

/** Response of one path: a page with these links, or a custom handler. */
export type Route = { links: string[] } | ((request: IncomingMessage, response: ServerResponse) => void);

/** `asked`: every request with its time in ms, in order. Paths without a route return 404. */
export async function startSite(routes: Record<string, Route>) {
  const asked: { path: string; at: number }[] = [];
  const server = createServer((request, response) => {
    const at = request.url ?? "/";
    asked.push({ path: at, at: performance.now() });
    const route = routes[at];
    if (typeof route === "function") return route(request, response);
    if (!route) return response.writeHead(404).end();
    respond(response, pageOf(at, route.links));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked,
    times: (path: string) => asked.filter((request) => request.path === path).map(({ at }) => at),
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
export type Site = Awaited<ReturnType<typeof startSite>>;

/** Returns a page whose content differs from every other page. */
export const pageOf = (title: string, links: readonly string[] = []): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${links.map((to) => `<a href="${to.replaceAll("&", "&amp;")}">to ${to.replaceAll("&", "&amp;")}</a>`).join("")}</main></body></html>`;

export function respond(response: ServerResponse, html: string | Buffer, contentType = "text/html; charset=utf-8") {
  response.writeHead(200, { "content-type": contentType }).end(html);
}
