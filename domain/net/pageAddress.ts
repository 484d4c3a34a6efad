// Which addresses may be opened as a page. An address is parsed first, as a browser parses it, and what came of it is judged: a
// pattern over the text would miss what the parser drops (spaces around it, tabs and line breaks inside). This is the one place.
import { AddressRefusedError } from "./errors.ts";

export type AddressFault = "malformed" | "scheme" | "credentials";

/** `message` begins in lower case and stands after the name of the field or a colon. It never holds credentials. */
export type JudgedAddress = { url: URL; fault?: undefined } | { url?: undefined; fault: AddressFault; message: string };

const FAULTS: Record<AddressFault, string> = {
  malformed: "must be an address that a browser can open",
  scheme: "must be an http or https address",
  credentials: "must not hold a user name or password: give them as the environment's access",
};

/**
 * What the address comes to, with `base` for a relative one (it must then be an http or https address itself). Without `base`
 * the address must be absolute. Only http and https without credentials may be opened.
 */
export function judgeAddress(text: string, base?: string): JudgedAddress {
  // "http:cart" would be relative to a base of the same scheme and absolute to any other.
  const url = base === undefined || hasScheme(text) ? URL.parse(text) : URL.parse(text, base);
  if (url === null) return refused("malformed");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refused("scheme");
  if (url.username !== "" || url.password !== "") return refused("credentials");
  return { url };
}

/** The same, for callers that cannot go on: throws AddressRefusedError. */
export function requirePageUrl(text: string, base?: string): URL {
  const judged = judgeAddress(text, base);
  if (judged.fault === undefined) return judged.url;
  const scheme = /^[\s\0-\x20]*([a-z][a-z0-9+.-]{0,30}):/i.exec(text)?.[1];
  throw new AddressRefusedError({
    host: judged.fault === "scheme" && scheme !== undefined ? `An address that begins with ${scheme}:` : "The address",
    reason: judged.fault,
  });
}

/** What is wrong with an address as somebody gives it; null: nothing. `relative`: it may lie on the site of a run. */
export function addressProblem(text: string, { relative }: { relative: boolean }): string | null {
  // The parser drops them, so that the address would not be what it looks like.
  if (isUnclean(text)) return "must not begin or end with a space, or hold a tab or a line break";
  const judged = judgeAddress(text, relative ? ANYWHERE : undefined);
  // "https:cart" is another host to a parser, and half an address to whoever wrote it.
  if (judged.fault === undefined) return /^https?:(?!\/\/)/i.test(text) ? FAULTS.malformed : null;
  return relative && judged.fault === "scheme" ? `${judged.message}, or relative to the environment's` : judged.message;
}

/** Whether the address says by itself on which host it lies. Backslashes are slashes to a browser. */
export function isAbsoluteAddress(text: string): boolean {
  return hasScheme(text) || /^[/\\]{2}/.test(asParsed(text));
}

/** The text as the parser takes it: without control characters and spaces around it, and without tabs and line breaks. */
export function asParsed(text: string): string {
  return text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "").replace(/[\t\n\r]/g, "");
}

/** The address at another origin, with its path, query and fragment. */
export function atOrigin({ pathname, search, hash }: URL, origin: string): string {
  // A path of its own may begin with two slashes, which would be another host to a parser.
  const moved = new URL(origin);
  moved.pathname = pathname;
  moved.search = search;
  moved.hash = hash;
  return moved.href;
}

/** What a browser shows beside pages of the web and is no file, setting or inner page of the machine. */
const HARMLESS = new Set(["http:", "https:", "data:", "blob:", "chrome-error:"]);
const HARMLESS_ABOUT = /^about:(blank|srcdoc|neterror|certerror|blocked)\b/;
/** Frames may also hold what the browser itself puts there, such as its viewer of PDFs. */
const LOCAL = new Set(["file:", "view-source:", "filesystem:", "chrome:", "resource:", "jar:"]);

/** Whether a frame may show this address. `main`: it is the page itself. */
export function mayBeShown(address: string, main: boolean): boolean {
  if (address === "" || HARMLESS_ABOUT.test(address)) return true;
  const protocol = URL.parse(address)?.protocol ?? "";
  return main ? HARMLESS.has(protocol) : !LOCAL.has(protocol);
}

/**
 * Whether two addresses are of one page: the same host and path. Not distinguished: query, fragment, a slash at the end, and http
 * from https on the usual ports.
 */
export function samePlace(one: string, other: string): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a !== null && a === b;
}

function placeOf(address: string): string | null {
  const url = judgeAddress(address).url;
  return url ? `${url.host}${url.pathname.replace(/\/+$/, "")}` : null;
}

const ANYWHERE = "http://environment.invalid/";

const refused = (fault: AddressFault): JudgedAddress => ({ fault, message: FAULTS[fault] });

const hasScheme = (text: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(asParsed(text));

const isUnclean = (text: string): boolean => asParsed(text) !== text || /\p{Cc}/u.test(text);
