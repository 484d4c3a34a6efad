// Jobs that run in worker threads, because the size and shape of their input is controlled by others. One entry per kind; jobs use no I/O
// and no
// native code, so that a thread that takes too long can be stopped.
import type { ThreadJobs } from "./jobKinds.ts";

type Work = { [K in keyof ThreadJobs]: (request: ThreadJobs[K]["request"]) => Promise<ThreadJobs[K]["answer"]> };

/** Each kind loads its dependencies when first used, so that a thread that reads sitemaps has no audit rules in memory. */
export const THREAD_JOBS: Work = {
  async sitemap({ body, ...limits }) {
    const { readSitemap } = await import("../site/sitemapXml.ts");
    return readSitemap(bytesOf(body), limits);
  },
  async crawledPage({ body, contentType, url, robotsHeaders }) {
    const { readCrawledPage } = await import("../site/readCrawledPage.ts");
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
  async pageForSite({ pillar, gathered, preview }) {
    const { pageForSite } = await import("../audit/judges.ts");
    return pageForSite(pillar, bytesOf(gathered), preview);
  },
  async detectLanguages({ texts }) {
    const { detectLanguages } = await import("../pillars/a11y/detectLanguages.ts");
    return detectLanguages(texts);
  },
  async lighthouseRun({ lhr }) {
    const { readLhr } = await import("../../domain/pillars/perf/readLhr.ts");
    return readLhr(JSON.parse(lhr));
  },
  async lighthouseFilmstrip({ lhr }) {
    const { filmstripOf } = await import("../../domain/pillars/perf/filmstrip.ts");
    return filmstripOf(JSON.parse(lhr));
  },
  async lighthouseScore({ lhr, category }) {
    const { readCategory } = await import("../../domain/pillars/perf/readLhr.ts");
    return readCategory(JSON.parse(lhr), category);
  },
  async report({ input }) {
    const { renderReport } = await import("../../domain/report/renderReport.ts");
    return renderReport(input);
  },
  async scrubTrace({ zip, secrets }) {
    const { scrubTrace } = await import("../functional/scrubTrace.ts");
    return scrubTrace(bytesOf(zip), secrets);
  },
  async workbook({ input }) {
    const { trackingWorkbook } = await import("../pillars/tracking/workbook.ts");
    return trackingWorkbook(input);
  },
  async judgeSite({ pillar, gathered, run, place }) {
    const { judgeSite } = await import("../audit/judges.ts");
    return judgeSite(pillar, bytesOf(gathered), run, place);
  },
};

const bytesOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
