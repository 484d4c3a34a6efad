// Reads an answer as a page of a crawl: its text in its own character set, what it says of itself, and a digest of it.
import { createHash } from "node:crypto";
import { type CrawledDocument, readPage } from "../../domain/crawl/readPage.ts";
import { inThread } from "../threads/inThread.ts";
import { textOf } from "./request.ts";

export type CrawledPage = CrawledDocument & { content: string };

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

export function readCrawledPage(
  body: Buffer,
  contentType: string,
  url: string,
  robotsHeaders: readonly string[],
): CrawledPage {
  const html = textOf(body, contentType);
  return {
    ...readPage(html, url, robotsHeaders),
    content: createHash("sha256").update(html).digest("hex").slice(0, 32),
  };
}
