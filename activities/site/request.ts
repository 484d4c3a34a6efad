// Requests to a site without a browser: one hop at a time, so that the site's access never goes to another origin.

import type { SiteEntry } from "../../browsers/page/access.ts";
import { CaptureFailure } from "../../browsers/page/failures.ts";
import type { SessionState, SiteSession } from "../../browsers/page/session.ts";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { samePlace } from "../../domain/net/pageAddress.ts";
import type { SeoRedirect } from "../../domain/pillars/seo/gathered.ts";
import { headerText } from "../../platform/net/safeFetch.ts";
import { charsetOf } from "./charset.ts";
import type { SiteTools } from "./tools.ts";
import { onOrigin, visitorHeaders, withCookies, withSession } from "./visitorHeaders.ts";

export type HopOptions = {
  method?: "GET" | "HEAD";
  maxBytes?: number;
  timeoutMs?: number;
  /** `name=value`, as set by a response of the same address. */
  cookies?: readonly string[];
};

export type Hop =
  | {
      state: "answered";
      status: number;
      /** Absolute address of a redirect; null if the response is not a redirect. */
      location: string | null;
      contentType: string;
      robotsHeaders: string[];
      /** The Link header; absent for none. */
      link?: string;
      /** Retry-After in ms; null: there is none. */
      retryAfterMs: number | null;
      /** Cookies it sets, as `name=value`. Never stored or logged. */
      cookies: string[];
      body: Buffer;
      truncated: boolean;
    }
  /** `kind` as in RequestFailedError, `address_refused` or `sign_in_failed`. */
  | { state: "failed"; kind: string; reason: string };

/** Where the hops of an address end. */
export type Followed = { redirects: SeoRedirect[]; url: string; end: Hop | { state: "loop" } | { state: "too_many" } };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The robot's name in robots.txt. */
export const ROBOT = "Plumbline";
const MAX_COOKIES = 20;
const AGENT = `Mozilla/5.0 (compatible; ${ROBOT}; link and page check)`;

/** Sends one request without following redirects. A body beyond `maxBytes` (64 KiB) is cut. Throws only the signal's reason. */
export async function hop(
  tools: Pick<SiteTools, "fetch" | "access" | "signal">,
  url: string,
  options: HopOptions = {},
): Promise<Hop> {
  const session = onOrigin(tools.access, url) ? tools.access?.session : undefined;
  try {
    const state = await sessionFor(session, tools.signal);
    const answer = await hopOnce(tools, url, options, state);
    if (!session?.call || !state || !isStranger(answer, tools.access)) return answer;
    session.expire(state);
    return await hopOnce(tools, url, options, await sessionFor(session, tools.signal));
  } catch (error) {
    tools.signal.throwIfAborted();
    if (error instanceof RequestFailedError) return { state: "failed", kind: error.kind, reason: error.message };
    if (error instanceof AddressRefusedError)
      return { state: "failed", kind: error.code, reason: "The address may not be visited." };
    if (error instanceof CaptureFailure) return { state: "failed", kind: error.reason.code, reason: error.message };
    throw error;
  }
}

/** Never signs in with a page for a request: an existing session of that kind is used. */
async function sessionFor(session: SiteSession | undefined, signal: AbortSignal): Promise<SessionState | undefined> {
  if (session?.call === undefined) return session?.current();
  return (await session.open(session.call, signal)).state;
}

/** Whether the session has ended: the site responds with 401, or redirects to its sign-in page. */
function isStranger(answer: Hop, access: SiteEntry | undefined): boolean {
  if (answer.state !== "answered") return false;
  const page = access?.signInCall?.page;
  return answer.status === 401 || (page !== undefined && answer.location !== null && samePlace(answer.location, page));
}

async function hopOnce(
  tools: Pick<SiteTools, "fetch" | "access">,
  url: string,
  { method = "GET", maxBytes = 64 * 1024, timeoutMs = 10_000, cookies = [] }: HopOptions,
  state: SessionState | undefined,
): Promise<Hop> {
  const answer = await tools.fetch(url, {
    method,
    headers: {
      "user-agent": AGENT,
      accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      ...withCookies(withSession(visitorHeaders(tools.access, url), url, state), cookies),
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
    location: REDIRECTS.has(answer.status) && location !== undefined ? (URL.parse(location, url)?.href ?? null) : null,
    contentType: headerText(answer.headers, "content-type") ?? "",
    robotsHeaders: [headerText(answer.headers, "x-robots-tag") ?? []].flat(),
    ...linkOf(headerText(answer.headers, "link")),
    retryAfterMs: retryAfterOf(headerText(answer.headers, "retry-after"), Date.now()),
    cookies: (answer.headers["set-cookie"] ?? []).flatMap(cookieOf).slice(0, MAX_COOKIES),
    body: answer.body,
    truncated: answer.truncated,
  };
}

/** Follows redirects with `ask`, which returns one hop. */
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

const linkOf = (link: string | undefined): { link?: string } => (link === undefined ? {} : { link });

function cookieOf(header: string): string[] {
  const pair = header.split(";")[0]?.trim() ?? "";
  return /^[^=\s]+=/.test(pair) && pair.length <= 4_096 ? [pair] : [];
}

/** Converts the header's seconds or date to ms from `now` (epoch ms); null if it is neither. */
export function retryAfterOf(header: string | undefined, now: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

export function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}

/** Returns the body as text, in the character set given by the response or its document. */
export function textOf(body: Buffer, contentType: string): string {
  try {
    return new TextDecoder(charsetOf(body, contentType)).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
