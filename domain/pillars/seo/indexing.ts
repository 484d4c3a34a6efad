// Robots directives from meta elements and X-Robots-Tag headers, and the canonical address that a page names.
import { storableUrl } from "./address.ts";
import type { SeoDocument, SeoHref, SeoPage } from "./gathered.ts";

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
    for (const word of wordsOf(content)) found.push({ word, robot, source: "meta" });
  }
  for (const header of headers) {
    let robot = "*";
    for (const part of wordsOf(header)) {
      const colon = part.indexOf(":");
      const before = part.slice(0, Math.max(0, colon)).trim();
      const names = ROBOT.test(before) && !VALUED.has(before);
      if (names) robot = before;
      found.push({ word: (names ? part.slice(colon + 1) : part).trim(), robot, source: "header" });
    }
  }
  return found.filter(({ word }) => word !== "");
}

/** A date may begin with its day and a comma ("Friday, 25-Jun-10"), which ends no directive. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/,(?!(?<=unavailable_after:\s{0,5}[a-z]{3,9},)\s{0,5}\d)/)
    .map((word) => word.trim());

/** The date of an unavailable_after directive as epoch ms; undefined: it is another one, or no date. */
export function lastDayOf({ word }: Pick<Directive, "word">): number | undefined {
  const time = word.startsWith("unavailable_after:")
    ? Date.parse(word.slice("unavailable_after:".length).trim())
    : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether it keeps a page out of the index at the ISO time `at`; without a time a date keeps nothing out. */
export function keepsOut(directive: Directive, at: string | undefined): boolean {
  if (directive.word === "noindex" || directive.word === "none") return true;
  const last = lastDayOf(directive);
  return last !== undefined && at !== undefined && last < Date.parse(at);
}

/** The directive that keeps the page out of Google's index at the ISO time `at`; undefined: none does. */
export function noindexOf(
  metas: SeoDocument["metas"],
  headers: readonly string[],
  at?: string | undefined,
): Directive | undefined {
  return directivesOf(metas, headers).find(
    (directive) => keepsOut(directive, at) && (directive.robot === "*" || directive.robot === "googlebot"),
  );
}

/** Canonical addresses that count: links in the head, and headers. `url` is resolved; null: it cannot be visited. */
export function canonicalsOf(page: Pick<SeoPage, "document" | "headerCanonicals" | "finalUrl">): {
  url: string | null;
  href: string;
  source: "link" | "header";
}[] {
  return [
    ...(page.document?.canonicals ?? []).flatMap(({ url, href, inHead }) =>
      // Without an address it names nothing.
      inHead && href.trim() !== "" ? [{ url, href, source: "link" as const }] : [],
    ),
    ...page.headerCanonicals.map((href) => ({
      url: storableUrl(href.trim(), page.finalUrl),
      href,
      source: "header" as const,
    })),
  ];
}

/** The canonical address of the page; null: it names none, or several that disagree. */
export function canonicalOf(page: SeoPage): string | null {
  const distinct = new Set(canonicalsOf(page).flatMap(({ url }) => url ?? []));
  return distinct.size === 1 ? ([...distinct][0] ?? null) : null;
}

/** Language versions that search engines read: links in the head, and headers. */
export const hreflangsOf = (page: Pick<SeoPage, "document" | "headerHreflangs">): (SeoHref & { lang: string })[] => [
  ...(page.document?.hreflangs ?? []).filter(({ inHead }) => inHead),
  ...(page.headerHreflangs ?? []),
];

/** It answered with success, nothing keeps it out of the index and robots.txt lets it be read. */
export function isIndexable(page: SeoPage): boolean {
  return (
    isSuccess(page.status) &&
    !noindexOf(page.document?.metas ?? [], page.robotsHeaders, page.at) &&
    !(page.robotsTxt.state === "read" && page.robotsTxt.allowed === false)
  );
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
