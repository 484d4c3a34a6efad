// What the kinds of work in threads take and answer.

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
  /** A sitemap as it was answered. */
  sitemap: {
    request: SitemapRequest & { body: Uint8Array };
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
  pageForSite: { request: { pillar: AuditPillar; gathered: Uint8Array; preview?: Moved }; answer: unknown };
  /** What languages texts of a page are in; null where nobody can tell. */
  detectLanguages: { request: { texts: readonly string[] }; answer: (DetectedLanguage | null)[] };
  /** A result of Lighthouse, as JSON text. */
  lighthouseRun: { request: { lhr: string }; answer: Read };
  lighthouseFilmstrip: { request: { lhr: string }; answer: Frame[] };
  lighthouseScore: { request: { lhr: string; category: string }; answer: ReturnType<typeof readCategory> };
  /** The page of a report. */
  report: { request: { input: ReportInput }; answer: string };
  /** A trace of Playwright without these secrets, headers and cookies. */
  scrubTrace: { request: { zip: Uint8Array; secrets: readonly string[] }; answer: Uint8Array };
  /** The bytes of an xlsx file. */
  workbook: { request: { input: TrackingReportInput }; answer: Uint8Array };
  judgeSite: {
    request: { pillar: AuditPillar; gathered: Uint8Array; run: AuditRunInfo; place: Place };
    answer: SiteAudit;
  };
};
