// Reads one sitemap file. Entities are not expanded, nesting and size are bounded: the file comes from a stranger.
import { constants, createGunzip } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { storableUrl } from "../../domain/pillars/seo/address.ts";

export type SitemapContent =
  /** Of an index, the addresses are those of further files. `truncated`: there are more in the file than were read. */
  | { state: "read"; kind: "urlset" | "index"; addresses: string[]; bad: number; truncated: boolean }
  | { state: "invalid"; reason: string }
  /** RSS or Atom. */
  | { state: "other" };

const PARSER = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 12,
});
const SIGNS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** sitemaps.org, "Sitemap index files": a file has no more entries than these. */
export const MOST_ENTRIES = 50_000;

/**
 * `truncated`: the file was cut. What is there, at most so many bytes unpacked, is read up to its last whole entry; addresses
 * beyond `mostEntries` are left out, and the answer is `truncated` then. For worker threads: 10 MB take 3 s.
 */
export async function readSitemap(
  body: Buffer,
  truncated: boolean,
  mostBytes: number,
  mostEntries = MOST_ENTRIES,
): Promise<SitemapContent> {
  let text: string;
  let isCut = truncated;
  if (body[0] === 0x1f && body[1] === 0x8b)
    try {
      const unpacked = await unpack(body, truncated, mostBytes);
      text = unpacked.bytes.toString("utf8");
      isCut ||= unpacked.isCut;
    } catch {
      return { state: "invalid", reason: "The packed file cannot be unpacked." };
    }
  else text = body.toString("utf8");
  text = text.replace(/^\ufeff/, "").trimStart();
  const read = text.startsWith("<") ? readXml(text, isCut) : readLines(text, isCut);
  if (read.state !== "read") return read;
  const isLong = read.addresses.length > mostEntries;
  return { ...read, addresses: read.addresses.slice(0, mostEntries), truncated: isCut || isLong };
}

/** The first bytes. Rejects where the data is broken, or ends too early and was not cut by us. */
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

function readXml(text: string, isCut: boolean): Read {
  if (/<!ENTITY/i.test(text))
    return { state: "invalid", reason: "The file declares entities, which sitemaps must not." };
  try {
    const problem = isCut ? true : XMLValidator.validate(text);
    if (problem !== true)
      return { state: "invalid", reason: `Line ${problem.err.line} is no valid XML: ${problem.err.msg.slice(0, 160)}` };
    return readTree(PARSER.parse(isCut ? wholeEntries(text) : text));
  } catch {
    return { state: "invalid", reason: "The file is no XML that can be read." };
  }
}

function wholeEntries(text: string): string {
  let end = 0;
  for (const found of text.matchAll(/<\/(?:[\w.-]{1,40}:)?(?:url|sitemap)\s{0,10}>/g))
    end = found.index + found[0].length;
  return end > 0 ? text.slice(0, end) : text;
}

function readTree(tree: unknown): Read {
  const root = (typeof tree === "object" && tree !== null ? tree : {}) as Record<string, unknown>;
  if ("rss" in root || "feed" in root) return { state: "other" };
  const kind = "sitemapindex" in root ? "index" : "urlset";
  const set = root[kind === "index" ? "sitemapindex" : "urlset"];
  if (set === undefined) return { state: "invalid", reason: "The file is neither a urlset nor a sitemapindex." };
  const entries = [(set as Record<string, unknown> | null)?.[kind === "index" ? "sitemap" : "url"] ?? []].flat();
  return addresses(
    kind,
    entries.map((entry) => {
      const loc = typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>).loc : undefined;
      return typeof loc === "string" ? loc : "";
    }),
  );
}

/** A list of addresses, one a line. */
function readLines(text: string, isCut: boolean): Read {
  const lines = (isCut ? text.slice(0, text.lastIndexOf("\n") + 1) : text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "");
  if (!lines.some((line) => /^https?:\/\//i.test(line.trim())))
    return { state: "invalid", reason: "The file is neither XML nor a list of addresses." };
  return addresses("urlset", lines);
}

function addresses(kind: "urlset" | "index", texts: readonly string[]): Read {
  const read = texts.map((text) => storableUrl(decode(text.trim())));
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
