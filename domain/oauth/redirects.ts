// URLs to which a person is sent back with a code. A wrong URL would give the code to somebody else.

export const MAX_REDIRECT_LENGTH = 1_000;

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Schemes of well-known editors. Any other app scheme needs a dot (RFC 8252, section 7.1), because no browser scheme has one. */
const EDITORS = new Set(["cursor:", "vscode:", "vscode-insiders:", "windsurf:"]);

export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => LOOPBACK.has(hostname);

/** Returns what is wrong with a URL that a client registers, or null. */
export function redirectProblem(text: string): string | null {
  if (text.length > MAX_REDIRECT_LENGTH) return `has more than ${MAX_REDIRECT_LENGTH} characters`;
  // Characters that the parser would silently drop or change.
  if (/[\s\\]|\p{Cc}/u.test(text)) return "contains a character that is not allowed in addresses";
  const url = URL.parse(text);
  if (url === null) return "is not an absolute address";
  if (text.includes("#")) return "has a fragment";
  if (url.username !== "" || url.password !== "") return "has a user name or password";
  if (url.protocol === "https:") return null;
  if (url.protocol === "http:") return isLoopback(url) ? null : "is http on another machine: use https";
  if (url.protocol.includes(".") || EDITORS.has(url.protocol)) return null;
  return "has a scheme that is not allowed: use https, http on localhost, or a scheme with a dot";
}

/**
 * Returns whether a request may be redirected to `asked`. It must equal a registered URL, except for the port of a loopback address (RFC
 * 8252, section 7.3).
 */
export function mayReturnTo(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  if (redirectProblem(asked) !== null) return false;
  const url = new URL(asked);
  if (url.protocol !== "http:") return false;
  return registered.some((text) => {
    const known = URL.parse(text);
    return known?.protocol === "http:" && isLoopback(known) && withoutPort(known) === withoutPort(url);
  });
}

const withoutPort = ({ protocol, hostname, pathname, search }: URL): string =>
  `${protocol}//${hostname}${pathname}${search}`;

/** Returns where a redirect leads, as people read it: `claude.ai` or `this computer`. */
export function returnPlace(redirect: string): string {
  const url = new URL(redirect);
  if (url.protocol === "https:") return url.host;
  return url.protocol === "http:" ? "this computer" : `the app for ${url.protocol}//`;
}

/** Returns the redirect URL with the response in its query. */
export function returnAddress(redirect: string, answer: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
