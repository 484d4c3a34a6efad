// Parses a response as a page of a crawl: its text in its own character set, its metadata, and a digest of it.
import { createHash } from "node:crypto";
import { type CrawledDocument, readPage } from "../../domain/crawl/readPage.ts";
import { textOf } from "./request.ts";

export type CrawledPage = CrawledDocument & { content: string };

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
