// Decides which addresses may be opened as a page; no other module does. An address is first parsed as a browser parses it, and the result
// is checked, because a pattern over the text would miss what the parser drops (surrounding spaces, tabs and line breaks).
import { AddressRefusedError } from "./errors.ts";

export type AddressFault = "malformed" | "scheme" | "credentials";

/** `message` begins in lower case and follows the name of the field or a colon. It never contains credentials. */
export type JudgedAddress = { url: URL; fault?: undefined } | { url?: undefined; fault: AddressFault; message: string };

const FAULTS: Record<AddressFault, string> = {
  malformed: "must be an address that a browser can open",
  scheme: "must be an http or https address",
  credentials: "must not contain a user name or password: add them to the environment's access",
};

/**
 * Parses an address, relative to `base` if given (which must be an http or https URL). Without `base` the address must be absolute. Only
 * http and https without credentials are accepted.
 */
export function judgeAddress(text: string, base?: string): JudgedAddress {
  // "http:cart" would be relative to a base of the same scheme, but absolute with any other.
  const url = base === undefined || hasScheme(text) ? URL.parse(text) : URL.parse(text, base);
  if (url === null) return refused("malformed");
  if (url.protocol !== "http:" && url.protocol !== "https:") return refused("scheme");
  if (url.username !== "" || url.password !== "") return refused("credentials");
  return { url };
}

/** Same as `judgeAddress`, but throws AddressRefusedError. */
export function requirePageUrl(text: string, base?: string): URL {
  const judged = judgeAddress(text, base);
  if (judged.fault === undefined) return judged.url;
  const scheme = /^[\s\0-\x20]*([a-z][a-z0-9+.-]{0,30}):/i.exec(text)?.[1];
  throw new AddressRefusedError({
    host: judged.fault === "scheme" && scheme !== undefined ? `An address that begins with ${scheme}:` : "The address",
    reason: judged.fault,
  });
}

/** Returns what is wrong with an address that a person entered, or null. `relative`: whether it may be relative to the site of a run. */
export function addressProblem(text: string, { relative }: { relative: boolean }): string | null {
  // The parser drops them, so the address would not be what it looks like.
  if (isUnclean(text)) return "must not begin or end with a space, or contain a tab or a line break";
  const judged = judgeAddress(text, relative ? ANYWHERE : undefined);
  // A parser takes "https:cart" for another host, but its author meant a relative path.
  if (judged.fault === undefined) return /^https?:(?!\/\/)/i.test(text) ? FAULTS.malformed : null;
  return relative && judged.fault === "scheme" ? `${judged.message}, or relative to the environment's` : judged.message;
}

/** Returns whether the address itself determines the host. Browsers treat backslashes as slashes. */
export function isAbsoluteAddress(text: string): boolean {
  return hasScheme(text) || /^[/\\]{2}/.test(asParsed(text));
}

/** Returns the text as the parser reads it: without surrounding control characters and spaces, and without tabs and line breaks. */
export function asParsed(text: string): string {
  return text.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "").replace(/[\t\n\r]/g, "");
}

/** Moves a URL to another origin, with its path, query and fragment. */
export function atOrigin({ pathname, search, hash }: URL, origin: string): string {
  // Set the path separately: a path may begin with two slashes, which a parser would take for another host.
  const moved = new URL(origin);
  moved.pathname = pathname;
  moved.search = search;
  moved.hash = hash;
  return moved.href;
}

/** Schemes that a browser shows besides http(s) and that are no file, setting or internal page of the machine. */
const HARMLESS = new Set(["http:", "https:", "data:", "blob:", "chrome-error:"]);
const HARMLESS_ABOUT = /^about:(blank|srcdoc|neterror|certerror|blocked)\b/;
/** Schemes that give access to the machine. Frames may also contain what the browser itself inserts, such as its PDF viewer. */
const LOCAL = new Set(["file:", "view-source:", "filesystem:", "chrome:", "resource:", "jar:"]);

/** Returns whether a frame may show this address. `main`: whether it is the main frame of the page. */
export function mayBeShown(address: string, main: boolean): boolean {
  if (address === "" || HARMLESS_ABOUT.test(address)) return true;
  const protocol = URL.parse(address)?.protocol ?? "";
  return main ? HARMLESS.has(protocol) : !LOCAL.has(protocol);
}

/**
 * Returns whether two addresses are the same page: the same host and path. Ignores the query, the fragment, a trailing slash, and http
 * versus https on the default ports.
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
