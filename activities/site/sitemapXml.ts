// Parses one sitemap file. Entities are not expanded, nesting and size are bounded, because the file is untrusted.
import { constants, createGunzip } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { storableUrl } from "../../domain/pillars/seo/address.ts";
import type { SitemapVersion } from "../../domain/pillars/seo/sitemapVersions.ts";

export type SitemapContent =
  /** For an index, the addresses are those of further files. `truncated`: the file contains more than was read. */
  | {
      state: "read";
      kind: "urlset" | "index";
      addresses: string[];
      /** Language versions of entries that list some. `versionsCut`: there are more than the maximum. */
      versions: [address: string, versions: SitemapVersion[]][];
      versionsCut: boolean;
      bad: number;
      truncated: boolean;
    }
  | { state: "invalid"; reason: string }
  /** RSS or Atom. */
  | { state: "other" };

/** Attributes of a language version: <xhtml:link rel="alternate" hreflang="de" href="https://…"/>. */
const ATTRIBUTES: ReadonlySet<string> = new Set(["rel", "hreflang", "href"]);
const OPTIONS = {
  attributeNamePrefix: "@",
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 12,
};
const PARSER = new XMLParser({ ...OPTIONS, ignoreAttributes: true });
/** Used only if needed, because it is slower. */
const PARSER_OF_VERSIONS = new XMLParser({ ...OPTIONS, ignoreAttributes: (name) => !ATTRIBUTES.has(name) });
const SIGNS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** sitemaps.org, "Sitemap index files": the maximum number of entries per file. */
export const MAX_ENTRIES = 50_000;
/** Maximum language versions read per entry. */
export const MAX_VERSIONS_OF_AN_ENTRY = 200;

export type SitemapRequest = {
  /** Whether the file was cut. */
  truncated: boolean;
  /** Maximum size when unpacked. */
  mostBytes: number;
  mostEntries?: number;
  /** Maximum language versions stored for all entries; 0, the default, reads none. */
  mostVersions?: number;
};

/**
 * Reads the file up to its last complete entry; addresses beyond `mostEntries` are left out, and the result is `truncated`
 * then. For worker threads: 10 MB take 3 s.
 */
export async function readSitemap(
  body: Buffer,
  { truncated, mostBytes, mostEntries = MAX_ENTRIES, mostVersions = 0 }: SitemapRequest,
): Promise<SitemapContent> {
  let text: string;
  let isCut = truncated;
  if (body[0] === 0x1f && body[1] === 0x8b)
    try {
      const unpacked = await unpack(body, truncated, mostBytes);
      text = unpacked.bytes.toString("utf8");
      isCut ||= unpacked.isCut;
    } catch {
      return { state: "invalid", reason: "The compressed file cannot be decompressed." };
    }
  else text = body.toString("utf8");
  text = text.replace(/^\ufeff/, "").trimStart();
  const read = text.startsWith("<") ? readXml(text, isCut, mostVersions) : readLines(text, isCut);
  if (read.state !== "read") return read;
  const isLong = read.addresses.length > mostEntries;
  return { ...read, addresses: read.addresses.slice(0, mostEntries), truncated: isCut || isLong };
}

/** Returns the first bytes. Rejects if the data is corrupt, or ends too early without having been cut by us. */
async function unpack(body: Buffer, truncated: boolean, mostBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const gunzip = createGunzip(truncated ? { finishFlush: constants.Z_SYNC_FLUSH } : {});
  gunzip.end(body);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) break;
  }
  return { bytes: Buffer.concat(chunks, Math.min(length, mostBytes)), isCut: length > mostBytes };
}

type Read = Exclude<SitemapContent, { state: "read" }> | Omit<Extract<SitemapContent, { state: "read" }>, "truncated">;

