// How failed sign-ins slow down their source. What is counted is where they come from, and never the account alone for
// an address that its owner has signed in from: wrong passwords from elsewhere cannot lock an owner out.

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long an address counts as one that an account's owner uses. */
export const KNOWN_FOR_MS = 90 * DAY_MS;

/**
 * `pair`: one account from one address. `address`: all accounts from one address. `account`: one account from all addresses
 * together, against guessing from many of them. An address that the account has signed in from answers for the first alone.
 */
export const SIGN_IN_COUNTERS = [
  { scope: "pair", free: 5, forgottenAfterMs: DAY_MS, alsoWhenKnown: true },
  { scope: "address", free: 20, forgottenAfterMs: 60 * MINUTE_MS, alsoWhenKnown: false },
  { scope: "account", free: 100, forgottenAfterMs: DAY_MS, alsoWhenKnown: false },
] as const;
export type SignInCounterRow = (typeof SIGN_IN_COUNTERS)[number];

const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 15 * MINUTE_MS;

/** The pause in ms after so many failures, null while they are free: 30 s, doubled each time, at most 15 min. */
export function pauseAfter(failures: number, free: number): number | null {
  if (failures < free) return null;
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - free, 20), MAX_PAUSE_MS);
}
