// Groups pages by template: pages with the same path pattern and skeleton. Ids, numbers, dates and slugs are folded.
import { keyOf } from "./address.ts";

export type GroupedPage = { url: string; skeleton: string };
export type PageGroup = { group: string; skeleton: string; urls: string[] };

/** Number of different names at one position of a path, on pages with the same skeleton, from which they are entries of one kind. */
const SIBLINGS = 3;

/** Returns the groups, largest first, with their `urls` shortest first. Deterministic for the set of pages. */
export function groupPages(pages: readonly GroupedPage[]): PageGroup[] {
  const rows = pages.map(({ url, skeleton }) => ({ url, skeleton, ...patternOf(url) }));
  const deepest = Math.max(0, ...rows.map(({ segments }) => segments.length));
  // From the end, because the name of an entry varies more than its location.
  for (let back = 1; back <= deepest; back += 1) {
    const families = new Map<string, typeof rows>();
    for (const row of rows) {
      const at = row.segments.length - back;
      if (at < 0) continue;
      const others = row.segments.map((segment, index) => (index === at ? "*" : segment));
      const family = JSON.stringify([row.skeleton, row.query, others]);
      const rowsOfIt = families.get(family);
      if (rowsOfIt) rowsOfIt.push(row);
      else families.set(family, [row]);
    }
    for (const family of families.values()) {
      const names = new Set(family.map(({ segments }) => segments[segments.length - back]));
      if (names.size < SIBLINGS) continue;
      for (const row of family) row.segments[row.segments.length - back] = "{slug}";
    }
  }
  const groups = new Map<string, { pattern: string; skeleton: string; urls: string[] }>();
  for (const { url, skeleton, segments, query } of rows) {
    const pattern = `/${segments.join("/")}${query}`;
    const id = `${pattern} ${skeleton}`;
    const group = groups.get(id) ?? { pattern, skeleton, urls: [] };
    group.urls.push(url);
    groups.set(id, group);
  }
  const sorted = [...groups.values()].sort(
    (a, b) => b.urls.length - a.urls.length || compare(a.pattern, b.pattern) || compare(a.skeleton, b.skeleton),
  );
  const used = new Map<string, number>();
  return sorted.map(({ pattern, skeleton, urls }) => {
    const count = (used.get(pattern) ?? 0) + 1;
    used.set(pattern, count);
    urls.sort((a, b) => a.length - b.length || compare(a, b));
    // The same path pattern with a different skeleton is a different template.
    return { group: count === 1 ? pattern : `${pattern} (${count})`, skeleton, urls };
  });
}

/** Returns the path with ids, numbers, dates and slugs folded, and the names of the parameters. */
export function patternOf(url: string): { segments: string[]; query: string } {
  const [path = "", search = ""] = keyOf(url).split("?");
  const segments = path.split("/").filter((segment) => segment !== "");
  const names = [...new Set(new URLSearchParams(search).keys())];
  return { segments: segments.map(fold), query: names.length > 0 ? `?${names.join("&")}`.slice(0, 200) : "" };
}

function fold(segment: string): string {
  const text = segment.slice(0, 200);
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(text)) return "{date}";
  if (/^\d+$/.test(text)) return "{n}";
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text)) return "{id}";
  if (/^(?=[^\d]*\d)[0-9a-z]{12,}$/i.test(text)) return "{id}";
  const [, name = text, extension = ""] = /^(.+?)(\.[a-z]{1,5})?$/i.exec(text) ?? [];
  if (name.split(/[-_]|%20/).length >= 4) return `{slug}${extension}`;
  return name.replace(/\d+/g, "{n}") + extension;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
