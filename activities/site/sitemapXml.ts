// Reads one sitemap file. Entities are not expanded, nesting and size are bounded: the file comes from a stranger.
import { gunzipSync } from "node:zlib";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { storableUrl } from "../../domain/audit/seo/address.ts";

export type SitemapContent =
  /** Of an index, the addresses are those of further files. */
  | { state: "read"; kind: "urlset" | "index"; addresses: string[]; bad: number }
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

/** `truncated`: the text ends somewhere, and is read up to its last whole entry. */
export function readSitemap(body: Buffer, truncated: boolean, mostBytes: number): SitemapContent {
  let text: string;
  try {
    const packed = body[0] === 0x1f && body[1] === 0x8b;
    if (packed && truncated) return { state: "invalid", reason: "The packed file is too large to be read." };
    text = (packed ? gunzipSync(body, { maxOutputLength: mostBytes }) : body).toString("utf8");
  } catch (error) {
    const large = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return {
      state: "invalid",
      reason: large
        ? `The packed file unpacks to more than ${mostBytes / 1024 / 1024} MB.`
        : "The packed file cannot be unpacked.",
    };
  }
  text = text.replace(/^\ufeff/, "").trimStart();
  if (!text.startsWith("<")) return readLines(text);
  if (/<!ENTITY/i.test(text))
    return { state: "invalid", reason: "The file declares entities, which sitemaps must not." };
  if (truncated) text = text.slice(0, Math.max(text.lastIndexOf("</url>") + 6, text.lastIndexOf("</sitemap>") + 10));
  try {
    const problem = truncated ? true : XMLValidator.validate(text);
    if (problem !== true)
      return { state: "invalid", reason: `Line ${problem.err.line} is no valid XML: ${problem.err.msg.slice(0, 160)}` };
    return readTree(PARSER.parse(text));
  } catch {
    return { state: "invalid", reason: "The file is no XML that can be read." };
  }
}

function readTree(tree: unknown): SitemapContent {
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
function readLines(text: string): SitemapContent {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (!lines.some((line) => /^https?:\/\//i.test(line.trim())))
    return { state: "invalid", reason: "The file is neither XML nor a list of addresses." };
  return addresses("urlset", lines);
}

function addresses(kind: "urlset" | "index", texts: readonly string[]): SitemapContent {
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
