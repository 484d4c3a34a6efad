import { TIMEOUT_FACTOR } from "./timeoutFactor.ts";

/** Polls until `read` answers something; rejects with `what` after the time, which is stretched as a test's limit is. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = 60_000,
): Promise<T> {
  const limitMs = timeoutMs * TIMEOUT_FACTOR;
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`This did not come about in ${limitMs / 1_000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
