// Reads robots.txt of an origin and says what it means for one address.
import robotsParser from "robots-parser";
import { storableUrl } from "../../../domain/audit/seo/address.ts";
import type { RobotsTxt } from "../../../domain/audit/seo/gathered.ts";
import type { GatherTools } from "../pillar.ts";
import { ROBOTS_BYTES } from "./limits.ts";
import { follow, hop, textOf } from "./request.ts";

/** The robot whose results most visitors come from. */
const ROBOT = "Googlebot";
const MOST_SITEMAPS = 20;

type Rules = {
  isAllowed(url: string, robot: string): boolean | undefined;
  getMatchingLineNumber(url: string, robot: string): number;
  getSitemaps(): string[];
};
// The package is a CommonJS function whose types tell of a default export.
const parse = robotsParser as unknown as (url: string, text: string) => Rules;

/** Bounded at 500 KiB; an answer of 5xx or none is `unreachable`, which is not the same as no file (RFC 9309, 2.3.1). */
export async function readRobots(
  tools: Pick<GatherTools, "fetch" | "access" | "signal">,
  url: string,
): Promise<RobotsTxt> {
  const address = new URL("/robots.txt", url).href;
  const { end } = await follow((at) => hop(tools, at, { maxBytes: ROBOTS_BYTES }), address, 5);
  if (end.state === "failed") return unreachable(null, end.reason);
  if (end.state !== "answered") return unreachable(null, "Its redirects do not end.");
  if (end.status >= 500 || end.status === 429) return unreachable(end.status, `It answered ${end.status}.`);
  if (end.status < 200 || end.status >= 300) return { state: "absent", status: end.status, sitemaps: [] };
  const text = textOf(end.body, "");
  const isHtml = /^\s{0,100}<(!doctype|html)/i.test(text);
  // Several stars in a row mean what one means; as many as a hostile file has would cost a second each.
  const rules = parse(address, isHtml ? "" : text.replace(/\*{2,}/g, "*"));
  const line = rules.getMatchingLineNumber(url, ROBOT);
  return {
    state: "read",
    allowed: rules.isAllowed(url, ROBOT) ?? null,
    line: line > 0 ? line : null,
    sitemaps: rules
      .getSitemaps()
      .slice(0, MOST_SITEMAPS)
      .flatMap((sitemap) => storableUrl(sitemap, address) ?? []),
    truncated: end.truncated,
    isHtml,
  };
}

const unreachable = (status: number | null, reason: string): RobotsTxt => ({
  state: "unreachable",
  status,
  reason,
  sitemaps: [],
});
