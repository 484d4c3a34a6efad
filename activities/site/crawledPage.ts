// Reads an answer as a page of a crawl: a small one here, a large one in a thread.
import { inThread } from "../threads/inThread.ts";
import { type CrawledPage, readCrawledPage } from "./readCrawledPage.ts";

/** Pages up to this size are read in 10 ms at most, whatever they hold: less than the way to a thread may take. */
const SMALL_BYTES = 100_000;

/** `url` is the address that answered. Rejects with a ThreadJobError, or with the signal's reason. */
export async function crawledPage(
  body: Buffer,
  contentType: string,
  url: string,
  robotsHeaders: readonly string[],
  signal: AbortSignal,
): Promise<CrawledPage> {
  if (body.length <= SMALL_BYTES) return readCrawledPage(body, contentType, url, robotsHeaders);
  return inThread("crawledPage", { body, contentType, url, robotsHeaders }, { signal });
}
