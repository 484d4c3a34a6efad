// Filters the headers that the proxy passes on, keeping their order and spelling.
import type { Target } from "../../domain/net/targets.ts";

/** States why a target was refused; only the proxy sets it, so a page cannot fake it. */
export const REFUSED_HEADER = "x-plumbline-refused";
/** States how reaching a permitted target failed; only the proxy sets it. */
export const ERROR_HEADER = "x-plumbline-error";

/** RFC 9110 section 7.6.1: these concern one connection only. */
const HOP_BY_HOP = new Set([
  "connection",
  "proxy-connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "upgrade",
]);

/**
 * Returns the request's headers for the target, as Node's flat list. `Host` is the checked target, so that a page cannot be checked under
 * one name and served under another. The body's framing is kept as it is.
 */
export function requestHeaders(raw: readonly string[], target: Target, upgrade?: string): string[] {
  const headers = ["Host", hostHeader(target)];
  const named = namedByConnection(raw);
  forEachHeader(raw, (name, value, key) => {
    if (key !== "host" && !HOP_BY_HOP.has(key) && !named.has(key)) headers.push(name, value);
  });
  if (upgrade !== undefined) headers.push("Connection", "Upgrade", "Upgrade", upgrade);
  return headers;
}

/** Returns the response's headers for the browser, without those of the connection and the proxy's own names. */
export function responseHeaders(raw: readonly string[]): string[] {
  const headers: string[] = [];
  const named = namedByConnection(raw);
  forEachHeader(raw, (name, value, key) => {
    if (HOP_BY_HOP.has(key) || named.has(key)) return;
    // Node frames the body again: chunked if there is no length.
    if (key === "transfer-encoding" || key === REFUSED_HEADER || key === ERROR_HEADER) return;
    headers.push(name, value);
  });
  return headers;
}

/** Returns the head of a response that is written directly to a socket. */
export function rawHead(status: number, text: string, headers: readonly string[]): string {
  let head = `HTTP/1.1 ${status} ${text}\r\n`;
  forEachHeader(headers, (name, value) => {
    head += `${name}: ${value}\r\n`;
  });
  return `${head}\r\n`;
}

function hostHeader({ host, port }: Target): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === 80 ? name : `${name}:${port}`;
}

function namedByConnection(raw: readonly string[]): ReadonlySet<string> {
  const named = new Set<string>();
  forEachHeader(raw, (_name, value, key) => {
    if (key !== "connection") return;
    for (const token of value.split(",")) named.add(token.trim().toLowerCase());
  });
  // A chunked body stays chunked, whatever the sender lists.
  named.delete("transfer-encoding");
  named.delete("content-length");
  return named;
}

function forEachHeader(raw: readonly string[], visit: (name: string, value: string, key: string) => void): void {
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    visit(name, raw[index + 1] ?? "", name.toLowerCase());
  }
}
