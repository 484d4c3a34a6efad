// Idempotency keys of requests whose outcome is unknown, so that sending one again does nothing twice.
import { ApiError } from "./api.ts";

const unknown = new Map<string, string>();

/** Not `crypto.randomUUID`, which browsers offer only over https. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

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
