import { createHash } from "node:crypto";
import { describeCollection, document, required } from "../lib/schema.ts";

/** What became of an address: a `page` is kept; `waiting` addresses are the frontier. */
export type CrawlState = "waiting" | "page" | "duplicate" | "redirect" | "broken" | "other" | "skipped";

/** One address of one crawl: frontier and result in one place, so that a crawl resumes where a killed worker stopped. */
export type CrawlAddress = {
  /** `<jobId>:<hash of the address>`: an address is recorded once, however many pages link to it. */
  _id: string;
  jobId: string;
  projectId: string;
  url: string;
  /** The address without its origin. */
  key: string;
  /** Shared by addresses that differ only in parameter values; "" without parameters. */
  family: string;
  /** Number of links from the start page; pages of the sitemap count as 1. */
  depth: number;
  /** Lower weights are requested first. */
  weight: number;
  /** `start`, `sitemap`, or the page that links to it. */
  foundOn: string;
  state: CrawlState;
  /** HTTP status; null if not requested or not answered. */
  status: number | null;
  /** Where a redirect or a duplicate leads; "" otherwise. */
  of: string;
  /** Why it is broken or skipped. */
  reason: string;
  title: string;
  /** Missing in older crawls. */
  heading?: string;
  skeleton: string;
  /** Hash of the document's text. */
  content: string;
  noindex: boolean;
  links: number;
  /** How often the site was too busy to answer. */
  tries: number;
  /** Whether it has no links (the start page: few) but scripts that may create some. */
  scripted: boolean;
  /** Template group; "" until the crawl has ended. */
  group: string;
  /** Artifact with a picture of the page, once somebody requested it. */
  thumbnailId?: string | null;
};

export const crawlAddressSchema = document<CrawlAddress>({
  _id: required(String),
  jobId: required(String),
  projectId: required(String),
  url: required(String),
  key: required(String),
  family: { type: String, default: "" },
  depth: required(Number),
  weight: required(Number),
  foundOn: { type: String, default: "" },
  state: required(String),
  status: { type: Number, default: null },
  of: { type: String, default: "" },
  reason: { type: String, default: "" },
  title: { type: String, default: "" },
  heading: { type: String, default: "" },
  skeleton: { type: String, default: "" },
  content: { type: String, default: "" },
  noindex: { type: Boolean, default: false },
  links: { type: Number, default: 0 },
  tries: { type: Number, default: 0 },
  scripted: { type: Boolean, default: false },
  group: { type: String, default: "" },
  thumbnailId: { type: String, default: null },
});
describeCollection(crawlAddressSchema, {
  holds:
    "One address of one crawl: frontier and result. Those of a project's last three completed crawls are kept, others until the next crawl starts.",
  id: "`<jobId>:<hash of the address>`",
});
crawlAddressSchema.index({ jobId: 1, state: 1, weight: 1, _id: 1 });
crawlAddressSchema.index({ jobId: 1, key: 1 });
crawlAddressSchema.index({ jobId: 1, family: 1, state: 1 });

export function crawlAddressIdOf(jobId: string, url: string): string {
  return `${jobId}:${createHash("sha256").update(url).digest("hex").slice(0, 24)}`;
}