function readXml(text: string, isCut: boolean, mostVersions: number): Read {
  if (/<!ENTITY/i.test(text))
    return { state: "invalid", reason: "The file declares entities, which sitemaps must not." };
  try {
    const problem = isCut ? true : XMLValidator.validate(text);
    if (problem !== true)
      return {
        state: "invalid",
        reason: `Line ${problem.err.line} is not valid XML: ${problem.err.msg.slice(0, 160)}`,
      };
    const parser = mostVersions > 0 ? PARSER_OF_VERSIONS : PARSER;
    return readTree(parser.parse(isCut ? wholeEntries(text) : text), mostVersions);
  } catch {
    return { state: "invalid", reason: "The file is not readable XML." };
  }
}

function wholeEntries(text: string): string {
  let end = 0;
  for (const found of text.matchAll(/<\/(?:[\w.-]{1,40}:)?(?:url|sitemap)\s{0,10}>/g))
    end = found.index + found[0].length;
  return end > 0 ? text.slice(0, end) : text;
}

function readTree(tree: unknown, mostVersions: number): Read {
  const root = nodeOf(tree);
  if ("rss" in root || "feed" in root) return { state: "other" };
  const kind = "sitemapindex" in root ? "index" : "urlset";
  const set = root[kind === "index" ? "sitemapindex" : "urlset"];
  if (set === undefined) return { state: "invalid", reason: "The file is neither a urlset nor a sitemapindex." };
  const entries = [(set as Record<string, unknown> | null)?.[kind === "index" ? "sitemap" : "url"] ?? []].flat();
  const read = entries.map(nodeOf);
  const locs = read.map(({ loc }) => addressOf(typeof loc === "string" ? loc : ""));
  return { ...addresses(kind, locs), ...versionsOf(read, locs, kind === "urlset" ? mostVersions : 0) };
}

const nodeOf = (value: unknown): Record<string, unknown> =>
  (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;

function versionsOf(
  entries: readonly Record<string, unknown>[],
  locs: readonly (string | null)[],
  most: number,
): Pick<Extract<Read, { state: "read" }>, "versions" | "versionsCut"> {
  const versions: [string, SitemapVersion[]][] = [];
  let room = most;
  for (const [at, entry] of entries.entries()) {
    const loc = locs[at] ?? null;
    if (loc === null || entry.link === undefined || most === 0) continue;
    const named = [entry.link].flat().map(nodeOf).flatMap(versionOf);
    if (named.length > MAX_VERSIONS_OF_AN_ENTRY || named.length > room) return { versions, versionsCut: true };
    room -= named.length;
    if (named.length > 0) versions.push([loc, named]);
  }
  return { versions, versionsCut: false };
}

function versionOf(link: Record<string, unknown>): SitemapVersion[] {
  const [rel, lang, href] = ["@rel", "@hreflang", "@href"].map((name) => link[name]);
  if (typeof rel !== "string" || typeof lang !== "string" || typeof href !== "string") return [];
  if (!/(?:^|\s)alternate(?:\s|$)/i.test(rel)) return [];
  const written = decode(href.trim());
  return [{ lang: lang.trim().slice(0, 60), href: written.slice(0, 300), url: addressOf(href) }];
}

/** Parses a list of addresses, one per line. */
function readLines(text: string, isCut: boolean): Read {
  const lines = (isCut ? text.slice(0, text.lastIndexOf("\n") + 1) : text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  if (!lines.some((line) => /^https?:\/\//i.test(line.trim())))
    return { state: "invalid", reason: "The file is neither XML nor a list of addresses." };
  return { ...addresses("urlset", lines.map(addressOf)), versions: [], versionsCut: false };
}

const addressOf = (text: string): string | null => storableUrl(decode(text.trim()));

function addresses(
  kind: "urlset" | "index",
  read: readonly (string | null)[],
): Omit<Extract<Read, { state: "read" }>, "versions" | "versionsCut"> {
  const good = read.filter((url) => url !== null);
  return { state: "read", kind, addresses: good, bad: read.length - good.length };
}

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return SIGNS[name.toLowerCase()] ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}
