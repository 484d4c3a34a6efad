// The spellings of a text when a page, a URL, a form or a file repeats it.

/** Bytes 0x80 to 0x9F of windows-1252, which pages declared as ISO-8859-1 also use (WHATWG Encoding). */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const UNRESERVED = /[\w.~-]/;

/** Returns every spelling of a text: in URLs, forms, JSON, HTML, headers and base64, in UTF-8 and in windows-1252. */
export function spellingsOfText(text: string): string[] {
  const utf8 = [...new TextEncoder().encode(text)];
  const western = windows1252(text);
  const encoded = encodeURIComponent(text.toWellFormed());
  const json = inJson(text);
  const html = inHtml(text, (_code, sign) => NAMED[sign] ?? sign);
  const spellings = [
    text,
    text.replace(/\s+/g, " "),
    encoded,
    encoded.replaceAll("%20", "+"),
    new URLSearchParams([["", text]]).toString().slice(1),
    percent(utf8),
    percent(western),
    percent(western).replaceAll("%20", "+"),
    // UTF-8 decoded as windows-1252, and the bytes decoded as Latin-1.
    utf8.map(fromWindows1252).join(""),
    latin1(utf8),
    latin1(western),
    json,
    inJson(json),
    escaped(text),
    inJson(escaped(text)),
    html,
    inJson(html),
    inHtml(text, (code) => `&#${code};`),
    inHtml(text, (code) => `&#x${code.toString(16)};`),
    inHtml(text, (code, sign) => (sign === "'" ? "&#39;" : (NAMED[sign] ?? (code > 127 ? `&#${code};` : sign)))),
    base64(utf8),
    urlSafe(base64(utf8)),
    base64(western),
    urlSafe(base64(western)),
  ];
  return [...new Set(spellings.flatMap((one) => [one, lowerEscapes(one)]))];
}

const NAMED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const SPECIAL = /[&<>"']|[^\x20-\x7e]/gu;

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
const inHtml = (text: string, write: (code: number, sign: string) => string): string =>
  text.replace(SPECIAL, (sign) => write(sign.codePointAt(0) ?? 0, sign));
/** JSON with non-ASCII characters escaped. */
const escaped = (text: string): string =>
  inJson(text).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
const latin1 = (bytes: readonly number[]): string => bytes.map((byte) => String.fromCharCode(byte)).join("");
const base64 = (bytes: readonly number[]): string => btoa(latin1(bytes));
const urlSafe = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const lowerEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** Percent-encodes everything but unreserved characters, which is stricter than `encodeURIComponent`. */
const percent = (bytes: readonly number[]): string =>
  bytes
    .map((byte) => {
      const sign = String.fromCharCode(byte);
      return UNRESERVED.test(sign) ? sign : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
    })
    .join("");

const fromWindows1252 = (byte: number): string => WINDOWS_1252[byte - 0x80] ?? String.fromCharCode(byte);

/** Encodes text as a form on a windows-1252 page does: characters that the encoding lacks become numeric references. */
function windows1252(text: string): number[] {
  return [...text].flatMap((sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const high = WINDOWS_1252.indexOf(sign);
    if (high !== -1) return [0x80 + high];
    if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return [code];
    return [...new TextEncoder().encode(`&#${code};`)];
  });
}
