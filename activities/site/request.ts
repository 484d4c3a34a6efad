// Requests to a site without a browser: one hop at a time, so that the site's access never goes to another origin.

import type { SiteEntry } from "../../browsers/page/access.ts";
import { basicPair } from "../../domain/net/basicAuth.ts";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import type { SeoRedirect } from "../../domain/pillars/seo/gathered.ts";
import { headerText } from "../../platform/net/safeFetch.ts";
import { charsetOf } from "./charset.ts";
import type { SiteTools } from "./tools.ts";

export type HopOptions = {
  method?: "GET" | "HEAD";
  maxBytes?: number;
  timeoutMs?: number;
  /** `name=value`, as an answer of the same address set them. */
  cookies?: readonly string[];
};

export type Hop =
  | {
      state: "answered";
      status: number;
      /** Absolute address of a redirect; null: the answer is none. */
      location: string | null;
      contentType: string;
      robotsHeaders: string[];
      /** The Link header; absent for none. */
      link?: string;
      /** Retry-After in ms; null: there is none. */
      retryAfterMs: number | null;
      /** What it sets, as `name=value`. Never stored or logged. */
      cookies: string[];
      body: Buffer;
      truncated: boolean;
    }
  /** `kind` as in RequestFailedError, or `address_refused`. */
  | { state: "failed"; kind: string; reason: string };

/** Where the hops of an address end. */
export type Followed = { redirects: SeoRedirect[]; url: string; end: Hop | { state: "loop" } | { state: "too_many" } };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The robot's name in robots.txt. */
export const ROBOT = "Plumbline";
const MAX_COOKIES = 20;
const AGENT = `Mozilla/5.0 (compatible; ${ROBOT}; link and page check)`;

/** One request without its redirects. A body beyond `maxBytes` (64 KiB) is cut. Throws only the signal's reason. */
export async function hop(
  tools: Pick<SiteTools, "fetch" | "access" | "signal">,
  url: string,
  options: HopOptions = {},
): Promise<Hop> {
  const { method = "GET", maxBytes = 64 * 1024, timeoutMs = 10_000, cookies = [] } = options;
  try {
    const answer = await tools.fetch(url, {
      method,
      headers: {
        "user-agent": AGENT,
        accept: "text/html,application/xhtml+xml,*/*;q=0.8",
        ...withCookies(accessHeaders(tools.access, url), cookies),
      },
      maxBytes,
      overflow: "truncate",
      timeoutMs,
      followRedirects: false,
    });
    const { location } = answer.headers;
    return {
      state: "answered",
      status: answer.status,
      location:
        REDIRECTS.has(answer.status) && location !== undefined ? (URL.parse(location, url)?.href ?? null) : null,
      contentType: headerText(answer.headers, "content-type") ?? "",
      robotsHeaders: [headerText(answer.headers, "x-robots-tag") ?? []].flat(),
      ...linkOf(headerText(answer.headers, "link")),
      retryAfterMs: retryAfterOf(headerText(answer.headers, "retry-after"), Date.now()),
      cookies: (answer.headers["set-cookie"] ?? []).flatMap(cookieOf).slice(0, MAX_COOKIES),
      body: answer.body,
      truncated: answer.truncated,
    };
  } catch (error) {
    tools.signal.throwIfAborted();
    if (error instanceof RequestFailedError) return { state: "failed", kind: error.kind, reason: error.message };
    if (error instanceof AddressRefusedError)
      return { state: "failed", kind: error.code, reason: "The address may not be visited." };
    throw error;
  }
}

/** Follows redirects with `ask`, which answers one hop. */
export async function follow(ask: (url: string) => Promise<Hop>, url: string, mostHops = 6): Promise<Followed> {
  const redirects: SeoRedirect[] = [];
  const seen = new Set([url]);
  let at = url;
  for (;;) {
    const answer = await ask(at);
    if (answer.state !== "answered" || answer.location === null) return { redirects, url: at, end: answer };
    redirects.push({ status: answer.status, from: at, to: answer.location });
    at = withoutFragment(answer.location);
    if (seen.has(at)) return { redirects, url: at, end: { state: "loop" } };
    if (redirects.length > mostHops) return { redirects, url: at, end: { state: "too_many" } };
    seen.add(at);
  }
}

/** What the environment asks of its visitors, for its own origin alone. */
function accessHeaders(access: SiteEntry | undefined, url: string): Record<string, string> {
  if (!access || URL.parse(access.origin)?.origin !== URL.parse(url)?.origin) return {};
  const given = Object.entries(access.headers ?? {});
  const headers: Record<string, string> = Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value]));
  const { basicAuth, cookies = [] } = access;
  if (basicAuth) headers.authorization = `Basic ${basicPair(basicAuth)}`;
  const path = URL.parse(url)?.pathname ?? "/";
  const sent = cookies.filter((cookie) => path.startsWith(cookie.path ?? "/"));
  if (sent.length > 0) headers.cookie = sent.map(({ name, value }) => `${name}=${value}`).join("; ");
  return headers;
}

function withCookies(headers: Record<string, string>, cookies: readonly string[]): Record<string, string> {
  if (cookies.length === 0) return headers;
  return { ...headers, cookie: [headers.cookie ?? [], cookies].flat().join("; ") };
}

const linkOf = (link: string | undefined): { link?: string } => (link === undefined ? {} : { link });

function cookieOf(header: string): string[] {
  const pair = header.split(";")[0]?.trim() ?? "";
  return /^[^=\s]+=/.test(pair) && pair.length <= 4_096 ? [pair] : [];
}

/** The header's seconds or date as ms from `now` (epoch ms); null for what is neither. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}

/** The body as text, in the character set that the answer or its document names. */
export function textOf(body: Buffer, contentType: string): string {
  try {
    return new TextDecoder(charsetOf(body, contentType)).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
