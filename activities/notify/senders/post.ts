// Sends a POST to an address entered by project members: only to hosts the service may visit, bounded in time and bytes.
import { parseAllowList } from "../../../domain/net/allowList.ts";
import { AddressRefusedError, RequestFailedError } from "../../../domain/net/errors.ts";
import { type Attempted, DELIVERY_ANSWER_MS, judgeStatus } from "../../../domain/notify/retries.ts";
import { headerText, safeFetch } from "../../../platform/net/safeFetch.ts";
import type { NotifyDeps } from "../../deps.ts";

/** Only the status of the response is used. */
const MAX_ANSWER_BYTES = 4_096;

/**
 * `id` is the same in each attempt, so that a receiver can detect a repetition. Redirects are not followed. Notes name host and port,
 * never the path.
 */
export async function post(
  { config, answerMs = DELIVERY_ANSWER_MS }: Pick<NotifyDeps, "config" | "answerMs">,
  url: string,
  { id, headers, body }: { id: string; headers: Record<string, string>; body: string },
): Promise<Attempted> {
  const allowed = parseAllowList(config.allowedHosts);
  try {
    const answer = await safeFetch(url, {
      allowList: allowed.ok ? allowed.list : [],
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "plumbline", "idempotency-key": id, ...headers },
      body,
      timeoutMs: answerMs,
      maxBytes: MAX_ANSWER_BYTES,
      overflow: "truncate",
      followRedirects: false,
    });
    return judgeStatus(answer.status, headerText(answer.headers, "retry-after"));
  } catch (error) {
    if (error instanceof AddressRefusedError)
      return { outcome: "never", status: null, note: `The address is refused: ${refusal(error)}.` };
    if (error instanceof RequestFailedError) return { outcome: "again", status: null, note: `${error.message}.` };
    throw error;
  }
}

/** The message for an unreadable address would quote it. */
const refusal = (error: AddressRefusedError): string =>
  error.port === undefined ? "it is not an http or https address" : error.message;
