// Parses the accessibility tree of a page as written by Playwright (`ariaSnapshot`), and distinguishes the states of a site.
import { createHash } from "node:crypto";
import { patternOf } from "../crawl/groups.ts";
import { oneLine, truncate } from "../text.ts";
import type { TreeEntry } from "./explore.ts";

/** Maximum number of characters and entries read; longer pages are distinguished by their beginning. */
const MAX_CHARACTERS = 300_000;
const MAX_ENTRIES = 2_000;

const LANDMARKS = new Set(["banner", "navigation", "main", "complementary", "contentinfo", "search", "dialog"]);

/** Returns the entries that have a role, in document order. `text`: text beside the role, such as the message of a status. */
export function readTree(snapshot: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  /** Landmarks around the current line, with their indentation. */
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
      // `- status:` with its text on the next line.
      if (last && last.text === "" && (last.role === "status" || last.role === "alert")) last.text = entry.text;
      continue;
    }
    entries.push({ ...entry, region: around.at(-1)?.role ?? "" });
    if (LANDMARKS.has(entry.role)) around.push({ indent, role: entry.role });
  }
  return entries;
}

/** Parses `role "name" [attributes]: text`, which YAML may put in single quotes as a whole. */
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

/** Returns the address with ids, numbers, dates and slugs folded, including those in a client-side route (`#/orders/7`). */
export function templateOf(url: string): string {
  const { segments, query } = patternOf(url);
  const [, route] = /#!?(\/.*)$/.exec(url) ?? [];
  return `/${segments.join("/")}${query}${route === undefined ? "" : `#${templateOf(`http://x${route}`)}`}`;
}

/** Matches the word alone, or at the start of a text that ends in dots. A heading "Loading bay" does not match. */
const LOADING =
  /^ *- (?:[^\n]{0,40}[^\p{L}\n])?(?:loading|please wait|lädt|wird geladen|chargement|cargando|caricamento|carregando|ładowanie|laddar|indlæser|laster)(?:["'\s]*$|:|[^\n]{0,30}(?:…|\.{3})["'\s]*$)/imu;

/** Whether a short line of the tree indicates that the page is still loading. */
export const saysLoading = (snapshot: string): boolean => LOADING.test(snapshot.slice(0, MAX_CHARACTERS));

/** Removes clocks, dates and long numbers, which differ from visit to visit but do not make a different state. */
const steady = (name: string): string =>
  name
    .replace(/\b\d{1,2}:\d{2}(?::\d{2})?\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g, "#")
    .replace(/\d{5,}/g, "#");

/** Returns an id that is the same for two visits of one state: a hash of the address' template and of the roles and names on the page. */
export function stateIdOf(url: string, entries: readonly TreeEntry[]): string {
  const lines = entries.map(({ role, name }) => `${role} ${steady(name)}`);
  return hashOf([templateOf(url), ...lines]);
}

/** Returns a function that counts the entries with a role and a name. */
export function countedTree(entries: readonly TreeEntry[]): (role: string, name: string) => number {
  const counts = new Map<string, number>();
  for (const { role, name } of entries) counts.set(`${role} ${name}`, (counts.get(`${role} ${name}`) ?? 0) + 1);
  return (role, name) => counts.get(`${role} ${name}`) ?? 0;
}

/** Returns a short hash of these lines. */
export const hashOf = (lines: readonly string[]): string =>
  createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
