// Robots directives from meta elements and X-Robots-Tag headers, and the canonical address that a page names.
import { storableUrl } from "./address.ts";
import type { SeoDocument, SeoPage } from "./gathered.ts";

/** Directives whose own value follows a colon, so the word before it names no robot. */
const VALUED = new Set(["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"]);
/** What a robot may be called (RFC 9309); a time of day has a colon too. */
const ROBOT = /^[a-z][a-z0-9_-]*$/;

export type Directive = { word: string; robot: string; source: "meta" | "header" };

/** Every directive in lower case. Robots are `*` for all, or as they are named. */
export function directivesOf(metas: SeoDocument["metas"], headers: readonly string[]): Directive[] {
  const found: Directive[] = [];
  for (const { name, content } of metas) {
    if (name !== "robots" && !/bot$/.test(name)) continue;
    const robot = name === "robots" ? "*" : name;
    for (const word of content.toLowerCase().split(",")) found.push({ word: word.trim(), robot, source: "meta" });
  }
  for (const header of headers) {
    let robot = "*";
    for (const part of header.toLowerCase().split(",")) {
      const colon = part.indexOf(":");
      const before = part.slice(0, Math.max(0, colon)).trim();
      const names = ROBOT.test(before) && !VALUED.has(before);
      if (names) robot = before;
      found.push({ word: (names ? part.slice(colon + 1) : part).trim(), robot, source: "header" });
    }
  }
  return found.filter(({ word }) => word !== "");
}

/** The directive that keeps the page out of Google's index; undefined: none does. */
export function noindexOf(metas: SeoDocument["metas"], headers: readonly string[]): Directive | undefined {
  return directivesOf(metas, headers).find(
    ({ word, robot }) => (word === "noindex" || word === "none") && (robot === "*" || robot === "googlebot"),
  );
}

/** The canonical address of the page; null: it names none, or several that disagree. */
export function canonicalOf(page: SeoPage): string | null {
  const named = [
    ...(page.document?.canonicals ?? []).flatMap(({ url, inHead }) => (inHead && url !== null ? [url] : [])),
    ...page.headerCanonicals.flatMap((href) => storableUrl(href, page.finalUrl) ?? []),
  ];
  const distinct = [...new Set(named)];
  return distinct.length === 1 ? (distinct[0] ?? null) : null;
}

/** It answered with success, nothing keeps it out of the index and robots.txt lets it be read. */
export function isIndexable(page: SeoPage): boolean {
  return (
    isSuccess(page.status) &&
    !noindexOf(page.document?.metas ?? [], page.robotsHeaders) &&
    !(page.robotsTxt.state === "read" && page.robotsTxt.allowed === false)
  );
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
