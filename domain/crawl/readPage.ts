// Extracts from a page as sent what a crawl needs: title, canonical, links, and the skeleton of its containers.

import { createHash } from "node:crypto";
import { baseOf, decodeKnownHtml, type Tag, tagsIn } from "../html/tags.ts";
import { readHead } from "../pillars/seo/htmlHead.ts";
import { directivesOf } from "../pillars/seo/indexing.ts";
import { oneLine } from "../text.ts";

const MAX_TAGS = 30_000;
const MAX_LINKS = 2_000;
const MAX_TITLE = 200;
/** Maximum length of the heading's markup. */
const MAX_HEADING = 4_000;
/** Robots whose directives the crawl follows: all robots, and its own name. */
const ROBOTS = new Set(["*", "plumbline"]);

/** Containers whose order and nesting define a template; the content that authors put into them does not. */
const CONTAINERS = new Set([
  "header",
  "nav",
  "main",
  "article",
  "section",
  "aside",
  "footer",
  "form",
  "div",
  "table",
  "ul",
  "ol",
  "dl",
  "figure",
  "dialog",
]);
/** Maximum depth of the skeleton; deeper containers are content. */
const SKELETON_DEPTH = 4;

export type CrawledDocument = {
  title: string;
  /** Text of the first h1; "" without one. */
  heading: string;
  /** The one address that the page declares as its own; null if it declares none or several. */
  canonical: string | null;
  /** Whether the page asks robots not to follow its links, or not to index it. */
  nofollow: boolean;
  noindex: boolean;
  /** Absolute addresses of links that may be followed, without duplicates. */
  links: string[];
  scripts: number;
  /** 16 hex digits, equal for pages with the same template. */
  skeleton: string;
};

/** `url`: the address that responded; `robotsHeaders`: the values of X-Robots-Tag. */
export function readPage(html: string, url: string, robotsHeaders: readonly string[] = []): CrawledDocument {
  const head = readHead(html, url);
  const directives = directivesOf(head.robotMetas, robotsHeaders).filter(({ robot }) => ROBOTS.has(robot));
  const canonicals = new Set(head.canonicals);
  const links = new Set<string>();
  const paths = new Set<string>();
  const open: { name: string; path: string }[] = [];
  let base: string | null = null;
  let title = "";
  let heading = "";
  let scripts = 0;
  for (const { tag, text, end } of tagsIn(html, MAX_TAGS)) {
    const { name } = tag;
    if (name === "base") base ??= baseOf(tag, url);
    else if (name === "script") scripts += 1;
    else if (name === "title") title ||= titleOf(text ?? "");
    else if (name === "h1") heading ||= headingAt(html, end);
    else if (name === "a" || name === "area") {
      const link = linkOf(tag, base ?? url);
      if (link !== null && links.size < MAX_LINKS) links.add(link);
    } else if (CONTAINERS.has(name)) {
      const shallow = open.length < SKELETON_DEPTH;
      const path = shallow ? `${open.at(-1)?.path ?? ""}>${name}${markOf(tag)}` : "";
      if (shallow) paths.add(path);
      open.push({ name, path });
    } else if (name.startsWith("/") && CONTAINERS.has(name.slice(1))) close(open, name.slice(1));
  }
  const says = (wanted: string) => directives.some(({ word }) => word === wanted || word === "none");
  return {
    title,
    heading,
    canonical: canonicals.size === 1 ? ([...canonicals][0] ?? null) : null,
    nofollow: says("nofollow"),
    noindex: says("noindex"),
    links: [...links],
    scripts,
    skeleton: createHash("sha256")
      .update([...paths].join("\n"))
      .digest("hex")
      .slice(0, 16),
  };
}

function linkOf({ attributes }: Tag, base: string): string | null {
  const given = attributes.get("href")?.trim();
  if (!given || given.startsWith("#") || attributes.has("download")) return null;
  if (/\bnofollow\b/i.test(attributes.get("rel") ?? "")) return null;
  const url = URL.parse(decodeKnownHtml(given), base);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Returns the first class, or the role. Digits in it are counters and are removed. */
function markOf({ attributes }: Tag): string {
  const mark = attributes.get("class")?.trim().split(/\s+/)[0] || attributes.get("role")?.trim() || "";
  return mark === "" ? "" : `.${mark.slice(0, 40).replace(/\d+/g, "0")}`;
}

/** Closes the nearest container with this name, and everything left open in it. A stray end tag closes nothing. */
function close(open: { name: string }[], name: string): void {
  for (let at = open.length - 1; at >= 0 && at >= open.length - 50; at -= 1)
    if (open[at]?.name === name) {
      open.length = at;
      return;
    }
}

const titleOf = (text: string): string => oneLine(decodeKnownHtml(text.slice(0, MAX_TITLE * 4))).slice(0, MAX_TITLE);

/** Returns the text up to the end of the heading, without the tags in it. */
function headingAt(html: string, from: number): string {
  const sent = html.slice(from, from + MAX_HEADING);
  const close = sent.search(/<\/h1/i);
  const text = (close < 0 ? sent.slice(0, MAX_TITLE) : sent.slice(0, close)).replace(/<[^<>]*>?/g, " ");
  return titleOf(text).trim();
}
