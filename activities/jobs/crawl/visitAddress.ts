// Requests one address and classifies the response. Problems of the address are returned, not thrown.
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { MAX_TRIES } from "../../../domain/crawl/pace.ts";
import { storableUrl } from "../../../domain/pillars/seo/address.ts";
import type { WaitingAddress } from "../../../models/crawlAddresses/queries.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import { crawledPage } from "../../site/crawledPage.ts";
import type { CrawledPage } from "../../site/readCrawledPage.ts";
import { type Hop, hop } from "../../site/request.ts";
import type { SiteTools } from "../../site/tools.ts";
import { ThreadJobError } from "../../threads/inThread.ts";
import type { Candidate, Frontier, Outcome } from "./frontier.ts";

/** Dependencies of a visit. */
export type Visiting = {
  tools: SiteTools;
  frontier: Pick<Frontier, "accepts">;
  isAllowed(url: string): boolean;
  /** Pauses between two requests of one visit. */
  pause(): Promise<void>;
};

/** The site asks for slower requests; with a 429 (`tooMany`) it means all requests. `waitMs`: from Retry-After. */
export type Busy = { tooMany: boolean; waitMs: number | null };
/** `busy`: the address stays waiting until it has been tried often enough. */
export type Visited = Outcome & { busy?: Busy };

/** Statuses with which a server asks for slower requests. */
const BUSY = new Set([429, 503]);
/** Connection errors of a server that is overloaded or restarting. */
const GONE_FOR_NOW = new Set(["reset", "refused"]);
/** The start page of a site links to other pages; one with fewer links than this creates them by script. */
const FEW_LINKS = 2;
/** Maximum redirects to another spelling of the same address that are followed. */
const MAX_SELF_HOPS = 3;

/** Throws only the signal's reason. */
export async function visitAddress(visiting: Visiting, entry: WaitingAddress): Promise<Visited> {
  const { frontier, isAllowed } = visiting;
  const { url, depth } = entry;
  const { answer, at } = await ask(visiting, url);
  const broken = (status: number | null, reason: string): Outcome => ({
    entry,
    patch: { state: "broken", status, reason: reason.slice(0, 300) },
    found: [],
  });
  const busy = busyOf(answer);
  if (answer.state === "failed")
    return busy ? setBack(entry, busy, broken(null, answer.reason)) : broken(null, answer.reason);
  const { status, location, contentType } = answer;
  if (busy) return setBack(entry, busy, broken(status, `It answers ${status}, ${MAX_TRIES} times.`));
  if (location !== null) {
    const to = frontier.accepts(location);
    if (to === url) return broken(status, "It redirects to itself.");
    const found = to === null ? [] : [{ url: to, depth, foundOn: url }];
    return { entry, patch: { state: "redirect", status, of: to ?? withoutSecrets(location) }, found };
  }
  if (status < 200 || status >= 300) return broken(status, `It answers ${status}.`);
  if (!/html/i.test(contentType)) return { entry, patch: { state: "other", status }, found: [] };

  let page: CrawledPage;
  try {
    page = await crawledPage(answer.body, contentType, at, answer.robotsHeaders, visiting.tools.signal);
  } catch (error) {
    if (error instanceof ThreadJobError && error.code !== "closed") return broken(status, error.message);
    throw error;
  }
  const canonical = page.canonical === null ? null : frontier.accepts(page.canonical);
  const found: Candidate[] = [];
  await inTurns(page.nofollow ? [] : page.links, (link) => {
    const to = frontier.accepts(link);
    if (to !== null) found.push({ url: to, depth: depth + 1, foundOn: url });
  });
  const seen = {
    status,
    title: page.title,
    heading: page.heading,
    skeleton: page.skeleton,
    content: page.content,
    noindex: page.noindex,
    links: page.links.length,
    scripted: page.scripts > 0 && page.links.length <= (depth === 0 ? FEW_LINKS : 0),
  };
  if (canonical !== null && canonical !== url && isAllowed(canonical))
    return {
      entry,
      patch: { ...seen, state: "duplicate", of: canonical },
      found: [{ url: canonical, depth, foundOn: url }, ...found],
    };
  return { entry, patch: { ...seen, state: "page" }, found };
}

/**
 * Addresses are stored in one spelling, with their parameters in one order. A site that redirects to its own spelling, or to the
 * same address after setting a cookie, still means this page, so that is followed. `at`: the address that responded.
 */
async function ask({ tools, frontier, isAllowed, pause }: Visiting, url: string): Promise<{ answer: Hop; at: string }> {
  const cookies: string[] = [];
  let at = url;
  for (let hops = 0; ; hops += 1) {
    const answer = await hop(tools, at, { maxBytes: CRAWL_LIMITS.bodyBytes, timeoutMs: CRAWL_LIMITS.hopMs, cookies });
    const onward = answer.state === "answered" ? answer.location : null;
    const isSelf = onward !== null && frontier.accepts(onward) === url;
    if (answer.state !== "answered" || !isSelf || hops === MAX_SELF_HOPS || !isAllowed(onward)) return { answer, at };
    cookies.push(...answer.cookies);
    at = onward;
    await pause();
  }
}

function busyOf(answer: Hop): Busy | null {
  if (answer.state === "failed") return GONE_FOR_NOW.has(answer.kind) ? { tooMany: false, waitMs: null } : null;
  return BUSY.has(answer.status) ? { tooMany: answer.status === 429, waitMs: answer.retryAfterMs } : null;
}

/** Keeps the address waiting for another try; after the last one it is `broken`. */
function setBack(entry: WaitingAddress, busy: Busy, broken: Outcome): Visited {
  const tries = entry.tries + 1;
  const patch = tries < MAX_TRIES ? {} : broken.patch;
  return { entry, patch: { ...patch, tries }, found: [], busy };
}

/** A target that is not visited may hold a password or a token: links after a sign-in do. */
const withoutSecrets = (location: string): string => storableUrl(location) ?? URL.parse(location)?.origin ?? "";
