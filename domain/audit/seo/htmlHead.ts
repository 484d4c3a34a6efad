// Reads the head of an HTML document as it was sent, without a browser. One pass, linear in the length of the text.
import { storableUrl } from "./address.ts";
import type { ServedHead } from "./gathered.ts";

/** Elements whose content is text and no markup; the metas inside of them are none. */
const RAW = new Set(["script", "style", "noscript", "template", "title", "textarea", "iframe", "svg"]);
const MOST_TAGS = 5_000;
const MOST_OF_A_KIND = 100;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

type Tag = { name: string; attributes: Map<string, string> };

/** `url` is the address that answered. Reads until the head ends, the text ends or 5,000 tags have passed. */
export function readHead(html: string, url: string): ServedHead {
  const head: ServedHead = { title: "", titleCount: 0, canonicals: [], robots: [], hreflangs: [] };
  let base = url;
  let at = 0;
  for (let tags = 0; tags < MOST_TAGS; tags += 1) {
    const open = html.indexOf("<", at);
    if (open < 0) break;
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    const read = readTag(html, open);
    if (!read) {
      at = open + 1;
      continue;
    }
    const { tag, end } = read;
    at = end;
    if (tag.name === "body" || tag.name === "/head") break;
    if (tag.name === "base") base = URL.parse(tag.attributes.get("href") ?? "", url)?.href ?? base;
    else if (tag.name === "meta" || tag.name === "link") note(head, tag, base);
    if (!RAW.has(tag.name)) continue;
    const close = indexOfClose(html, tag.name, at);
    if (tag.name === "title") {
      if (head.titleCount === 0)
        head.title =
          decode(html.slice(at, Math.min(close, at + 2_000)))
            ?.replace(/\s+/g, " ")
            .trim() ?? null;
      head.titleCount += 1;
    }
    at = close;
  }
  return head;
}

function note(head: ServedHead, { name, attributes }: Tag, base: string): void {
  if (name === "meta") {
    if (attributes.get("name")?.toLowerCase() === "robots" && head.robots.length < MOST_OF_A_KIND)
      head.robots.push((decode(attributes.get("content") ?? "") ?? "").slice(0, 500));
    return;
  }
  const href = decode(attributes.get("href") ?? "");
  const url = href === null || href.trim() === "" ? null : storableUrl(href.trim(), base);
  const rel = (attributes.get("rel") ?? "").toLowerCase().split(/\s/);
  if (url === null) return;
  if (rel.includes("canonical") && head.canonicals.length < MOST_OF_A_KIND) head.canonicals.push(url);
  const lang = attributes.get("hreflang");
  if (rel.includes("alternate") && lang !== undefined && head.hreflangs.length < MOST_OF_A_KIND)
    head.hreflangs.push({ lang: lang.slice(0, 40), url });
}

/** Undefined: what begins here is no tag. */
function readTag(html: string, open: number): { tag: Tag; end: number } | undefined {
  const start = /\/?[a-z][a-z0-9:-]{0,40}/iy;
  start.lastIndex = open + 1;
  const name = start.exec(html)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  const attributes = new Map<string, string>();
  // Unquoted, quoted or without a value. Each alternative begins with a sign of its own, so nothing is tried twice.
  const part = /\s+|\/|>|([^\s/>=]+)(\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?|=/y;
  part.lastIndex = start.lastIndex;
  for (let parts = 0; parts < 200; parts += 1) {
    const found = part.exec(html);
    if (!found) break;
    if (found[0] === ">") break;
    const key = found[1]?.toLowerCase();
    if (key !== undefined && !attributes.has(key))
      attributes.set(key, (found[3] ?? found[4] ?? found[5] ?? "").slice(0, 4_000));
  }
  return { tag: { name, attributes }, end: Math.max(part.lastIndex, start.lastIndex) };
}

function indexOfClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** Null: it holds a named sign that is not known here. */
function decode(text: string): string | null {
  let known = true;
  const plain = text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,31}));/gi,
    (whole, hex, decimal, name) => {
      if (name !== undefined) {
        known &&= Object.hasOwn(ENTITIES, name);
        return ENTITIES[name] ?? whole;
      }
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
        ? String.fromCodePoint(point)
        : "\ufffd";
    },
  );
  return known ? plain : null;
}
