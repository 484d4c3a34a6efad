// Requests to a code host: one deadline over all of them, and a second and third try where the host is busy.
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../domain/errors.ts";
import { HostError } from "./codeHost.ts";

const DEADLINE_MS = 15_000;
const MOST_RETRIES = 2;
const FIRST_PAUSE_MS = 300;

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` whose requests all together take no longer than 15 s. Answers of 5xx and 429 are tried again twice, after what
 * Retry-After asks for; the last one, and one whose pause would be too long, is given back as it is. Rejects with
 * HostError 0 when there is no answer.
 */
export function patientFetch(): Fetch {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const until = performance.now() + DEADLINE_MS;
  return async (input, init) => {
    for (let tries = 0; ; tries++) {
      const answer = await attempt(input, { ...init, signal });
      const busy = answer.status === 429 || answer.status >= 500;
      const pause = pauseAfter(answer, tries);
      if (!busy || tries === MOST_RETRIES || performance.now() + pause >= until) return answer;
      await answer.body?.cancel();
      await sleep(pause);
    }
  };
}

async function attempt(input: string | URL | Request, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init.signal.aborted) throw new HostError(0, `no answer within ${DEADLINE_MS / 1_000} s`);
    // The causes of a failed fetch name the address and the reason; none of them holds a header.
    throw new HostError(0, messageOf(error instanceof Error && error.cause ? error.cause : error));
  }
}

/** Milliseconds. Retry-After may hold a date, which no host of ours sends. */
function pauseAfter(answer: Response, tries: number): number {
  const asked = Number(answer.headers.get("retry-after"));
  return Number.isFinite(asked) && asked > 0 ? asked * 1_000 : FIRST_PAUSE_MS * 3 ** tries;
}
