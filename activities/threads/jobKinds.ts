// Input and result types of the jobs in threads.

import type { AuditRunInfo, PageAudit, SiteAudit } from "../../domain/audit/judge.ts";
import type { AuditPage } from "../../domain/audit/page.ts";
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { Place } from "../../domain/audit/runChecks.ts";
import type { GroupedPage, PageGroup } from "../../domain/crawl/groups.ts";
import type { CrawledAddress, Rescue } from "../../domain/crawl/orphans.ts";
import type { CrawledDocument } from "../../domain/crawl/readPage.ts";
import type { Moved } from "../../domain/net/preview.ts";
import type { DetectedLanguage } from "../../domain/pillars/a11y/content.ts";
import type { Frame } from "../../domain/pillars/perf/filmstrip.ts";
import type { Read, readCategory } from "../../domain/pillars/perf/readLhr.ts";
import type { ReportInput } from "../../domain/report/input.ts";
import type { TrackingReportInput } from "../pillars/tracking/workbook.ts";
import type { SitemapContent, SitemapRequest } from "../site/sitemapXml.ts";

export type ThreadJobs = {
  /** A sitemap as received. */
  sitemap: {
    request: SitemapRequest & { body: Uint8Array };
    answer: SitemapContent;
  };
  /** A crawled page as received; `content` is a digest of its text. */
  crawledPage: {
    request: { body: Uint8Array; contentType: string; url: string; robotsHeaders: readonly string[] };
    answer: CrawledDocument & { content: string };
  };
  crawlGroups: { request: { pages: readonly GroupedPage[] }; answer: PageGroup[] };
  crawlOrphans: { request: { addresses: readonly CrawledAddress[]; room: number }; answer: Rescue };
  /** A page's gathered data as stored, judged by its pillar and ready to be stored. */
  judgePage: {
    request: { pillar: AuditPillar; gathered: Uint8Array; page: AuditPage; run: AuditRunInfo; place: Place };
    answer: PageAudit;
  };
  pageForSite: { request: { pillar: AuditPillar; gathered: Uint8Array; preview?: Moved }; answer: unknown };
  /** Languages of a page's texts; null if unknown. */
  detectLanguages: { request: { texts: readonly string[] }; answer: (DetectedLanguage | null)[] };
  /** A Lighthouse result, as JSON text. */
  lighthouseRun: { request: { lhr: string }; answer: Read };
  lighthouseFilmstrip: { request: { lhr: string }; answer: Frame[] };
  lighthouseScore: { request: { lhr: string; category: string }; answer: ReturnType<typeof readCategory> };
  /** The HTML page of a report. */
  report: { request: { input: ReportInput }; answer: string };
  /** A Playwright trace without these secrets, headers and cookies. */
  scrubTrace: { request: { zip: Uint8Array; secrets: readonly string[] }; answer: Uint8Array };
  /** The bytes of an xlsx file. */
  workbook: { request: { input: TrackingReportInput }; answer: Uint8Array };
  judgeSite: {
    request: { pillar: AuditPillar; gathered: Uint8Array; run: AuditRunInfo; place: Place };
    answer: SiteAudit;
  };
};
