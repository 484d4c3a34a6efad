// Requests to a code host: one deadline over all of them, and a second and third try where the host is busy.
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../../domain/errors.ts";
import { HostError } from "./codeHost.ts";

export const HOST_DEADLINE_MS = 15_000;
const MOST_RETRIES = 2;
const FIRST_PAUSE_MS = 300;

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose requests all end before `signal` fires. Answers of 5xx and 429 are tried again twice, after what
 * Retry-After asks for; the last one is given back as it is. Rejects with HostError 0 when there is no answer.
 */
export function patientFetch(signal: AbortSignal): Fetch {
  return async (input, init) => {
    for (let tries = 0; ; tries++) {
      const answer = await attempt(input, { ...init, signal }, signal);
      if (tries === MOST_RETRIES || !(answer.status === 429 || answer.status >= 500)) return answer;
      await answer.body?.cancel();
      await pause(answer, tries, signal);
    }
  };
}

async function attempt(input: string | URL | Request, init: RequestInit, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    throw new HostError(0, reasonOf(error, signal));
  }
}

async function pause(answer: Response, tries: number, signal: AbortSignal): Promise<void> {
  const asked = Number(answer.headers.get("retry-after"));
  const ms = Number.isFinite(asked) && asked > 0 ? asked * 1_000 : FIRST_PAUSE_MS * 3 ** tries;
  try {
    await sleep(Math.min(ms, HOST_DEADLINE_MS), undefined, { signal });
  } catch {
    throw new HostError(answer.status, reasonOf(null, signal));
  }
}

/** The causes of a failed fetch name the address and the reason; none of them holds a header. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `no answer within ${HOST_DEADLINE_MS / 1_000} s`;
  return messageOf(error instanceof Error && error.cause ? error.cause : error);
}
