// What is read in worker threads, since its size or its shape is a stranger's choice. One row a kind; jobs need no I/O and no
// native code, so a thread that takes too long may be stopped.
import type { AuditPage } from "../../domain/audit/page.ts";
import type { Read, readCategory } from "../../domain/audit/perf/readLhr.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Place } from "../../domain/audit/runChecks.ts";
import type { GroupedPage, PageGroup } from "../../domain/crawl/groups.ts";
import type { CrawledAddress, Rescue } from "../../domain/crawl/orphans.ts";
import type { CrawledDocument } from "../../domain/crawl/readPage.ts";
import type { ReportInput } from "../../domain/report/input.ts";
import type { AuditRunInfo, PageAudit, SiteAudit } from "../audit/pillar.ts";
import type { TrackingReportInput } from "../audit/tracking/workbook.ts";
import type { SitemapContent } from "../site/sitemapXml.ts";

export type ThreadJobs = {
  /** A sitemap as it was answered. Addresses beyond `mostEntries` are left out. */
  sitemap: {
    request: { body: Uint8Array; truncated: boolean; mostBytes: number; mostEntries: number };
    answer: SitemapContent;
  };
  /** A page of a crawl as it was answered; `content` is a digest of its text. */
  crawledPage: {
    request: { body: Uint8Array; contentType: string; url: string; robotsHeaders: readonly string[] };
    answer: CrawledDocument & { content: string };
  };
  crawlGroups: { request: { pages: readonly GroupedPage[] }; answer: PageGroup[] };
  crawlOrphans: { request: { addresses: readonly CrawledAddress[]; room: number }; answer: Rescue };
  /** What a page gave, as the store keeps it, judged by its pillar and ready to be stored. */
  judgePage: {
    request: { pillar: AuditPillar; gathered: Uint8Array; page: AuditPage; run: AuditRunInfo; place: Place };
    answer: PageAudit;
  };
  pageForSite: { request: { pillar: AuditPillar; gathered: Uint8Array }; answer: unknown };
  /** A result of Lighthouse, as JSON text. */
  lighthouseRun: { request: { lhr: string }; answer: Read };
  lighthouseScore: { request: { lhr: string; category: string }; answer: ReturnType<typeof readCategory> };
  /** The page of a report. */
  report: { request: { input: ReportInput }; answer: string };
  /** The bytes of an xlsx file. */
  workbook: { request: { input: TrackingReportInput }; answer: Uint8Array };
  judgeSite: {
    request: { pillar: AuditPillar; gathered: Uint8Array; run: AuditRunInfo; place: Place };
    answer: SiteAudit;
  };
};

type Work = { [K in keyof ThreadJobs]: (request: ThreadJobs[K]["request"]) => Promise<ThreadJobs[K]["answer"]> };

/** Each kind loads what it needs when it is asked for first: a thread that reads sitemaps has no audit rules in memory. */
export const THREAD_JOBS: Work = {
  async sitemap({ body, truncated, mostBytes, mostEntries }) {
    const { readSitemap } = await import("../site/sitemapXml.ts");
    return readSitemap(bytesOf(body), truncated, mostBytes, mostEntries);
  },
  async crawledPage({ body, contentType, url, robotsHeaders }) {
    const { readCrawledPage } = await import("../site/crawledPage.ts");
    return readCrawledPage(bytesOf(body), contentType, url, robotsHeaders);
  },
  async crawlGroups({ pages }) {
    const { groupPages } = await import("../../domain/crawl/groups.ts");
    return groupPages(pages);
  },
  async crawlOrphans({ addresses, room }) {
    const { rescueOrphans } = await import("../../domain/crawl/orphans.ts");
    return rescueOrphans(addresses, room);
  },
  async judgePage({ pillar, gathered, page, run, place }) {
    const { judgePage } = await import("../audit/judges.ts");
    return judgePage(pillar, bytesOf(gathered), page, run, place);
  },
  async pageForSite({ pillar, gathered }) {
    const { pageForSite } = await import("../audit/judges.ts");
    return pageForSite(pillar, bytesOf(gathered));
  },
  async lighthouseRun({ lhr }) {
    const { readLhr } = await import("../../domain/audit/perf/readLhr.ts");
    return readLhr(JSON.parse(lhr));
  },
  async lighthouseScore({ lhr, category }) {
    const { readCategory } = await import("../../domain/audit/perf/readLhr.ts");
    return readCategory(JSON.parse(lhr), category);
  },
  async report({ input }) {
    const { renderReport } = await import("../../domain/report/renderReport.ts");
    return renderReport(input);
  },
  async workbook({ input }) {
    const { trackingWorkbook } = await import("../audit/tracking/workbook.ts");
    return trackingWorkbook(input);
  },
  async judgeSite({ pillar, gathered, run, place }) {
    const { judgeSite } = await import("../audit/judges.ts");
    return judgeSite(pillar, bytesOf(gathered), run, place);
  },
};

const bytesOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
