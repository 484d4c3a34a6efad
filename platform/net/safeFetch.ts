import type { IncomingHttpHeaders } from "node:http";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { formatTarget, targetOfUrl, type UrlTarget } from "../../domain/net/targets.ts";
import type { ConnectRule } from "./connect.ts";
import { ACCEPT_ENCODING, exchange, type HopAnswer } from "./exchange.ts";
import { toRequestFailure } from "./failures.ts";
import { type Resolve, rememberingResolve } from "./resolve.ts";

export type SafeFetchOptions = {
  allowList: ConnectRule["allowList"];
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Maximum size of the decoded body in bytes; 5 MiB by default. */
  maxBytes?: number;
  /** `fail` (default): a larger body is a RequestFailedError. `truncate`: its beginning is returned. */
  overflow?: "fail" | "truncate";
  /** Milliseconds for everything together, including redirects and body; 15,000 by default. */
  timeoutMs?: number;
  /** Maximum number of redirects that are followed; 5 by default. */
  maxRedirects?: number;
  /** If false, a redirect is returned as it is. */
  followRedirects?: boolean;
  signal?: AbortSignal;
  resolve?: Resolve;
  /** A certificate authority (PEM) to accept instead of the system's. */
  ca?: string;
  acceptInvalidCertificates?: boolean;
};

export type SafeRedirect = { status: number; from: string; to: string };

/** `url` is the address that responded, without user name, password and fragment; `body` is decoded. */
export type SafeResponse = HopAnswer & { url: string; redirects: SafeRedirect[] };

const DEFAULTS = { maxBytes: 5 * 1024 * 1024, timeoutMs: 15_000, maxRedirects: 5 };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Headers that are not sent to another origin (Fetch standard, HTTP-redirect fetch). */
const SECRETS = new Set(["authorization", "cookie", "proxy-authorization"]);

const sharedResolve = rememberingResolve();

type Step = {
  url: URL;
  target: UrlTarget;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
};

/**
 * Requests a URL for the service itself. Each hop is checked and connects to exactly the checked address; only http and https are allowed.
 * Throws AddressRefusedError, RequestFailedError, or the reason of `signal`.
 */
export async function safeFetch(url: string | URL, options: SafeFetchOptions): Promise<SafeResponse> {
  const {
    timeoutMs = DEFAULTS.timeoutMs,
    maxRedirects = DEFAULTS.maxRedirects,
    maxBytes = DEFAULTS.maxBytes,
  } = options;
  const { allowList, resolve = sharedResolve, overflow = "fail", ca, acceptInvalidCertificates } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]);
  const rule: ConnectRule = { allowList, resolve, connectTimeoutMs: timeoutMs };
  const redirects: SafeRedirect[] = [];
  let step = firstStep(url, options);
  for (;;) {
    const { target } = step;
    let answer: HopAnswer;
    try {
      options.signal?.throwIfAborted();
      answer = await exchange(rule, { ...step, signal, maxBytes, overflow, ca, acceptInvalidCertificates });
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (error instanceof AddressRefusedError) throw error;
      if (!deadline.aborted) throw toRequestFailure(error, target);
      const message = `${formatTarget(target)} did not answer completely within ${timeoutMs} ms`;
      throw new RequestFailedError({ kind: "timeout", message, host: target.host, port: target.port });
    }
    const location = REDIRECTS.has(answer.status) ? answer.headers.location : undefined;
    if (location === undefined || options.followRedirects === false) {
      return { ...answer, url: step.url.href, redirects };
    }
    if (redirects.length >= maxRedirects) {
      const message = `${formatTarget(target)}: more than ${maxRedirects} redirects`;
      throw new RequestFailedError({ kind: "redirects", message, host: target.host, port: target.port });
    }
    const next = nextStep(step, answer.status, location);
    redirects.push({ status: answer.status, from: step.url.href, to: next.url.href });
    step = next;
  }
}

/** Returns a header as text: repeated values are joined by commas. */
export function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : value;
}

function firstStep(url: string | URL, options: SafeFetchOptions): Step {
  const method = (options.method ?? "GET").toUpperCase();
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": ACCEPT_ENCODING };
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value;
  // The host that was checked is the host that is requested.
  delete headers.host;
  return { ...readUrl(String(url), undefined, headers), method, body: options.body };
}

function nextStep(step: Step, status: number, location: string): Step {
  const toGet = status === 303 ? step.method !== "HEAD" : status < 303 && step.method === "POST";
  const headers = { ...step.headers };
  const { body, method } = toGet ? { body: undefined, method: "GET" } : step;
  if (toGet) for (const name of Object.keys(headers)) if (name.startsWith("content-")) delete headers[name];
  const read = readUrl(location, step.url, headers);
  if (read.url.origin !== step.url.origin) for (const name of SECRETS) delete read.headers[name];
  return { ...read, method, body };
}

/** Parses a URL, moves its user name and password into a header, and rejects anything but http(s). */
function readUrl(text: string, base: URL | undefined, headers: Record<string, string>): Omit<Step, "method" | "body"> {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new AddressRefusedError({ host: text, reason: "malformed" });
  const target = targetOfUrl(url);
  if (target === undefined || !/^https?$/.test(target.scheme)) {
    throw new AddressRefusedError({ host: url.href, reason: "scheme" });
  }
  const given = { ...headers };
  if (base === undefined && url.username !== "") given.authorization ??= basicAuthorization(url);
  url.username = "";
  url.password = "";
  url.hash = "";
  return { url, target, headers: given };
}

function basicAuthorization(url: URL): string {
  try {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return `Basic ${Buffer.from(pair).toString("base64")}`;
  } catch {
    // A % that does not begin an escape.
    throw new AddressRefusedError({ host: url.host, reason: "malformed" });
  }
}
