// Idempotency keys of starts whose outcome is unknown, so that starting again is the same start.
import { ApiError } from "./api.ts";
import { newKey } from "./drafts.ts";

const unknown = new Map<string, string>();

/** Sends a request with an idempotency key. If an equal one got no response, or the service failed, with that one's key. */
export async function sendOnce<T>(request: object, send: (idempotencyKey: string) => Promise<T>): Promise<T> {
  const name = JSON.stringify(request);
  const key = unknown.get(name) ?? newKey();
  unknown.delete(name);
  try {
    return await send(key);
  } catch (error) {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) unknown.set(name, key);
    throw error;
  }
}
