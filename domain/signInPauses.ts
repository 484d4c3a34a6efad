// Slows down the source of failed sign-ins. Failures are counted by where they come from. For an address that the owner has signed in from,
// the account alone is never counted, so wrong passwords from elsewhere cannot lock the owner out.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long an address counts as known after the account's owner has signed in from it. */
export const KNOWN_FOR_MS = 90 * DAY_MS;

/**
 * `pair`: one account from one address. `address`: all accounts from one address. `account`: one account from all addresses together,
 * against guessing from many addresses. For an address that the account has signed in from, only `pair` applies.
 */
export const SIGN_IN_COUNTERS = [
  { scope: "pair", free: 5, forgottenAfterMs: DAY_MS, alsoWhenKnown: true },
  { scope: "address", free: 20, forgottenAfterMs: 60 * MINUTE_MS, alsoWhenKnown: false },
  { scope: "account", free: 100, forgottenAfterMs: DAY_MS, alsoWhenKnown: false },
] as const;
export type SignInCounterRow = (typeof SIGN_IN_COUNTERS)[number];

const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 15 * MINUTE_MS;

/**
 * Returns the pause in ms after `failures` failed sign-ins: 30 s, doubled for each further failure, at most 15 min. Returns null for fewer
 * failures than `free`.
 */
export function pauseAfter(failures: number, free: number): number | null {
  if (failures < free) return null;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - free, 20), MAX_PAUSE_MS);
}
