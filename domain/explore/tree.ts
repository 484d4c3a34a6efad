// Reads the accessibility tree of a page as Playwright writes it (`ariaSnapshot`), and tells one state of a site from another.
import { createHash } from "node:crypto";
import { patternOf } from "../crawl/groups.ts";
import { oneLine, truncate } from "../text.ts";
import type { TreeEntry } from "./explore.ts";

/** Characters and entries that are read: a page beyond is told from others by its beginning. */
const MAX_CHARACTERS = 300_000;
const MAX_ENTRIES = 2_000;

const LANDMARKS = new Set(["banner", "navigation", "main", "complementary", "contentinfo", "search", "dialog"]);

/** The entries that have a role, in document order. `text`: what is beside the role, such as a status' words. */
export function readTree(snapshot: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  /** Landmarks around the present line, by how far they are indented. */
  const around: { indent: number; role: string }[] = [];
  for (const line of snapshot.slice(0, MAX_CHARACTERS).split("\n")) {
    if (entries.length >= MAX_ENTRIES) break;
    const [, spaces = "", rest = ""] = /^( *)- (.*)$/.exec(line) ?? [];
    if (rest === "" || rest.startsWith("/")) continue;
    const indent = spaces.length;
    while (around.length > 0 && (around.at(-1)?.indent ?? 0) >= indent) around.pop();
    const entry = entryOf(rest);
    if (!entry) continue;
    if (entry.role === "text") {
      const last = entries.at(-1);
      // `- status:` with its words on the next line.
      if (last && last.text === "" && (last.role === "status" || last.role === "alert")) last.text = entry.text;
      continue;
    }
    entries.push({ ...entry, region: around.at(-1)?.role ?? "" });
    if (LANDMARKS.has(entry.role)) around.push({ indent, role: entry.role });
  }
  return entries;
}

/** `role "name" [attributes]: text`; as a whole in single quotes where YAML wants that. */
function entryOf(line: string): Omit<TreeEntry, "region"> | null {
  let key = line;
  let text = "";
  if (line.startsWith("'")) {
    const end = /^'((?:[^']|'')*)'(?:: ?(.*)|)$/.exec(line);
    if (!end) return null;
    key = (end[1] ?? "").replaceAll("''", "'");
    text = end[2] ?? "";
  }
  const found = /^([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?([^:]*)(?:: ?(.*))?$/.exec(key);
  if (!found) return null;
  const [, role = "", name, , after = ""] = found;
  return { role, name: unquoted(name), text: cleanText(text || after) };
}

function unquoted(name: string | undefined): string {
  if (name === undefined) return "";
  try {
    return oneLine(String(JSON.parse(name)));
  } catch {
    return "";
  }
}

const cleanText = (text: string): string => truncate(oneLine(text.replace(/^["']|["']$/g, "")), 200);

/** The address as its kind: ids, numbers, dates and slugs folded, also in the route of a script (`#/orders/7`). */
export function templateOf(url: string): string {
  const { segments, query } = patternOf(url);
  const [, route] = /#!?(\/.*)$/.exec(url) ?? [];
  return `/${segments.join("/")}${query}${route === undefined ? "" : `#${templateOf(`http://x${route}`)}`}`;
}

/** The word alone, or at the beginning of what ends in dots: a heading "Loading bay" says nothing of the kind. */
const LOADING =
  /^ *- (?:[^\n]{0,40}[^\p{L}\n])?(?:loading|please wait|lädt|wird geladen|chargement|cargando|caricamento|carregando|ładowanie|laddar|indlæser|laster)(?:["'\s]*$|:|[^\n]{0,30}(?:…|\.{3})["'\s]*$)/imu;

/** Whether a short line of the tree says that something is still coming. */
export const saysLoading = (snapshot: string): boolean => LOADING.test(snapshot.slice(0, MAX_CHARACTERS));

/** Clocks, dates and long numbers differ from visit to visit, and make no other state. */
const steady = (name: string): string =>
  name
    .replace(/\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g, "#")
    .replace(/\d{5,}/g, "#");

/** The same for two looks at one state: a hash of the address' template and of the roles and names on the page. */
export function stateIdOf(url: string, entries: readonly TreeEntry[]): string {
  const lines = entries.map(({ role, name }) => `${role} ${steady(name)}`);
  return hashOf([templateOf(url), ...lines]);
}

/** How many entries have a role and a name. */
export function countedTree(entries: readonly TreeEntry[]): (role: string, name: string) => number {
  const counts = new Map<string, number>();
  for (const { role, name } of entries) counts.set(`${role} ${name}`, (counts.get(`${role} ${name}`) ?? 0) + 1);
  return (role, name) => counts.get(`${role} ${name}`) ?? 0;
}

/** A short name for what these lines say. */
export const hashOf = (lines: readonly string[]): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
