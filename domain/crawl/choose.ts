// Decides which addresses a crawl includes, with the reason. Pure.
import { keyOf, sameSite } from "./address.ts";

/** Patterns for path and query, in which `*` stands for anything. */
export type CrawlFilter = { startUrl: string; include: readonly string[]; exclude: readonly string[] };

export type Choice = { take: true } | { take: false; why: "elsewhere" | "excluded" };

/** The start page is always included, so that a narrow `include` has a starting point. */
export function chooseAddress(url: string, filter: CrawlFilter): Choice {
  if (!sameSite(url, filter.startUrl)) return { take: false, why: "elsewhere" };
  if (url === filter.startUrl) return { take: true };
  const key = keyOf(url);
  if (filter.exclude.some((pattern) => matchesPattern(key, pattern))) return { take: false, why: "excluded" };
  const included = filter.include.length === 0 || filter.include.some((pattern) => matchesPattern(key, pattern));
  return included ? { take: true } : { take: false, why: "excluded" };
}

/** Whether a pattern matches the whole of path and query, or the path alone. Runs in linear time, without a regular expression. */
export function matchesPattern(key: string, pattern: string): boolean {
  return glob(key, pattern) || glob(key.split("?")[0] ?? "", pattern);
}

function glob(text: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let mark = 0;
  while (at < text.length) {
    if (next < pattern.length && pattern[next] === "*") {
      star = next;
      next += 1;
      mark = at;
    } else if (next < pattern.length && pattern[next] === text[at]) {
      next += 1;
      at += 1;
    } else if (star >= 0) {
      next = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (pattern[next] === "*") next += 1;
  return next === pattern.length;
}
