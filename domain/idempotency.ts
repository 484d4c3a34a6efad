/** How long an idempotency key is remembered. */
export const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;

/** `key` is the caller's Idempotency-Key; `route` separates the keys of different interfaces. */
export type Idempotency = { key: string; route: string };
