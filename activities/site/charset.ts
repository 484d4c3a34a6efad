// In which character set an answer is written: its byte order mark, its header, or what the document says of itself.

/** A document must name its character set within so many bytes (HTML standard, "prescan a byte stream"). */
const PRESCAN_BYTES = 1_024;
const NAME = String.raw`["']?\s{0,20}([\w:.-]{1,40})`;
const IN_HEADER = new RegExp(`charset\\s?=\\s?${NAME}`, "i");
const AS_ATTRIBUTE = new RegExp(`[\\s"'/]charset\\s{0,20}=\\s{0,20}${NAME}`, "i");
const IN_XML = new RegExp(`^\\s{0,20}<\\?xml[^>]{1,100}\\sencoding\\s{0,5}=\\s{0,5}${NAME}`, "i");

/** A name that TextDecoder may or may not know; "utf-8" where nothing says otherwise. Only HTML is looked into. */
export function charsetOf(body: Buffer, contentType: string): string {
  const marked = byMark(body);
  if (marked !== null) return marked;
  const named = IN_HEADER.exec(contentType)?.[1];
  if (named !== undefined) return named;
  const declared = /html/i.test(contentType) ? declaredIn(body.toString("latin1", 0, PRESCAN_BYTES)) : null;
  // It was read byte by byte, so it cannot be what it says.
  return declared === null || /^utf-?16/i.test(declared) ? "utf-8" : declared;
}

function byMark(body: Buffer): string | null {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : null;
}

function declaredIn(start: string): string | null {
  const text = start.replace(/<!--[\s\S]*?-->/g, "");
  for (const [, attributes = ""] of text.matchAll(/<meta(?=[\s/])([^>]{0,500})/gi)) {
    const isContentType = /http-equiv\s{0,20}=\s{0,20}["']?\s{0,20}content-type/i.test(attributes);
    // A description may tell of character sets too.
    const own = isContentType ? attributes : attributes.replace(/content\s{0,20}=\s{0,20}("[^"]*"|'[^']*')/gi, " ");
    const name = (isContentType ? IN_HEADER : AS_ATTRIBUTE).exec(own)?.[1];
    if (name !== undefined) return name;
  }
  return IN_XML.exec(text)?.[1] ?? null;
}
