// Reads robots directives from meta elements and X-Robots-Tag headers, and the canonical URL of a page.
import { storableUrl } from "./address.ts";
import type { SeoDocument, SeoHref, SeoPage } from "./gathered.ts";

/** Directives with a value after a colon, so that the word before the colon is not a robot's name. */
const VALUED = new Set(["unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"]);
/** Robot name according to RFC 9309. A time of day contains a colon too, but is not a name. */
const ROBOT = /^[a-z][a-z0-9_-]*$/;

export type Directive = { word: string; robot: string; source: "meta" | "header" };

/** Whether a meta element of this name is for all robots, or for one of this name. `robot` is a mistake without effect. */
export const isForRobots = (name: string): boolean => name === "robots" || /(?<!^ro)bot$/.test(name);

/** Returns all directives in lower case. `robot` is `*` for all robots, otherwise a robot's name. */
export function directivesOf(metas: SeoDocument["metas"], headers: readonly string[]): Directive[] {
  const found: Directive[] = [];
  for (const { name, content } of metas) {
    if (!isForRobots(name)) continue;
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

/** A date may begin with a weekday and a comma ("Friday, 25-Jun-10"); that comma does not end the directive. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/,(?!(?<=unavailable_after:\s{0,5}[a-z]{3,9},)\s{0,5}\d)/)
    .map((word) => word.trim());

/** Returns the date of an unavailable_after directive as epoch ms, or undefined for other directives and invalid dates. */
export function lastDayOf({ word }: Pick<Directive, "word">): number | undefined {
  const time = word.startsWith("unavailable_after:")
    ? Date.parse(word.slice("unavailable_after:".length).trim())
    : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

/** Whether the directive excludes a page from the index at the ISO time `at`. Without a time, a date has no effect. */
export function keepsOut(directive: Directive, at: string | undefined): boolean {
  if (directive.word === "noindex" || directive.word === "none") return true;
  const last = lastDayOf(directive);
  return last !== undefined && at !== undefined && last < Date.parse(at);
}

/** Returns the directive that excludes the page from Google's index at the ISO time `at`, or undefined if there is none. */
export function noindexOf(
  metas: SeoDocument["metas"],
  headers: readonly string[],
  at?: string | undefined,
): Directive | undefined {
  return directivesOf(metas, headers).find(
    (directive) => keepsOut(directive, at) && (directive.robot === "*" || directive.robot === "googlebot"),
  );
}

/** Returns the canonical URLs that count: links in the head, and headers. `url` is resolved; null if it cannot be visited. */
export function canonicalsOf(page: Pick<SeoPage, "document" | "headerCanonicals" | "finalUrl">): {
  url: string | null;
  href: string;
  source: "link" | "header";
}[] {
  return [
    ...(page.document?.canonicals ?? []).flatMap(({ url, href, inHead }) =>
      // A link without an href names no URL.
      inHead && href.trim() !== "" ? [{ url, href, source: "link" as const }] : [],
    ),
    ...page.headerCanonicals.map((href) => ({
      url: storableUrl(href.trim(), page.finalUrl),
      href,
      source: "header" as const,
    })),
  ];
}

/** Returns the canonical URL of the page, or null if there is none or several disagree. */
export function canonicalOf(page: SeoPage): string | null {
  const distinct = new Set(canonicalsOf(page).flatMap(({ url }) => url ?? []));
  return distinct.size === 1 ? ([...distinct][0] ?? null) : null;
}

/** Returns the language versions that search engines read: links in the head, and headers. */
export const hreflangsOf = (page: Pick<SeoPage, "document" | "headerHreflangs">): (SeoHref & { lang: string })[] => [
  ...(page.document?.hreflangs ?? []).filter(({ inHead }) => inHead),
  ...(page.headerHreflangs ?? []),
];

/** Whether the page responded with success, is not excluded from the index and is allowed by robots.txt. */
export function isIndexable(page: SeoPage): boolean {
  return (
    isSuccess(page.status) &&
    !noindexOf(page.document?.metas ?? [], page.robotsHeaders, page.at) &&
    !(page.robotsTxt.state === "read" && page.robotsTxt.allowed === false)
  );
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;
