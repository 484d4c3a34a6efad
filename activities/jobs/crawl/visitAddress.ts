// Asks one address and says what it is. What is wrong with it is data and not thrown.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CRAWL_LIMITS } from "../../../domain/crawl/limits.ts";
import { readPage } from "../../../domain/crawl/readPage.ts";
import { type Hop, hop, textOf } from "../../site/request.ts";
import type { SiteTools } from "../../site/tools.ts";
import type { Frontier, Outcome, Waiting } from "./frontier.ts";

/** Answers with which a server asks for patience. */
const BUSY = new Set([429, 503]);
const PATIENCE_MS = 2_000;

/** `isAllowed`: by robots.txt. Throws only the signal's reason. */
export async function visitAddress(
  tools: SiteTools,
  frontier: Frontier,
  isAllowed: (url: string) => boolean,
  entry: Waiting,
): Promise<Outcome> {
  const { url, depth } = entry;
  const answer = await ask(tools, url);
  if (answer.state === "failed")
    return { entry, patch: { state: "broken", reason: answer.reason.slice(0, 300) }, found: [] };
  const { status, location, contentType } = answer;
  if (location !== null) {
    const to = frontier.accepts(location);
    const found = to === null ? [] : [{ url: to, depth, foundOn: url }];
    return { entry, patch: { state: "redirect", status, of: (to ?? location).slice(0, 2_000) }, found };
  }
  if (status < 200 || status >= 300)
    return { entry, patch: { state: "broken", status, reason: `It answers ${status}.` }, found: [] };
  if (!/html/i.test(contentType)) return { entry, patch: { state: "other", status }, found: [] };

  const html = textOf(answer.body, contentType);
  const page = readPage(html, url, answer.robotsHeaders);
  const canonical = page.canonical === null ? null : frontier.accepts(page.canonical);
  const links = page.nofollow ? [] : page.links;
  const found = links.flatMap((link) => {
    const to = frontier.accepts(link);
    return to === null ? [] : [{ url: to, depth: depth + 1, foundOn: url }];
  });
  const seen = {
    status,
    title: page.title,
    skeleton: page.skeleton,
    content: createHash("sha256").update(html).digest("hex").slice(0, 32),
    noindex: page.noindex,
    links: page.links.length,
    scripted: page.links.length === 0 && page.scripts > 0,
  };
  if (canonical !== null && canonical !== url && isAllowed(canonical))
    return {
      entry,
      patch: { ...seen, state: "duplicate", of: canonical },
      found: [{ url: canonical, depth, foundOn: url }, ...found],
    };
  return { entry, patch: { ...seen, state: "page" }, found };
}

async function ask(tools: SiteTools, url: string): Promise<Hop> {
  const options = { maxBytes: CRAWL_LIMITS.bodyBytes, timeoutMs: CRAWL_LIMITS.hopMs };
  const answer = await hop(tools, url, options);
  const busy = answer.state === "answered" ? BUSY.has(answer.status) : answer.kind === "reset";
  if (!busy) return answer;
  await sleep(PATIENCE_MS, undefined, { signal: tools.signal });
  return hop(tools, url, options);
}
