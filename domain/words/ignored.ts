// Durations for ignoring a change, as offered everywhere, shortest first.

/** `days` is null if there is no end date. `needsReason`: a reason is required because nobody is reminded. */
export const IGNORE_ENDS = {
  "7d": { label: "7 days", days: 7, needsReason: false },
  "30d": { label: "30 days", days: 30, needsReason: false },
  "90d": { label: "90 days", days: 90, needsReason: false },
  baseline: { label: "Until the next baseline", days: null, needsReason: false },
  forever: { label: "Permanently", days: null, needsReason: true },
} as const satisfies Record<string, { label: string; days: number | null; needsReason: boolean }>;

export type IgnoreEnd = keyof typeof IGNORE_ENDS;
export const IGNORE_END_NAMES = Object.keys(IGNORE_ENDS) as readonly IgnoreEnd[];
export const DEFAULT_IGNORE_END: IgnoreEnd = "30d";
