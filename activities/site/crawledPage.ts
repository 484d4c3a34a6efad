// Parses a response as a page of a crawl: small ones here, large ones in a thread.
import { inThread } from "../threads/inThread.ts";
import { type CrawledPage, readCrawledPage } from "./readCrawledPage.ts";

/** Pages up to this size are parsed in at most 10 ms, whatever they contain: less than passing them to a thread may take. */
const SMALL_BYTES = 100_000;

/** `url` is the address that responded. Rejects with a ThreadJobError, or with the signal's reason. */
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
