// Reads the robots.txt of an origin and determines what it means for an address.
import { storableUrl } from "../../domain/pillars/seo/address.ts";
import type { RobotsTxt } from "../../domain/pillars/seo/gathered.ts";
import { type Robots, readRobotsFile } from "../../domain/robots/robots.ts";
import { validateRobots } from "../../domain/robots/validate.ts";
import { follow, hop, textOf } from "./request.ts";
import type { SiteTools } from "./tools.ts";

/** The robot that brings most search visitors. */
const SEARCH_ROBOT = "Googlebot";
const MAX_SITEMAPS = 20;
/** Search engines read 500 KiB (RFC 9309). */
const ROBOTS_BYTES = 500 * 1024;

/** The file as received. `unreachable` (5xx or no response) is not the same as no file (RFC 9309, 2.3.1). */
export type RobotsFile =
  | { state: "read"; address: string; text: string; truncated: boolean; isHtml: boolean }
  | { state: "absent"; status: number }
  | { state: "unreachable"; status: number | null; reason: string; retryAfterMs: number | null };

const UNREACHABLE = { state: "unreachable", status: null, retryAfterMs: null } as const;

/** Requests the file of the address' origin; limited to 500 KiB. */
export async function fetchRobots(
  tools: Pick<SiteTools, "fetch" | "access" | "signal">,
  url: string,
): Promise<RobotsFile> {
  const address = new URL("/robots.txt", url).href;
  const { end } = await follow((at) => hop(tools, at, { maxBytes: ROBOTS_BYTES }), address, 5);
  if (end.state === "failed") return { ...UNREACHABLE, reason: end.reason };
  if (end.state !== "answered") return { ...UNREACHABLE, reason: "Its redirects do not end." };
  const { status, retryAfterMs } = end;
  if (status >= 500 || status === 429)
    return { ...UNREACHABLE, status, reason: `It answered ${status}.`, retryAfterMs };
  if (status < 200 || status >= 300) return { state: "absent", status };
  const text = textOf(end.body, "");
  const isHtml = /^\s{0,100}<(!doctype|html)/i.test(text);
  return { state: "read", address, text: isHtml ? "" : text, truncated: end.truncated, isHtml };
}

/** Returns the addresses of sitemaps listed in the file, in storable form. */
export function sitemapsOf({ sitemaps }: Pick<Robots, "sitemaps">, address: string): string[] {
  return sitemaps.slice(0, MAX_SITEMAPS).flatMap((sitemap) => storableUrl(sitemap, address) ?? []);
}

/** Returns what the file tells search engines about one address. */
export async function readRobots(
  tools: Pick<SiteTools, "fetch" | "access" | "signal">,
  url: string,
): Promise<RobotsTxt> {
  const file = await fetchRobots(tools, url);
  if (file.state === "absent") return { ...file, sitemaps: [] };
  if (file.state === "unreachable")
    return { state: file.state, status: file.status, reason: file.reason, sitemaps: [] };
  const robots = readRobotsFile(file.address, file.text, SEARCH_ROBOT);
  const verdict = robots.judge(url);
  const { problems, left } = validateRobots(file.text);
  return {
    state: "read",
    allowed: verdict?.allowed ?? null,
    line: verdict?.line ?? null,
    sitemaps: sitemapsOf(robots, file.address),
    truncated: file.truncated,
    isHtml: file.isHtml,
    rulesLeftOut: robots.leftOut,
    problems,
    problemsLeft: left,
  };
}
