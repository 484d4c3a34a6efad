// Reads the tags of an HTML document as it was sent. One pass over hostile text must stay linear in its length.

/** Elements whose content is text and no markup of the document. */
const RAW: ReadonlySet<string> = new Set([
  "script",
  "style",
  "noscript",
  "template",
  "title",
  "textarea",
  "iframe",
  "svg",
]);
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** `name` in small letters, with a slash before it where the tag closes an element. */
export type Tag = {
  name: string;
  attributes: Map<string, string>;
  /** It ends with a slash. That closes elements of SVG alone; HTML ignores it. */
  selfClosed: boolean;
};

/**
 * The tags in their order, without those in comments and in raw elements. `text`: what a raw element holds, null for others.
 * `end`: where the tag ends. Ends with the text, at an unclosed comment, or after `most` tags.
 */
export function* tagsIn(html: string, most: number): Generator<{ tag: Tag; text: string | null; end: number }> {
  let at = 0;
  for (let tags = 0; tags < most; tags += 1) {
    const open = html.indexOf("<", at);
    if (open < 0) return;
    if (html.startsWith("<!--", open)) {
      const end = html.indexOf("-->", open + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const read = readTag(html, open);
    if (!read) {
      at = open + 1;
      continue;
    }
    at = read.end;
    if (!RAW.has(read.tag.name) || (read.tag.name === "svg" && read.tag.selfClosed)) {
      yield { tag: read.tag, text: null, end: at };
      continue;
    }
    const close = indexOfClose(html, read.tag.name, at);
    yield { tag: read.tag, text: html.slice(at, close), end: at };
    at = close;
  }
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
  let last = "";
  for (let parts = 0; parts < 200; parts += 1) {
    const found = part.exec(html);
    if (!found) break;
    if (found[0] === ">") break;
    last = found[0];
    const key = found[1]?.toLowerCase();
    if (key !== undefined && !attributes.has(key))
      attributes.set(key, (found[3] ?? found[4] ?? found[5] ?? "").slice(0, 4_000));
  }
  return { tag: { name, attributes, selfClosed: last === "/" }, end: Math.max(part.lastIndex, start.lastIndex) };
}

/** The address that a `base` element sets for the document at `url`; null: it has no href, and the next one counts. */
export function baseOf({ attributes }: Tag, url: string): string | null {
  const href = attributes.get("href");
  if (href === undefined) return null;
  const base = URL.parse(decodeKnownHtml(href.trim()), url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
}

/** Where the raw element that began before `from` is closed; the end of the text where it is not. */
function indexOfClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** Null: it holds a named sign that is not known here. */
export function decodeHtml(text: string): string | null {
  const { plain, known } = decode(text);
  return known ? plain : null;
}

/** Named signs that are not known here stay as they are. */
export const decodeKnownHtml = (text: string): string => decode(text).plain;

function decode(text: string): { plain: string; known: boolean } {
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
  return { plain, known };
}
