// Reads the tags of an HTML document as sent by the server. The text is untrusted, so one pass must be linear in its length.

/** Elements whose content is text rather than markup of the document. */
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

/** `name` is in lower case, with a leading slash for closing tags. */
export type Tag = {
  name: string;
  attributes: Map<string, string>;
  /** Whether the tag ends with a slash. That closes only SVG elements; HTML ignores it. */
  selfClosed: boolean;
};

/**
 * Yields the tags in order, without those in comments and raw elements. `text`: content of a raw element; null for others. `end`: end of
 * the tag. Stops at the end of the text, at an unclosed comment, or after `most` tags.
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

/** Returns undefined if no tag starts here. */
function readTag(html: string, open: number): { tag: Tag; end: number } | undefined {
  const start = /\/?[a-z][a-z0-9:-]{0,40}/iy;
  start.lastIndex = open + 1;
  const name = start.exec(html)?.[0].toLowerCase();
  if (name === undefined) return undefined;
  const attributes = new Map<string, string>();
  // Unquoted, quoted or without a value. Each alternative starts with a different character, so there is no backtracking.
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

/**
 * Returns the base URL that a `base` element sets for the document at `url`, or null if the element has no href; the next `base` element
 * then counts.
 */
export function baseOf({ attributes }: Tag, url: string): string | null {
  const href = attributes.get("href");
  if (href === undefined) return null;
  const base = URL.parse(decodeKnownHtml(href.trim()), url);
  return base && /^https?:$/.test(base.protocol) ? base.href : url;
}

/** Returns where the raw element that began before `from` is closed, or the end of the text if it is not. */
function indexOfClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = from;
  return close.exec(html)?.index ?? html.length;
}

/** Returns null if the text contains an unknown named character reference. */
export function decodeHtml(text: string): string | null {
  const { plain, known } = decode(text);
  return known ? plain : null;
}

/** Leaves unknown named character references unchanged. */
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
