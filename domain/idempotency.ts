/** How long an idempotency key is remembered. */
export const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;
