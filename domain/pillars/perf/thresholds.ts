// Thresholds at which rules warn and fail, except for the rules in `checks/metrics.ts` and `checks/savings.ts`, which define their own.

/** A value of at least `warning` warns, a value of at least `failed` fails. A rule whose `failed` is infinite only warns. */
export type Threshold = { warning: number; failed: number };

/** A CLS above this (poor in Web Vitals) is a serious failure, otherwise a moderate one. */
export const SERIOUS_CLS = 0.25;

export const KIB = 1_024;

/** Bytes, milliseconds or counts, depending on the check. Small savings are not reported: 4 KiB are not worth a fix. */
export const THRESHOLD = {
  /** Expected FCP savings in ms according to Lighthouse (simulated network). */
  renderBlockingSavingsMs: { warning: 300, failed: 1_000 },
  /** Actual loading time of one blocking file in ms, unthrottled. */
  renderBlockingFileMs: { warning: 300, failed: 600 },
  uncompressedTextBytes: { warning: 1_400, failed: 4 * KIB },
  cacheWastedBytes: { warning: 4 * KIB, failed: 24 * KIB },
  /** Number of redirects before the document. */
  redirects: { warning: 1, failed: 2 },
  /** Number of elements. Lighthouse has had no threshold since version 13; these are its previous ones. */
  domElements: { warning: 1_400, failed: 5_000 },
  /** Duration of the longest task in ms, simulated. */
  longestTaskMs: { warning: 500, failed: 1_500 },
  /** Main thread time of third parties in ms, unthrottled. */
  thirdPartyMs: { warning: 250, failed: 1_000 },
  thirdPartyBytes: { warning: 500 * KIB, failed: 2_048 * KIB },
  /** Time in ms during which text is invisible. */
  fontSwapMs: { warning: 100, failed: Number.POSITIVE_INFINITY },
  pageBytes: { warning: 2_667 * KIB, failed: 5_120 * KIB },
  /** Script execution time in ms, simulated. */
  scriptMs: { warning: 1_282, failed: 3_500 },
  /** LCP savings of HTTP/2 in ms. */
  httpSavingsMs: { warning: 300, failed: Number.POSITIVE_INFINITY },
} satisfies Record<string, Threshold>;
