// Requests to a code host or a ticket system: only to allowed hosts, without redirects, limited in time and bytes.
import { setTimeout as sleep } from "node:timers/promises";
import type { AllowList } from "../../domain/net/allowList.ts";
import { AddressRefusedError, RequestFailedError } from "../../domain/net/errors.ts";
import { type SafeResponse, safeFetch } from "../net/safeFetch.ts";
import { HostError } from "./codeHost.ts";

const DEADLINE_MS = 15_000;
const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 300;
/** 100 comments of GitHub's maximum length (65,536 characters) are 6.5 MB. */
const MAX_BYTES = 16_000_000;

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` whose requests together take at most 15 s, or `deadlineMs`. Responses with 5xx and 429 are retried twice, after the
 * pause in Retry-After; the last response, and one whose pause would be too long, is returned as it is. Rejects with HostError: with the
 * status of a redirect, which is not followed because it would carry the token elsewhere; with 0 if there is no response.
 */
export function retryingFetch(allowList: AllowList, deadlineMs = DEADLINE_MS): Fetch {
  const late = () => new HostError(0, `no answer within ${deadlineMs / 1_000} s`);
  const until = performance.now() + deadlineMs;
  return async (input, init) => {
    for (let tries = 0; ; tries++) {
      const answer = await attempt(allowList, input, init, { leftMs: until - performance.now(), late });
      const busy = answer.status === 429 || answer.status >= 500;
      const pause = pauseAfter(answer, tries);
      if (!busy || tries === MAX_RETRIES || performance.now() + pause >= until) return answer;
      await sleep(pause);
    }
  };
}

async function attempt(
  allowList: AllowList,
  input: string | URL | Request,
  { method, headers, body }: RequestInit = {},
  { leftMs, late }: { leftMs: number; late(): HostError },
): Promise<Response> {
  if (input instanceof Request || (body != null && typeof body !== "string"))
    throw new TypeError("A request to a host is an address with a text.");
  if (leftMs <= 0) throw late();
  try {
    const answer = await safeFetch(input, {
      allowList,
      timeoutMs: Math.ceil(leftMs),
      maxBytes: MAX_BYTES,
      followRedirects: false,
      ...(method !== undefined && { method }),
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { body }),
    });
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
      throw new HostError(answer.status, "it redirects to another address");
    return responseOf(answer);
  } catch (error) {
    if (error instanceof AddressRefusedError) throw new HostError(0, error.message);
    if (!(error instanceof RequestFailedError)) throw error;
    if (error.kind === "timeout") throw late();
    // It names the host and the reason, and contains no header.
    throw new HostError(0, error.message);
  }
}

/** The body is already decoded, so its original headers no longer apply. */
function responseOf({ status, headers, body }: SafeResponse): Response {
  const told = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== "content-encoding" && name !== "content-length")
      told.set(name, Array.isArray(value) ? value.join(", ") : value);
  const bodiless = status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : new Uint8Array(body), { status, headers: told });
}

/** Returns milliseconds. Retry-After may contain a date, which none of these hosts sends. */
function pauseAfter(answer: Response, tries: number): number {
  const asked = Number(answer.headers.get("retry-after"));
  return Number.isFinite(asked) && asked > 0 ? asked * 1_000 : FIRST_PAUSE_MS * 3 ** tries;
}
